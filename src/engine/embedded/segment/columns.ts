import { compareKeys, type ColumnPlace } from './column-writer.ts';
import type { SectionReader } from './format.ts';
import { StringTable } from './string-table.ts';

/** Larger dictionaries are decoded entry by entry: SKUs, one a product. */
const KEPT_TEXTS = 10_000;

/** Immutable values of one field; `pairs` and `lists` hold several a document. */
export class Column {
  readonly field: string;
  readonly form: ColumnPlace['form'];
  /** Codes; `single`: by document, 0 when absent. Else in order of documents. */
  readonly values: Uint8Array | Uint16Array | Uint32Array;
  /** `lists`: start of each document's values. */
  readonly offsets: Uint32Array | null;
  /** `pairs`: document of each value. */
  readonly documents: Uint32Array | null;
  /** Dictionary of a text column, in display order: entry `code - 1`. */
  readonly keys: StringTable | null;
  /** Dictionary of a number column, ascending. */
  readonly numbers: Float64Array | null;
  /** Entries of the dictionary. */
  readonly size: number;
  #codes: Map<string, number> | null = null;
  #texts: string[] | null = null;

  constructor(sections: SectionReader<unknown>, index: number, place: ColumnPlace) {
    const name = `column.${index}`;
    this.field = place.field;
    this.form = place.form;
    this.values = sections.array(`${name}.values`);
    this.offsets = place.form === 'lists' ? sections.array<Uint32Array>(`${name}.offsets`) : null;
    this.documents = place.form === 'pairs' ? sections.array<Uint32Array>(`${name}.documents`) : null;
    this.keys = place.kind === 'text' ? new StringTable(sections, `${name}.keys`) : null;
    this.numbers = place.kind === 'number' ? sections.array<Float64Array>(`${name}.numbers`) : null;
    this.size = this.keys ? this.keys.length : this.numbers!.length;
  }

  /** Code of a text key, 0 when no document has it. A small dictionary has a map, built when first asked for. */
  codeOf(key: string): number {
    if (this.keys!.length > KEPT_TEXTS) return this.#searchCode(key);
    if (!this.#codes) {
      this.#codes = new Map();
      for (let i = 0; i < this.keys!.length; i++) this.#codes.set(this.keys!.at(i), i + 1);
    }
    return this.#codes.get(key) ?? 0;
  }

  /** O(log n): a map of a million SKUs would hold the event loop for a second, and stay. */
  #searchCode(key: string): number {
    const keys = this.keys!;
    let low = 0;
    let high = keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = compareKeys(keys.at(middle), key);
      if (order === 0) return middle + 1;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** Key of a code of a text column. Decoded once where the dictionary is small enough to keep. */
  keyOf(code: number): string {
    if (this.keys!.length > KEPT_TEXTS) return this.keys!.at(code - 1);
    this.#texts ??= [];
    return (this.#texts[code] ??= this.keys!.at(code - 1));
  }

  /** Place of the first number not below `value`, as a code. O(log n). */
  lowerCode(value: number): number {
    const numbers = this.numbers!;
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** Code of the first number above `value`. */
  codeAfter(value: number): number {
    const code = this.lowerCode(value);
    return this.numbers![code - 1] === value ? code + 1 : code;
  }

  /** Code of a number, 0 when no document has it. */
  codeOfNumber(value: number): number {
    const code = this.lowerCode(value);
    return this.numbers![code - 1] === value ? code : 0;
  }

  /** First and past the last place of a document in `values`; for `pairs` by binary search. */
  start(document: number): number {
    if (this.offsets) return this.offsets[document]!;
    if (!this.documents) return document;
    let low = 0;
    let high = this.documents.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.documents[middle]! < document) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  end(document: number, start: number): number {
    if (this.offsets) return this.offsets[document + 1]!;
    if (!this.documents) return start + 1;
    let end = start;
    while (end < this.documents.length && this.documents[end] === document) end++;
    return end;
  }

  /** Code of a document's first value, 0 when it has none. */
  first(document: number): number {
    if (this.form === 'single') return this.values[document]!;
    const start = this.start(document);
    return this.end(document, start) > start ? this.values[start]! : 0;
  }

  /** A document's first number, NaN when it has none. */
  firstNumber(document: number): number {
    const code = this.first(document);
    return code === 0 ? Number.NaN : this.numbers![code - 1]!;
  }
}

/** Columns of one kind by field. Each is opened when first asked for: a catalogue may have a thousand attributes. */
export class ColumnSet {
  readonly #sections: SectionReader<unknown>;
  readonly #places = new Map<string, { index: number; place: ColumnPlace }>();
  readonly #open = new Map<string, Column>();

  constructor(sections: SectionReader<unknown>, places: readonly ColumnPlace[], kind: ColumnPlace['kind']) {
    this.#sections = sections;
    places.forEach((place, index) => {
      if (place.kind === kind) this.#places.set(place.field, { index, place });
    });
  }

  has(field: string): boolean {
    return this.#places.has(field);
  }

  get(field: string): Column | undefined {
    const known = this.#open.get(field);
    const found = known ? undefined : this.#places.get(field);
    if (!found) return known;
    const column = new Column(this.#sections, found.index, found.place);
    this.#open.set(field, column);
    return column;
  }

  fields(): Iterable<string> {
    return this.#places.keys();
  }
}

/** All columns of a segment; a field may have numbers and text side by side. */
export class Columns {
  readonly numbers: ColumnSet;
  readonly texts: ColumnSet;

  constructor(sections: SectionReader<unknown>, places: readonly ColumnPlace[]) {
    this.numbers = new ColumnSet(sections, places, 'number');
    this.texts = new ColumnSet(sections, places, 'text');
  }
}
