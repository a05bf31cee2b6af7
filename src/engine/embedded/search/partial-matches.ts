import type { Filter } from '../../port/index.ts';
import type { Segment } from '../segment/segment.ts';
import { passing } from './filter.ts';
import { UNSEARCHED, qualityOf, searchesAll } from './match-cost.ts';
import { SEARCH_STEPS, costIn, type Matches } from './match.ts';
import { addCosts as addPostingCosts, leastCost, postingsOf, type Postings } from './postings.ts';
import { fieldsInUnion } from './prefix-unions.ts';
import type { Group } from './reading.ts';
import { scratch } from './scratch.ts';
import type { Variant } from './term-lookup.ts';

/** What partial matches of a segment are measured by. */
export interface Asked {
  segment: Segment;
  groups: readonly Group[];
  fields: Uint8Array;
  weights: readonly number[];
  /** Places of the groups, the most telling first. */
  order: readonly number[];
}

/** Documents that have just these words of the query (bits): `from` to `to` among the matches, ascending. */
export interface WordSet {
  words: number;
  from: number;
  to: number;
}

/**
 * Documents that have some of the words, by the set of words that each has. What they cost is worked out when it is asked
 * for: of the thousands that have a word, of those that may get onto the page.
 */
export class PartialMatches implements Matches {
  readonly documents: Uint32Array;
  readonly sets: readonly WordSet[];
  readonly #asked: Asked;
  #known: { costs: Uint32Array; worth: Float32Array } | null = null;

  /** `sets`: those that tell most first; `documents` are read only, they may be the postings themselves. */
  constructor(documents: Uint32Array, sets: readonly WordSet[], asked: Asked) {
    this.documents = documents;
    this.sets = sets;
    this.#asked = asked;
  }

  get costs(): Uint32Array {
    return (this.#known ??= this.#workOut()).costs;
  }

  /** Weight of the words, each less the farther down the order of fields it was found. */
  get worth(): Float32Array {
    return (this.#known ??= this.#workOut()).worth;
  }

  /** Words that each of the documents has. */
  words(): Uint16Array {
    const words = new Uint16Array(this.documents.length);
    for (const set of this.sets) words.fill(set.words, set.from, set.to);
    return words;
  }

  /** Those that are not taken and pass the filter, in the same order. */
  rest(taken: readonly number[], filter: Filter | null): PartialMatches {
    const { marks } = scratch;
    for (const document of taken) marks[document] = 1;
    const documents = new Uint32Array(this.documents.length);
    const sets: WordSet[] = [];
    let count = 0;
    for (const { words, from, to } of this.sets) {
      const all = this.documents.subarray(from, to);
      const passed = filter ? passing(this.#asked.segment, all, filter) : all;
      const start = count;
      for (let i = 0; i < passed.length; i++) {
        const document = passed[i]!;
        documents[count] = document;
        count += 1 - marks[document]!;
      }
      if (count > start) sets.push({ words, from: start, to: count });
    }
    for (const document of taken) marks[document] = 0;
    return new PartialMatches(documents.subarray(0, count), sets, this.#asked);
  }

  /** The sets one by one, those that tell most first. */
  *bySet(): Generator<PartialMatches> {
    for (const { words, from, to } of this.sets) yield this.#alike(words, this.documents.subarray(from, to));
  }

  /** Some documents of one set, ascending. */
  only(documents: Uint32Array): PartialMatches {
    if (documents === this.documents) return this;
    return this.#alike(this.sets[0]!.words, documents);
  }

  #alike(words: number, documents: Uint32Array): PartialMatches {
    return new PartialMatches(documents, [{ words, from: 0, to: documents.length }], this.#asked);
  }

  /** No document with just these words is worth more, or has less to pay for field and exactness. */
  best(words: number): { worth: number; quality: number } {
    const { order, weights } = this.#asked;
    let worth = 0;
    let quality = 0;
    for (const at of order) {
      if ((words & (1 << at)) === 0) continue;
      const least = leastQuality(this.#asked, at);
      worth += worthOf(weights[at]!, least);
      quality += least;
    }
    return { worth, quality };
  }

  #workOut(): { costs: Uint32Array; worth: Float32Array } {
    const { documents, sets } = this;
    const costs = new Uint32Array(documents.length);
    const worth = new Float32Array(documents.length);
    const marks = scratch.words;
    const words = this.words();
    let met = 0;
    for (const set of sets) met |= set.words;
    for (let i = 0; i < documents.length; i++) marks[documents[i]!] = words[i]!;
    for (const at of this.#asked.order) {
      if ((met & (1 << at)) === 0) continue;
      const list = sets.length === 1 ? listOf(this.#asked, at) : null;
      if (list) addListed(this.#asked, at, list, documents, costs, worth);
      else addCosts(this.#asked, at, documents, words, costs, worth);
    }
    for (let i = 0; i < documents.length; i++) marks[documents[i]!] = 0;
    return { costs, worth };
  }
}

/** Postings of a word that are put together; null where there are none, or not every field is searched. */
function listOf({ segment, groups, fields }: Asked, at: number): Postings | null {
  return searchesAll(fields) ? postingsOf(segment, groups[at]!.variants) : null;
}

function leastQuality(asked: Asked, at: number): number {
  const list = listOf(asked, at);
  if (list) return leastCost(asked.segment, list, asked.fields, qualityOf);
  return asked.groups[at]!.variants.reduce((least, { cost }) => Math.min(least, qualityOf(cost)), Infinity);
}

/**
 * What a word loses a step of cost, `FIELD_STEP` steps a field: in a description it is worth half. A laptop's long
 * description has "wireless", "optical" and "long" in it, which makes it no mouse.
 */
const LOSS = 0.04;
const worthOf = (weight: number, cost: number): number => weight * Math.max(0.1, 1 - LOSS * qualityOf(cost));

/** Is looking a word up in so many documents less than a walk over its postings? Prefixes stand for too many terms. */
export function isSearched({ variants, postings }: Group, documents: number): boolean {
  if (documents * variants.length * SEARCH_STEPS >= postings) return false;
  return variants.every(({ from, to, union }) => union || to - from === 1);
}

/** Adds what one word costs, and what it is worth, to each of some documents that all have it; they ascend. */
function addListed(
  { fields, weights }: Asked,
  at: number,
  list: Postings,
  documents: Uint32Array,
  costs: Uint32Array,
  worth: Float32Array,
): void {
  const own = scratch.cost.subarray(0, documents.length).fill(0);
  addPostingCosts(own, documents, list, fields);
  for (let i = 0; i < documents.length; i++) {
    costs[i]! += own[i]!;
    worth[i]! += worthOf(weights[at]!, own[i]!);
  }
}

/** The same for each of the documents that has the word. */
function addCosts(
  { segment, groups, fields, weights }: Asked,
  at: number,
  documents: Uint32Array,
  words: Uint16Array,
  costs: Uint32Array,
  worth: Float32Array,
): void {
  const group = groups[at]!;
  const { best } = scratch;
  const bit = 1 << at;
  const searched = isSearched(group, documents.length);
  if (!searched) for (const variant of group.variants) noteCosts(segment, variant, fields, bit, documents);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if ((words[i]! & bit) === 0) continue;
    const cost = searched ? costIn(segment, group, fields, document) : best[document]! - 1;
    best[document] = 0;
    costs[i]! += cost;
    worth[i]! += worthOf(weights[at]!, cost);
  }
}

/** Best costs plus one, in `scratch.best`, of the documents that have the word so, by the marks in `scratch.words`. */
function noteCosts(
  { postingOffsets, postingDocuments, postingFields }: Segment,
  { from, to, union, cost }: Variant,
  fields: Uint8Array,
  bit: number,
  some: Uint32Array,
): void {
  const { best, words } = scratch;
  const base = cost + 1;
  const end = union ? some.length : postingOffsets[to]!;
  for (let i = union ? 0 : postingOffsets[from]!; i < end; i++) {
    const document = union ? some[i]! : postingDocuments[i]!;
    if ((words[document]! & bit) === 0) continue;
    const bits = union ? fieldsInUnion(union, document) : postingFields[i]!;
    const field = bits === 0 ? UNSEARCHED : fields[bits]!;
    if (field === UNSEARCHED) continue;
    const known = best[document]!;
    if (known === 0 || base + field < known) best[document] = base + field;
  }
}

/** Weight of a set of words, remembered: ten words have 1,024 sets, documents share few of them. */
export function weightTable(weights: readonly number[]): (words: number) => number {
  const known: (number | undefined)[] = [];
  return (words) => {
    let sum = known[words];
    if (sum === undefined) {
      sum = 0;
      for (let at = 0; at < weights.length; at++) if (words & (1 << at)) sum += weights[at]!;
      known[words] = sum;
    }
    return sum;
  };
}
