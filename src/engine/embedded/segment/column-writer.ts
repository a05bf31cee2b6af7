import { compareForDisplay } from './display-order.ts';
import type { ColumnSink } from './document-columns.ts';
import type { SectionWriter } from './format.ts';
import { GrowableUint32 } from './growable.ts';
import { writeStrings } from './string-table-writer.ts';

/**
 * How a column stores its codes: places in its sorted dictionary counted from 1, 0 for "absent". `single`: one slot a document. `lists`: offsets a document, then values. `pairs`:
 * document and value, for fields that few documents have (1,000 attributes would else cost 8 kB a document).
 */
export type ColumnForm = 'single' | 'lists' | 'pairs';

export interface ColumnPlace {
  field: string;
  kind: 'number' | 'text';
  form: ColumnForm;
}

class Collected<Value extends string | number> {
  readonly documents = new GrowableUint32(64);
  readonly values = new GrowableUint32(64);
  /** Provisional codes, in order of first use. */
  readonly codes: Map<Value, number> = new Map();
  /** Many columns say the same in document after document. */
  #last: Value | undefined;
  #lastCode = 0;

  add(document: number, value: Value): void {
    this.documents.push(document);
    this.values.push(value === this.#last ? this.#lastCode : this.#codeOf(value));
  }

  #codeOf(value: Value): number {
    let code = this.codes.get(value);
    if (code === undefined) this.codes.set(value, (code = this.codes.size));
    this.#last = value;
    return (this.#lastCode = code);
  }
}

/** Under this share of documents a column is stored as pairs. */
const SPARSE = 1 / 8;

/** Collects column values document by document and writes each column in the form that suits it. */
export class ColumnWriter implements ColumnSink {
  readonly #numbers = new Map<string, Collected<number>>();
  readonly #texts = new Map<string, Collected<string>>();
  #document = -1;

  startDocument(document: number): void {
    this.#document = document;
  }

  number(field: string, value: number): void {
    columnOf(this.#numbers, field).add(this.#document, value);
  }

  text(field: string, key: string): void {
    columnOf(this.#texts, field).add(this.#document, key);
  }

  /** `rank[d]` is the final number of the document that was collected as `d`. */
  finish(sections: SectionWriter, rank: Uint32Array): ColumnPlace[] {
    const places: ColumnPlace[] = [];
    for (const [field, column] of byName(this.#numbers)) {
      const entries = entriesOf(column, compareNumbers, rank);
      places.push(writeColumn(sections, places.length, field, entries, rank.length));
    }
    for (const [field, column] of byName(this.#texts)) {
      const entries = entriesOf(column, compareKeys, rank);
      places.push(writeColumn(sections, places.length, field, entries, rank.length));
    }
    return places;
  }
}

function columnOf<Value extends string | number>(
  columns: Map<string, Collected<Value>>,
  field: string,
): Collected<Value> {
  let column = columns.get(field);
  if (!column) columns.set(field, (column = new Collected()));
  return column;
}

/** The same documents make the same bytes, in whatever order their fields came. */
function byName<Column>(columns: ReadonlyMap<string, Column>): [string, Column][] {
  return [...columns].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Values of a column: documents and codes side by side, in any order of documents; codes are places in `dictionary`. */
export interface ColumnEntries<Value extends string | number> {
  dictionary: readonly Value[];
  documents: Uint32Array;
  codes: Uint32Array;
}

/** The dictionary in order, and codes that are places in it: comparing codes is comparing values. */
function entriesOf<Value extends string | number>(
  column: Collected<Value>,
  compare: (a: Value, b: Value) => number,
  rank: Uint32Array,
): ColumnEntries<Value> {
  const values = [...column.codes.keys()];
  const order = values.map((_, code) => code).sort((a, b) => compare(values[a]!, values[b]!));
  const codeOf = new Uint32Array(values.length);
  order.forEach((old, position) => (codeOf[old] = position + 1));
  return {
    dictionary: order.map((old) => values[old]!),
    documents: column.documents.view().map((document) => rank[document]!),
    codes: column.values.view().map((code) => codeOf[code]!),
  };
}

export const compareNumbers = (a: number, b: number): number => a - b;

export function compareKeys(a: string, b: string): number {
  return compareForDisplay(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

export function writeColumn(
  sections: SectionWriter,
  index: number,
  field: string,
  { dictionary, documents, codes }: ColumnEntries<string | number>,
  total: number,
): ColumnPlace {
  const name = `column.${index}`;
  const kind = typeof dictionary[0] === 'number' ? 'number' : 'text';
  if (kind === 'number') sections.add(`${name}.numbers`, Float64Array.from(dictionary as readonly number[]));
  else writeStrings(sections, `${name}.keys`, dictionary as readonly string[], dictionary.length);
  const Codes = dictionary.length < 0xff ? Uint8Array : dictionary.length < 0xffff ? Uint16Array : Uint32Array;
  const starts = new Uint32Array(total + 1);
  let most = 0;
  for (const document of documents) {
    const count = ++starts[document + 1]!;
    if (count > most) most = count;
  }
  const sparse = documents.length < total * SPARSE;
  if (most === 1 && !sparse) {
    const values = new Codes(total);
    for (let i = 0; i < documents.length; i++) values[documents[i]!] = codes[i]!;
    sections.add(`${name}.values`, values);
    return { field, kind, form: 'single' };
  }
  for (let d = 0; d < total; d++) starts[d + 1]! += starts[d]!;
  const next = starts.slice();
  const values = new Codes(documents.length);
  const owners = new Uint32Array(sparse ? documents.length : 0);
  for (let i = 0; i < documents.length; i++) {
    const at = next[documents[i]!]!++;
    values[at] = codes[i]!;
    if (sparse) owners[at] = documents[i]!;
  }
  sections.add(`${name}.values`, values);
  sections.add(sparse ? `${name}.documents` : `${name}.offsets`, sparse ? owners : starts);
  return { field, kind, form: sparse ? 'pairs' : 'lists' };
}
