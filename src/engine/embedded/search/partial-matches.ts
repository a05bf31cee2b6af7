import type { Filter } from '../../port/index.ts';
import type { Bitmap } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import { passing } from './filter.ts';
import { UNSEARCHED, qualityOf } from './match-cost.ts';
import { SEARCH_STEPS, costIn, type Matches } from './match.ts';
import type { Group } from './reading.ts';
import { scratch } from './scratch.ts';
import type { Variant } from './term-lookup.ts';

/** What partial matches of a segment are measured by. */
interface Asked {
  segment: Segment;
  groups: readonly Group[];
  fields: Uint8Array;
  weights: readonly number[];
  /** Places of the groups, the most telling first. */
  order: readonly number[];
}

/** Some of the matches, none of which is worth more than `best`. */
interface Turn {
  best: number;
  matches: PartialMatches;
}

/**
 * Documents that have some of the words; `words` are the ones each has. What they cost is worked out when it is asked for: of
 * the thousands that have a word, of those whose words can bring them onto the page.
 */
export class PartialMatches implements Matches {
  readonly documents: Uint32Array;
  readonly words: Uint16Array;
  readonly #asked: Asked;
  #known: { costs: Uint32Array; worth: Float32Array } | null = null;

  constructor(documents: Uint32Array, words: Uint16Array, asked: Asked) {
    this.documents = documents;
    this.words = words;
    this.#asked = asked;
  }

  get costs(): Uint32Array {
    return (this.#known ??= this.#workOut()).costs;
  }

  /** Weight of the words, each less the farther down the order of fields it was found. */
  get worth(): Float32Array {
    return (this.#known ??= this.#workOut()).worth;
  }

  /** Those that are not taken and pass the filter, in the same order. */
  rest(taken: Bitmap | null, filter: Filter | null): PartialMatches {
    const passed = filter ? passing(this.#asked.segment, this.documents, filter) : this.documents;
    const documents = taken ? passed.filter((document) => !taken.has(document)) : passed;
    const words = new Uint16Array(documents.length);
    for (let i = 0, at = 0; at < documents.length; i++) {
      words[at] = this.words[i]!;
      if (this.documents[i] === documents[at]) at++;
    }
    return new PartialMatches(documents, words, this.#asked);
  }

  /**
   * In turns of `size` or more documents, then of `growth` times as many: those first whose words can be worth most.
   * O(matches).
   */
  *turns(size: number, growth: number): Generator<Turn> {
    const { weights } = this.#asked;
    const weightOf = weightTable(weights);
    const ends = new Uint32Array(2 ** weights.length);
    for (let i = 0; i < this.words.length; i++) ends[this.words[i]!]!++;
    const sets = [...ends.keys()].filter((set) => ends[set]! > 0).sort((a, b) => weightOf(b) - weightOf(a));
    let start = 0;
    for (const set of sets) {
      const count = ends[set]!;
      ends[set] = start;
      start += count;
    }
    const documents = new Uint32Array(start);
    const words = new Uint16Array(start);
    for (let i = 0; i < start; i++) {
      const at = ends[this.words[i]!]!++;
      documents[at] = this.documents[i]!;
      words[at] = this.words[i]!;
    }
    let from = 0;
    for (let next = 0, wanted = size; next < sets.length; wanted *= growth) {
      const best = weightOf(sets[next]!);
      let to = from;
      while (next < sets.length && to - from < wanted) to = ends[sets[next++]!]!;
      yield { best, matches: new PartialMatches(documents.subarray(from, to), words.subarray(from, to), this.#asked) };
      from = to;
    }
  }

  #workOut(): { costs: Uint32Array; worth: Float32Array } {
    const { documents, words } = this;
    const costs = new Uint32Array(documents.length);
    const worth = new Float32Array(documents.length);
    const marks = scratch.words;
    let met = 0;
    for (let i = 0; i < documents.length; i++) {
      marks[documents[i]!] = words[i]!;
      met |= words[i]!;
    }
    for (const at of this.#asked.order) if (met & (1 << at)) addCosts(this.#asked, at, this, costs, worth);
    for (let i = 0; i < documents.length; i++) marks[documents[i]!] = 0;
    return { costs, worth };
  }
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
  return variants.every(({ from, to, table }) => table || to - from === 1);
}

/** Adds what one group costs, and what it is worth, to each of the documents that have its word. */
function addCosts(
  { segment, groups, fields, weights }: Asked,
  at: number,
  { documents, words }: PartialMatches,
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
  { from, to, table, cost }: Variant,
  fields: Uint8Array,
  bit: number,
  some: Uint32Array,
): void {
  const { best, words } = scratch;
  const base = cost + 1;
  const end = table ? some.length : postingOffsets[to]!;
  for (let i = table ? 0 : postingOffsets[from]!; i < end; i++) {
    const document = table ? some[i]! : postingDocuments[i]!;
    if ((words[document]! & bit) === 0) continue;
    const bits = table ? table[document]! : postingFields[i]!;
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
