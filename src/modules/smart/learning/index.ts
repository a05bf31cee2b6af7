/**
 * What learning sees and thinks: evidence from searches, candidates from evidence. It decides and applies nothing.
 * `EvidenceGatherer.gather` → pairs → `score(pairs, context)` → candidates; `catalogueCandidates(context)` needs no events.
 */
export { ABANDONED } from './abandoned.ts';
export {
  CANDIDATE_KINDS,
  REASON_CODES,
  type Candidate,
  type CandidateEvidence,
  type CandidateKind,
  type ReasonFacts,
} from './candidate.ts';
export { roundConfidence } from './confidence.ts';
export { EvidenceGatherer, isOfWindow } from './evidence-gatherer.ts';
export type { Evidence, EvidenceCounts, EvidenceLimits, EvidenceWindow } from './evidence.ts';
export { isIn, isNew } from './new-events.sql.ts';
export { LearningModule } from './learning.module.ts';
export type { Pair, PairEvidence } from './pair.ts';
export { ScoringContextReader } from './scoring-context.reader.ts';
export type { CatalogueVocabulary, ScoringContext } from './scoring-context.ts';
export { catalogueCandidates } from './catalogue-candidates.ts';
export { score } from './scorer.ts';
export { inTurns } from './turns.ts';
export { wilsonLowerBound } from './signals/statistics.ts';
