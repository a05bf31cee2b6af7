import type { Segment } from '../segment/segment.ts';
import { bitCount, putBits } from '../segment/bitmap.ts';

/**
 * Which documents a list has, and the place of each in it: a bit a document, and for each 32 of them how many come before
 * (the rank of a bitmap, Jacobson 1989). A quarter of a byte a document, where a list takes four for each that it has.
 */
export class Places {
  readonly words: Int32Array;
  readonly count: number;
  readonly #before: Uint32Array;

  /** `words`: a bit a document. */
  constructor(words: Int32Array) {
    const before = new Uint32Array(words.length);
    let count = 0;
    for (let word = 0; word < words.length; word++) {
      before[word] = count;
      count += bitCount(words[word]!);
    }
    this.words = words;
    this.count = count;
    this.#before = before;
  }

  static of({ documents: all }: Segment, documents: Uint32Array): Places {
    const words = noBits(all);
    for (let i = 0; i < documents.length; i++) words[documents[i]! >>> 5]! |= 1 << (documents[i]! & 31);
    return new Places(words);
  }

  get bytes(): number {
    return this.words.byteLength + this.#before.byteLength;
  }

  has(document: number): boolean {
    return (this.words[document >>> 5]! & (1 << (document & 31))) !== 0;
  }

  /** Place of a document that the list has. */
  of(document: number): number {
    const word = document >>> 5;
    return this.#before[word]! + bitCount(this.words[word]! & ((1 << (document & 31)) - 1));
  }

  /** The list, O(documents of the segment / 32 + those of the list). */
  documents(): Uint32Array {
    const { words } = this;
    const documents = new Uint32Array(this.count);
    let count = 0;
    for (let word = 0; word < words.length; word++) count = putBits(words[word]!, word << 5, documents, count);
    return documents;
  }
}

/** Of signed integers, which V8 keeps without a box. */
export const noBits = (documents: number): Int32Array => new Int32Array(Math.ceil(documents / 32));
