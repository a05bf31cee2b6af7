import type { Column } from '../segment/columns.ts';
import type { Segment } from '../segment/segment.ts';
import { kept } from './kept.ts';
import type { TermDocuments } from './match.ts';

/** Counting fewer documents takes some microseconds. */
const MIN_DOCUMENTS = 512;
/** Counts of a column with more values are not kept. */
const MOST_VALUES = 32 * 1024;

/**
 * How often documents have each code of a column. For all documents of some terms, the broadest searches, they are counted
 * once and kept; those that were deleted since are taken off, O(codes + deleted).
 */
export function countsOfTerms(
  segment: Segment,
  column: Column,
  { key, all, gone }: TermDocuments,
  count: (documents: Uint32Array) => Uint32Array,
): Uint32Array | null {
  if (all.length < MIN_DOCUMENTS || column.size > MOST_VALUES || gone.length * 2 > all.length) return null;
  const place = `counts ${column.keys ? 'texts' : 'numbers'} ${column.field} ${key}`;
  const counts = kept(
    segment,
    place,
    () => count(all),
    ({ byteLength }) => byteLength,
  );
  if (gone.length === 0) return counts;
  const left = counts.slice();
  const lost = count(gone);
  for (let code = 0; code < left.length; code++) left[code]! -= lost[code]!;
  return left;
}
