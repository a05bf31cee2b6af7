import { isCode } from '../../../text/index.ts';
import type { LearnedQuery } from '../../behaviour/index.ts';
import { prefixDistance } from './prefix-distance.ts';

/** A query as it is found by what was typed: from its beginning, or from one of its words on. */
interface Entry {
  text: string;
  fromStart: boolean;
  query: LearnedQuery;
}

/** Words of a query it can be found by; the rest are too far in to be thought of first. */
const MAX_STARTS = 5;
/** Letters from which one and two wrong ones are forgiven, as in a search. */
const ONE_TYPO = 5;
const TWO_TYPOS = 9;

/**
 * What shoppers ask for, by prefix: a sorted list with an entry for each word a query goes on from. O(log queries) to find
 * a prefix, O(queries with its first letter) when letters are wrong.
 */
export class SuggestionIndex {
  readonly #entries: readonly Entry[];
  readonly #popular: readonly LearnedQuery[];

  /** `queries` with the most frequent first. */
  constructor(queries: readonly LearnedQuery[]) {
    this.#popular = queries;
    const entries = queries.flatMap(entriesOf);
    // By code unit, as the look-up compares.
    this.#entries = entries.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  }

  /**
   * The queries that go on from `prefix`, at most `limit`: those that begin with it, then those in which a later word does,
   * then those that do with a letter wrong; the most frequent first among each.
   */
  find(prefix: string, limit: number): LearnedQuery[] {
    if (prefix === '') return this.#popular.slice(0, limit);
    const found = new Set<LearnedQuery>();
    const matching = this.#startingWith(prefix.trimEnd()).filter(
      // After a space the last word is whole.
      ({ text }) => text.startsWith(prefix) || text === prefix.trimEnd(),
    );
    addBest(
      found,
      matching.filter((entry) => entry.fromStart),
      limit,
    );
    addBest(found, matching, limit);
    if (found.size < limit) addBest(found, this.#near(prefix), limit);
    return [...found];
  }

  /** With letters wrong, but not the first. */
  #near(prefix: string): Entry[] {
    const letters = prefix.length;
    if (letters < ONE_TYPO || prefix.split(' ').some(isCode)) return [];
    const forgiven = letters < TWO_TYPOS ? 1 : 2;
    const first = prefix.slice(0, String.fromCodePoint(prefix.codePointAt(0)!).length);
    return this.#startingWith(first).filter(
      ({ text, fromStart }) => fromStart && prefixDistance(prefix, text, forgiven) <= forgiven,
    );
  }

  #startingWith(prefix: string): Entry[] {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#entries[middle]!.text < prefix) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < this.#entries.length && this.#entries[end]!.text.startsWith(prefix)) end++;
    return this.#entries.slice(low, end);
  }
}

function entriesOf(query: LearnedQuery): Entry[] {
  const words = query.normalized.split(' ');
  return words.slice(0, MAX_STARTS).map((_, at) => ({ text: words.slice(at).join(' '), fromStart: at === 0, query }));
}

function addBest(found: Set<LearnedQuery>, entries: readonly Entry[], limit: number): void {
  const queries = entries
    .map(({ query }) => query)
    .sort((a, b) => b.asked - a.asked || a.normalized.length - b.normalized.length);
  for (const query of queries) {
    if (found.size >= limit) return;
    found.add(query);
  }
}
