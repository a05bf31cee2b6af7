import type { ColumnSink } from './document-columns.ts';
import type { SectionWriter } from './format.ts';
import { writeStrings } from './string-table-writer.ts';

/**
 * How a column stores its values. `single`: one slot a document. `lists`: offsets a document, then values. `pairs`:
 * document and value, for fields that few documents have (1,000 attributes would else cost 8 kB a document).
 */
export type ColumnForm = 'single' | 'lists' | 'pairs';

export interface ColumnPlace {
  field: string;
  kind: 'number' | 'text';
  form: ColumnForm;
}

class Collected {
  readonly documents: number[] = [];
  readonly values: number[] = [];
  /** Codes by text, for text columns. */
  readonly codes: Map<string, number> | null;

  constructor(text: boolean) {
    this.codes = text ? new Map() : null;
  }
}

const DISPLAY_ORDER = new Intl.Collator('en', { numeric: true });
/** Under this share of documents a column is stored as pairs. */
const SPARSE = 1 / 8;

/** Collects column values document by document and writes each column in the form that suits it. */
export class ColumnWriter implements ColumnSink {
  readonly #numbers = new Map<string, Collected>();
  readonly #texts = new Map<string, Collected>();
  #document = -1;

  startDocument(document: number): void {
    this.#document = document;
  }

  number(field: string, value: number): void {
    const column = columnOf(this.#numbers, field, false);
    column.documents.push(this.#document);
    column.values.push(value);
  }

  text(field: string, key: string): void {
    const column = columnOf(this.#texts, field, true);
    let code = column.codes!.get(key);
    if (code === undefined) column.codes!.set(key, (code = column.codes!.size));
    column.documents.push(this.#document);
    column.values.push(code);
  }

  /** `rank[d]` is the final number of the document that was collected as `d`. */
  finish(sections: SectionWriter, rank: Uint32Array): ColumnPlace[] {
    const places: ColumnPlace[] = [];
    for (const [field, column] of this.#numbers) {
      const name = `column.${places.length}`;
      places.push({ field, kind: 'number', form: writeColumn(sections, name, column, rank, Float64Array) });
    }
    for (const [field, column] of this.#texts) {
      const name = `column.${places.length}`;
      sortCodes(sections, name, column);
      const type = column.codes!.size < 0xffff ? Uint16Array : Uint32Array;
      places.push({ field, kind: 'text', form: writeColumn(sections, name, column, rank, type) });
    }
    return places;
  }
}

function columnOf(columns: Map<string, Collected>, field: string, text: boolean): Collected {
  let column = columns.get(field);
  if (!column) columns.set(field, (column = new Collected(text)));
  return column;
}

/** Codes in display order, so that sorting by code is sorting by text; 0 is left for "absent". */
function sortCodes(sections: SectionWriter, name: string, column: Collected): void {
  const keys = [...column.codes!.keys()];
  const order = keys.map((_, code) => code).sort((a, b) => compareKeys(keys[a]!, keys[b]!));
  const codeOf = new Uint32Array(keys.length);
  order.forEach((old, position) => (codeOf[old] = position + 1));
  for (let i = 0; i < column.values.length; i++) column.values[i] = codeOf[column.values[i]!]!;
  writeStrings(
    sections,
    `${name}.keys`,
    order.map((old) => keys[old]!),
    keys.length,
  );
}

export function compareKeys(a: string, b: string): number {
  return DISPLAY_ORDER.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

type ValueArray = typeof Float64Array | typeof Uint16Array | typeof Uint32Array;

function writeColumn(
  sections: SectionWriter,
  name: string,
  column: Collected,
  rank: Uint32Array,
  Values: ValueArray,
): ColumnForm {
  const entries = column.documents.length;
  const perDocument = new Uint32Array(rank.length + 1);
  let most = 0;
  for (const document of column.documents) {
    const count = ++perDocument[rank[document]! + 1]!;
    if (count > most) most = count;
  }
  const sparse = entries < rank.length * SPARSE;
  if (most === 1 && !sparse) {
    const values = new Values(rank.length);
    if (Values === Float64Array) values.fill(Number.NaN);
    for (let i = 0; i < entries; i++) values[rank[column.documents[i]!]!] = column.values[i]!;
    sections.add(`${name}.values`, values);
    return 'single';
  }
  for (let d = 0; d < rank.length; d++) perDocument[d + 1]! += perDocument[d]!;
  const next = perDocument.slice();
  const values = new Values(entries);
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
