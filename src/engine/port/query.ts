import type { ItemAppeal } from './behaviour.ts';

/**
 * What is asked of an engine. Synonyms, rules, boosts and filters are already applied by `modules/search`, so that every
 * engine answers the same question and the conformance cases compare them.
 */
export interface SearchQuery {
  /** Words to match, or null to browse everything: by demand, then popularity. */
  text: TextQuery | null;
  filter: Filter | null;
  facets: readonly FacetRequest[];
  sort: Sort;
  /** `offset + limit` is at most 1,000 (the window). */
  offset: number;
  limit: number;
  /** Reorder full matches among themselves; never lift a relaxed match above a full one. */
  boosts: readonly Boost[];
  /** Kept at their 1-based position through all pages; obey `filter`; count in `total`; rest under an explicit sort. */
  pins: readonly Pin[];
  /** Ids that never appear and are not counted. */
  hidden: readonly string[];
  /**
   * How much items appeal to those who ask with these very words; it stands in the place of the item's own appeal. Moves
   * hits only among those that match equally well and have the same boost, above their popularity. At most 200.
   */
  behaviour: readonly ItemAppeal[];
  /** Each hit carries how it came to its place. */
  explain: boolean;
}

/** Items to show beside one. */
export interface SimilarQuery {
  id: string;
  /** What may be shown. */
  filter: Filter | null;
  /** Ids that never appear. */
  hidden: readonly string[];
  /** What shoppers look at or buy together with it: `weight` from 0 to 1. At most 200. */
  related: readonly { id: string; weight: number }[];
  limit: number;
}

export interface TextQuery {
  /** Normalised words in typing order (at most 10), see `src/text`. All are asked for. */
  words: readonly string[];
  /** The last word may go on: it matches as a prefix too, below its exact form. */
  lastIsPrefix: boolean;
  /** Other ways to say a run of words; each matches below the words themselves. At most 50. */
  alternatives: readonly Alternative[];
  /** Language of the query for plurals and inflections (BCP 47). */
  locale: string;
  typoTolerance: boolean;
  /** Field names in order of weight; null is the default order title > brand > categories > attributes > description. */
  searchableFields: readonly string[] | null;
}

/** `words[from..to)` may also be said as `replacement`. */
export interface Alternative {
  from: number;
  to: number;
  replacement: readonly string[];
  /** Opaque; comes back in `synonymsUsed` when a hit matched through it. */
  synonymId: string;
  /** Edits between what was typed and the synonym's own term; 0 when it was typed right. Others join in with typos only. */
  typos: number;
}

export type Filter =
  | { kind: 'and'; filters: readonly Filter[] }
  | { kind: 'or'; filters: readonly Filter[] }
  | { kind: 'not'; filter: Filter }
  /** Any of the values; for `categories` a value covers what lies below it. Text compares exactly. */
  | { kind: 'in'; field: string; values: readonly (string | number | boolean)[] }
  /** Numbers; for `created_at` and `updated_at` milliseconds since 1970. Bounds are inclusive for gte/lte. */
  | { kind: 'range'; field: string; gt?: number; gte?: number; lt?: number; lte?: number };

export interface FacetRequest {
  /** `brand`, `categories`, `docType`, `price`, `in_stock`, `tags`, `attributes.colour`, … */
  field: string;
  /** Most frequent values first; at most 1,000. */
  maxValues: number;
  /** The query's filter without this field's own selection, so that choosing a value does not shrink its neighbours. */
  filter: Filter | null;
  /** Only values that have words beginning with all of these (normalised, see `valueMatch` in `src/text`); absent: all. */
  typed?: readonly string[];
}

export type Sort =
  | { by: 'relevance' }
  /** The document's own popularity, then demand. */
  | { by: 'popularity' }
  | { by: 'newest' }
  | { by: 'field'; field: string; direction: 'asc' | 'desc' };

/** Weights over 1 lift (up to 10), below 1 bury. */
export interface Boost {
  filter: Filter;
  weight: number;
}

export interface Pin {
  id: string;
  position: number;
}
