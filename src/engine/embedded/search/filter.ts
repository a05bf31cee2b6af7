import type { Filter } from '../../port/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import type { Column } from '../segment/columns.ts';
import { categoryPaths, textKey } from '../segment/document-columns.ts';
import type { Segment } from '../segment/segment.ts';
import { CacheBySegment } from './cache-by-segment.ts';
import { scratch } from './scratch.ts';

export type Predicate = (document: number) => boolean;

const NEVER: Predicate = () => false;

/** From here on a filter that comes again is worth a bitmap: shoppers page, type on and choose facets under one filter. */
const MIN_BITMAP = 1_024;
const CACHED_FILTERS = 32;

interface SeenFilter {
  test: Predicate;
  /** When it is a range of a column with one code a document: compared without a branch. */
  interval: Interval | null;
  bits: Bitmap | null;
  /** Documents tested so far, see `BITMAP_PAYS`. */
  tested: number;
}

const seenFilters = new CacheBySegment<SeenFilter>(CACHED_FILTERS);

/** A filter as a test on one segment's documents. */
export function compileFilter(segment: Segment, filter: Filter): Predicate {
  const { bits, test } = lookUp(segment, filter, segment.documents * BITMAP_PAYS);
  return bits ? (document) => bits.has(document) : test;
}

/** Those of some documents that pass, in the order they come. */
export function passing(segment: Segment, documents: Uint32Array, filter: Filter): Uint32Array {
  const { bits, interval, test } = lookUp(segment, filter, documents.length);
  const { met } = scratch;
  let count = 0;
  // Without a branch: of a range of prices the processor guesses wrong half the time.
  if (bits) {
    const { words } = bits;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      met[count] = document;
      count += (words[document >>> 5]! >>> (document & 31)) & 1;
    }
  } else if (interval) {
    const { values } = interval.column;
    const { from, to } = interval;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      const code = values[document]!;
      met[count] = document;
      count += ((from - 1 - code) & (code - to - 1)) >>> 31;
    }
  } else {
    for (let i = 0; i < documents.length; i++) if (test(documents[i]!)) met[count++] = documents[i]!;
  }
  return met.slice(0, count);
}

/** A bitmap costs a test of every document: it is made once tests of a filter have cost this share of that. */
const BITMAP_PAYS = 1 / 2;

/** `documents`: how many are about to be tested. */
function lookUp(segment: Segment, filter: Filter, documents: number): SeenFilter {
  if (segment.documents < MIN_BITMAP) return prepared(segment, filter);
  const cache = seenFilters.of(segment);
  const key = JSON.stringify(filter);
  let seen = cache.get(key);
  if (!seen) {
    seen = prepared(segment, filter);
    if (key.length < MAX_KEY) cache.set(key, seen);
  }
  if (!seen.bits && seen.tested >= segment.documents * BITMAP_PAYS) seen.bits = bitmapOf(segment, seen);
  seen.tested += documents;
  return seen;
}

function prepared(segment: Segment, filter: Filter): SeenFilter {
  const interval = filter.kind === 'range' ? intervalOf(segment, filter) : null;
  return {
    test: buildTest(segment, filter),
    interval: interval?.column.form === 'single' ? interval : null,
    bits: null,
    tested: 0,
  };
}

/** A filter of a thousand ids is not kept. */
const MAX_KEY = 2_000;

function bitmapOf({ documents }: Segment, { interval, test }: SeenFilter): Bitmap {
  if (interval) return bitmapOfInterval(interval, documents);
  const bits = Bitmap.empty(documents);
  for (let document = 0; document < documents; document++) if (test(document)) bits.add(document);
  return bits;
}

/** Without a branch: of a range of prices the processor guesses wrong half the time. */
function bitmapOfInterval({ column, from, to }: Interval, documents: number): Bitmap {
  const { values } = column;
  const bits = Bitmap.empty(documents);
  for (let document = 0; document < documents; document++) {
    const code = values[document]!;
    const inside = ((from - 1 - code) & (code - to - 1)) >>> 31;
    bits.words[document >>> 5]! |= inside << (document & 31);
  }
  return bits;
}

/** Columns are looked up and values coded once. */
function buildTest(segment: Segment, filter: Filter): Predicate {
  switch (filter.kind) {
    case 'and': {
      const all = filter.filters.map((part) => buildTest(segment, part));
      if (all.length === 1) return all[0]!;
      return (document) => all.every((test) => test(document));
    }
    case 'or': {
      const any = filter.filters.map((part) => buildTest(segment, part));
      return (document) => any.some((test) => test(document));
    }
    case 'not': {
      const test = buildTest(segment, filter.filter);
      return (document) => !test(document);
    }
    case 'in':
      return filter.field === 'id' ? idTest(segment, filter.values) : valueTest(segment, filter.field, filter.values);
    case 'range':
      return rangeTest(segment, filter);
  }
}

function idTest(segment: Segment, values: readonly (string | number | boolean)[]): Predicate {
  const documents = new Set(values.map((value) => segment.documentOf(String(value))));
  return (document) => documents.has(document);
}

function valueTest(segment: Segment, field: string, values: readonly (string | number | boolean)[]): Predicate {
  const tests: Predicate[] = [];
  const text = segment.columns.texts.get(field);
  if (text) tests.push(codeTest(segment, text, textCodes(text, field, values)));
  const numbers = segment.columns.numbers.get(field);
  if (numbers) {
    const wanted = values.filter((value) => typeof value === 'number');
    tests.push(codeTest(segment, numbers, wanted.map((value) => numbers.codeOfNumber(value)).filter(Boolean)));
  }
  const possible = tests.filter((test) => test !== NEVER);
  if (possible.length < 2) return possible[0] ?? NEVER;
  return (document) => possible.some((test) => test(document));
}

function textCodes(column: Column, field: string, values: readonly (string | number | boolean)[]): number[] {
  return values
    .filter((value) => typeof value !== 'number')
    .map((value) =>
      column.codeOf(textKey(field === 'categories' ? (categoryPaths(String(value)).at(-1) ?? '') : value)),
    )
    .filter((code) => code > 0);
}

function codeTest(segment: Segment, column: Column, codes: readonly number[]): Predicate {
  if (codes.length === 0) return NEVER;
  if (codes.length === 1) return intervalTest(segment, column, codes[0]!, codes[0]!);
  const wanted = new Uint8Array(column.size + 1);
  for (const code of codes) wanted[code] = 1;
  return columnTest(segment, column, (code) => wanted[code] === 1);
}

function rangeTest(segment: Segment, filter: RangeFilter): Predicate {
  const interval = intervalOf(segment, filter);
  return interval ? intervalTest(segment, interval.column, interval.from, interval.to) : NEVER;
}

type RangeFilter = Filter & { kind: 'range' };

/** Codes `from .. to` of a column. */
interface Interval {
  column: Column;
  from: number;
  to: number;
}

/** Numbers stand in order in their dictionary: a range of them is a range of codes. Null when there are none. */
function intervalOf(segment: Segment, filter: RangeFilter): Interval | null {
  const column = segment.columns.numbers.get(filter.field);
  if (!column) return null;
  const { gt, gte, lt, lte } = filter;
  const from = Math.max(1, gte === undefined ? 1 : column.lowerCode(gte), gt === undefined ? 1 : column.codeAfter(gt));
  const to = Math.min(
    column.size,
    lte === undefined ? column.size : column.codeAfter(lte) - 1,
    lt === undefined ? column.size : column.lowerCode(lt) - 1,
  );
  return from > to ? null : { column, from, to };
}

function intervalTest(segment: Segment, column: Column, from: number, to: number): Predicate {
  const { values } = column;
  if (column.form === 'single') return (document) => values[document]! >= from && values[document]! <= to;
  return columnTest(segment, column, (code) => code >= from && code <= to);
}

/** Sparse columns are walked once into a bitmap; the others are read document by document. */
function columnTest(segment: Segment, column: Column, test: (code: number) => boolean): Predicate {
  const { values, offsets, documents } = column;
  if (documents) {
    const bits = Bitmap.empty(segment.documents);
    for (let i = 0; i < documents.length; i++) if (test(values[i]!)) bits.add(documents[i]!);
    return (document) => bits.has(document);
  }
  if (!offsets) return (document) => test(values[document]!);
  return (document) => {
    for (let i = offsets[document]!; i < offsets[document + 1]!; i++) if (test(values[i]!)) return true;
    return false;
  };
}
