import { GenerationCache } from '../../../kernel/generation-cache.ts';
import type { Segment } from '../segment/segment.ts';

/** What was worked out of a segment, by words or the like: a segment never changes, so it stays true, and goes with it. */
export class CacheBySegment<Value> {
  readonly #caches = new WeakMap<Segment, GenerationCache<Value>>();
  readonly #size: number;

  /** `size`: entries that each of two generations holds, of one segment. */
  constructor(size: number) {
    this.#size = size;
  }

  of(segment: Segment): GenerationCache<Value> {
    let cache = this.#caches.get(segment);
    if (!cache) this.#caches.set(segment, (cache = new GenerationCache(this.#size)));
    return cache;
  }
}
