import { tokenize } from './tokenize.ts';

/** Words of a query beyond these are not asked for (section 5 of the contract). */
export const MAX_QUERY_WORDS = 10;

export interface NormalizedQuery {
  /** The words asked for, separated by single spaces. */
  normalized: string;
  words: string[];
  /** True when the text had more words than are asked for. */
  truncated: boolean;
}

/** A typed query as words; the first ten count. */
export function normalizeQuery(text: string): NormalizedQuery {
  const terms = tokenize(text).map((token) => token.term);
  const words = terms.slice(0, MAX_QUERY_WORDS);
  return { normalized: words.join(' '), words, truncated: terms.length > words.length };
}
