import { GenerationCache } from '../../../text/index.ts';
import type { Column } from '../segment/columns.ts';

/** Counting fewer documents takes some microseconds. */
const MIN_DOCUMENTS = 512;
/** Bytes of counts that are kept for a column at most, twice. */
const MOST_BYTES = 128 * 1024;

const caches = new WeakMap<Column, GenerationCache<Uint32Array>>();

/**
 * How often all documents of some terms have each code of a column: the facets of the broadest searches, which are asked for
 * over and over. A segment never changes, so what was counted once stays true; it goes with its segment.
 */
export function countsOfTerms(column: Column, terms: string, documents: number, count: () => Uint32Array): Uint32Array {
  const bytes = (column.size + 1) * 4;
  if (documents < MIN_DOCUMENTS || bytes > MOST_BYTES) return count();
  let cache = caches.get(column);
  if (!cache) caches.set(column, (cache = new GenerationCache(Math.floor(MOST_BYTES / bytes))));
  let counts = cache.get(terms);
  if (!counts) cache.set(terms, (counts = count()));
  return counts;
}
