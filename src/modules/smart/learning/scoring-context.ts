/** What the scorer knows of a shop beside the pairs themselves. */
export interface ScoringContext {
  /** BCP 47. */
  locale: string;
  catalogue: CatalogueVocabulary;
}

/** Words of the catalogue, normalised, with how many items have them in title, brand, categories or tags. */
export interface CatalogueVocabulary {
  readonly items: number;
  frequency(word: string): number;
  /** Brand names, normalised, one or several words. */
  isBrand(phrase: string): boolean;
  /** Items with both words. */
  together(a: string, b: string): number;
  /** 0 to 1: how alike the company is that two words keep. */
  similarity(a: string, b: string): number;
  /** The catalogue uses one where it might use the other: two colours, sizes, kinds of people. Words, or whole queries. */
  areAlternatives(a: string, b: string): boolean;
  /** With their frequency. */
  words(): Iterable<[string, number]>;
  /** Two words that stand side by side in titles (`head phones`), with how many items have them so. */
  phrases(): Iterable<[string, number]>;
  /** Normalised brand names and how the merchant writes them. */
  brands(): ReadonlyMap<string, string>;
}
