import type { ColumnSink } from './document-columns.ts';
import type { SectionWriter } from './format.ts';
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
  readonly documents: number[] = [];
  readonly values: number[] = [];
  /** Provisional codes, in order of first use. */
  readonly codes: Map<Value, number> = new Map();

  add(document: number, value: Value): void {
    let code = this.codes.get(value);
    if (code === undefined) this.codes.set(value, (code = this.codes.size));
    this.documents.push(document);
    this.values.push(code);
  }
}

const DISPLAY_ORDER = new Intl.Collator('en', { numeric: true });
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
    for (const [field, column] of this.#numbers) {
      const name = `column.${places.length}`;
      const sorted = sortCodes(column, (a, b) => a - b);
      sections.add(`${name}.numbers`, Float64Array.from(sorted));
      places.push({ field, kind: 'number', form: writeColumn(sections, name, column, rank) });
    }
    for (const [field, column] of this.#texts) {
      const name = `column.${places.length}`;
      const sorted = sortCodes(column, compareKeys);
      writeStrings(sections, `${name}.keys`, sorted, sorted.length);
      places.push({ field, kind: 'text', form: writeColumn(sections, name, column, rank) });
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

/** The dictionary in order, and codes that are places in it: comparing codes is comparing values. */
function sortCodes<Value extends string | number>(
  column: Collected<Value>,
  compare: (a: Value, b: Value) => number,
): Value[] {
  const values = [...column.codes.keys()];
  const order = values.map((_, code) => code).sort((a, b) => compare(values[a]!, values[b]!));
  const codeOf = new Uint32Array(values.length);
  order.forEach((old, position) => (codeOf[old] = position + 1));
  for (let i = 0; i < column.values.length; i++) column.values[i] = codeOf[column.values[i]!]!;
  return order.map((old) => values[old]!);
}

export function compareKeys(a: string, b: string): number {
  return DISPLAY_ORDER.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

function writeColumn(
  sections: SectionWriter,
  name: string,
  column: Collected<string | number>,
  rank: Uint32Array,
): ColumnForm {
  const Codes = column.codes.size < 0xff ? Uint8Array : column.codes.size < 0xffff ? Uint16Array : Uint32Array;
  const entries = column.documents.length;
  const perDocument = new Uint32Array(rank.length + 1);
  let most = 0;
  for (const document of column.documents) {
    const count = ++perDocument[rank[document]! + 1]!;
    if (count > most) most = count;
  }
  const sparse = entries < rank.length * SPARSE;
  if (most === 1 && !sparse) {
    const values = new Codes(rank.length);
    for (let i = 0; i < entries; i++) values[rank[column.documents[i]!]!] = column.values[i]!;
    sections.add(`${name}.values`, values);
    return 'single';
  }
  for (let d = 0; d < rank.length; d++) perDocument[d + 1]! += perDocument[d]!;
  const next = perDocument.slice();
  const values = new Codes(entries);
  const documents = new Uint32Array(sparse ? entries : 0);
  for (let i = 0; i < entries; i++) {
    const document = rank[column.documents[i]!]!;
    const at = next[document]!++;
    values[at] = column.values[i]!;
    if (sparse) documents[at] = document;
  }
  sections.add(`${name}.values`, values);
  sections.add(sparse ? `${name}.documents` : `${name}.offsets`, sparse ? documents : perDocument);
  return sparse ? 'pairs' : 'lists';
}
