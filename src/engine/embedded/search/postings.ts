import type { Segment } from '../segment/segment.ts';
import { kept } from './kept.ts';
import { scratch } from './scratch.ts';
import type { Variant } from './term-lookup.ts';

/** Terms that cost alike, together: the fields that each document of the postings has one of them in, 0 for none. */
interface CostClass {
  cost: number;
  bits: Uint8Array;
}

/** Documents that have one of some terms. */
export interface Postings {
  /** How many documents. */
  count: number;
  /** Ascending; null where much of a catalogue has the terms, see `documentsOf`. */
  documents: Uint32Array | null;
  /** By place among the documents; where these are null, by document. */
  classes: readonly CostClass[];
  /** The terms, for what is kept of their documents. */
  key: string;
}

/** Fewer postings of several terms are put together in microseconds. */
const MIN_POSTINGS = 512;
/** Nor is a union worth the walk over all documents that makes it when it has less than this share of them. */
const MIN_SHARE = 1 / 64;
/** From this share on a byte of each document takes less than a list. */
const DENSE = 1 / 4;

/**
 * Postings of all ways to say a word: those of one term as they stand, those of several put together once and kept, for the
 * words and beginnings of words that the broadest searches ask for over and over. Null where it is not worth it.
 */
export function postingsOf(segment: Segment, variants: readonly Variant[]): Postings | null {
  const [first] = variants;
  if (!first) return null;
  if (variants.length === 1 && first.to - first.from === 1) return ofTerm(segment, first);
  let count = 0;
  for (const { from, to } of variants) count += segment.postingCount(from, to);
  if (count < MIN_POSTINGS || count < segment.documents * MIN_SHARE) return null;
  const key = variants.map(({ from, to, cost }) => `${from}-${to}:${cost}`).join(' ');
  const bytes = ({ documents, classes }: Postings): number =>
    documents ? documents.length * (4 + classes.length) : classes.length * segment.documents;
  return kept(segment, `union ${key}`, () => unite(segment, variants, key), bytes);
}

function ofTerm({ postingOffsets, postingDocuments, postingFields }: Segment, { from, cost }: Variant): Postings {
  const start = postingOffsets[from]!;
  const end = postingOffsets[from + 1]!;
  const classes = [{ cost, bits: postingFields.subarray(start, end) }];
  return { count: end - start, documents: postingDocuments.subarray(start, end), classes, key: String(from) };
}

/** O(documents + postings): a byte of each document for a cost. */
function unite(segment: Segment, variants: readonly Variant[], key: string): Postings {
  const { postingOffsets, postingDocuments, postingFields } = segment;
  const byCost = new Map<number, Uint8Array>();
  const any = new Uint8Array(segment.documents);
  for (const { from, to, cost } of variants) {
    let bits = byCost.get(cost);
    if (!bits) byCost.set(cost, (bits = new Uint8Array(segment.documents)));
    const end = postingOffsets[to]!;
    for (let i = postingOffsets[from]!; i < end; i++) {
      bits[postingDocuments[i]!]! |= postingFields[i]!;
      any[postingDocuments[i]!] = 1;
    }
  }
  let count = 0;
  for (let document = 0; document < any.length; document++) count += any[document]!;
  if (count >= segment.documents * DENSE) {
    return { count, documents: null, classes: Array.from(byCost, ([cost, bits]) => ({ cost, bits })), key };
  }
  const documents = listOf([any], count);
  const classes = Array.from(byCost, ([cost, bits]) => {
    const compact = new Uint8Array(count);
    for (let i = 0; i < count; i++) compact[i] = bits[documents[i]!]!;
    return { cost, bits: compact };
  });
  return { count, documents, classes, key };
}

/** Documents for which one of the tables is not 0. Loops without a branch. */
function listOf(tables: readonly Uint8Array[], count: number): Uint32Array {
  // One more: what is written there last is no document.
  const documents = new Uint32Array(count + 1);
  const [first, second = first!, ...rest] = tables;
  for (let document = 0, at = 0; document < first!.length; document++) {
    let bits = first![document]! | second[document]!;
    for (const table of rest) bits |= table[document]!;
    documents[at] = document;
    at += (bits + 255) >>> 8;
  }
  return documents.subarray(0, count);
}

/** Documents of the postings, ascending. Of those without a list it is made, O(documents of the segment), and kept. */
function documentsOf(segment: Segment, { documents, classes, count, key }: Postings): Uint32Array {
  if (documents) return documents;
  const tables = classes.map(({ bits }) => bits);
  return kept(
    segment,
    `documents ${key}`,
    () => listOf(tables, count),
    ({ byteLength }) => byteLength,
  );
}

/** From so many times as many on, each document is searched for by halving. */
const SEARCHED = 16;

/**
 * Documents that all of the lists have, ascending, in an array of their own unless there is one list alone. O(shortest ×
 * log) beside lists that are much longer, else O(postings) in loops without a branch.
 */
export function inAll(segment: Segment, lists: readonly Postings[]): Uint32Array {
  const [shortest, ...rest] = lists.toSorted((a, b) => a.count - b.count);
  let common = documentsOf(segment, shortest!);
  for (const { documents, classes } of rest) {
    common = documents ? inBoth(common, documents) : inTables(common, classes);
  }
  return common;
}

function inTables(few: Uint32Array, classes: readonly CostClass[]): Uint32Array {
  const out = scratch.met;
  let count = 0;
  for (let i = 0; i < few.length; i++) {
    let bits = 0;
    for (let at = 0; at < classes.length; at++) bits |= classes[at]!.bits[few[i]!]!;
    out[count] = few[i]!;
    count += (bits + 255) >>> 8;
  }
  return out.slice(0, count);
}

/** Documents of both, ascending; `few` are not more than `many`. */
export function inBoth(few: Uint32Array, many: Uint32Array): Uint32Array {
  const out = scratch.met;
  let count = 0;
  if (few.length * SEARCHED < many.length) {
    let from = 0;
    for (let i = 0; i < few.length; i++) {
      from = lowerBound(many, few[i]!, from);
      if (from === many.length) break;
      if (many[from] === few[i]) out[count++] = few[i]!;
    }
    return out.slice(0, count);
  }
  const { marks } = scratch;
  for (let i = 0; i < many.length; i++) marks[many[i]!] = 1;
  for (let i = 0; i < few.length; i++) {
    out[count] = few[i]!;
    count += marks[few[i]!]!;
  }
  for (let i = 0; i < many.length; i++) marks[many[i]!] = 0;
  return out.slice(0, count);
}

/** First place, from `from` on, of a document that is not below one. O(log). */
export function lowerBound(documents: Uint32Array, document: number, from = 0): number {
  let low = from;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NEVER = 0xffff_ffff;

/**
 * Adds to each document's cost that of the best of the postings' terms. `documents` ascend and the postings have them all;
 * `fields`: cost of a set of fields. O(documents) where the postings are not many times as many, else each is searched for.
 */
export function addCosts(costs: Uint32Array, documents: Uint32Array, postings: Postings, fields: Uint8Array): void {
  const { documents: all, classes } = postings;
  if (documents.length === 0) return;
  const only = classes.length === 1 ? classes[0]! : null;
  const end = all ? lowerBound(all, documents.at(-1)!) + 1 : 0;
  let at = all ? lowerBound(all, documents[0]!) : 0;
  const search = documents.length * SEARCHED < end - at;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (!all) at = document;
    else if (search) at = lowerBound(all, document, at);
    else while (all[at] !== document) at++;
    if (only) costs[i]! += only.cost + fields[only.bits[at]!]!;
    else costs[i]! += bestOf(classes, at, fields);
  }
}

function bestOf(classes: readonly CostClass[], at: number, fields: Uint8Array): number {
  let best = NEVER;
  for (let i = 0; i < classes.length; i++) {
    const { cost, bits } = classes[i]!;
    if (bits[at] === 0) continue;
    const value = cost + fields[bits[at]!]!;
    if (value < best) best = value;
  }
  return best;
}
