/** Puts the numbers of a word's set bits, the first bit is `first`, into a list from `at` on, ascending. Answers where it ends. */
export function putBits(word: number, first: number, list: Uint32Array, at: number): number {
  let end = at;
  for (let rest = word; rest !== 0; rest &= rest - 1) list[end++] = first + 31 - Math.clz32(rest & -rest);
  return end;
}

/** Set bits of a word, which is a signed integer, without a branch. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** One bit a document. Published bitmaps are never changed: a change makes a copy, so a running search keeps its state. */
export class Bitmap {
  readonly words: Uint32Array;

  constructor(words: Uint32Array) {
    this.words = words;
  }

  static empty(size: number): Bitmap {
    return new Bitmap(new Uint32Array(Math.ceil(size / 32)));
  }

  static of(size: number, bits: Uint32Array): Bitmap {
    const bitmap = Bitmap.empty(size);
    for (const bit of bits) bitmap.add(bit);
    return bitmap;
  }

  has(bit: number): boolean {
    return (this.words[bit >>> 5]! & (1 << (bit & 31))) !== 0;
  }

  /** Only while building. */
  add(bit: number): void {
    this.words[bit >>> 5]! |= 1 << (bit & 31);
  }

  copy(): Bitmap {
    return new Bitmap(this.words.slice());
  }

  count(): number {
    let total = 0;
    for (const word of this.words) total += bitCount(word | 0);
    return total;
  }
}

/** Those of the documents that the bitmap has, and the others. A loop without a branch: one is some nanoseconds. */
export function divide(documents: Uint32Array, { words }: Bitmap): { within: Uint32Array; without: Uint32Array } {
  let count = 0;
  for (let i = 0; i < documents.length; i++) count += (words[documents[i]! >>> 5]! >>> (documents[i]! & 31)) & 1;
  if (count === 0) return { within: NONE, without: documents };
  const within = new Uint32Array(count);
  const without = new Uint32Array(documents.length - count);
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if ((words[document >>> 5]! >>> (document & 31)) & 1) within[inside++] = document;
    else without[outside++] = document;
  }
  return { within, without };
}

const NONE = new Uint32Array(0);
