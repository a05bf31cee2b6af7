import {
  editDistance,
  isCode,
  lettersShared,
  looseForm,
  prefixDistance,
  stem,
  typoBudget,
} from '../../../text/index.ts';
import { FIELD, WHOLE_VALUE } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { MIN_TWO_EDITS } from '../segment/typo-words.ts';
import { CacheBySegment } from './cache-by-segment.ts';
import type { SegmentView } from './index-state.ts';
import { PREFIX, STEM, TYPO } from './match-cost.ts';
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
/** Readings of a misspelled word; the frequent ones matter, each costs a walk over its postings. */
const MAX_TYPO_TERMS = 64;
/** Readings of a misspelled word whose plurals are looked for too. */
const STEMMED_TYPOS = 4;

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

/** What words were read as: a misspelled word is asked for with each key that is typed behind it, and page by page. */
const typosOf = new CacheBySegment<readonly Variant[]>(250);

/** Words of the dictionary that the typed one may have been meant as, nearest and most frequent first. */
export function typoVariants(segment: Segment, word: string, locale: string, prefix: boolean): readonly Variant[] {
  if (isCode(word)) return [];
  const cache = typosOf.of(segment);
  const key = `${locale} ${prefix} ${word}`;
  let variants = cache.get(key);
  if (!variants) cache.set(key, (variants = findTypos(segment, word, locale, prefix)));
  return variants;
}

function findTypos(segment: Segment, word: string, locale: string, prefix: boolean): Variant[] {
  const found = new Map<number, number>();
  const budget = typoBudget(word);
  if (budget > 0) {
    for (const term of segment.typos.near(word, budget as 1 | 2)) {
      const distance = editDistance(word, segment.terms.at(term), budget);
      if (distance > 0 && distance <= budget) found.set(term, distance);
    }
  }
  for (const term of looseTerms(segment, word)) found.set(term, 1);
  if (prefix && found.size === 0 && budget > 0) addMistypedBeginnings(segment, word, budget, found);
  const ordered = [...found].sort(
    ([a, near], [b, far]) => near - far || segment.postingCount(b) - segment.postingCount(a) || a - b,
  );
  const variants = ordered
    .slice(0, MAX_TYPO_TERMS)
    .map(([term, distance]): Variant => ({ from: term, to: term + 1, cost: distance * TYPO }));
  return [...variants, ...inflectedTypos(segment, variants, found, locale)];
}

/** Shorter words have too many others two letters away. */
const MIN_GUESSED = 6;
/** A word of so many letters, for which nothing is forgiven, is guessed to lack one: with one mistaken it may be too many others. */
const SHORT_GUESSED = 4;

/**
 * Words that the typed one is when more than is forgiven is wrong, a letter or the first one: not enough to find what has
 * them, but what to show first of what is found without. A short one has no more than one letter that was not typed.
 */
export function distantVariants(segment: Segment, word: string): Variant[] {
  const edits = typoBudget(word) + 1;
  const guessed = edits === 1 ? word.length === SHORT_GUESSED : edits === 2 && word.length >= MIN_GUESSED;
  if (!guessed || isCode(word)) return [];
  const found: number[] = [];
  for (const term of segment.typos.near(word, edits as 1 | 2)) {
    const text = segment.terms.at(term);
    if (edits === 1 && text.length <= word.length) continue;
    if (editDistance(word, text, edits) !== edits) continue;
    if (text.length >= MIN_TWO_EDITS || lettersShared(text, word) >= text.length - 1) found.push(term);
  }
  return found
    .sort((a, b) => segment.postingCount(b) - segment.postingCount(a) || a - b)
    .slice(0, MAX_TYPO_TERMS)
    .map((term) => ({ from: term, to: term + 1, cost: edits * TYPO }));
}

/** Letters at the front that must be right for a word with a typo that is still being typed. */
const RIGHT_START = 2;
/** Terms looked at for one of them. */
const MAX_BEGINNINGS = 2_000;

/** Words that a mistyped beginning goes on to (`sneek` → `sneakers`), unless some word begins as typed. */
function addMistypedBeginnings(segment: Segment, word: string, budget: number, found: Map<number, number>): void {
  const asTyped = segment.prefixRange(word);
  if (asTyped.to > asTyped.from) return;
  const { from, to } = segment.prefixRange(word.slice(0, RIGHT_START));
  for (let term = from; term < Math.min(to, from + MAX_BEGINNINGS); term++) {
    const text = segment.terms.at(term);
    if (text.length <= word.length - budget || isCode(text)) continue;
    const distance = prefixDistance(word, text, budget);
    if (distance > 0 && distance <= budget && isWord(segment, term)) found.set(term, distance);
  }
}

/** Found in more than `sku`, `gtin` and `id`, which are never corrected. */
export function isWord({ postingOffsets, postingFields }: Segment, term: number): boolean {
  for (let i = postingOffsets[term]!; i < postingOffsets[term + 1]!; i++) {
    if ((postingFields[i]! & ~FIELD.code) !== 0) return true;
  }
  return false;
}

function looseTerms(segment: Segment, word: string): number[] {
  const loose = looseForm(word);
  const terms: number[] = [];
  for (const term of segment.typos.withLooseForm(loose)) {
    const text = segment.terms.at(term);
    if (text !== word && looseForm(text) === loose) terms.push(term);
  }
  if (loose !== word) {
    const term = segment.termOf(loose);
    if (term >= 0) terms.push(term);
  }
  return terms;
}

/** Their plurals and singulars, for the likeliest readings of a misspelled word. */
export function inflectedTypos(
  segment: Segment,
  variants: readonly Variant[],
  found: ReadonlySet<number> | ReadonlyMap<number, number>,
  locale: string,
): Variant[] {
  return variants.slice(0, STEMMED_TYPOS).flatMap((variant) =>
    stemFamily(segment, '', segment.terms.at(variant.from), locale)
      .filter((term) => !found.has(term))
      .map((term): Variant => ({ from: term, to: term + 1, cost: variant.cost + STEM })),
  );
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
