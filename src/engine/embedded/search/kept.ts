import type { Segment } from '../segment/segment.ts';

/** What is kept of a segment at most, as a share of its own bytes. */
const SHARE = 1 / 4;

interface Entry {
  value: unknown;
  bytes: number;
}

/**
 * What searches worked out of a segment and would work out again: unions of postings, counts of facets. A segment never
 * changes, so it stays true, and it goes with its segment. Two generations bounded by bytes: what is used moves to the young
 * one; when that has half of the bound it becomes the old one, and the old one is forgotten. O(1).
 */
class Kept {
  readonly #most: number;
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #youngBytes = 0;
  #oldBytes = 0;

  /** `most`: bytes of a generation. */
  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#youngBytes + this.#oldBytes;
  }

  get(key: string): Entry | undefined {
    const young = this.#young.get(key);
    if (young) return young;
    const old = this.#old.get(key);
    if (!old) return undefined;
    this.#old.delete(key);
    this.#oldBytes -= old.bytes;
    this.set(key, old);
    return old;
  }

  /** What is too large for a generation is not kept. */
  set(key: string, entry: Entry): void {
    if (entry.bytes > this.#most) return;
    if (this.#youngBytes + entry.bytes > this.#most) {
      this.#old = this.#young;
      this.#oldBytes = this.#youngBytes;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, entry);
    this.#youngBytes += entry.bytes;
  }
}

/** Beside the value itself: its key and what holds it. */
const ENTRY_BYTES = 200;

const keptBy = new WeakMap<Segment, Kept>();

/** The value of a key, made when it is not kept; `bytesOf`: the memory it takes. Keys say what kind of value they are of. */
export function kept<Value>(
  segment: Segment,
  key: string,
  make: () => Value,
  bytesOf: (value: Value) => number,
): Value {
  let all = keptBy.get(segment);
  if (!all) keptBy.set(segment, (all = new Kept((segment.buffer.byteLength * SHARE) / 2)));
  const known = all.get(key);
  if (known) return known.value as Value;
  const value = make();
  all.set(key, { value, bytes: bytesOf(value) + ENTRY_BYTES });
  return value;
}

/** Memory that what is kept of a segment takes. */
export function keptBytes(segment: Segment): number {
  return keptBy.get(segment)?.bytes ?? 0;
}
