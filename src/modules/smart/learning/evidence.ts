import type { Pair } from './pair.ts';

/** Milliseconds since 1970; `to` excluded. Which events: those received in between, and see `seen`. */
export interface EvidenceWindow {
  from: number;
  to: number;
  /**
   * The `pg_snapshot` of the run before (`Evidence.snapshot`): what was received before `from` and is not in it is read too.
   * Null: there was none.
   */
  seen: string | null;
}

export interface EvidenceLimits {
  /** Unicode characters of a normalised query (the setting `smart_max_query_length`). */
  maxQueryLength: number;
  /** BCP 47, the shop's language. */
  locale: string;
  /** Distinct sessions that a pair needs. Default 3. */
  minSessions?: number;
  /** The most frequent pairs are kept. Default 20,000. */
  maxPairs?: number;
  /** Stops between two statements with the signal's reason, as if it had never begun. */
  signal?: AbortSignal;
}

/** What a run reports of its evidence. Of queries and pairs the distinct ones are counted. */
export interface EvidenceCounts {
  /** Sessions with a search in the window. */
  sessions: number;
  /** Searches, a chain of keystrokes being one. */
  queries_analysed: number;
  /** Queries that failed in a search of the window. */
  failed_queries: number;
  /**
   * Pairs since an hour before the window that passed the screens for length and personal data; those that the scorer then
   * takes for a change of topic (`score`) are taken off by the run.
   */
  pairs_found: number;
  skipped_length: number;
  /** Of `pairs_found`, those that 30 days do not show in enough sessions. */
  skipped_few_sessions: number;
  skipped_personal: number;
}

export interface Evidence {
  /** All pairs of the last 30 days in enough sessions, most rescued first. */
  pairs: Pair[];
  counts: EvidenceCounts;
  /** What was committed when the events were read: the `seen` of the next window. */
  snapshot: string;
}
