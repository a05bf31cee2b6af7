import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from './index-state.ts';
import { UNSEARCHED, searchesAll } from './match-cost.ts';
import { standTogether, type Group, type Reading } from './reading.ts';
import { scratch } from './scratch.ts';
import type { Variant } from './term-lookup.ts';
import { PostingMatches } from './posting-matches.ts';
import { lowerBound, postingsOf, runOf, type Postings } from './postings.ts';
import { fieldsInUnion } from './prefix-unions.ts';

/** Documents of one segment that match, with the cost of their best reading. */
export interface Matches {
  readonly documents: Uint32Array;
  readonly costs: Uint32Array;
  /** True when documents ascend: the most popular come first. */
  readonly inOrder?: boolean;
  /** Set when these are all living documents of some terms of the segment. */
  readonly terms?: TermDocuments | undefined;
}

/** All documents of some terms, `key` names them; `gone` are the deleted ones among them. */
export interface TermDocuments {
  readonly key: string;
  readonly all: Uint32Array;
  readonly gone: Uint32Array;
}

/** Some of the matches; both ascend. */
export function subset(matches: Matches, documents: Uint32Array): Matches {
  if (documents === matches.documents) return matches;
  if (matches instanceof PostingMatches) return matches.only(documents);
  const costs = new Uint32Array(documents.length);
  for (let i = 0, at = lowerBound(matches.documents, documents[0]!); i < documents.length; i++, at++) {
    while (matches.documents[at] !== documents[i]) at++;
    costs[i] = matches.costs[at]!;
  }
  return { documents, costs, inOrder: true };
}

/** A binary search in a posting list costs about as much as this many steps of a walk over it. */
export const SEARCH_STEPS = 14;

/** Documents that meet every group of at least one reading. */
export function matchAll(view: SegmentView, readings: readonly Reading[], fields: Uint8Array): Matches {
  scratch.reserve(view.segment.documents);
  if (readings.length === 1) return matchOne(view, readings[0]!, fields);
  const { score, matched, candidates, cost } = scratch;
  let total = 0;
  for (const reading of readings) {
    const count = intersect(view, reading, fields);
    for (let i = 0; i < count; i++) {
      const document = candidates[i]!;
      const value = cost[document]! + reading.cost + 1;
      const known = score[document]!;
      if (known === 0) matched[total++] = document;
      if (known === 0 || value < known) score[document] = value;
    }
  }
  return take(total);
}

function matchOne(view: SegmentView, reading: Reading, fields: Uint8Array): Matches {
  const lists = searchesAll(fields) && !reading.adjacent ? listsOf(view.segment, reading.groups) : null;
  if (lists) return PostingMatches.of(view, lists, fields, reading.cost);
  const { candidates, cost } = scratch;
  const documents = candidates.slice(0, intersect(view, reading, fields));
  const costs = new Uint32Array(documents.length);
  for (let i = 0; i < documents.length; i++) costs[i] = cost[documents[i]!]! + reading.cost;
  return { documents, costs, inOrder: documents.length > 0 && isWalkedInOrder(rarestFirst(reading)[0]!) };
}

/** Beside a rarer word than this the others are looked up, and nothing is gained by knowing costs later. */
const MIN_TOGETHER = 128;

/** Postings of every group; null when one has none that are put together, or nothing is gained by them. */
function listsOf(segment: Segment, groups: readonly Group[]): Postings[] | null {
  if (groups.length > 1 && groups.some(({ postings }) => postings < MIN_TOGETHER)) return null;
  const lists: Postings[] = [];
  for (const { variants } of groups) {
    const list = postingsOf(segment, variants);
    if (!list) return null;
    lists.push(list);
  }
  return lists.length > 0 ? lists : null;
}

function onlyTerm({ variants }: Group): Variant | null {
  const only = variants.length === 1 ? variants[0]! : null;
  return only && only.to - only.from === 1 ? only : null;
}

function take(total: number): Matches {
  const { score, matched } = scratch;
  const documents = matched.slice(0, total);
  const costs = new Uint32Array(total);
  for (let i = 0; i < total; i++) {
    const document = documents[i]!;
    costs[i] = score[document]! - 1;
    score[document] = 0;
  }
  return { documents, costs };
}

function rarestFirst({ groups }: Reading): Group[] {
  return groups.toSorted((a, b) => a.postings - b.postings);
}

/** One term's documents ascend, and those of a union; where they are put together they come term by term. */
function isWalkedInOrder({ variants }: Group): boolean {
  const [only] = variants;
  return variants.length === 1 && (only!.to - only!.from === 1 || Boolean(only!.union));
}

/** Leaves the documents in `scratch.candidates` with their costs in `scratch.cost`, rarest group first. */
function intersect(view: SegmentView, reading: Reading, fields: Uint8Array): number {
  const groups = rarestFirst(reading);
  if (groups.length === 0 || groups[0]!.postings === 0) return 0;
  let count = begin(view, groups[0]!, fields);
  for (let i = 1; i < groups.length && count > 0; i++) {
    const group = groups[i]!;
    const terms = group.variants.reduce((sum, { from, to, union }) => sum + (union ? 0 : to - from), 0);
    const search = count * terms * SEARCH_STEPS < group.postings;
    count = search
      ? narrowBySearch(view.segment, group, fields, count)
      : narrowByWalk(view.segment, group, fields, count);
  }
  return reading.adjacent ? keepAdjacent(view.segment, reading, count) : count;
}

function begin(view: SegmentView, group: Group, fields: Uint8Array): number {
  const term = onlyTerm(group);
  if (term) return beginTerm(view, term, fields);
  const { best, met, candidates, cost } = scratch;
  const count = walk(view.segment, group, fields);
  const { deleted } = view;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const document = met[i]!;
    cost[document] = best[document]! - 1;
    best[document] = 0;
    if (!deleted || !deleted.has(document)) candidates[kept++] = document;
  }
  return kept;
}

/** A single term has each document once: nothing to compare. */
function beginTerm({ segment, deleted }: SegmentView, { from, cost: base }: Variant, fields: Uint8Array): number {
  const { postingOffsets, postingDocuments, postingFields } = segment;
  const { candidates, cost } = scratch;
  const end = postingOffsets[from + 1]!;
  let kept = 0;
  for (let i = postingOffsets[from]!; i < end; i++) {
    const field = fields[postingFields[i]!]!;
    if (field === UNSEARCHED) continue;
    const document = postingDocuments[i]!;
    if (deleted && deleted.has(document)) continue;
    cost[document] = base + field;
    candidates[kept++] = document;
  }
  return kept;
}

/** Union of the group's postings: documents in `scratch.met`, their best cost plus one in `scratch.best`. */
function walk(segment: Segment, group: Group, fields: Uint8Array): number {
  const { best, met } = scratch;
  let count = 0;
  for (const variant of group.variants) {
    const { documents, bits, from, to } = runOf(segment, variant);
    const base = variant.cost + 1;
    for (let i = from; i < to; i++) {
      const field = fields[bits[i]!]!;
      if (field === UNSEARCHED) continue;
      const document = documents[i]!;
      const value = base + field;
      const known = best[document]!;
      if (known === 0) met[count++] = document;
      if (known === 0 || value < known) best[document] = value;
    }
  }
  return count;
}

function narrowByWalk(segment: Segment, group: Group, fields: Uint8Array, count: number): number {
  const { best, met, candidates, cost } = scratch;
  const touched = walk(segment, group, fields);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const document = candidates[i]!;
    const value = best[document]!;
    if (value === 0) continue;
    cost[document]! += value - 1;
    candidates[kept++] = document;
  }
  for (let i = 0; i < touched; i++) best[met[i]!] = 0;
  return kept;
}

function narrowBySearch(segment: Segment, group: Group, fields: Uint8Array, count: number): number {
  const { candidates, cost } = scratch;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const document = candidates[i]!;
    const value = costIn(segment, group, fields, document);
    if (value < 0) continue;
    cost[document]! += value;
    candidates[kept++] = document;
  }
  return kept;
}

/** Cost of a group in one document, -1 when it does not meet it. */
export function costIn(segment: Segment, group: Group, fields: Uint8Array, document: number): number {
  let best = -1;
  for (const variant of group.variants) {
    if (best >= 0 && variant.cost >= best) continue;
    const { union } = variant;
    const end = union ? variant.from + 1 : variant.to;
    for (let term = variant.from; term < end; term++) {
      const found = union ? fieldsInUnion(union, document) : segment.fieldsIn(term, document);
      const field = found === 0 ? UNSEARCHED : fields[found]!;
      if (field !== UNSEARCHED && (best < 0 || variant.cost + field < best)) best = variant.cost + field;
    }
  }
  return best;
}

function keepAdjacent(segment: Segment, reading: Reading, count: number): number {
  const { candidates } = scratch;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (standTogether(segment, candidates[i]!, reading)) candidates[kept++] = candidates[i]!;
  }
  return kept;
}
