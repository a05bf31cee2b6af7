// Generated from openapi.json by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AppliedResponse: {
      relaxation: components['schemas']['RelaxationResponse'] | null;
      rules: components['schemas']['AppliedRuleResponse'][];
      synonyms: components['schemas']['AppliedSynonymResponse'][];
      /** @description The query had more than 10 words. */
      truncated: boolean;
      typos: components['schemas']['WordChangeResponse'][];
    };
    AppliedRuleResponse: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    AppliedSynonymResponse: {
      from: string;
      /** Format: uuid */
      id: string;
      to: string;
    };
    BootstrapResponse: {
      /**
       * @description Fields that filters are offered for.
       * @example [
       *       "brand",
       *       "price"
       *     ]
       */
      facets: string[];
      /** @description Shoppers with Global Privacy Control are not tracked. */
      honour_gpc: boolean;
      /**
       * @description Language of the shop, BCP 47.
       * @example en
       */
      locale: string;
      /**
       * @description Path of the SDK on this service.
       * @example assets/mirabel-0123456789abcdef.js
       */
      sdk: string;
      /**
       * @description Orders that are offered.
       * @example [
       *       "relevance",
       *       "price:asc"
       *     ]
       */
      sorts: string[];
      /** @description The public key to go on with, when the one that was sent has been rotated; a rotated key is answered until 30 days after its end. Else null. */
      successor_key: string | null;
      /** @description Slug of the shop. */
      tenant: string;
      /** @description Path of the widget on this service. */
      widget: string | null;
    };
    ExplainResponse: {
      pinned: boolean;
      /** @description Matches only some of the words. */
      relaxed: boolean;
      /** @description Comparing two hits rule by rule gives their order. */
      rules: components['schemas']['ExplainRuleResponse'][];
    };
    ExplainRuleResponse: {
      /** @enum {string} */
      better: 'higher' | 'lower';
      detail?: string;
      name: string;
      value: number;
    };
    FacetResponse: {
      field: string;
      /** @description Of a numeric field. */
      stats?: components['schemas']['FacetStatsResponse'];
      /** @description The most frequent, facet_limit at most. */
      values: components['schemas']['FacetValueResponse'][];
    };
    FacetStatsResponse: {
      avg: number;
      max: number;
      min: number;
      sum: number;
    };
    FacetValueResponse: {
      count: number;
      /** @description With facet_query: the value, HTML-escaped, with `<mark>` where it matched. */
      highlighted?: string;
      value: string | number | boolean;
    };
    HighlightResponse: {
      description: string | null;
      /** @description HTML-escaped text with `<mark>` only. */
      title: string;
    };
    HitResponse: {
      /** @description Every field that is not named here. */
      attributes?: {
        [key: string]: unknown;
      };
      brand?: string;
      /**
       * @example [
       *       "Clothing > Shoes > Sneakers"
       *     ]
       */
      categories?: string[];
      /** Format: date-time */
      created_at?: string;
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency?: string;
      description?: string;
      /** @default product */
      docType: string;
      explain?: components['schemas']['ExplainResponse'];
      gtin?: string;
      highlight: components['schemas']['HighlightResponse'];
      id: string;
      image?: string;
      popularity?: number;
      /** @description Through all pages, pins included; what track/click takes. */
      position: number;
      /** @description Exact; at most 4 decimals. A text is understood too. */
      price?: number;
      rating?: number;
      sku?: string;
      stock?: number;
      tags?: string[];
      title: string;
      /** Format: date-time */
      updated_at?: string;
      /** @description Absolute http(s), or beginning with "/". */
      url: string;
    };
    ItemPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['ItemResponse'][];
      total: number;
    };
    ItemResponse: {
      /** @description Every field that is not named here. */
      attributes?: {
        [key: string]: unknown;
      };
      brand?: string;
      /**
       * @example [
       *       "Clothing > Shoes > Sneakers"
       *     ]
       */
      categories?: string[];
      /** Format: date-time */
      created_at?: string;
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency?: string;
      description?: string;
      /** @default product */
      docType: string;
      gtin?: string;
      id: string;
      image?: string;
      /** Format: date-time */
      indexed_at: string;
      popularity?: number;
      /** @description Exact; at most 4 decimals. A text is understood too. */
      price?: number;
      rating?: number;
      sku?: string;
      /** @description The feeding catalogue that wrote it last. */
      source: string;
      stock?: number;
      tags?: string[];
      title: string;
      /** Format: date-time */
      updated_at?: string;
      /** @description Absolute http(s), or beginning with "/". */
      url: string;
      /** @description Catalogue version in which it last changed. */
      version: number;
    };
    /** @description What went wrong (RFC 9457). */
    Problem: {
      /** @description Stable; decide by this. */
      code: string;
      /** @description For people; never parse it. */
      detail: string;
      errors?: {
        code: string;
        /** @description JSON Pointer into the body, or the name of a parameter. */
        field: string;
        message: string;
      }[];
      /** @description Path of the request. */
      instance: string;
      request_id: string;
      status: number;
      title: string;
      /** @description Address of the page that explains the code. */
      type: string;
    };
    RelaxationResponse: {
      /** @description Words that could be left out. */
      optional: string[];
    };
    SearchBannerResponse: {
      image: string | null;
      text: string | null;
      title: string;
      url: string | null;
    };
    SearchBody: {
      /** @enum {string} */
      channel?: 'overlay' | 'results_page';
      /**
       * @description Each hit says how it came to its place.
       * @default false
       */
      explain?: boolean;
      /**
       * @description Values a facet lists at most.
       * @default 100
       */
      facet_limit?: number;
      /**
       * @description Finds values of a facet by the beginnings of their words; the field need not stand in facets too.
       * @example {
       *       "brand": "son"
       *     }
       */
      facet_query?: {
        [key: string]: string;
      } | null;
      /**
       * @example [
       *       "brand",
       *       "attributes.colour"
       *     ]
       */
      facets?: string[];
      /**
       * @description Keys are ANDed, lists ORed; `any` holds alternatives, `not` what must not be.
       * @example {
       *       "brand": [
       *         "A",
       *         "B"
       *       ],
       *       "price": {
       *         "gte": 10,
       *         "lte": 50
       *       },
       *       "in_stock": true,
       *       "not": {
       *         "tags": "old"
       *       }
       *     }
       */
      filters?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Language of the query; default the tenant's.
       * @example es
       */
      locale?: string;
      /** @default 1 */
      page?: number;
      /** @default 20 */
      per_page?: number;
      /** @description Empty: browse by popularity. */
      q?: string;
      /**
       * Format: uuid
       * @description Ties what follows to this search.
       */
      session_id?: string;
      /**
       * @description relevance, popularity, newest, price:asc|desc or attributes.x:asc|desc.
       * @default relevance
       * @example price:asc
       */
      sort?: string;
    };
    SearchResponse: {
      applied: components['schemas']['AppliedResponse'];
      banners: components['schemas']['SearchBannerResponse'][];
      /** @description What was understood, when that differs. */
      corrected_query: string | null;
      facets: components['schemas']['FacetResponse'][];
      hits: components['schemas']['HitResponse'][];
      normalized_query: string;
      page: number;
      per_page: number;
      /** @description As it was typed. */
      query: string;
      /** Format: uuid */
      query_id: string;
      /** @description Where a rule sends the shopper. */
      redirect: string | null;
      took_ms: number;
      /** @description Hits that match every word, and pins. */
      total: number;
      /** @enum {string} */
      total_relation: 'eq' | 'gte';
      /** @description Hits below them that match only some of the words. */
      total_relaxed: number;
    };
    SimilarResponse: {
      items: components['schemas']['HitResponse'][];
    };
    SuggestBody: {
      /**
       * @description Queries, and items, at most.
       * @default 5
       */
      limit?: number;
      /** @description What is typed so far. Empty: what is popular. */
      q?: string;
    };
    SuggestedQueryResponse: {
      /** @description As it is mostly written. */
      query: string;
      /** @description Sessions that asked for it, a month ago counting half. */
      score: number;
    };
    SuggestResponse: {
      items: components['schemas']['HitResponse'][];
      /** @description Asked for in at least 3 sessions, with results now. */
      queries: components['schemas']['SuggestedQueryResponse'][];
    };
    TrackClickRequest: {
      /** @enum {string} */
      channel?: 'overlay' | 'results_page';
      /**
       * Format: uuid
       * @description The same id again is a duplicate, for at least 7 days.
       */
      event_id?: string;
      item_id: string;
      /** @description Place in the list through all pages, from 1. */
      position: number;
      query: string;
      /**
       * Format: uuid
       * @description The `query_id` of the search that led here.
       */
      query_id?: string;
      /**
       * Format: uuid
       * @description Session of the shopper; made by the SDK, kept for 24 hours.
       */
      session_id: string;
      /**
       * Format: date-time
       * @description When it happened; default now.
       */
      timestamp?: string;
    };
    TrackConversionRequest: {
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency: string;
      /**
       * Format: uuid
       * @description The same id again is a duplicate, for at least 7 days.
       */
      event_id?: string;
      item_id: string;
      /** @description An order counts an item once. */
      order_id: string;
      /** @default 1 */
      quantity?: number;
      /**
       * Format: uuid
       * @description The `query_id` of the search that led here.
       */
      query_id?: string;
      /** @description Kept exactly. */
      revenue: number | string;
      /**
       * Format: uuid
       * @description Session of the shopper; made by the SDK, kept for 24 hours.
       */
      session_id: string;
      /**
       * Format: date-time
       * @description When it happened; default now.
       */
      timestamp?: string;
    };
    TrackResponse: {
      /** Format: uuid */
      event_id: string;
      /**
       * @description Why it was ignored: a crawler, a shopper who sent `Sec-GPC: 1`, or a `timestamp` over 30 days old or 1 hour ahead.
       * @enum {string}
       */
      reason?: 'bot' | 'opt_out' | 'clock_skew';
      /**
       * @description `accepted`: committed to the database, a crash loses nothing. `duplicate`: it was there already.
       * @enum {string}
       */
      status: 'accepted' | 'duplicate' | 'ignored';
    };
    TrackSearchRequest: {
      /** @description The browser's language. */
      accept_language?: Record<string, never>;
      /** @enum {string} */
      channel: 'overlay' | 'results_page';
      /**
       * Format: uuid
       * @description The same id again is a duplicate, for at least 7 days.
       */
      event_id?: string;
      /** @description As the shopper typed it. */
      query: string;
      /**
       * Format: uuid
       * @description The `query_id` of the search that led here.
       */
      query_id?: string;
      /** @description Number of results shown. */
      results_count: number;
      /**
       * Format: uuid
       * @description Session of the shopper; made by the SDK, kept for 24 hours.
       */
      session_id: string;
      /**
       * Format: date-time
       * @description When it happened; default now.
       */
      timestamp?: string;
    };
    WordChangeResponse: {
      from: string;
      to: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
