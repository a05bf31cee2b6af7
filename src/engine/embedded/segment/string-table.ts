import type { SectionReader } from './format.ts';

/** Reader of a string table; sorted tables can be searched. */
export class StringTable {
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly #buffer: Buffer;

  constructor(sections: SectionReader<unknown>, name: string) {
    this.bytes = sections.array<Uint8Array>(`${name}.bytes`);
    this.offsets = sections.array<Uint32Array>(`${name}.offsets`);
    this.length = this.offsets.length - 1;
    this.#buffer = Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
  }

  at(index: number): string {
    return this.#buffer.toString('utf8', this.offsets[index], this.offsets[index + 1]);
  }

  /** The entry in UTF-8: a view, not a copy. */
  keyAt(index: number): Uint8Array {
    return this.bytes.subarray(this.offsets[index], this.offsets[index + 1]);
  }

  /** Place of the first entry not below `key` in UTF-8 order. O(log n). */
  lowerBound(key: Uint8Array): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  compare(index: number, key: Uint8Array): number {
    const { bytes } = this;
    const start = this.offsets[index]!;
    const length = this.offsets[index + 1]! - start;
    const shared = length < key.length ? length : key.length;
    for (let i = 0; i < shared; i++) {
      const difference = bytes[start + i]! - key[i]!;
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }

  /** Order of an entry beside one of another table. */
  compareTo(index: number, other: StringTable, otherIndex: number): number {
    const { bytes } = this;
    const start = this.offsets[index]!;
    const otherStart = other.offsets[otherIndex]!;
    const length = this.offsets[index + 1]! - start;
    const otherLength = other.offsets[otherIndex + 1]! - otherStart;
    const shared = length < otherLength ? length : otherLength;
    for (let i = 0; i < shared; i++) {
      const difference = bytes[start + i]! - other.bytes[otherStart + i]!;
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  startsWith(index: number, key: Uint8Array): boolean {
    const start = this.offsets[index]!;
    if (this.offsets[index + 1]! - start < key.length) return false;
    for (let i = 0; i < key.length; i++) if (this.bytes[start + i] !== key[i]) return false;
    return true;
  }

  /** First entry past those that start with `key`, from its lower bound on. Galloping, O(log matches). */
  endOfPrefix(key: Uint8Array, from: number): number {
    if (from >= this.length || !this.startsWith(from, key)) return from;
    let step = 1;
    let last = from;
    while (last + step < this.length && this.startsWith(last + step, key)) {
      last += step;
      step *= 2;
    }
    let low = last + 1;
    let high = Math.min(this.length, last + step);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.startsWith(middle, key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
