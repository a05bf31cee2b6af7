import type { Segment } from '../segment/segment.ts';

/** What is kept of a segment at most, as a share of its own bytes. */
const SHARE = 1 / 4;

interface Entry {
  value: unknown;
  bytes: number;
}

/**
 * What searches worked out of a segment and would work out again: unions of postings, counts of facets. A segment never
 * changes, so it stays true, and it goes with its segment. What was used least lately is forgotten first. O(1).
 */
class Kept {
  readonly #most: number;
  /** Those used lately come last. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** `most`: bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** What would leave no room for others is not kept. */
  set(key: string, entry: Entry): void {
    if (entry.bytes > this.#most / 2) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#most) return;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
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
  if (!all) keptBy.set(segment, (all = new Kept(segment.buffer.byteLength * SHARE)));
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
