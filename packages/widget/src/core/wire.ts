/** The parts of the service's answers that the widget shows: section 5 of the API, as the wire has them. */

export type Channel = 'overlay' | 'results_page';

export interface Hit {
  id: string;
  title: string;
  url?: string | null;
  image?: string | null;
  price?: number | string | null;
  currency?: string | null;
  brand?: string | null;
  stock?: number | null;
  rating?: number | null;
  /** From 1 through all pages. Suggested items have none. */
  position?: number;
  /** HTML-escaped text in which `<mark>` is the only element. */
  highlight?: { title?: string | null; description?: string | null } | null;
}

export interface FacetValue {
  value: string | number | boolean;
  count: number;
}

export interface Facet {
  field: string;
  values: FacetValue[];
  stats?: { min: number | null; max: number | null } | null;
}

export interface Banner {
  title: string;
  text?: string | null;
  image?: string | null;
  url?: string | null;
}

export interface SearchAnswer {
  query_id: string;
  query: string;
  corrected_query: string | null;
  /** Hits that match every word; the first `total` positions. */
  total: number;
  total_relation?: 'eq' | 'gte';
  /** Hits that match some of the words and follow below. */
  total_relaxed?: number;
  page: number;
  per_page: number;
  hits: Hit[];
  facets?: Facet[];
  redirect?: string | null;
  banners?: Banner[];
}

/** Everything that the shopper is offered: what matches fully and what follows below. */
export const offered = ({ total, total_relaxed = 0 }: SearchAnswer): number => total + total_relaxed;

export interface SuggestAnswer {
  queries: { query: string; score?: number }[];
  items: Hit[];
}

export interface Range {
  gte?: number;
  lte?: number;
}

export type Filters = Record<string, string[] | boolean | Range>;

export interface SearchOptions {
  page?: number;
  per_page?: number;
  filters?: Filters;
  facets?: string[];
  sort?: string;
  locale?: string;
  channel?: Channel;
  signal?: AbortSignal;
  /** False: the search is not reported. */
  track?: boolean;
}

export interface SuggestOptions {
  limit?: number;
  locale?: string;
  signal?: AbortSignal;
}

/**
 * Who answers the widget: the SDK's `mb`, or anything of this shape. Without the tracking methods it searches and reports
 * nothing. They must not reject and must not throw.
 */
export interface SearchClient {
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
  suggest(query: string, options: SuggestOptions): Promise<SuggestAnswer>;
  trackSearch?(event: { query: string; results_count: number; channel: Channel; query_id?: string }): unknown;
  trackClick?(event: { item_id: string; position: number; query: string; query_id: string; channel: Channel }): unknown;
}
