import { compareKeys } from '../segment/column-writer.ts';
import type { Column } from '../segment/columns.ts';
import { ValueOrder } from './value-order.ts';

/** Values of one field in several segments, numbered together in display order, from 1. */
export interface CommonScale {
  size: number;
  /** By column: place of each code, 0 for code 0. */
  places: Uint32Array[];
  /** By place: a column that has the value, and its code there. */
  columns: Uint16Array;
  codes: Uint32Array;
}

/** Values of all columns that a scale may have: it is made in the turn of a search, in some 10 ms. */
const MOST_VALUES = 20_000;

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
  if (!known.scale && values <= MOST_VALUES) known.scale = merge(columns);
  return known.scale;
}

function merge(columns: readonly Column[]): CommonScale {
  const most = columns.reduce((sum, { size }) => sum + size, 0);
  const scale: CommonScale = {
    size: 0,
    places: columns.map(({ size }) => new Uint32Array(size + 1)),
    columns: new Uint16Array(most + 1),
    codes: new Uint32Array(most + 1),
  };
  const order = new ValueOrder<string | number>(
    columns.map((column) => ({ column })),
    (column, code) => (column.numbers ? column.numbers[code - 1]! : column.keyOf(code)),
    compareValues,
  );
  const visit = (at: number, code: number): void => {
    scale.places[at]![code] = scale.size;
    scale.columns[scale.size] = at;
    scale.codes[scale.size] = code;
  };
  do scale.size++;
  while (order.next(visit) !== undefined);
  scale.size--;
  return scale;
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' ? a - (b as number) : a === b ? 0 : compareKeys(a, b as string);
}
