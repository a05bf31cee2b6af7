import { thresholdOf } from '../embedded/search/relaxation.ts';
import type { SearchQuery } from '../port/index.ts';
import { candidatesOf, type Candidate, type Catalogue } from './catalogue.ts';
import type { Json } from './cluster.ts';
import { facetAggs } from './facets.ts';
import { EVERYTHING, idsFilter, toFilter, visible } from './filter.ts';
import { groupFilter } from './matching.ts';
import { constant } from './ordering.ts';
import type { Understood } from './understanding.ts';

/** Candidates of the first pages; a later page asks for more. */
const CANDIDATES = 100;
/** Scores are sums of 32-bit numbers. */
const ROUNDING = 1e-4;

export interface Relaxed {
  total: number;
  candidates: Candidate[];
  weights: number[];
  optional: string[];
  aggs: Json;
}

/** Documents with the most informative words only, best first; null when there are none or nothing can be left out. */
export async function relax(
  catalogue: Catalogue,
  query: SearchQuery,
  understood: Understood,
  full: number,
): Promise<Relaxed | null> {
  const { text, groups, segment, levels } = understood;
  if (text.words.length < 2) return null;
  const filters = groups.map((group) => groupFilter(segment, group, levels));
  const weights = await weightsOf(catalogue, filters);
  const threshold = thresholdOf(weights);
  if (threshold === 0) return null;
  const ask = (least: number, size: number): Promise<Json> =>
    catalogue.search(request(query, understood, filters, weights, least, size));
  const size = Math.max(CANDIDATES, query.offset + query.limit);
  let answer = await ask(threshold, size);
  if (full === 0 && answer.aggregations.any.doc_count === 0) {
    // No document has so much of what the words tell: the best there is.
    const best = await catalogue.search(
      request({ ...query, filter: null, hidden: [] }, understood, filters, weights, 0, 1),
    );
    const most: number = best.hits.hits[0]?.sort[0] ?? 0;
    if (most <= ROUNDING) return null;
    answer = await ask(most, size);
  }
  const total: number = answer.hits.total.value;
  if (total === 0) return null;
  const missing = answer.aggregations.rest.missing.buckets as { doc_count: number }[];
  const optional = text.words.filter((_, at) => missing[at]!.doc_count > 0);
  return { total, candidates: candidatesOf(answer), weights, optional, aggs: answer.aggregations };
}

/** How telling each word is: its inverse document frequency (Robertson and Spärck Jones), 0 for an unknown one. */
async function weightsOf(catalogue: Catalogue, filters: readonly Json[]): Promise<number[]> {
  const { aggs, documents } = await catalogue.ask({ words: { filters: { filters } } });
  return (aggs.words.buckets as { doc_count: number }[]).map(({ doc_count }) => {
    if (doc_count === 0) return 0;
    return Math.log(1 + (documents - doc_count + 0.5) / (doc_count + 0.5)) + 0.1;
  });
}

function request(
  query: SearchQuery,
  understood: Understood,
  filters: readonly Json[],
  weights: readonly number[],
  least: number,
  size: number,
): Json {
  const rest = [...visible(query), query.filter ? toFilter(query.filter) : EVERYTHING];
  // What is pinned is there already.
  const pinned = query.sort.by === 'relevance' ? [idsFilter(query.pins.map(({ id }) => id))] : [];
  const words = filters.map((filter, at) => constant(filter, Math.max(weights[at]!, ROUNDING / 100)));
  return {
    size,
    _source: ['id', 'json'],
    min_score: Math.max(0, least - ROUNDING),
    query: { bool: { should: words, minimum_should_match: 1, must_not: [understood.query, ...pinned] } },
    post_filter: { bool: { filter: rest } },
    sort: [{ _score: 'desc' }, { popularity: 'desc' }, { id: 'asc' }],
    aggs: {
      any: { filter: EVERYTHING },
      rest: {
        filter: { bool: { filter: rest } },
        aggs: { missing: { filters: { filters: filters.map((filter) => ({ bool: { must_not: [filter] } })) } } },
      },
      ...facetAggs(query, rest),
    },
  };
}
