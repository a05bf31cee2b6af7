import {
  APOSTROPHE,
  CONNECTOR,
  DECIMAL_MARK,
  DIGIT,
  HIGH_SURROGATE,
  IGNORED,
  SEPARATOR,
  UNSPACED,
  WORD,
  classOf,
  classOfCharacter,
} from './character-class.ts';
import { foldWord } from './fold.ts';
import type { Token } from './token.ts';

/** ICU picks its dictionary by script, so one segmenter serves Japanese, Chinese, Thai, Lao, Khmer and Burmese. */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Elided articles and pronouns of French, Italian and Catalan: `l'eau` is asked for as `eau`. */
const ELISIONS = new Set(
  'l d j m n s t c qu jusqu lorsqu puisqu quoiqu dell all nell dall sull un quest bell sant'.split(' '),
);

/**
 * Words of a text with their offsets (Unicode text segmentation, UAX #29, with what product texts need on top): split at
 * everything that is no letter, digit or mark; `15.6` and `3,5` stay one word (`3.5`); `men's` is `mens`, an elided
 * article is dropped; unspaced scripts are cut by `Intl.Segmenter`. O(length).
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const length = text.length;
  let at = 0;
  let previousEnd = -1;
  while (at < length) {
    const kind = kindAt(text, at);
    if (kind === WORD || kind === DIGIT) {
      const end = endOfWord(text, at);
      pushWord(tokens, text, at, end, connects(text, previousEnd, at));
      previousEnd = at = end;
    } else if (kind === UNSPACED) {
      const end = endOfUnspaced(text, at);
      pushSegments(tokens, text, at, end);
      previousEnd = -1;
      at = end;
    } else {
      at += kind === HIGH_SURROGATE || text.charCodeAt(at) >>> 10 === 0x36 ? 2 : 1;
    }
  }
  return tokens;
}

/** Whole-text normal form: the words of `tokenize`, separated by single spaces. Idempotent. */
export function normalize(text: string): string {
  return tokenize(text)
    .map((token) => token.term)
    .join(' ');
}

function kindAt(text: string, at: number): number {
  const kind = classOf(text.charCodeAt(at));
  if (kind !== HIGH_SURROGATE) return kind;
  const point = text.codePointAt(at)!;
  return point > 0xffff ? classOfCharacter(String.fromCodePoint(point)) : SEPARATOR;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    let kind = classOf(unit);
    let width = 1;
    if (kind === HIGH_SURROGATE) {
      kind = kindAt(text, at);
      width = 2;
    }
    if (kind === WORD || kind === DIGIT || kind === IGNORED) at += width;
    else if (kind === APOSTROPHE && at > start && isLetter(text, at + 1)) at += 1;
    else if (kind === DECIMAL_MARK && isDigit(text, at - 1) && isDigit(text, at + 1)) at += 1;
    else break;
  }
  return at;
}

function isLetter(text: string, at: number): boolean {
  return at < text.length && kindAt(text, at) === WORD;
}

function isDigit(text: string, at: number): boolean {
  return at >= 0 && at < text.length && classOf(text.charCodeAt(at)) === DIGIT;
}

function connects(text: string, previousEnd: number, start: number): boolean {
  if (previousEnd < 0 || start !== previousEnd + 1) return false;
  const kind = classOf(text.charCodeAt(previousEnd));
  return kind === CONNECTOR || (kind === DECIMAL_MARK && text.charCodeAt(previousEnd) === 0x2e);
}

const HAS_APOSTROPHE = /['’ʼ＇‘]/;

function pushWord(tokens: Token[], text: string, start: number, end: number, joinsPrevious: boolean): void {
  let word = text.slice(start, end);
  let from = start;
  if (HAS_APOSTROPHE.test(word)) {
    const cut = word.search(HAS_APOSTROPHE);
    if (ELISIONS.has(foldWord(word.slice(0, cut)))) {
      word = word.slice(cut + 1);
      from = start + cut + 1;
    }
    word = word.replaceAll(/['’ʼ＇‘]/g, '');
  }
  let term = foldWord(word);
  if (term.includes(',')) term = term.replaceAll(',', '.');
  if (term !== '' && term !== '.') tokens.push({ term, start: from, end, joinsPrevious });
}

function endOfUnspaced(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const kind = kindAt(text, at);
    // Marks (Thai tones, dakuten) and ignorable characters continue the run.
    const isMark = kind === WORD && /\p{M}/u.test(String.fromCodePoint(text.codePointAt(at)!));
    if (kind !== UNSPACED && kind !== IGNORED && !isMark) break;
    at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  return at;
}

function pushSegments(tokens: Token[], text: string, start: number, end: number): void {
  const run = text.slice(start, end);
  for (const { segment, index, isWordLike } of segmenter.segment(run)) {
    if (!isWordLike) continue;
    const term = foldWord(segment);
    if (term === '') continue;
    tokens.push({ term, start: start + index, end: start + index + segment.length, joinsPrevious: false });
  }
}
