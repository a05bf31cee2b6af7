import { putBits, type Bitmap } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from './index-state.ts';
import { UNSEARCHED, searchesAll } from './match-cost.ts';
import { costIn } from './match.ts';
import { takeNoted } from './noted-documents.ts';
import { PartialMatches, isSearched, weightTable, type Asked, type WordSet } from './partial-matches.ts';
import { PostingMatches } from './posting-matches.ts';
import { postingsOf, runOf } from './postings.ts';
import { fieldsInUnion } from './prefix-unions.ts';
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
  const asked = { segment, groups, fields, weights, order };
  const only = onlyWord(view, asked, threshold);
  if (only) return only;
  let rest = weights.reduce((sum, weight) => sum + weight, 0);
  let next = 0;
  for (; next < order.length && rest >= threshold; next++) {
    const at = order[next]!;
    rest -= weights[at]!;
    mark(segment, groups[at]!, fields, 1 << at);
  }
  if (view.deleted) passOver(view.deleted);
  const total = takeNoted(segment.documents, scratch.matched);
  for (; next < order.length; next++) {
    const at = order[next]!;
    if (isSearched(groups[at]!, total)) markBySearch(segment, groups[at]!, fields, 1 << at, total);
    else markAlso(segment, groups[at]!, fields, 1 << at, total);
  }
  return takeTelling(total, asked, threshold);
}

/** When the segment has but one of the words its postings are the matches; null otherwise. */
function onlyWord(view: SegmentView, asked: Asked, threshold: number): PartialMatches | null {
  const had = asked.order.filter((at) => asked.groups[at]!.postings > 0);
  const [at] = had;
  if (had.length !== 1 || asked.weights[at!]! < threshold || !searchesAll(asked.fields)) return null;
  const list = postingsOf(view.segment, asked.groups[at!]!.variants);
  if (!list) return null;
  const { documents } = PostingMatches.of(view, [list], asked.fields, 0);
  return new PartialMatches(documents, [{ words: 1 << at!, from: 0, to: documents.length }], asked);
}

function markBySearch(segment: Segment, group: Group, fields: Uint8Array, bit: number, total: number): void {
  const { matched, words } = scratch;
  for (let i = 0; i < total; i++) {
    const document = matched[i]!;
    if (costIn(segment, group, fields, document) >= 0) words[document]! |= bit;
  }
}

/** Marks the word in all documents that have it, and notes them. Without a branch: which are new cannot be guessed. */
function mark(segment: Segment, { variants }: Group, fields: Uint8Array, bit: number): void {
  const { words, noted } = scratch;
  const bitOf = bitsOf(fields, bit);
  for (const variant of variants) {
    const { documents, bits: sets, from, to } = runOf(segment, variant);
    for (let i = from; i < to; i++) {
      const document = documents[i]!;
      const marked = bitOf[sets[i]!]!;
      words[document]! |= marked;
      noted[document >>> 5]! |= ((marked + 0xffff) >>> 16) << (document & 31);
    }
  }
}

/** By set of fields: the bit where one of them is searched. */
function bitsOf(fields: Uint8Array, bit: number): Uint16Array {
  bits[0] = 0;
  for (let set = 1; set < bits.length; set++) bits[set] = fields[set] === UNSEARCHED ? 0 : bit;
  return bits;
}

/** One set serves: it is used up before the next one is made. */
const bits = new Uint16Array(256);

/** Deleted documents are neither noted nor marked any more. */
function passOver(deleted: Bitmap): void {
  const { words, noted, met } = scratch;
  let count = 0;
  for (let word = 0; word < deleted.words.length; word++) {
    const gone = noted[word]! & deleted.words[word]!;
    noted[word]! ^= gone;
    count = putBits(gone, word << 5, met, count);
  }
  for (let i = 0; i < count; i++) words[met[i]!] = 0;
}

/** Marks the word in those of the marked documents that have it. Without a branch: which those are cannot be guessed. */
function markAlso(segment: Segment, { variants }: Group, fields: Uint8Array, bit: number, total: number): void {
  const { postingOffsets, postingDocuments, postingFields } = segment;
  const { matched, words } = scratch;
  const bitOf = bitsOf(fields, bit);
  for (const { from, to, union } of variants) {
    if (union) {
      for (let i = 0; i < total; i++) words[matched[i]!]! |= bitOf[fieldsInUnion(union, matched[i]!)]!;
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

/** The matched documents that have enough, by their words, those that tell most first. Nothing is marked any more. */
function takeTelling(total: number, asked: Asked, threshold: number): PartialMatches {
  const { matched, words } = scratch;
  const weightOf = weightTable(asked.weights);
  const counts = new Uint32Array(2 ** asked.weights.length);
  for (let i = 0; i < total; i++) counts[words[matched[i]!]!]!++;
  const found = [...counts.keys()].filter((set) => counts[set]! > 0).sort((a, b) => weightOf(b) - weightOf(a));
  const sets: WordSet[] = [];
  // Those that do not have enough come last.
  let start = 0;
  for (const set of found) {
    const from = start;
    start += counts[set]!;
    counts[set] = from;
    if (weightOf(set) >= threshold - 1e-9) sets.push({ words: set, from, to: start });
  }
  const documents = new Uint32Array(total);
  for (let i = 0; i < total; i++) {
    const document = matched[i]!;
    documents[counts[words[document]!]!++] = document;
    words[document] = 0;
  }
  return new PartialMatches(documents.subarray(0, sets.at(-1)?.to ?? 0), sets, asked);
}
