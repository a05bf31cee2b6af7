import type { Sort } from '../../port/index.ts';
import { compareKeys } from '../segment/column-writer.ts';
import type { Column } from '../segment/columns.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from './index-state.ts';
import type { Matches } from './match.ts';

export interface SortKey {
  /** Key of a document, smaller first; `Infinity` for one without a value, so that it comes last either way. */
  of(document: number): number;
  /** The column that the key follows; null where there is none. */
  column: Column | null;
  descending: boolean;
}

const NO_VALUES: SortKey = { of: () => Infinity, column: null, descending: false };

/** Sort keys by segment, comparable across segments for the first `wanted` of the matches. Null for the order of relevance. */
export function sortKeys(
  sort: Sort,
  views: readonly SegmentView[],
  matches: readonly Matches[],
  wanted: number,
): SortKey[] | null {
  switch (sort.by) {
    case 'relevance':
      return null;
    case 'popularity':
      return views.map(({ segment }) => ({ ...NO_VALUES, of: (document) => -segment.popularity[document]! }));
    case 'newest':
      return views.map(({ segment }) => numberKey(segment, 'created_at', -1));
    case 'field': {
      const sign = sort.direction === 'asc' ? 1 : -1;
      if (views.some(({ segment }) => segment.columns.numbers.has(sort.field))) {
        return views.map(({ segment }) => numberKey(segment, sort.field, sign));
      }
      return textKeys(views, sort, matches, wanted);
    }
  }
}

function numberKey(segment: Segment, field: string, sign: 1 | -1): SortKey {
  const column = segment.columns.numbers.get(field);
  if (!column) return NO_VALUES;
  const numbers = column.numbers!;
  return { of: keyByCode(column, (code) => sign * numbers[code - 1]!), column, descending: sign < 0 };
}

function keyByCode(column: Column, keyOf: (code: number) => number): SortKey['of'] {
  const { values } = column;
  if (column.form === 'single') return (document) => (values[document] === 0 ? Infinity : keyOf(values[document]!));
  return (document) => {
    const code = column.first(document);
    return code === 0 ? Infinity : keyOf(code);
  };
}

/**
 * Codes are in display order inside a segment. Over several, only the values that can be on the page are compared: of each
 * segment those of its first `wanted` documents. O(matches + codes), and the decoding of `wanted` texts a segment.
 */
function textKeys(
  views: readonly SegmentView[],
  { field, direction }: Sort & { by: 'field' },
  matches: readonly Matches[],
  wanted: number,
): SortKey[] {
  const sign = direction === 'asc' ? 1 : -1;
  const columns = views.map(({ segment }) => segment.columns.texts.get(field));
  if (columns.filter((column) => column).length === 1) {
    return columns.map((column): SortKey => {
      return column ? { of: keyByCode(column, (code) => sign * code), column, descending: sign < 0 } : NO_VALUES;
    });
  }
  const first = columns.map((column, at) =>
    column ? firstCodes(column, matches[at]!.documents, direction, wanted) : [],
  );
  const texts = new Set(first.flatMap((codes, at) => codes.map((code) => columns[at]!.keyOf(code))));
  const scale = new Map([...texts].sort(compareKeys).map((text, place) => [text, sign * place]));
  return columns.map((column, at): SortKey => {
    if (!column) return NO_VALUES;
    const keys = new Map(first[at]!.map((code) => [code, scale.get(column.keyOf(code))!]));
    return { ...NO_VALUES, of: keyByCode(column, (code) => keys.get(code) ?? BEHIND) };
  });
}

/** Behind what is on the page, before what has no value. */
const BEHIND = Number.MAX_VALUE;

/** Codes of the first `wanted` documents in their order; a code has all of its documents. */
function firstCodes(column: Column, documents: Uint32Array, direction: 'asc' | 'desc', wanted: number): number[] {
  const counts = new Uint32Array(column.size + 1);
  for (const document of documents) counts[column.first(document)]!++;
  const codes: number[] = [];
  const step = direction === 'asc' ? 1 : -1;
  let seen = 0;
  for (let code = step > 0 ? 1 : column.size; code >= 1 && code <= column.size && seen < wanted; code += step) {
    if (counts[code] === 0) continue;
    codes.push(code);
    seen += counts[code]!;
  }
  return codes;
}
