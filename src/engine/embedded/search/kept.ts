import { LRUCache } from 'lru-cache';
import type { Segment } from '../segment/segment.ts';

/** What is kept of a segment at most, as a share of its own bytes. */
const SHARE = 1 / 4;

/** Beside the value itself: its key and what holds it. */
const ENTRY_BYTES = 200;

const keptBy = new WeakMap<Segment, LRUCache<string, object>>();

/**
 * What searches worked out of a segment and would work out again: unions of postings, counts of facets. A segment never
 * changes, so it stays true, and it goes with its segment. What was used least lately is forgotten first; what would leave
 * no room for others is not kept. O(1).
 */
function keptOf(segment: Segment): LRUCache<string, object> {
  let all = keptBy.get(segment);
  if (!all) {
    const maxSize = Math.ceil(segment.buffer.byteLength * SHARE);
    keptBy.set(segment, (all = new LRUCache({ maxSize, maxEntrySize: Math.ceil(maxSize / 2) })));
  }
  return all;
}

/** The value of a key, made when it is not kept; `bytesOf`: the memory it takes. Keys say what kind of value they are of. */
export function kept<Value extends object>(
  segment: Segment,
  key: string,
  make: () => Value,
  bytesOf: (value: Value) => number,
): Value {
  const known = keptValue<Value>(segment, key);
  if (known) return known;
  const value = make();
  keep(segment, key, value, bytesOf(value));
  return value;
}

export function keptValue<Value extends object>(segment: Segment, key: string): Value | undefined {
  return keptOf(segment).get(key) as Value | undefined;
}

/** In the place of what was kept under the key. */
export function keep(segment: Segment, key: string, value: object, bytes: number): void {
  keptOf(segment).set(key, value, { size: bytes + ENTRY_BYTES });
}

/** Memory that what is kept of a segment takes. */
export function keptBytes(segment: Segment): number {
  return keptBy.get(segment)?.calculatedSize ?? 0;
}
