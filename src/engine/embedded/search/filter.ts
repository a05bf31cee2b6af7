import type { Filter } from '../../port/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import type { Column } from '../segment/columns.ts';
import { categoryPaths, textKey } from '../segment/document-columns.ts';
import type { Segment } from '../segment/segment.ts';

export type Predicate = (document: number) => boolean;

const NEVER: Predicate = () => false;

/** A filter as a test on one segment's documents. Columns are looked up and values coded once. */
export function compileFilter(segment: Segment, filter: Filter): Predicate {
  switch (filter.kind) {
    case 'and': {
      const all = filter.filters.map((part) => compileFilter(segment, part));
      if (all.length === 1) return all[0]!;
      return (document) => all.every((test) => test(document));
    }
    case 'or': {
      const any = filter.filters.map((part) => compileFilter(segment, part));
      return (document) => any.some((test) => test(document));
    }
    case 'not': {
      const test = compileFilter(segment, filter.filter);
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
  const codes = text ? codesOf(text, field, values) : [];
  if (text && codes.length > 0) {
    const wanted = new Uint8Array(text.keys!.length + 1);
    for (const code of codes) wanted[code] = 1;
    tests.push(columnTest(segment, text, (code) => wanted[code] === 1));
  }
  const numbers = segment.columns.numbers.get(field);
  const wanted = new Set(values.filter((value) => typeof value === 'number'));
  if (numbers && wanted.size > 0) tests.push(columnTest(segment, numbers, (value) => wanted.has(value)));
  if (tests.length === 0) return NEVER;
  return tests.length === 1 ? tests[0]! : (document) => tests.some((test) => test(document));
}

function codesOf(column: Column, field: string, values: readonly (string | number | boolean)[]): number[] {
  return values
    .filter((value) => typeof value !== 'number')
    .map((value) =>
      column.codeOf(textKey(field === 'categories' ? (categoryPaths(String(value)).at(-1) ?? '') : value)),
    )
    .filter((code) => code > 0);
}

function rangeTest(segment: Segment, filter: Filter & { kind: 'range' }): Predicate {
  const column = segment.columns.numbers.get(filter.field);
  if (!column) return NEVER;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  const unbounded = filter.gt === undefined && filter.lt === undefined;
  // NaN, the absent value, fails every comparison.
  return columnTest(
    segment,
    column,
    unbounded ? (value) => value >= gte && value <= lte : (value) => insideAll(value, gt, gte, lt, lte),
  );
}

function insideAll(value: number, gt: number, gte: number, lt: number, lte: number): boolean {
  return value >= gte && value <= lte && (gt === -Infinity || value > gt) && (lt === Infinity || value < lt);
}

/** Sparse columns are walked once into a bitmap; the others are read document by document. */
function columnTest(segment: Segment, column: Column, test: (value: number) => boolean): Predicate {
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
