import type { Sort } from '../../port/index.ts';
import { compareKeys } from '../segment/column-writer.ts';
import type { Column } from '../segment/columns.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from './index-state.ts';

/** Sort key of a document, smaller first; `Infinity` for one without a value, so that it comes last either way. */
export type SortKey = (document: number) => number;

/** Sort keys by segment, comparable across segments. Null for the order of relevance. */
export function sortKeys(sort: Sort, views: readonly SegmentView[]): SortKey[] | null {
  switch (sort.by) {
    case 'relevance':
      return null;
    case 'popularity':
      return views.map(
        ({ segment }) =>
          (document) =>
            -segment.popularity[document]!,
      );
    case 'newest':
      return views.map(({ segment }) => numberKey(segment, 'created_at', -1));
    case 'field': {
      const sign = sort.direction === 'asc' ? 1 : -1;
      if (views.some(({ segment }) => segment.columns.numbers.has(sort.field))) {
        return views.map(({ segment }) => numberKey(segment, sort.field, sign));
      }
      return textKeys(views, sort.field, sign);
    }
  }
}

function numberKey(segment: Segment, field: string, sign: number): SortKey {
  const column = segment.columns.numbers.get(field);
  if (!column) return () => Infinity;
  const numbers = column.numbers!;
  return keyByCode(column, (code) => sign * numbers[code - 1]!);
}

function keyByCode(column: Column, keyOf: (code: number) => number): SortKey {
  const { values } = column;
  if (column.form === 'single') return (document) => (values[document] === 0 ? Infinity : keyOf(values[document]!));
  return (document) => {
    const code = column.first(document);
    return code === 0 ? Infinity : keyOf(code);
  };
}

/** Codes are in display order inside a segment; with several segments they are put on one scale. */
function textKeys(views: readonly SegmentView[], field: string, sign: number): SortKey[] {
  const columns = views.map(({ segment }) => segment.columns.texts.get(field));
  if (columns.filter((column) => column).length === 1) {
    return columns.map((column): SortKey => (column ? keyByCode(column, (code) => sign * code) : () => Infinity));
  }
  const keys = new Set<string>();
  for (const column of columns) {
    if (column) for (let code = 1; code <= column.size; code++) keys.add(column.keyOf(code));
  }
  const scale = new Map([...keys].sort(compareKeys).map((key, position) => [key, position]));
  return columns.map((column): SortKey => {
    if (!column) return () => Infinity;
    const positions = Float64Array.from({ length: column.size }, (_, i) => scale.get(column.keyOf(i + 1))!);
    return keyByCode(column, (code) => sign * positions[code - 1]!);
  });
}
