import { valueMatch } from '../../../text/index.ts';
import type { FacetRequest, FacetResult } from '../../port/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import { compareKeys } from '../segment/column-writer.ts';
import type { Column } from '../segment/columns.ts';
import { fromTextKey } from '../segment/document-columns.ts';
import type { Segment } from '../segment/segment.ts';
import { commonScale } from './common-scale.ts';
import { countsOfTerms } from './kept-counts.ts';
import type { TermDocuments } from './match.ts';
import { mostFrequentByValue, mostFrequentInTurns, type Counted, type ValueCount } from './facet-values.ts';

/** Documents of one segment to be counted. */
export interface FacetInput {
  segment: Segment;
  documents: Uint32Array;
  /** Terms that these are all documents of, see `countsOfTerms`. */
  terms: TermDocuments | undefined;
}

/** Values looked through for what is typed, most frequent first: some 10 ms at most. */
const MOST_SEARCHED = 5_000;
/** Values of several segments that are put together in one turn. */
const MOST_AT_ONCE = 20_000;

/** Counts in the turn it is called in, as documents may stand in memory that searches share; then it may take more turns. */
export async function countFacet(request: FacetRequest, inputs: readonly FacetInput[]): Promise<FacetResult> {
  const { typed } = request;
  if (!typed || typed.length === 0) return countValues(request, inputs);
  const all = await countValues({ ...request, maxValues: MOST_SEARCHED }, inputs);
  const values = all.values.filter(({ value }) => valueMatch(String(value), typed) !== null);
  return { ...all, values: values.slice(0, request.maxValues) };
}

/** Counts a field's values over the documents of all segments. O(documents + values), 2 to 5 ns a document. */
async function countValues(request: FacetRequest, inputs: readonly FacetInput[]): Promise<FacetResult> {
  const most = request.maxValues;
  const texts = countColumns(inputs, (segment) => segment.columns.texts.get(request.field));
  const numbers = countColumns(inputs, (segment) => segment.columns.numbers.get(request.field));
  const found: ValueCount<string | number | boolean>[] = [
    ...(
      await mostFrequent(
        numbers,
        most,
        (column, code) => column.numbers![code - 1]!,
        (a, b) => a - b,
      )
    ).map((counted) => ({ ...counted })),
    ...(await mostFrequent(texts, most, (column, code) => column.keyOf(code), compareKeys)).map(({ value, count }) => ({
      value: fromTextKey(value),
      count,
    })),
  ];
  // Both lists are in order and the sort is stable: among equals numbers come first, each kind in display order.
  const values = found.sort((a, b) => b.count - a.count).slice(0, most);
  const stats = numbers.length > 0 ? statsOf(numbers) : null;
  return { field: request.field, values, ...(stats && { stats }) };
}

function countColumns(inputs: readonly FacetInput[], columnOf: (segment: Segment) => Column | undefined): Counted[] {
  const counted: Counted[] = [];
  for (const { segment, documents, terms } of inputs) {
    const column = columnOf(segment);
    if (!column) continue;
    const count = (some: Uint32Array): Uint32Array => countCodes(column, segment, some);
    const known = terms ? countsOfTerms(segment, column, terms, count) : null;
    counted.push({ column, counts: known ?? count(documents), kept: known !== null });
  }
  return counted;
}

/** By code; whoever is given them does not change them. */
function countCodes(column: Column, segment: Segment, documents: Uint32Array): Uint32Array {
  const counts = new Uint32Array(column.size + 1);
  const { values, offsets } = column;
  if (column.documents) {
    countSparse(column, segment, documents, counts);
  } else if (offsets) {
    for (let i = 0; i < documents.length; i++) {
      const end = offsets[documents[i]! + 1]!;
      for (let at = offsets[documents[i]!]!; at < end; at++) counts[values[at]!]!++;
    }
  } else {
    for (let i = 0; i < documents.length; i++) counts[values[documents[i]!]!]!++;
    // Documents without a value.
    counts[0] = 0;
  }
  return counts;
}

/** Few documents: a binary search each; many: one walk over the column. */
function countSparse(column: Column, segment: Segment, documents: Uint32Array, counts: Uint32Array): void {
  const owners = column.documents!;
  if (documents.length * 16 < owners.length) {
    for (const document of documents) {
      const start = column.start(document);
      const end = column.end(document, start);
      for (let i = start; i < end; i++) counts[column.values[i]!]!++;
    }
    return;
  }
  const wanted = Bitmap.of(segment.documents, documents);
  for (let i = 0; i < owners.length; i++) if (wanted.has(owners[i]!)) counts[column.values[i]!]!++;
}

interface Seen {
  counts: readonly WeakRef<Uint32Array>[];
  most: number;
  values: readonly ValueCount<string | number>[];
}

/** What was most frequent by some counts, by the first of them: those that are kept come again with each broad search. */
const seenCounts = new WeakMap<Uint32Array, Seen>();

/** The `most` frequent values, equal counts in display order. */
async function mostFrequent<Value extends string | number>(
  counted: readonly Counted[],
  most: number,
  valueOf: (column: Column, code: number) => Value,
  compare: (a: Value, b: Value) => number,
): Promise<readonly ValueCount<Value>[]> {
  if (counted.length === 0 || most === 0) return [];
  if (!counted.every(({ kept }) => kept)) return findMostFrequent(counted, most, valueOf, compare);
  const first = counted[0]!.counts;
  const seen = seenCounts.get(first);
  const same =
    seen?.counts.length === counted.length && seen.counts.every((at, i) => at.deref() === counted[i]!.counts);
  if (same && seen.most === most) return seen.values as readonly ValueCount<Value>[];
  const values = await findMostFrequent(counted, most, valueOf, compare);
  seenCounts.set(first, { counts: counted.map(({ counts }) => new WeakRef(counts)), most, values });
  return values;
}

function findMostFrequent<Value extends string | number>(
  counted: readonly Counted[],
  most: number,
  valueOf: (column: Column, code: number) => Value,
  compare: (a: Value, b: Value) => number,
): ValueCount<Value>[] | Promise<ValueCount<Value>[]> {
  if (counted.length === 1) {
    const { column, counts } = counted[0]!;
    return Array.from(topCodes(counts, most), (code) => ({ value: valueOf(column, code), count: counts[code]! }));
  }
  const scale = commonScale(counted.map(({ column }) => column));
  if (!scale) return (isWide(counted) ? mostFrequentInTurns : mostFrequentByValue)(counted, most, valueOf, compare);
  const totals = new Uint32Array(scale.size + 1);
  counted.forEach(({ counts }, at) => {
    const places = scale.places[at]!;
    for (let code = 1; code < counts.length; code++) totals[places[code]!]! += counts[code]!;
  });
  return Array.from(topCodes(totals, most), (place) => {
    const at = scale.columns[place]!;
    return { value: valueOf(counted[at]!.column, scale.codes[place]!), count: totals[place]! };
  });
}

/** True when the values that were met are more than a turn of the event loop should go over: some 5 ms of them. */
function isWide(counted: readonly Counted[]): boolean {
  let met = 0;
  for (const { counts } of counted) for (let code = 1; code < counts.length; code++) if (counts[code]! > 0) met++;
  return met > MOST_AT_ONCE;
}

/** Codes are in display order, so no value is compared. O(codes) for most of them, O(log most) for one that gets in. */
function topCodes(counts: Uint32Array, most: number): Uint32Array {
  const top = new Uint32Array(Math.min(most, counts.length));
  let kept = 0;
  let least = 1;
  for (let code = 1; code < counts.length; code++) {
    const count = counts[code]!;
    if (count < least) continue;
    let low = 0;
    let high = kept;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (counts[top[middle]!]! >= count) low = middle + 1;
      else high = middle;
    }
    if (kept < top.length) kept++;
    top.copyWithin(low + 1, low, kept - 1);
    top[low] = code;
    // A later code with as many comes behind: it must have more.
    if (kept === top.length) least = counts[top[kept - 1]!]! + 1;
  }
  return top.subarray(0, kept);
}

function statsOf(counted: readonly Counted[]): FacetResult['stats'] | null {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let values = 0;
  for (const { column, counts } of counted) {
    for (let code = 1; code < counts.length; code++) {
      if (counts[code] === 0) continue;
      const value = column.numbers![code - 1]!;
      if (value < min) min = value;
      if (value > max) max = value;
      sum += value * counts[code]!;
      values += counts[code]!;
    }
  }
  return values === 0 ? null : { min, max, avg: sum / values, sum };
}
