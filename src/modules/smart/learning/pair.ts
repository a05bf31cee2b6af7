/**
 * A search that failed and the one that saved it: two queries in their normal form, with all that the last 30 days say
 * about them. A search failed when it had no results, or no click and was rephrased; it was rescued by one that had
 * results and a click or a purchase.
 */
export interface Pair {
  /** Normalised. Never equal to `rescue`. */
  failed: string;
  rescue: string;
  /** As shoppers type them most often. */
  failedDisplay: string;
  rescueDisplay: string;
  evidence: PairEvidence;
}

/** Counts of the last 30 days. A shopper's session counts once a pair. */
export interface PairEvidence {
  /** Sessions in which the failed query failed, rescued or not. */
  sessions: number;
  /** Sessions in which this rescue followed. */
  rescues: number;
  /** Rescues with a click, and with a purchase. A purchase counts as a click. */
  clicks: number;
  conversions: number;
  /** Results that the two searches had, rounded means. */
  resultsFailed: number;
  resultsRescue: number;
  /** Items that shoppers clicked or bought for both queries, on other ways than this very rescue. */
  sharedItems: number;
  /**
   * Of what rescued other failures, the share that this query has, smoothed: shoppers who turn to another topic turn to the
   * popular ones, whatever failed.
   */
  rescueShare: number;
  /** Share of the rescued sessions whose browser asked for another language than the shop's; null when none said. */
  foreignShare: number | null;
  /** ISO 8601. */
  firstSeen: string;
  lastSeen: string;
}
