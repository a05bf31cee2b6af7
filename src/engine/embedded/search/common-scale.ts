import { compareKeys } from '../segment/column-writer.ts';
import type { Column } from '../segment/columns.ts';
import { leastHead } from '../segment/merge-order.ts';

/** Values of one field in several segments, numbered together in display order, from 1. */
export interface CommonScale {
  size: number;
  /** By column: place of each code, 0 for code 0. */
  places: Uint32Array[];
  /** By place: a column that has the value, and its code there. */
  columns: Uint16Array;
  codes: Uint32Array;
}

/** Comparisons that a scale may take, in the turn of a search: some 10 ms. */
const MOST_COMPARISONS = 20_000;

interface Seen {
  columns: readonly WeakRef<Column>[];
  scale: CommonScale | null;
}

/** By the first of the columns: they go with their segments. */
const seen = new WeakMap<Column, Seen>();

/**
 * The scale of columns that are counted together for the second time (global ordinals, as in Lucene); null before, because
 * each push changes the segments, and for fields of very many values.
 */
export function commonScale(columns: readonly Column[]): CommonScale | null {
  const [first] = columns;
  const known = seen.get(first!);
  if (known?.columns.length !== columns.length || known.columns.some((seen, at) => seen.deref() !== columns[at])) {
    seen.set(first!, { columns: columns.map((column) => new WeakRef(column)), scale: null });
    return null;
  }
  const values = columns.reduce((sum, { size }) => sum + size, 0);
  if (!known.scale && values * columns.length <= MOST_COMPARISONS) known.scale = merge(columns);
  return known.scale;
}

/** Dictionaries are in display order: a merge of sorted lists. */
function merge(columns: readonly Column[]): CommonScale {
  const heads = columns.map(() => 1);
  const isOpen = (at: number): boolean => heads[at]! <= columns[at]!.size;
  const valueAt = (at: number): string | number => {
    const column = columns[at]!;
    return column.numbers ? column.numbers[heads[at]! - 1]! : column.keyOf(heads[at]!);
  };
  const most = columns.reduce((sum, { size }) => sum + size, 0);
  const scale: CommonScale = {
    size: 0,
    places: columns.map(({ size }) => new Uint32Array(size + 1)),
    columns: new Uint16Array(most + 1),
    codes: new Uint32Array(most + 1),
  };
  for (;;) {
    const least = leastHead(columns.length, isOpen, (a, b) => compareValues(valueAt(a), valueAt(b)) < 0);
    if (least < 0) return scale;
    scale.size++;
    scale.columns[scale.size] = least;
    scale.codes[scale.size] = heads[least]!;
    const value = valueAt(least);
    for (let at = 0; at < columns.length; at++) {
      if (isOpen(at) && valueAt(at) === value) scale.places[at]![heads[at]!++] = scale.size;
    }
  }
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' ? a - (b as number) : a === b ? 0 : compareKeys(a, b as string);
}
