import type { TitleUse } from './modifiers.ts';

/**
 * What the whole catalogue says of a query's words, for a state that holds only the documents to be ranked. Without one
 * the state is the catalogue.
 */
export interface Corpus {
  /** Which words the catalogue knows, for the forgiving stage; null in the exact stage. */
  known: boolean[] | null;
  /** How telling each word is, see `wordWeights`. */
  weights: readonly number[];
  /** How titles use the last word. */
  use: TitleUse;
}
