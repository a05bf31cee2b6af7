import type { HistoryEntry } from './history.ts';
import type { CandidateEvidence, CandidateKind, ReasonFacts } from './learning/index.ts';

export const SUGGESTION_STATUSES = ['pending', 'accepted', 'rejected', 'applied', 'logged', 'reverted'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];

export const DECISIONS = ['auto', 'suggested', 'logged'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Why a run took a suggestion back: a person did so otherwise. */
export type Retirement = 'target_gone' | 'unused' | 'harm';

/** What the tenant's own searches of the last days would have answered with the suggestion in force. */
export interface ReplayReport {
  /** Distinct queries that were asked again, and the searches they stand for. */
  queries: number;
  searches: number;
  /** Queries that find nothing today and would find something. */
  recovered: number;
  recovered_searches: number;
  /** Queries that find something today and whose first ten hits would be others. */
  changed: number;
  changed_searches: number;
  /** Of those, the ones that would lose a hit from its place or get another redirect. */
  displaced: number;
  displaced_searches: number;
  /** It would do more harm than good: no run applies it. */
  held: boolean;
}

/** Searches of the sessions with and without the synonym, since a run applied it. */
export interface HoldoutCounts {
  sessions: number;
  /** Sessions that clicked nothing within half an hour. */
  no_click: number;
  /** Sessions that were shown no result. */
  no_result: number;
}

export interface Holdout {
  with: HoldoutCounts;
  without: HoldoutCounts;
}

export interface SuggestionEvidence extends CandidateEvidence {
  /** Not of suggestions that were made before there was this. */
  because?: ReasonFacts;
  replay?: ReplayReport;
}

export interface Suggestion {
  id: string;
  /** Normalised. */
  original: string;
  target: string;
  failed: string;
  rescue: string;
  suggested: string;
  kind: CandidateKind;
  direction: 'one_way' | 'two_way';
  /** 0 to 1, two decimals, rounded down. */
  confidence: number;
  reason: string;
  evidence: SuggestionEvidence;
  status: SuggestionStatus;
  decision: Decision;
  history: HistoryEntry[];
  run_id: string;
  judged_by: string | null;
  created_at: Date;
  decided_at: Date | null;
  reject_reason: string | null;
  memory_hash: string | null;
  retired: Retirement | null;
  synonym_id: string | null;
  applied_at: Date | null;
  target_results: number | null;
  target_checked_at: Date | null;
  /** With the run that has counted last. */
  holdout: (Holdout & { run_id: string }) | null;
}

export const REJECT_REASON_LENGTH = 500;

/** Both have two decimals at most. */
export function reaches(confidence: number, threshold: number): boolean {
  return Math.round(confidence * 100) >= Math.round(threshold * 100);
}
