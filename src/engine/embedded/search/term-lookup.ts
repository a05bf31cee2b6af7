import { isCode, stem } from '../../../text/index.ts';
import { WHOLE_VALUE } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { CacheBySegment } from './cache-by-segment.ts';
import type { SegmentView } from './index-state.ts';
import { PREFIX, STEM } from './match-cost.ts';
import type { Postings } from './postings.ts';
import { prefixUnion } from './prefix-unions.ts';

/** Terms `from .. to` of a segment's dictionary that stand for a word, at a cost. */
export interface Variant {
  from: number;
  to: number;
  cost: number;
  /** Postings of a range that has many put together, see `prefixUnion`. */
  readonly union?: Postings | null;
}

/** What a word goes on to. Its union is looked up when it is asked for: matching by whole postings does without. */
class Continuations implements Variant {
  readonly cost = PREFIX;
  readonly from: number;
  readonly to: number;
  readonly #segment: Segment;
  #union: Postings | null | undefined;

  constructor(segment: Segment, from: number, to: number) {
    this.#segment = segment;
    this.from = from;
    this.to = to;
  }

  get union(): Postings | null {
    if (this.#union === undefined) this.#union = prefixUnion(this.#segment, this.from, this.to);
    return this.#union;
  }
}

/** Shorter stems are shared by unrelated words. */
const MIN_STEM_PREFIX = 3;
/** Terms looked at for one stem; only a two-letter-like prefix has more. */
const MAX_STEM_TERMS = 2_000;

/** Stem families: looked up once per word and language. */
const stemFamilies = new CacheBySegment<readonly number[]>(1_000);

/** The word itself, its inflections, and, for a word still being typed, what it may go on to. */
export function directVariants(segment: Segment, word: string, locale: string, prefix: boolean): Variant[] {
  const variants: Variant[] = [];
  const exact = segment.termOf(word);
  if (exact >= 0) variants.push({ from: exact, to: exact + 1, cost: 0 });
  for (const term of stemFamily(segment, '', word, locale)) {
    if (term !== exact) variants.push({ from: term, to: term + 1, cost: STEM });
  }
  if (prefix) {
    const range = segment.prefixRange(word);
    const from = exact >= 0 ? exact + 1 : range.from;
    if (range.to > from) variants.push(new Continuations(segment, from, range.to));
  }
  return variants;
}

/** Terms with the same stem in the query's language: the index itself knows no language. `lead` goes before the word. */
export function stemFamily(segment: Segment, lead: string, word: string, locale: string): readonly number[] {
  if (isCode(word)) return [];
  const stemmed = stem(word, locale);
  const shared = sharedPrefix(word, stemmed);
  // "battery" and "batteries" share "batter", one letter less than their stem "batteri".
  const prefix = word.slice(0, Math.max(MIN_STEM_PREFIX, Math.min(shared, stemmed.length - 1)));
  if (prefix.length < MIN_STEM_PREFIX) return [];
  const cache = stemFamilies.of(segment);
  const key = `${locale} ${lead}${word}`;
  let family = cache.get(key);
  if (!family) cache.set(key, (family = findFamily(segment, lead, prefix, stemmed, word, locale)));
  return family;
}

function findFamily(
  segment: Segment,
  lead: string,
  prefix: string,
  stemmed: string,
  word: string,
  locale: string,
): number[] {
  const range = segment.prefixRange(lead + prefix);
  const family: number[] = [];
  const end = Math.min(range.to, range.from + MAX_STEM_TERMS);
  for (let term = range.from; term < end; term++) {
    const text = segment.terms.at(term).slice(lead.length);
    if (text === word || Math.abs(text.length - word.length) > 5) continue;
    if (stem(text, locale) === stemmed) family.push(term);
  }
  return family;
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Terms that stand for a whole value that says exactly this run of words, plural or not. */
export function wholeValueTerms(segment: Segment, words: readonly string[], locale: string): number[] {
  const lead =
    WHOLE_VALUE +
    words
      .slice(0, -1)
      .map((word) => `${word} `)
      .join('');
  const last = words.at(-1)!;
  const exact = segment.termOf(lead + last);
  const family = stemFamily(segment, lead, last, locale);
  return exact >= 0 ? [exact, ...family] : [...family];
}

/** True when a live document has the term. */
export function isLive(view: SegmentView, term: number): boolean {
  if (term < 0) return false;
  const { segment, deleted } = view;
  if (!deleted) return segment.postingCount(term) > 0;
  for (let i = segment.postingOffsets[term]!; i < segment.postingOffsets[term + 1]!; i++) {
    if (!deleted.has(segment.postingDocuments[i]!)) return true;
  }
  return false;
}
