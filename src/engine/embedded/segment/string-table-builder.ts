import type { SectionWriter } from './format.ts';
import { GrowableBytes } from './growable.ts';
import type { StringTable } from './string-table.ts';

/** A string table made of entries of others: bytes are copied, no string is made. */
export class StringTableBuilder {
  readonly #bytes = new GrowableBytes();
  readonly #offsets: Uint32Array;
  length = 0;

  constructor(capacity: number) {
    this.#offsets = new Uint32Array(capacity + 1);
  }

  append(table: StringTable, index: number): void {
    this.#bytes.append(table.bytes.subarray(table.offsets[index], table.offsets[index + 1]));
    this.#offsets[++this.length] = this.#bytes.length;
  }

  at(index: number): string {
    const { buffer } = this.#bytes.array;
    return Buffer.from(buffer).toString('utf8', this.#offsets[index], this.#offsets[index + 1]);
  }

  finish(sections: SectionWriter, name: string): void {
    sections.add(`${name}.bytes`, this.#bytes.view());
    sections.add(`${name}.offsets`, this.#offsets.subarray(0, this.length + 1));
  }
}
