import type { Segment } from '../segment/segment.ts';
import { kept } from './kept.ts';
import { Places } from './places.ts';
import { unite } from './posting-union.ts';
import { scratch } from './scratch.ts';
import type { Variant } from './term-lookup.ts';

/** Terms that cost alike, together: the fields that each document of the postings has one of them in, 0 for none. */
export interface CostClass {
  cost: number;
  bits: Uint8Array;
}

/** Documents that have one of some terms. */
export interface Postings {
  /** How many documents. */
  count: number;
  /** Ascending; null where much of a catalogue has the terms, see `documentsOf`. */
  documents: Uint32Array | null;
  /** Where each of the documents stands among them; set where there is no list, and see `forIntersection`. */
  places: Places | null;
  /** By place among the documents. */
  classes: readonly CostClass[];
  /** The terms, for what is kept of their documents. */
  key: string;
}

const NEVER = 0xffff_ffff;

/** Fewer postings of several terms are put together in microseconds. */
const MIN_POSTINGS = 512;
/** Nor is a union worth the walk over all documents that makes it when it has less than this share of them. */
const MIN_SHARE = 1 / 64;

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
  const bytes = ({ count, documents, places, classes }: Postings): number =>
    count * classes.length + (documents?.byteLength ?? 0) + (places?.bytes ?? 0);
  return kept(segment, `union ${key}`, () => unite(segment, variants, key), bytes);
}

function ofTerm({ postingOffsets, postingDocuments, postingFields }: Segment, { from, cost }: Variant): Postings {
  const start = postingOffsets[from]!;
  const end = postingOffsets[from + 1]!;
  const classes = [{ cost, bits: postingFields.subarray(start, end) }];
  const documents = postingDocuments.subarray(start, end);
  return { count: end - start, documents, places: null, classes, key: String(from) };
}

/**
 * No document of the postings costs less; `fields`: cost of a set of fields, `part`: what counts of a cost. Which sets there
 * are is looked up once and kept: a word of descriptions alone costs what the description does.
 */
export function leastCost(
  segment: Segment,
  { key, classes }: Postings,
  fields: Uint8Array,
  part: (cost: number) => number = (cost) => cost,
): number {
  const sets = kept(
    segment,
    `sets ${key}`,
    () => classes.map(({ bits }) => setsIn(bits)),
    (all) => all.reduce((sum, { length }) => sum + length, 0),
  );
  return classes.reduce(
    (least, { cost }, at) => sets[at]!.reduce((best, set) => Math.min(best, part(cost + fields[set]!)), least),
    NEVER,
  );
}

/** The different sets of fields, apart from none. */
function setsIn(bits: Uint8Array): Uint8Array {
  const seen = new Uint8Array(256);
  for (let i = 0; i < bits.length; i++) seen[bits[i]!] = 1;
  const sets: number[] = [];
  for (let set = 1; set < seen.length; set++) if (seen[set]) sets.push(set);
  return Uint8Array.from(sets);
}

/** Documents of the postings, ascending. Of those without a list it is made and kept. */
function documentsOf(segment: Segment, { documents, places, key }: Postings): Uint32Array {
  if (documents) return documents;
  return kept(
    segment,
    `documents ${key}`,
    () => places!.documents(),
    ({ byteLength }) => byteLength,
  );
}

/** Documents `from` to `to` of a list, and the fields that each has the word in. */
interface Run {
  documents: Uint32Array;
  bits: Uint8Array;
  from: number;
  to: number;
}

/** The postings of a variant, those of a union ascending, others term by term. */
export function runOf(segment: Segment, { from, to, union }: Variant): Run {
  if (union) return { documents: documentsOf(segment, union), bits: union.classes[0]!.bits, from: 0, to: union.count };
  const { postingOffsets, postingDocuments, postingFields } = segment;
  return { documents: postingDocuments, bits: postingFields, from: postingOffsets[from]!, to: postingOffsets[to]! };
}

/** From so many times as many on, each document is searched for by halving. */
const SEARCHED = 16;

/**
 * The lists from the shortest to the longest. Of those that much of a catalogue has the places are noted by document, once
 * and kept: asking them is O(1), where a walk over a long list for the few that a shorter one has in common is most of a
 * search.
 */
export function forIntersection(segment: Segment, lists: readonly Postings[]): Postings[] {
  const [shortest, ...rest] = lists.toSorted((a, b) => a.count - b.count);
  const worth = ({ places, count }: Postings): boolean =>
    !places && count >= segment.documents * PLACED && count <= shortest!.count * SEARCHED;
  return [shortest!, ...rest.map((list) => (worth(list) ? { ...list, places: placesOf(segment, list) } : list))];
}

/** From this share of the documents on; smaller lists are walked in microseconds. */
const PLACED = 1 / 32;

function placesOf(segment: Segment, { key, documents }: Postings): Places {
  return kept(
    segment,
    `places ${key}`,
    () => Places.of(segment, documents!),
    ({ bytes }) => bytes,
  );
}

/**
 * Documents that all of the lists have, which come shortest first, ascending, in an array of their own unless there is one
 * list alone. O(shortest) beside lists with places, O(shortest × log) beside those that are much longer, else O(postings) in
 * loops without a branch.
 */
export function inAll(segment: Segment, [shortest, ...rest]: readonly Postings[]): Uint32Array {
  let common = documentsOf(segment, shortest!);
  for (const { documents, places } of rest) {
    common = places ? inPlaces(common, places) : inBoth(common, documents!);
  }
  return common;
}

function inPlaces(few: Uint32Array, { words }: Places): Uint32Array {
  const out = scratch.met;
  let count = 0;
  for (let i = 0; i < few.length; i++) {
    const document = few[i]!;
    out[count] = document;
    count += (words[document >>> 5]! >>> (document & 31)) & 1;
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

/**
 * Adds to each document's cost that of the best of the postings' terms. `documents` ascend and the postings have them all;
 * `fields`: cost of a set of fields. O(documents) where the postings are not many times as many, else each is searched for.
 */
export function addCosts(costs: Uint32Array, documents: Uint32Array, postings: Postings, fields: Uint8Array): void {
  const { classes, places } = postings;
  const all = postings.documents;
  if (documents.length === 0) return;
  const only = classes.length === 1 ? classes[0]! : null;
  const end = places ? 0 : lowerBound(all!, documents.at(-1)!) + 1;
  let at = places ? 0 : lowerBound(all!, documents[0]!);
  const search = documents.length * SEARCHED < end - at;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (places) at = places.of(document);
    else if (search) at = lowerBound(all!, document, at);
    else while (all![at] !== document) at++;
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
