import type { TenantContext } from '../../../kernel/tenant-context.ts';
import type { Pair } from './pair.ts';

/** What the scorer knows of a shop beside the pairs themselves. */
export interface ScoringContext {
  /** BCP 47. */
  locale: string;
  catalogue: CatalogueVocabulary;
  /** Hits of a query now, when the engine was asked; what the searches reported is used otherwise. */
  resultsNow: ReadonlyMap<string, number>;
}

/** Words of the catalogue, normalised, with how many items have them. */
export interface CatalogueVocabulary {
  readonly items: number;
  frequency(word: string): number;
  /** Brand names, normalised, one or several words. */
  isBrand(phrase: string): boolean;
  /** Items with both words. */
  together(a: string, b: string): number;
  /** 0 to 1: how alike the company is that two words keep in titles. */
  similarity(a: string, b: string): number;
}

/** Reads the context of a set of pairs; without pairs, of the catalogue alone. */
export abstract class ScoringContextReader {
  abstract read(
    tenant: TenantContext,
    pairs: readonly Pair[],
    options: { locale: string; resultsNow?: ReadonlyMap<string, number> },
  ): Promise<ScoringContext>;
}
