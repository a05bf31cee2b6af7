import { personalDataIn } from '../../../text/index.ts';
import { DistinctCount } from './distinct-count.ts';

type Verdict = 'pass' | 'length' | 'personal';

/** Verdicts that are remembered; the oldest makes room, and is soon found anew when its query comes often. */
const MAX_VERDICTS = 50_000;

/** Judges a query that comes often once: what is too long or looks personal goes no further. */
export class QueryScreen {
  readonly #verdicts = new Map<string, Verdict>();
  readonly #skipped = { length: new DistinctCount(), personal: new DistinctCount() };
  readonly #maxLength: number;

  /** `maxLength`: Unicode characters of the normalised query. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** `counted`: it counts among those held back when it is. */
  passes(query: string, typed: string, counted: boolean): boolean {
    const verdict = this.#verdictOf(query, typed);
    if (verdict !== 'pass' && counted) this.#skipped[verdict].add(query);
    return verdict === 'pass';
  }

  /** Distinct queries that were held back. */
  skipped(reason: Exclude<Verdict, 'pass'>): number {
    return this.#skipped[reason].count;
  }

  #verdictOf(query: string, typed: string): Verdict {
    const known = this.#verdicts.get(query);
    // Another spelling of known words may show what they are: `a@b.de` reads `a b de`.
    if (known && (known !== 'pass' || typed === query)) return known;
    const verdict = this.#judge(query, typed);
    if (this.#verdicts.size >= MAX_VERDICTS) this.#verdicts.delete(this.#verdicts.keys().next().value!);
    this.#verdicts.set(query, verdict);
    return verdict;
  }

  #judge(query: string, typed: string): Verdict {
    if (query.length > this.#maxLength && Array.from(query).length > this.#maxLength) return 'length';
    return personalDataIn(typed) || personalDataIn(query) ? 'personal' : 'pass';
  }
}
