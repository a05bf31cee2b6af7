import { GenerationCache } from '../../../text/index.ts';
import type { Segment } from '../segment/segment.ts';

/** In smaller segments every beginning is walked in microseconds. */
const MIN_DOCUMENTS = 1_024;
/** A beginning with so many postings a document is worth a table: walking them costs more than reading a byte each. */
const MIN_SHARE = 1 / 8;
/** Tables a segment keeps at most twice as many of: a byte a document, beside some 500 of the segment. */
const KEPT = 16;

const caches = new WeakMap<Segment, GenerationCache<Uint8Array>>();

/**
 * Fields in which each document has any term of a range, 0 for none; null where a walk is cheap enough. Beginnings of two
 * or three letters stand for half of a catalogue, come with every word that is typed, and are few: their union is made
 * once, as FTS5 makes it ahead of time for its `prefix` option. A set of fields costs what the best of them does, so the
 * union of sets costs what the best of its terms does. O(postings) once, then O(1) a document.
 */
export function prefixTable(segment: Segment, from: number, to: number): Uint8Array | null {
  const { documents } = segment;
  if (documents < MIN_DOCUMENTS || segment.postingCount(from, to) < documents * MIN_SHARE) return null;
  let cache = caches.get(segment);
  if (!cache) caches.set(segment, (cache = new GenerationCache(KEPT)));
  const key = `${from} ${to}`;
  let table = cache.get(key);
  if (!table) cache.set(key, (table = unionOf(segment, from, to)));
  return table;
}

function unionOf({ documents, postingOffsets, postingDocuments, postingFields }: Segment, from: number, to: number) {
  const table = new Uint8Array(documents);
  const end = postingOffsets[to]!;
  for (let i = postingOffsets[from]!; i < end; i++) table[postingDocuments[i]!]! |= postingFields[i]!;
  return table;
}
