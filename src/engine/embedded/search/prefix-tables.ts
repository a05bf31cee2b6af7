import type { Segment } from '../segment/segment.ts';
import { kept } from './kept.ts';

/** In smaller segments every beginning is walked in microseconds. */
const MIN_DOCUMENTS = 1_024;
/** A beginning with so many postings a document is worth a table: walking them costs more than reading a byte each. */
const MIN_SHARE = 1 / 8;

/**
 * Fields in which each document has any term of a range, 0 for none; null where a walk is cheap enough. Beginnings of two
 * or three letters stand for half of a catalogue, come with every word that is typed, and are few: their union is made
 * once, as FTS5 makes it ahead of time for its `prefix` option. A set of fields costs what the best of them does, so the
 * union of sets costs what the best of its terms does. O(postings) once, then O(1) a document.
 */
export function prefixTable(segment: Segment, from: number, to: number): Uint8Array | null {
  const { documents } = segment;
  if (documents < MIN_DOCUMENTS || segment.postingCount(from, to) < documents * MIN_SHARE) return null;
  return kept(
    segment,
    `table ${from} ${to}`,
    () => unionOf(segment, from, to),
    ({ byteLength }) => byteLength,
  );
}

function unionOf({ documents, postingOffsets, postingDocuments, postingFields }: Segment, from: number, to: number) {
  const table = new Uint8Array(documents);
  const end = postingOffsets[to]!;
  for (let i = postingOffsets[from]!; i < end; i++) table[postingDocuments[i]!]! |= postingFields[i]!;
  return table;
}
