import type { Segment } from '../segment/segment.ts';
import { plainText } from '../segment/plain-text.ts';
import { plainRuns, spansInRuns, spansOf, type HighlightTerms, type Span } from './marked-spans.ts';

/** About three lines on a results page. */
const SNIPPET = 200;
const BEFORE_MATCH = 60;
const SPACES = /\s+/g;
/** Spaces that are none. */
const OTHER_SPACE = /[^\S ]/;

/** Text as it is shown, with the places of its marked words. */
interface Shown {
  text: string;
  spans: Span[];
}

/** Title in full and a snippet of the description, both escaped HTML with `<mark>` only. */
export function highlight(
  segment: Segment,
  document: number,
  json: Uint8Array,
  terms: HighlightTerms,
): { title: string; description: string | null } {
  const bytes = Buffer.isBuffer(json) ? json : Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const { title, description } = readTexts(segment.placesOf(document), bytes, terms);
  return {
    title: mark(title.text, title.spans, 0, title.text.length),
    description: description === null || description.text === '' ? null : snippet(description.text, description.spans),
  };
}

function shown(html: string, terms: HighlightTerms): Shown {
  const text = evenText(html);
  return { text, spans: spansOf(text, terms) };
}

function evenText(html: string): string {
  const text = plainText(html);
  const uneven = text.startsWith(' ') || text.endsWith(' ') || text.includes('  ') || OTHER_SPACE.test(text);
  return uneven ? text.replace(SPACES, ' ').trim() : text;
}

/** Parses the two JSON strings alone; the whole document only when they were not found in it. */
function readTexts(
  places: Uint16Array,
  json: Buffer,
  terms: HighlightTerms,
): { title: Shown; description: Shown | null } {
  const [titleAt, titleLength, descriptionAt, descriptionLength] = places;
  if (titleLength === 0) {
    const whole = JSON.parse(json.toString()) as { title?: unknown; description?: unknown };
    const { title, description } = whole;
    return {
      title: shown(typeof title === 'string' ? title : '', terms),
      description: typeof description === 'string' ? shown(description, terms) : null,
    };
  }
  return {
    title: readString(json, titleAt!, titleLength!, terms),
    description: descriptionLength === 0 ? null : readString(json, descriptionAt!, descriptionLength!, terms),
  };
}

/**
 * A JSON string. Most are plain ASCII, which one pass over the bytes tells and finds the places in; one without escapes is
 * what stands between its quotes, decoded alone: a slice is slower to read.
 */
function readString(json: Buffer, at: number, length: number, terms: HighlightTerms): Shown {
  const from = at + 1;
  const to = at + length - 1;
  const runs = plainRuns(json, from, to, terms);
  if (runs) {
    const text = json.toString('latin1', from, to);
    return { text, spans: spansInRuns(text, runs, terms) };
  }
  const text = json.toString('utf8', from, to);
  return shown(text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text, terms);
}

function snippet(text: string, spans: Span[]): string {
  if (text.length <= SNIPPET + 20) return mark(text, spans, 0, text.length);
  const from = wordStart(text, bestStart(spans, text.length));
  const end = wordEnd(text, Math.min(text.length, from + SNIPPET));
  const body = mark(text, spans, from, end);
  return `${from > 0 ? '…' : ''}${body}${end < text.length ? '…' : ''}`;
}

/** Where a window of a snippet's length holds the most matches. */
function bestStart(spans: readonly Span[], length: number): number {
  let best = 0;
  let most = 0;
  for (const { start } of spans) {
    const from = Math.max(0, start - BEFORE_MATCH);
    const inside = spans.filter((span) => span.start >= from && span.end <= from + SNIPPET).length;
    if (inside > most) {
      most = inside;
      best = from;
    }
  }
  return Math.min(best, Math.max(0, length - SNIPPET));
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.lastIndexOf(' ', at);
  return space >= 0 && at - space < 30 ? space + 1 : safeCut(text, at);
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.indexOf(' ', at);
  return space >= 0 && space - at < 30 ? space : safeCut(text, at);
}

/** Never between the two halves of one character. */
function safeCut(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function mark(text: string, spans: readonly Span[], from: number, end: number): string {
  let html = '';
  let at = from;
  for (const span of spans) {
    const start = Math.max(span.start, from);
    const stop = Math.min(span.end, end);
    if (start >= stop) continue;
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, stop))}</mark>`;
    at = stop;
  }
  return html + escapeHtml(text.slice(at, end));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const ESCAPED = /[&<>"']/;

function escapeHtml(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
