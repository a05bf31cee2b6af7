import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Column } from '../segment/columns.ts';
import { ValueOrder } from './value-order.ts';

/** A column with how many of the documents have each code. */
export interface Counted {
  column: Column;
  counts: Uint32Array;
  /** True when the same counts come again with the next search for the same words. */
  kept: boolean;
}

export interface ValueCount<Value> {
  value: Value;
  count: number;
}

/**
 * The `most` frequent values of columns that have no common scale, equal counts in display order: values are decoded and
 * counted one by one, those outside the answer are not compared.
 */
export function mostFrequentByValue<Value extends string | number>(
  counted: readonly Counted[],
  most: number,
  valueOf: (column: Column, code: number) => Value,
  compare: (a: Value, b: Value) => number,
): ValueCount<Value>[] {
  const totals = new Map<Value, number>();
  for (const { column, counts } of counted) {
    for (let code = 1; code < counts.length; code++) {
      if (counts[code] === 0) continue;
      const value = valueOf(column, code);
      totals.set(value, (totals.get(value) ?? 0) + counts[code]!);
    }
  }
  const least = leastOfTop([...totals.values()], most);
  const above = [...totals].filter(([, count]) => count > least).map(([value, count]) => ({ value, count }));
  above.sort((a, b) => b.count - a.count || compare(a.value, b.value));
  const equal = firstWithCount(counted, totals, least, most - above.length, valueOf);
  const next = equal.sort(compare).slice(0, most - above.length);
  return [...above, ...next.map((value) => ({ value, count: least }))];
}

/** How long values are gone over in one turn of the event loop, ms, and how many between two looks at the clock. */
const TURN_MS = 2;
const VALUES = 256;

/**
 * The same for columns of very many values, SKUs or prices: in display order, so that of equal counts the first stays, and
 * in turns, as a million values take half a second.
 */
export async function mostFrequentInTurns<Value extends string | number>(
  counted: readonly Counted[],
  most: number,
  valueOf: (column: Column, code: number) => Value,
  compare: (a: Value, b: Value) => number,
): Promise<ValueCount<Value>[]> {
  const order = new ValueOrder(counted, valueOf, compare);
  const top: ValueCount<Value>[] = [];
  let count = 0;
  const visit = (at: number, code: number): void => {
    count += counted[at]!.counts[code]!;
  };
  let began = performance.now();
  for (let met = 1; ; met++) {
    count = 0;
    const value = order.next(visit);
    if (value === undefined) return top;
    if (top.length < most || count > top.at(-1)!.count) putIn(top, { value, count }, most);
    if (met % VALUES === 0 && performance.now() - began > TURN_MS) {
      await nextTurn();
      began = performance.now();
    }
  }
}

/** Behind those with as many. */
function putIn<Value>(top: ValueCount<Value>[], counted: ValueCount<Value>, most: number): void {
  let low = 0;
  let high = top.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (top[middle]!.count >= counted.count) low = middle + 1;
    else high = middle;
  }
  top.splice(low, 0, counted);
  if (top.length > most) top.pop();
}

/** The smallest count among the `most` largest. */
function leastOfTop(counts: readonly number[], most: number): number {
  const sorted = Uint32Array.from(counts).sort();
  return sorted[Math.max(0, sorted.length - most)] ?? 0;
}

/** Values with just this count: the first of each segment, which stand in display order there, have the first of all. */
function firstWithCount<Value>(
  counted: readonly Counted[],
  totals: ReadonlyMap<Value, number>,
  wanted: number,
  most: number,
  valueOf: (column: Column, code: number) => Value,
): Value[] {
  const found = new Set<Value>();
  for (const { column, counts } of counted) {
    let left = most;
    for (let code = 1; code < counts.length && left > 0; code++) {
      if (counts[code] === 0) continue;
      const value = valueOf(column, code);
      if (totals.get(value) !== wanted) continue;
      found.add(value);
      left--;
    }
  }
  return [...found];
}
