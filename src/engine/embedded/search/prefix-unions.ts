import type { Segment } from '../segment/segment.ts';
import { PREFIX } from './match-cost.ts';
import { postingsOf, type Postings } from './postings.ts';

/** In smaller segments every beginning is walked in microseconds. */
const MIN_DOCUMENTS = 1_024;
/** A beginning with so many postings a document is worth a union: walking them costs more than asking it. */
const MIN_SHARE = 1 / 8;

/**
 * Postings of a range of terms put together, with their places; null where a walk is cheap enough. Beginnings of two or three
 * letters stand for half of a catalogue, come with every word that is typed, and are few: their union is made once, as FTS5
 * makes it ahead of time for its `prefix` option. A set of fields costs what the best of them does, so the union of sets
 * costs what the best of its terms does. O(postings) once, then O(1) a document.
 */
export function prefixUnion(segment: Segment, from: number, to: number): Postings | null {
  const { documents } = segment;
  if (documents < MIN_DOCUMENTS || segment.postingCount(from, to) < documents * MIN_SHARE) return null;
  const union = postingsOf(segment, [{ from, to, cost: PREFIX }]);
  return union?.places ? union : null;
}

/** Fields in which a document has a term of the union, 0 when it has none. */
export function fieldsInUnion({ places, classes }: Postings, document: number): number {
  return places!.has(document) ? classes[0]!.bits[places!.of(document)]! : 0;
}
