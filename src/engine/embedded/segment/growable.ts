/** Arrays that double as they fill; `view` is what was written. */
export class GrowableUint32 {
  array: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.array = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = value;
  }

  view(): Uint32Array {
    return this.array.subarray(0, this.length);
  }
}

export class GrowableBytes {
  array = new Uint8Array(4096);
  length = 0;

  push(value: number): void {
    this.#reserve(1);
    this.array[this.length++] = value;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.array.set(bytes, this.length);
    this.length += bytes.length;
  }

  view(): Uint8Array {
    return this.array.subarray(0, this.length);
  }

  #reserve(extra: number): void {
    if (this.length + extra <= this.array.length) return;
    const larger = new Uint8Array(Math.max(this.array.length * 2, this.length + extra));
    larger.set(this.array);
    this.array = larger;
  }
}
