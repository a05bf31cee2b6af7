import type { Bitmap } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import type { Predicate } from './filter.ts';
import type { SegmentView } from './index-state.ts';
import { qualityOf } from './match-cost.ts';
import { SEARCH_STEPS, costIn, walk, type Matches } from './match.ts';
import type { Group } from './reading.ts';
import { scratch } from './scratch.ts';

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
 * looked up in documents that have a more telling one (the idea of MaxScore, Turtle and Flood 1995).
 */
export function matchSome(
  view: SegmentView,
  groups: readonly Group[],
  fields: Uint8Array,
  weights: readonly number[],
  threshold: number,
): PartialMatches {
  const { segment, deleted } = view;
  scratch.reserve(segment.documents);
  const { best, met, matched, words, score, worth } = scratch;
  const order = groups.map((_, at) => at).sort((a, b) => weights[b]! - weights[a]!);
  let rest = weights.reduce((sum, weight) => sum + weight, 0);
  let total = 0;
  for (const at of order) {
    const essential = rest >= threshold;
    rest -= weights[at]!;
    const group = groups[at]!;
    if (!essential && total * group.variants.length * SEARCH_STEPS < group.postings && isNarrow(group)) {
      addBySearch(segment, group, fields, at, weights[at]!, total);
      continue;
    }
    const count = walk(segment, group, fields);
    for (let i = 0; i < count; i++) {
      const document = met[i]!;
      const cost = best[document]! - 1;
      best[document] = 0;
      if (words[document] === 0) {
        if (!essential || deleted?.has(document)) continue;
        matched[total++] = document;
      }
      words[document]! |= 1 << at;
      score[document]! += cost;
      worth[document]! += worthOf(weights[at]!, cost);
    }
  }
  return collect(total, weights, threshold);
}

/** Prefixes stand for too many terms to be looked up one by one. */
function isNarrow(group: Group): boolean {
  return group.variants.every(({ from, to, table }) => table || to - from === 1);
}

function addBySearch(
  segment: Segment,
  group: Group,
  fields: Uint8Array,
  at: number,
  weight: number,
  total: number,
): void {
  const { matched, words, score, worth } = scratch;
  for (let i = 0; i < total; i++) {
    const document = matched[i]!;
    const cost = costIn(segment, group, fields, document);
    if (cost < 0) continue;
    words[document]! |= 1 << at;
    score[document]! += cost;
    worth[document]! += worthOf(weight, cost);
  }
}

function collect(total: number, weights: readonly number[], threshold: number): PartialMatches {
  const { matched, words, score, worth } = scratch;
  const weightOf = weightTable(weights);
  let kept = 0;
  for (let i = 0; i < total; i++) {
    const document = matched[i]!;
    if (weightOf(words[document]!) >= threshold - 1e-9) matched[kept++] = document;
    else words[document] = score[document] = worth[document] = 0;
  }
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
