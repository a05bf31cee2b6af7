import { compareKeys, compareNumbers, writeColumn, type ColumnEntries, type ColumnPlace } from './column-writer.ts';
import type { Column } from './columns.ts';
import type { SectionWriter } from './format.ts';
import type { MergeOrder, MergeSource } from './merge-order.ts';

/** Columns of several segments as one; a value that only deleted documents had is gone from the dictionary. */
export function mergeColumns(
  sections: SectionWriter,
  sources: readonly MergeSource[],
  order: MergeOrder,
): ColumnPlace[] {
  const places: ColumnPlace[] = [];
  for (const kind of ['numbers', 'texts'] as const) {
    const fields = new Set(sources.flatMap(({ segment }) => [...segment.columns[kind].fields()]));
    for (const field of [...fields].sort()) {
      const columns = sources.map(({ segment }) => segment.columns[kind].get(field) ?? null);
      const entries =
        kind === 'numbers'
          ? mergeEntries(columns, order, (column, code) => column.numbers![code - 1]!, compareNumbers)
          : mergeEntries(columns, order, (column, code) => column.keys!.at(code - 1), compareKeys);
      if (entries.dictionary.length > 0) {
        places.push(writeColumn(sections, places.length, field, entries, order.length));
      }
    }
  }
  return places;
}

function mergeEntries<Value extends string | number>(
  columns: readonly (Column | null)[],
  order: MergeOrder,
  valueOf: (column: Column, code: number) => Value,
  compare: (a: Value, b: Value) => number,
): ColumnEntries<Value> {
  const used = columns.map((column) => new Uint8Array(column ? column.size + 1 : 0));
  let entries = 0;
  columns.forEach((column, source) => {
    if (!column) return;
    eachEntry(column, order.numbers[source]!, (_, code) => {
      used[source]![code] = 1;
      entries++;
    });
  });
  const values = columns.map((column, source) => {
    const list: Value[] = [];
    used[source]!.forEach((use, code) => {
      if (use === 1) list.push(valueOf(column!, code));
    });
    return list;
  });
  const dictionary = mergeSorted(values, compare);
  const codeOf = new Map(dictionary.map((value, at) => [value, at + 1]));
  const documents = new Uint32Array(entries);
  const codes = new Uint32Array(entries);
  let at = 0;
  columns.forEach((column, source) => {
    if (!column) return;
    const mapped = new Uint32Array(column.size + 1);
    let next = 0;
    used[source]!.forEach((use, code) => {
      if (use === 1) mapped[code] = codeOf.get(values[source]![next++]!)!;
    });
    eachEntry(column, order.numbers[source]!, (document, code) => {
      documents[at] = document;
      codes[at++] = mapped[code]!;
    });
  });
  return { dictionary, documents, codes };
}

/** Live entries of a column with their documents' new numbers. */
function eachEntry(column: Column, numbers: Int32Array, visit: (document: number, code: number) => void): void {
  const { values, offsets, documents } = column;
  if (documents) {
    for (let i = 0; i < documents.length; i++) {
      const document = numbers[documents[i]!]!;
      if (document >= 0) visit(document, values[i]!);
    }
    return;
  }
  for (let old = 0; old < numbers.length; old++) {
    const document = numbers[old]!;
    if (document < 0) continue;
    const start = offsets ? offsets[old]! : old;
    const end = offsets ? offsets[old + 1]! : old + 1;
    for (let i = start; i < end; i++) if (values[i] !== 0) visit(document, values[i]!);
  }
}

/** Sorted lists two by two, equals once. Comparing texts for display is what costs here. */
function mergeSorted<Value>(lists: readonly Value[][], compare: (a: Value, b: Value) => number): Value[] {
  let rest = lists.filter((list) => list.length > 0);
  while (rest.length > 1) {
    const halved: Value[][] = [];
    for (let i = 0; i < rest.length; i += 2) {
      halved.push(i + 1 < rest.length ? mergePair(rest[i]!, rest[i + 1]!, compare) : rest[i]!);
    }
    rest = halved;
  }
  return rest[0] ?? [];
}

function mergePair<Value>(a: readonly Value[], b: readonly Value[], compare: (a: Value, b: Value) => number): Value[] {
  const merged: Value[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const order = a[i] === b[j] ? 0 : compare(a[i]!, b[j]!);
    if (order <= 0) merged.push(a[i++]!);
    if (order === 0) j++;
    else if (order > 0) merged.push(b[j++]!);
  }
  while (i < a.length) merged.push(a[i++]!);
  while (j < b.length) merged.push(b[j++]!);
  return merged;
}
