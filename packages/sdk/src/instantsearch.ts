import { facetHits, type FacetHit } from './instantsearch/facet-search.ts';
import { Reports } from './instantsearch/reports.ts';
import { fieldOf, searchOptions, type Parameters, type TypedValue } from './instantsearch/request.ts';
import { resultOf, type InstantSearchResult } from './instantsearch/result.ts';
import type { Facet, Mirabel, SearchResponse } from './types.ts';

export type { FacetHit } from './instantsearch/facet-search.ts';
export type { Parameters } from './instantsearch/request.ts';
export type { Highlight, InstantSearchHit, InstantSearchResult } from './instantsearch/result.ts';

/** One search of a widget. `indexName` may carry a sort after a slash: `products/price:asc`. */
export interface InstantSearchRequest {
  indexName: string;
  params?: Parameters;
}

/** What `instantsearch({ searchClient })` needs. */
export interface InstantSearchClient {
  /** One result for each request, in their order. */
  search(requests: readonly InstantSearchRequest[]): Promise<{ results: InstantSearchResult[] }>;
  searchForFacetValues(
    requests: readonly InstantSearchRequest[],
  ): Promise<{ facetHits: FacetHit[]; exhaustiveFacetsCount: boolean; processingTimeMS: number }[]>;
}

/**
 * A search client for InstantSearch. Categories make a hierarchical menu as `categories.lvl0`, `categories.lvl1`, …; a sort
 * is part of the index name (`products/price:asc`). A query is reported once it has stood for a second. Clicks are the
 * page's to report: `mb.trackClick({ item_id: hit.objectID })` is enough.
 */
export function createSearchClient(mb: Pick<Mirabel, 'search' | 'trackSearch'>): InstantSearchClient {
  const reports = new Reports((event) => void mb.trackSearch(event));
  const types = new Types();

  const ask = async ({ indexName, params = {} }: InstantSearchRequest): Promise<SearchResponse | null> => {
    const options = searchOptions(indexName, params, types.valueOf);
    if (!options) return null;
    const response = await mb.search(params.query ?? '', options);
    types.learn(response.facets);
    return response;
  };

  return {
    async search(requests) {
      const responses = await Promise.all(requests.map(ask));
      const shown = requests.findIndex(({ params }) => params?.hitsPerPage !== 0);
      if (responses[shown]) reports.shown(responses[shown]);
      const results = requests.map(({ indexName, params = {} }, at) => resultOf(indexName, params, responses[at]!));
      return { results };
    },

    searchForFacetValues: (requests) =>
      Promise.all(
        requests.map(async ({ indexName, params = {} }) => {
          const field = fieldOf(params.facetName ?? '');
          const counting = { ...params, page: 0, hitsPerPage: 0, facets: [field] };
          const response = await ask({ indexName, params: counting });
          return {
            facetHits: facetHits(
              response?.facets.find((each) => each.field === field),
              params,
            ),
            exhaustiveFacetsCount: true,
            processingTimeMS: response?.took_ms ?? 0,
          };
        }),
      ),
  };
}

/** InstantSearch knows values as texts; a filter on `true` or 42 needs the value itself, which the facets have shown. */
class Types {
  readonly #seen = new Map<string, string | number | boolean>();

  learn(facets: readonly Facet[]): void {
    for (const { field, values } of facets) {
      for (const { value } of values) {
        if (typeof value !== 'string') this.#seen.set(`${field}:${value}`, value);
      }
    }
  }

  readonly valueOf: TypedValue = (field, text) => {
    if (field === 'in_stock' && /^(true|false)$/.test(text)) return text === 'true';
    return this.#seen.get(`${field}:${text}`) ?? text;
  };
}
