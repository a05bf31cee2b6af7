import { valueMatch } from '../../text/index.ts';
import { compareKeys } from '../embedded/segment/column-writer.ts';
import { fromTextKey } from '../embedded/segment/document-columns.ts';
import type { FacetRequest, FacetResult, SearchQuery } from '../port/index.ts';
import type { Json } from './cluster.ts';
import { CORE_NUMBERS, PART } from './document.ts';
import { EVERYTHING, toFilter } from './filter.ts';

/** Values looked through for what is typed, as in the embedded engine. */
const MOST_SEARCHED = 5_000;
/** More are asked for than shown: among equals the cluster orders by code point, we as people expect. */
const SLACK = 100;

interface Bucket {
  key: string | number;
  doc_count: number;
}

export function facetAggs({ facets }: SearchQuery, shown: readonly Json[]): Json {
  return Object.fromEntries(facets.map((facet, at) => [`facet${at}`, facetRequest(facet, shown)]));
}

/** The part of a request that counts a facet; `visible` is what every document must be. */
function facetRequest({ field, maxValues, filter, typed }: FacetRequest, visible: readonly Json[]): Json {
  const size = typed && typed.length > 0 ? MOST_SEARCHED : maxValues + SLACK;
  const texts = { terms: { field: 'values', size, include: `${escapePattern(field + PART)}[sb].*` } };
  return {
    filter: { bool: { filter: [...visible, filter ? toFilter(filter) : EVERYTHING] } },
    aggs: { texts, ...numberRequests(field, size) },
  };
}

function numberRequests(field: string, size: number): Json {
  const counts = (path: string): Json => ({
    numbers: { terms: { field: path, size, order: [{ _count: 'desc' }, { _key: 'asc' }] } },
    stats: { stats: { field: path } },
  });
  if (CORE_NUMBERS.has(field)) return counts(`core.${field}`);
  if (!field.startsWith('attributes.')) return {};
  const own = { filter: { term: { 'numbers.f': field } }, aggs: counts('numbers.v') };
  return { nested: { nested: { path: 'numbers' }, aggs: { own } } };
}

export function readFacet({ field, maxValues, typed }: FacetRequest, answer: Json): FacetResult {
  const own: Json = answer.nested?.own ?? answer;
  const numbers = ((own.numbers?.buckets ?? []) as Bucket[])
    .map(({ key, doc_count }) => ({ value: Number(key), count: doc_count }))
    .sort((a, b) => b.count - a.count || a.value - b.value);
  const texts = (answer.texts.buckets as Bucket[])
    .map(({ key, doc_count }) => ({ key: String(key).slice(field.length + PART.length), count: doc_count }))
    .sort((a, b) => b.count - a.count || compareKeys(a.key, b.key))
    .map(({ key, count }) => ({ value: fromTextKey(key), count }));
  // The sort is stable: among equals numbers come first, each kind in display order.
  const all = [...numbers, ...texts].sort((a, b) => b.count - a.count);
  const asked = typed && typed.length > 0 ? all.filter(({ value }) => valueMatch(String(value), typed) !== null) : all;
  const stats = own.stats && own.stats.count > 0 ? own.stats : null;
  return {
    field,
    values: asked.slice(0, maxValues),
    ...(stats && { stats: { min: stats.min, max: stats.max, avg: stats.avg, sum: stats.sum } }),
  };
}

/** Text as a pattern of Lucene that matches just that. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, (character) => `\\${character}`);
}
