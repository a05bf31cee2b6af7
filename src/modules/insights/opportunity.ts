import { editDistance, isCode } from '../../text/index.ts';

export const CAUSES = ['typo', 'vocabulary', 'out_of_stock', 'not_sold', 'code_format'] as const;
export type Cause = (typeof CAUSES)[number];

/** What is known of a query that finds nothing. */
export interface Failure {
  query: string;
  /** As shoppers type it most often. */
  typed: string;
  /** Queries with results, most frequent first. */
  known: readonly string[];
  /** Words of catalogue titles that begin alike. */
  titleWords: readonly string[];
  /** What its sessions searched for next, with results. */
  rescue: string | null;
  /** It had results before, or items were clicked for it that are gone or sold out. */
  soldBefore: boolean;
  /** Hits for some of its words. */
  relaxed: number;
}

export const ADVICE = ['restock', 'index_code', 'correct', 'add_synonym', 'add_synonym_for_rest', 'sell'] as const;

export interface Diagnosis {
  cause: Cause;
  advice: (typeof ADVICE)[number];
  /** What the query was meant to be, where the advice names it. */
  target: string | null;
}

/**
 * Why a query finds nothing, by the strongest evidence: a code is no word; what sold before is out of stock; a word close
 * to one of the catalogue or of the shoppers is a typo; what sessions said instead is a matter of vocabulary.
 */
export function diagnose(failure: Failure): Diagnosis {
  const { rescue } = failure;
  if (failure.soldBefore) return { cause: 'out_of_stock', advice: 'restock', target: null };
  if (looksLikeCode(failure)) return { cause: 'code_format', advice: 'index_code', target: null };
  const meant = correctionOf(failure);
  if (meant) return { cause: 'typo', advice: 'correct', target: meant };
  if (rescue) return { cause: 'vocabulary', advice: 'add_synonym', target: rescue };
  if (failure.relaxed > 0) return { cause: 'vocabulary', advice: 'add_synonym_for_rest', target: null };
  return { cause: 'not_sold', advice: 'sell', target: null };
}

const WORDS: Record<Diagnosis['advice'], string> = {
  restock: 'Restock what was sold as "{query}", or redirect to its successor.',
  index_code: 'Index this spelling of the code "{query}" as sku or gtin of its item.',
  correct: 'Add a one-way synonym "{query}" → "{target}".',
  add_synonym: 'Add a synonym "{query}" = "{target}".',
  add_synonym_for_rest: 'Some words of "{query}" are known: add a synonym for the others.',
  sell: 'Nothing in the catalogue is like "{query}": consider selling it.',
};

/** What to do about it, in English. */
export function inWords(query: string, { advice, target }: Diagnosis): string {
  const values: Record<string, string> = { query, target: target ?? '' };
  return WORDS[advice].replaceAll(/\{(query|target)\}/g, (_, name: string) => values[name]!);
}

/** Digits in one run of signs, whatever separates them: `RS-7667/FH` is three words for the search. */
function looksLikeCode({ query, typed }: Failure): boolean {
  return query.split(' ').every(isCode) || (isCode(typed) && /^\S{4,}$/.test(typed.trim()));
}

/** The query with which it was probably mixed up; further off than search forgives by itself. */
function correctionOf({ query, known, titleWords, rescue }: Failure): string | null {
  const near = (candidate: string): boolean => {
    const allowed = query.length < 4 ? 0 : query.length < 8 ? 2 : 3;
    return allowed > 0 && editDistance(query, candidate, allowed) <= allowed;
  };
  if (rescue && near(rescue)) return rescue;
  const asked = known.find(near);
  if (asked) return asked;
  const words = query.split(' ');
  const mended = words.map((word) => titleWords.find((title) => title === word) ?? nearest(word, titleWords) ?? word);
  const corrected = mended.join(' ');
  return corrected === query ? null : corrected;
}

function nearest(word: string, candidates: readonly string[]): string | null {
  if (word.length < 4 || isCode(word)) return null;
  const allowed = word.length < 8 ? 2 : 3;
  let best: { text: string; distance: number } | null = null;
  for (const text of candidates) {
    const distance = editDistance(word, text, allowed);
    if (distance <= allowed && (!best || distance < best.distance)) best = { text, distance };
  }
  return best?.text ?? null;
}
