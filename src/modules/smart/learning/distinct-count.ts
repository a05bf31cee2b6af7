import { createHash } from 'node:crypto';

/** Hashes that are kept. */
const MAX_KEPT = 50_000;
const SPACE = 2 ** 48;

/**
 * How many different texts there were, in bounded memory: exact up to 50,000, then within some 1 % by the share of the hashes
 * that is kept (adaptive sampling, Flajolet 1990).
 */
export class DistinctCount {
  readonly #kept = new Set<number>();
  #below = SPACE;

  add(text: string): void {
    const hash = createHash('sha1').update(text).digest().readUIntBE(0, 6);
    if (hash >= this.#below) return;
    this.#kept.add(hash);
    while (this.#kept.size > MAX_KEPT) {
      this.#below /= 2;
      for (const one of this.#kept) if (one >= this.#below) this.#kept.delete(one);
    }
  }

  get count(): number {
    return Math.round(this.#kept.size * (SPACE / this.#below));
  }
}
