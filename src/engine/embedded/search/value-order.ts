import type { Column } from '../segment/columns.ts';

interface Head<Value> {
  /** Place of its column. */
  at: number;
  code: number;
  value: Value;
}

/** A column, and how many documents have each of its codes; without counts all codes are met. */
export interface OrderedColumn {
  column: Column;
  counts?: Uint32Array;
}

/**
 * The values of several columns in display order, each met once: a merge of their dictionaries, O(log columns) comparisons
 * a value. Nothing is kept of what was met, so a million values take no memory.
 */
export class ValueOrder<Value extends string | number> {
  readonly #columns: readonly OrderedColumn[];
  readonly #valueOf: (column: Column, code: number) => Value;
  readonly #compare: (a: Value, b: Value) => number;
  /** Columns that have values left, by the next one of each. */
  readonly #heads: Head<Value>[] = [];

  constructor(
    columns: readonly OrderedColumn[],
    valueOf: (column: Column, code: number) => Value,
    compare: (a: Value, b: Value) => number,
  ) {
    this.#columns = columns;
    this.#valueOf = valueOf;
    this.#compare = compare;
    for (let at = columns.length - 1; at >= 0; at--) this.#enter(at, 1);
  }

  /** The next value, undefined at the end; `visit` gets each column that has it, and its code there. */
  next(visit: (at: number, code: number) => void): Value | undefined {
    const value = this.#heads[0]?.value;
    while (this.#heads.length > 0 && this.#heads[0]!.value === value) {
      const { at, code } = this.#heads.shift()!;
      visit(at, code);
      this.#enter(at, code + 1);
    }
    return value;
  }

  /** The column with its next value from `code` on, before those that are not less. */
  #enter(at: number, code: number): void {
    const { column, counts } = this.#columns[at]!;
    if (counts) while (code <= column.size && counts[code] === 0) code++;
    if (code > column.size) return;
    const value = this.#valueOf(column, code);
    let low = 0;
    let high = this.#heads.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#heads[middle]!.value, value) < 0) low = middle + 1;
      else high = middle;
    }
    this.#heads.splice(low, 0, { at, code, value });
  }
}
