/** Work that is done one after another, in the order in which it was asked for. */
export class Line {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  get busy(): boolean {
    return this.#length > 0;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#length++;
    const mine = this.#last.then(work).finally(() => this.#length--);
    this.#last = mine.catch(() => {});
    return mine;
  }
}
