import { joinedForms, looseForm, stem, tokenize } from '../../../text/index.ts';

/** Which words of a text are marked. */
export interface HighlightTerms {
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** First two letters of the words: only tokens that begin like one are worth stemming. */
  beginnings: ReadonlySet<string>;
  /** A word still being typed marks the words it begins. */
  prefix: string | null;
  locale: string;
}

export interface Span {
  start: number;
  end: number;
}

const NON_ASCII = /\P{ASCII}/u;
const SPACE = 0x20;

/** Places of the marked words, in order and apart. */
export function spansOf(text: string, terms: HighlightTerms): Span[] {
  if (terms.words.size === 0) return [];
  if (NON_ASCII.test(text)) return disjoint(spansIn(text, terms));
  return disjoint(spansInAscii(text, terms));
}

/**
 * No word of an ASCII text reaches over a space, so only the runs in which a word begins as a marked one does are
 * analysed: a tenth of a description.
 */
function spansInAscii(text: string, terms: HighlightTerms): Span[] {
  const starts = startsOf(terms);
  const spans: Span[] = [];
  const { length } = text;
  let run = 0;
  let wanted = false;
  let inWord = false;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (IS_WORD[unit] === 1) {
      if (inWord) continue;
      inWord = true;
      wanted ||= mayStart(starts, unit, at + 1 < length ? text.charCodeAt(at + 1) : SPACE);
      continue;
    }
    inWord = false;
    if (unit !== SPACE) continue;
    if (wanted) spans.push(...spansOfRun(text, run, at, terms));
    run = at + 1;
    wanted = false;
  }
  if (wanted) spans.push(...spansOfRun(text, run, length, terms));
  return spans;
}

const WORD = 1;
const GAP = 2;
const ODD = 3;

/** By byte: letters and digits, the space, what a plain text does not have, and the rest. */
const KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isWordUnit(byte)) return WORD;
  if (byte === SPACE) return GAP;
  return byte < SPACE || byte > 0x7e || '<&\\'.includes(String.fromCharCode(byte)) ? ODD : 0;
});

/**
 * Runs of a text, as pairs of places in it, in which a word begins as a marked one does. Null unless the bytes are plain:
 * ASCII without markup and escapes, one space at a time and none at the ends. One pass.
 */
export function plainRuns(bytes: Uint8Array, from: number, to: number, terms: HighlightTerms): number[] | null {
  const starts = startsOf(terms);
  const runs: number[] = [];
  let run = from;
  let wanted = false;
  for (let at = from; at < to; at++) {
    const kind = KIND[bytes[at]!]!;
    if (kind === WORD) {
      wanted ||= mayStart(starts, bytes[at]!, at + 1 < to ? bytes[at + 1]! : SPACE);
      while (at + 1 < to && KIND[bytes[at + 1]!] === WORD) at++;
    } else if (kind === GAP) {
      if (at === run) return null;
      if (wanted) runs.push(run - from, at - from);
      run = at + 1;
      wanted = false;
    } else if (kind === ODD) return null;
  }
  if (run === to && to > from) return null;
  if (wanted) runs.push(run - from, to - from);
  return runs;
}

/** Places of the marked words in some runs of a text, in order and apart. */
export function spansInRuns(text: string, runs: readonly number[], terms: HighlightTerms): Span[] {
  startsOf(terms);
  const spans: Span[] = [];
  for (let at = 0; at < runs.length; at += 2) spans.push(...spansOfRun(text, runs[at]!, runs[at + 1]!, terms));
  return disjoint(spans);
}

function spansOfRun(text: string, from: number, to: number, terms: HighlightTerms): Span[] {
  const run = text.slice(from, to);
  let found = runsMet.get(run);
  if (!found) runsMet.set(run, (found = spansIn(run, terms)));
  return found.map(({ start, end }) => ({ start: start + from, end: end + from }));
}

/** 128 × 128 bits of first and second unit; 0 in the second place is "whatever follows". */
type Starts = Uint8Array;
let startsFor: HighlightTerms | null = null;
const starts: Starts = new Uint8Array(128 * 128);
/** Marked words of runs by their text: what is asked for stands in each of a page's texts, mostly spelled alike. */
const runsMet = new Map<string, readonly Span[]>();

function startsOf(terms: HighlightTerms): Starts {
  if (startsFor === terms) return starts;
  if (startsFor) eachStart(startsFor, (at) => (starts[at] = 0));
  runsMet.clear();
  eachStart(terms, (at) => (starts[at] = 1));
  startsFor = terms;
  return starts;
}

function eachStart({ beginnings }: HighlightTerms, visit: (at: number) => void): void {
  for (const beginning of beginnings) {
    const first = beginning.charCodeAt(0);
    const second = beginning.length > 1 ? beginning.charCodeAt(1) : 0;
    if (first < 128 && second < 128) {
      visit(first * 128 + second);
      // A compound is marked by its joined form: "t-shirt" begins like "tshirt" only at its first letter.
      visit(first * 128 + SPACE);
    }
  }
}

function mayStart(wanted: Starts, first: number, second: number): boolean {
  const row = lower(first) * 128;
  if (wanted[row] === 1) return true;
  return wanted[row + (isWordUnit(second) ? lower(second) : SPACE)] === 1;
}

function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

/** By unit of ASCII: 1 for letters and digits. */
const IS_WORD = Uint8Array.from({ length: 128 }, (_, unit) => (isWordUnit(unit) ? 1 : 0));

function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a);
}

function spansIn(text: string, terms: HighlightTerms): Span[] {
  const tokens = tokenize(text);
  const spans: Span[] = [];
  for (const { term, start, end } of tokens) if (isMarked(term, terms)) spans.push({ start, end });
  for (const { term, from: first, to: past } of joinedForms(tokens)) {
    if (terms.words.has(term)) spans.push({ start: tokens[first]!.start, end: tokens[past - 1]!.end });
  }
  return spans;
}

function isMarked(term: string, { words, stems, beginnings, prefix, locale }: HighlightTerms): boolean {
  if (words.has(term) || (prefix !== null && term.startsWith(prefix))) return true;
  if (beginnings.has(term.slice(0, 2)) && stems.has(stem(term, locale))) return true;
  const loose = looseForm(term);
  return loose !== term && words.has(loose);
}

function disjoint(spans: Span[]): Span[] {
  if (spans.length < 2) return spans;
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Span[] = [];
  for (const span of spans) {
    const last = kept.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else kept.push({ ...span });
  }
  return kept;
}
