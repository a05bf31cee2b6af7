/**
 * Where a word stands in a document, one bit each: a posting carries the union. `HEAD` marks words of the title before
 * the first preposition or bracket, which name the thing itself ("case *for* laptops" is a case).
 */
export const FIELD = {
  title: 1,
  brand: 2,
  categories: 4,
  tags: 8,
  attributes: 16,
  description: 32,
  /** `sku`, `gtin`, `id`: exact, by prefix, without separators, never by a typo. */
  code: 64,
  head: 128,
} as const;

/** Terms that stand for a whole value ("notebook" as a category or product type), told apart from words by this mark. */
export const WHOLE_VALUE = '\u0001';
/** Longer values are sentences, not names of things. */
export const MAX_VALUE_WORDS = 4;
