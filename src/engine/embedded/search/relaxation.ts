import type { Bitmap } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import type { Predicate } from './filter.ts';
import type { SegmentView } from './index-state.ts';
import { UNSEARCHED, qualityOf } from './match-cost.ts';
import { SEARCH_STEPS, costIn, type Matches } from './match.ts';
import type { Group } from './reading.ts';
import { scratch } from './scratch.ts';
import type { Variant } from './term-lookup.ts';

/** Documents that have some of the words; `words` are the ones each has. */
export interface PartialMatches extends Matches {
  words: Uint16Array;
  /** Weight of those words, each less the farther down the order of fields it was found. */
  worth: Float32Array;
}

/**
 * What a word loses a step of cost, `FIELD_STEP` steps a field: in a description it is worth half. A laptop's long
 * description has "wireless", "optical" and "long" in it, which makes it no mouse.
 */
const LOSS = 0.04;
const worthOf = (weight: number, cost: number): number => weight * Math.max(0.1, 1 - LOSS * qualityOf(cost));

/** At least this share of what the query's words tell must be met. */
const TELLING_SHARE = 0.4;

/**
 * How telling each word is: its inverse document frequency (Robertson and Spärck Jones), 0 for a word that no document
 * has, so that an unknown word costs least.
 */
export function wordWeights(groupsOfViews: readonly (readonly Group[])[], words: number, documents: number): number[] {
  return Array.from({ length: words }, (_, at) => {
    let frequency = 0;
    for (const groups of groupsOfViews) frequency += groups[at]!.postings;
    if (frequency === 0) return 0;
    const share = Math.min(frequency, documents);
    return Math.log(1 + (documents - share + 0.5) / (share + 0.5)) + 0.1;
  });
}

/** Weight a document must reach: half of all, or what the best document has. */
export function thresholdOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0) * TELLING_SHARE;
}

/**
 * Documents that have words of at least the threshold's weight. Words that cannot reach it even together are only
 * looked up in documents that have a more telling one (the idea of MaxScore, Turtle and Flood 1995). Which words a document has
 * is found out first; what they cost only of the few that have enough of them.
 */
export function matchSome(
  view: SegmentView,
  groups: readonly Group[],
  fields: Uint8Array,
  weights: readonly number[],
  threshold: number,
): PartialMatches {
  const { segment } = view;
  scratch.reserve(segment.documents);
  const order = groups.map((_, at) => at).sort((a, b) => weights[b]! - weights[a]!);
  let rest = weights.reduce((sum, weight) => sum + weight, 0);
  let total = 0;
  for (const at of order) {
    const essential = rest >= threshold;
    rest -= weights[at]!;
    const group = groups[at]!;
    if (!essential && isSearched(group, total)) markBySearch(segment, group, fields, 1 << at, total);
    else total = mark(view, group, fields, 1 << at, essential, total);
  }
  const kept = keepTelling(total, weights, threshold);
  for (const at of order) addCosts(segment, groups[at]!, fields, at, weights[at]!, kept);
  return take(kept);
}

/** Is looking a word up in so many documents less than a walk over its postings? Prefixes stand for too many terms. */
function isSearched({ variants, postings }: Group, documents: number): boolean {
  if (documents * variants.length * SEARCH_STEPS >= postings) return false;
  return variants.every(({ from, to, table }) => table || to - from === 1);
}

function markBySearch(segment: Segment, group: Group, fields: Uint8Array, bit: number, total: number): void {
  const { matched, words } = scratch;
  for (let i = 0; i < total; i++) {
    const document = matched[i]!;
    if (costIn(segment, group, fields, document) >= 0) words[document]! |= bit;
  }
}

/** Marks the word in all documents that have it, the essential one also in those that have no other. Answers how many there are. */
function mark(
  { segment, deleted }: SegmentView,
  { variants }: Group,
  fields: Uint8Array,
  bit: number,
  essential: boolean,
  total: number,
): number {
  const { postingOffsets, postingDocuments, postingFields } = segment;
  const { matched, words } = scratch;
  let count = total;
  for (const { from, to, table } of variants) {
    const end = table ? table.length : postingOffsets[to]!;
    for (let i = table ? 0 : postingOffsets[from]!; i < end; i++) {
      const bits = table ? table[i]! : postingFields[i]!;
      if (bits === 0 || fields[bits] === UNSEARCHED) continue;
      const document = table ? i : postingDocuments[i]!;
      if (words[document] === 0) {
        if (!essential || deleted?.has(document)) continue;
        matched[count++] = document;
      }
      words[document]! |= bit;
    }
  }
  return count;
}

/** The matched documents that have enough, at the front of `scratch.matched`; answers how many. */
function keepTelling(total: number, weights: readonly number[], threshold: number): number {
  const { matched, words } = scratch;
  const weightOf = weightTable(weights);
  let kept = 0;
  for (let i = 0; i < total; i++) {
    const document = matched[i]!;
    if (weightOf(words[document]!) >= threshold - 1e-9) matched[kept++] = document;
    else words[document] = 0;
  }
  return kept;
}

function addCosts(segment: Segment, group: Group, fields: Uint8Array, at: number, weight: number, kept: number): void {
  const { best, matched, words, score, worth } = scratch;
  const bit = 1 << at;
  const searched = isSearched(group, kept);
  if (!searched) for (const variant of group.variants) noteCosts(segment, variant, fields, bit, kept);
  for (let i = 0; i < kept; i++) {
    const document = matched[i]!;
    if ((words[document]! & bit) === 0) continue;
    const cost = searched ? costIn(segment, group, fields, document) : best[document]! - 1;
    best[document] = 0;
    score[document]! += cost;
    worth[document]! += worthOf(weight, cost);
  }
}

/** Best costs plus one, in `scratch.best`, of the kept documents that have the word so. */
function noteCosts(
  { postingOffsets, postingDocuments, postingFields }: Segment,
  { from, to, table, cost }: Variant,
  fields: Uint8Array,
  bit: number,
  kept: number,
): void {
  const { best, matched, words } = scratch;
  const base = cost + 1;
  const end = table ? kept : postingOffsets[to]!;
  for (let i = table ? 0 : postingOffsets[from]!; i < end; i++) {
    const document = table ? matched[i]! : postingDocuments[i]!;
    if ((words[document]! & bit) === 0) continue;
    const bits = table ? table[document]! : postingFields[i]!;
    const field = bits === 0 ? UNSEARCHED : fields[bits]!;
    if (field === UNSEARCHED) continue;
    const known = best[document]!;
    if (known === 0 || base + field < known) best[document] = base + field;
  }
}

function take(kept: number): PartialMatches {
  const { matched, words, score, worth } = scratch;
  const documents = matched.slice(0, kept);
  const result: PartialMatches = {
    documents,
    costs: new Uint32Array(kept),
    words: new Uint16Array(kept),
    worth: new Float32Array(kept),
  };
  for (let i = 0; i < kept; i++) {
    const document = documents[i]!;
    result.costs[i] = score[document]!;
    result.words[i] = words[document]!;
    result.worth[i] = worth[document]!;
    words[document] = score[document] = worth[document] = 0;
  }
  return result;
}

/** Those outside of `taken` that pass. Written over `matches`, which is used up. */
export function keepPartial(
  { documents, costs, words, worth }: PartialMatches,
  taken: Bitmap | null,
  passes: Predicate | null,
): PartialMatches {
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (taken?.has(document) || (passes && !passes(document))) continue;
    documents[count] = document;
    costs[count] = costs[i]!;
    words[count] = words[i]!;
    worth[count++] = worth[i]!;
  }
  return {
    documents: documents.subarray(0, count),
    costs: costs.subarray(0, count),
    words: words.subarray(0, count),
    worth: worth.subarray(0, count),
  };
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
