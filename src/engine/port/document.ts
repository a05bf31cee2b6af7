import type { JsonValue } from '../../kernel/json.ts';

/**
 * A product, article or page in the normalised shape (section 2.7 of the API document, section 4 of the contract).
 * Already validated: an engine may trust lengths and types, never the text in it.
 */
export interface CatalogDocument {
  /** At most 512 characters. */
  id: string;
  title: string;
  /** Absolute http(s), or site-relative. */
  url: string;
  docType: string;
  /** May hold HTML: engines strip it for search and highlights. */
  description?: string;
  image?: string;
  /** Exact up to 15 digits, at most 4 of them decimals. */
  price?: number;
  currency?: string;
  stock?: number;
  brand?: string;
  /** Paths, `A > B > C`. */
  categories?: string[];
  sku?: string;
  gtin?: string;
  tags?: string[];
  rating?: number;
  popularity?: number;
  /** ISO 8601, UTC, milliseconds. */
  created_at?: string;
  updated_at?: string;
  attributes?: { [key: string]: JsonValue };
}

/** One step of the catalogue's change feed. `json` is the document as hits answer it: a JSON object in UTF-8. */
export type Change =
  { kind: 'upsert'; id: string; document: CatalogDocument; json: Uint8Array } | { kind: 'delete'; id: string };

/** All changes of one committed write, or a run of them up to `version`; each id at most once. */
export interface ChangeBatch {
  /** The tenant's catalogue version that an index has after these changes. Versions rise by one a write. */
  version: number;
  changes: readonly Change[];
}
