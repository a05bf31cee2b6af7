import type { SegmentView } from './index-state.ts';

/** A document in the order of the answer: `keys` compare from the first on, smaller is better. */
export interface Ranked {
  view: number;
  document: number;
  keys: Float64Array;
  /** Packed cost of its match, see `match-cost.ts`. */
  cost: number;
}

export const KEYS = 7;

/** The best `capacity` documents seen: a binary heap with the worst on top. O(log capacity) for one that gets in. */
export class TopHits {
  readonly #capacity: number;
  readonly #views: readonly SegmentView[];
  readonly #heap: Ranked[] = [];
  /** Keys that a document must not be behind to get in: those of the worst one, once there are as many as wanted. */
  readonly worst = new Float64Array(KEYS);

  constructor(capacity: number, views: readonly SegmentView[]) {
    this.#capacity = capacity;
    this.#views = views;
    this.worst.fill(capacity > 0 ? Infinity : -Infinity);
  }

  /** False when a document with these first `known` keys can no longer get in, whatever its others. */
  admits(keys: Float64Array, known: number): boolean {
    const { worst } = this;
    for (let i = 0; i < known; i++) if (keys[i] !== worst[i]) return keys[i]! < worst[i]!;
    return true;
  }

  /**
   * Popularity that a document must reach to get in which has the worst hit's first key, no boost above 1 and no behaviour
   * above 0.
   */
  get popularityToReach(): number {
    const [, boost, behaviour, popularity] = this.worst;
    if (boost === -1 && behaviour === 0) return -popularity!;
    return boost! < -1 || (boost === -1 && behaviour! < 0) ? Infinity : -Infinity;
  }

  /** True when no such document gets in whose first key is `best` or worse and whose popularity is not above `popularity`. */
  isSettled(best: number, popularity: number): boolean {
    const key = this.worst[0]!;
    return key < best || (key === best && this.popularityToReach > popularity);
  }

  offer(view: number, document: number, keys: Float64Array, cost: number): void {
    if (this.#capacity === 0) return;
    const heap = this.#heap;
    if (heap.length < this.#capacity) {
      heap.push({ view, document, keys: keys.slice(), cost });
      this.#rise(heap.length - 1);
      if (heap.length === this.#capacity) this.worst.set(heap[0]!.keys);
      return;
    }
    const worst = heap[0]!;
    if (this.#compareTo(view, document, keys, worst) >= 0) return;
    worst.view = view;
    worst.document = document;
    worst.keys.set(keys);
    worst.cost = cost;
    this.#sink();
    this.worst.set(heap[0]!.keys);
  }

  sorted(): Ranked[] {
    return this.#heap.toSorted((a, b) => this.#compare(a, b));
  }

  #compare(a: Ranked, b: Ranked): number {
    return this.#compareTo(a.view, a.document, a.keys, b);
  }

  #compareTo(view: number, document: number, keys: Float64Array, other: Ranked): number {
    for (let i = 0; i < KEYS; i++) {
      const difference = keys[i]! - other.keys[i]!;
      // Infinite keys (absent values) subtract to NaN among themselves: equal.
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    if (view === other.view) return document - other.document;
    const id = this.#views[view]!.segment.idOf(document);
    const otherId = this.#views[other.view]!.segment.idOf(other.document);
    return id < otherId ? -1 : 1;
  }

  #rise(from: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#compare(heap[at]!, heap[parent]!) <= 0) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && this.#compare(heap[right]!, heap[left]!) > 0 ? right : left;
      if (this.#compare(heap[child]!, heap[at]!) <= 0) return;
      [heap[at], heap[child]] = [heap[child]!, heap[at]!];
      at = child;
    }
  }
}
