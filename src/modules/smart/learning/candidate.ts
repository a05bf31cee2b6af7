/** What a suggestion is about (section 6 of the contract). */
export const CANDIDATE_KINDS = ['typo', 'synonym', 'compound', 'plural', 'translation', 'code'] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** What the two have to do with each other: what shoppers exchanged, then what the catalogue alone shows. */
export const REASON_CODES = [
  ...CANDIDATE_KINDS,
  'numbers',
  'opposites',
  'brands',
  'accessory',
  'spaced_code',
  'spaced_word',
  'two_spellings',
  'one_and_many',
  'brand_ampersand',
  'brand_apostrophe',
  'brand_initials',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** `reason` as facts, for who says it in another language; the rest of them stands in the evidence. */
export interface ReasonFacts {
  code: ReasonCode;
  source: 'searches' | 'catalogue';
  /** Rescued sessions that bought. */
  conversions: number;
  /** What an AI provider wrote about it, in its language. */
  opinion: string | null;
}

/** A proposal of the scorer: nothing is decided yet. */
export interface Candidate {
  /** As shoppers type them; their normal forms tell candidates apart. */
  originalQuery: string;
  suggestedQuery: string;
  kind: CandidateKind;
  /** One-way: `originalQuery` also finds what `suggestedQuery` finds. */
  direction: 'one_way' | 'two_way';
  /** Probability that a person would accept it: 0 to 1, two decimals, rounded down. */
  confidence: number;
  /** A sentence for the shop's owner. */
  reason: string;
  because: ReasonFacts;
  evidence: CandidateEvidence;
  /** Between sure and unlikely: worth asking an AI provider. */
  uncertain: boolean;
}

/** On the wire as it is. */
export interface CandidateEvidence {
  /** Sessions in which the query failed. 0: proposed from the catalogue alone. */
  sessions: number;
  /** Sessions that were rescued this way. */
  rescues: number;
  /** rescues / sessions, null without sessions. */
  rescue_rate: number | null;
  shared_items: number;
  edit_distance: number;
  results_failed: number;
  results_rescue: number;
}
