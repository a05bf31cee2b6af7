import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from './index-state.ts';
import { UNSEARCHED } from './match-cost.ts';
import { costIn } from './match.ts';
import { PartialMatches, isSearched, weightTable } from './partial-matches.ts';
import type { Group } from './reading.ts';
import { scratch } from './scratch.ts';

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
  const { segment } = view;
  scratch.reserve(segment.documents);
  const order = groups.map((_, at) => at).sort((a, b) => weights[b]! - weights[a]!);
  let rest = weights.reduce((sum, weight) => sum + weight, 0);
  let total = 0;
  for (const at of order) {
    const essential = rest >= threshold;
    rest -= weights[at]!;
    const group = groups[at]!;
    if (essential) total = mark(view, group, fields, 1 << at, total);
    else if (isSearched(group, total)) markBySearch(segment, group, fields, 1 << at, total);
    else markAlso(segment, group, fields, 1 << at, total);
  }
  const kept = keepTelling(total, weights, threshold);
  return new PartialMatches(...take(kept), { segment, groups, fields, weights, order });
}

function markBySearch(segment: Segment, group: Group, fields: Uint8Array, bit: number, total: number): void {
  const { matched, words } = scratch;
  for (let i = 0; i < total; i++) {
    const document = matched[i]!;
    if (costIn(segment, group, fields, document) >= 0) words[document]! |= bit;
  }
}

/** Marks the word in all documents that have it; answers how many are marked. */
function mark(
  { segment, deleted }: SegmentView,
  { variants }: Group,
  fields: Uint8Array,
  bit: number,
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
        if (deleted?.has(document)) continue;
        matched[count++] = document;
      }
      words[document]! |= bit;
    }
  }
  return count;
}

/** Marks the word in those of the marked documents that have it. Without a branch: which those are cannot be guessed. */
function markAlso(segment: Segment, { variants }: Group, fields: Uint8Array, bit: number, total: number): void {
  const { postingOffsets, postingDocuments, postingFields } = segment;
  const { matched, words } = scratch;
  const bitOf = Uint16Array.from(fields, (cost, bits) => (bits === 0 || cost === UNSEARCHED ? 0 : bit));
  for (const { from, to, table } of variants) {
    if (table) {
      for (let i = 0; i < total; i++) words[matched[i]!]! |= bitOf[table[matched[i]!]!]!;
      continue;
    }
    const end = postingOffsets[to]!;
    for (let i = postingOffsets[from]!; i < end; i++) {
      const document = postingDocuments[i]!;
      const known = words[document]!;
      // All bits when it is marked, none when it is not.
      words[document] = known | (bitOf[postingFields[i]!]! & (-known >> 31));
    }
  }
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

function take(kept: number): [documents: Uint32Array, words: Uint16Array] {
  const { matched, words } = scratch;
  const documents = matched.slice(0, kept);
  const sets = new Uint16Array(kept);
  for (let i = 0; i < kept; i++) {
    sets[i] = words[documents[i]!]!;
    words[documents[i]!] = 0;
  }
  return [documents, sets];
}
