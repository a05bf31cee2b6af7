import type { Candidate } from './candidate.ts';
import type { Pair } from './pair.ts';
import type { ScoringContext } from './scoring-context.ts';

/** `score`: pure; best first; a pair that is no proposal of any kind is left out. */
export type Scorer = (pairs: readonly Pair[], context: ScoringContext) => Candidate[];

/** `catalogueCandidates`: what the catalogue alone suggests, on a shop's first day. */
export type CatalogueScorer = (context: ScoringContext) => Candidate[];
