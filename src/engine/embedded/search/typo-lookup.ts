import type { TextQuery } from '../../port/index.ts';
import { editDistance, isCode, lettersShared, looseForm, prefixDistance, typoBudget } from '../../../text/index.ts';
import { FIELD } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { MIN_TWO_EDITS } from '../segment/typo-words.ts';
import { CacheBySegment } from './cache-by-segment.ts';
import { STEM, TYPO } from './match-cost.ts';
import { stemFamily, type Variant } from './term-lookup.ts';

/** A word of the catalogue that a typed one may have been meant as, at a cost; `postings`: how frequent it is. */
export interface Meant {
  word: string;
  cost: number;
  postings: number;
}

/** Readings of a misspelled word; the frequent ones matter, each costs a walk over its postings. */
const MAX_MEANT = 64;
/** Readings of a misspelled word whose plurals and singulars are looked for too. */
const INFLECTED = 4;

const NONE: readonly Meant[] = [];
/** A misspelled word is asked for with each key that is typed behind it, and page by page. */
const meantBySegment = new CacheBySegment<readonly Meant[]>(250);

/**
 * Words that the typed one may have been meant as, nearest and most frequent first; with `beginning`, those that it may be a
 * mistyped beginning of. Of all segments: an answer must not depend on how a catalogue is cut into them.
 */
export function meantWords(segments: readonly Segment[], word: string, beginning: boolean): readonly Meant[] {
  if (isCode(word)) return NONE;
  const [first, ...more] = segments.map((segment) => meantIn(segment, word, beginning));
  return more.length === 0 ? (first ?? NONE) : inAll([first!, ...more]);
}

/** By word of the query, what those that the catalogue does not know may have been meant as. */
export function nearByWord(
  segments: readonly Segment[],
  text: TextQuery,
  known: readonly boolean[],
): (readonly Meant[])[] {
  return text.words.map((word, at) => {
    if (known[at]) return NONE;
    const near = meantWords(segments, word, false);
    const isLast = text.lastIsPrefix && at === text.words.length - 1;
    return isLast && near.length === 0 && !begins(segments, word) ? meantWords(segments, word, true) : near;
  });
}

/** Some word begins as typed. */
function begins(segments: readonly Segment[], word: string): boolean {
  return segments.some((segment) => {
    const { from, to } = segment.prefixRange(word);
    return to > from;
  });
}

/** The same words of several segments together. */
export function inAll(lists: readonly (readonly Meant[])[]): readonly Meant[] {
  const all = new Map<string, Meant>();
  for (const { word, cost, postings } of lists.flat()) {
    const other = all.get(word);
    if (other) other.postings += postings;
    else all.set(word, { word, cost, postings });
  }
  return nearestFirst([...all.values()]);
}

function nearestFirst(meant: Meant[]): readonly Meant[] {
  return meant
    .sort((a, b) => a.cost - b.cost || b.postings - a.postings || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_MEANT);
}

/** Those of the words that a segment has, and the plurals and singulars of the likeliest. */
export function variantsOf(segment: Segment, meant: readonly Meant[], locale: string): Variant[] {
  const variants: Variant[] = [];
  const found = new Set<number>();
  for (const { word, cost } of meant) {
    const term = segment.termOf(word);
    if (term < 0) continue;
    found.add(term);
    variants.push({ from: term, to: term + 1, cost });
  }
  for (const { word, cost } of meant.slice(0, INFLECTED))
    for (const term of stemFamily(segment, '', word, locale))
      if (!found.has(term)) variants.push({ from: term, to: term + 1, cost: cost + STEM });
  return variants;
}

function meantIn(segment: Segment, word: string, beginning: boolean): readonly Meant[] {
  const cache = meantBySegment.of(segment);
  const key = `${beginning} ${word}`;
  let meant = cache.get(key);
  if (!meant) cache.set(key, (meant = look(segment, word, beginning)));
  return meant;
}

function look(segment: Segment, word: string, beginning: boolean): readonly Meant[] {
  const found = new Map<number, number>();
  const budget = typoBudget(word);
  if (budget > 0) {
    for (const term of segment.typos.near(word, budget as 1 | 2)) {
      const distance = editDistance(word, segment.terms.at(term), budget);
      if (distance > 0 && distance <= budget) found.set(term, distance);
    }
  }
  for (const term of looseTerms(segment, word)) found.set(term, 1);
  if (beginning && budget > 0) addMistypedBeginnings(segment, word, budget, found);
  return nearestFirst(
    Array.from(found, ([term, distance]) => ({
      word: segment.terms.at(term),
      cost: distance * TYPO,
      postings: segment.postingCount(term),
    })),
  );
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

/** Letters at the front that must be right for a word with a typo that is still being typed. */
const RIGHT_START = 2;
/** Terms looked at for one of them. */
const MAX_BEGINNINGS = 2_000;

/** Words that a mistyped beginning goes on to (`sneek` → `sneakers`). */
function addMistypedBeginnings(segment: Segment, word: string, budget: number, found: Map<number, number>): void {
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
    .slice(0, MAX_MEANT)
    .map((term) => ({ from: term, to: term + 1, cost: edits * TYPO }));
}
