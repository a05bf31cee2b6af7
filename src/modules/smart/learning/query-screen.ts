import { personalDataIn } from '../../../text/index.ts';

type Verdict = 'pass' | 'length' | 'personal';

/** Judges each distinct query once: what is too long or looks personal goes no further. */
export class QueryScreen {
  readonly #verdicts = new Map<string, Verdict>();
  readonly #maxLength: number;

  /** `maxLength`: Unicode characters of the normalised query. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  passes(query: string, typed: string): boolean {
    const known = this.#verdicts.get(query);
    // Another spelling of known words may show what they are: `a@b.de` reads `a b de`.
    if (known && (known !== 'pass' || typed === query)) return known === 'pass';
    const verdict = this.#judge(query, typed);
    this.#verdicts.set(query, verdict);
    return verdict === 'pass';
  }

  /** Distinct queries that were held back. */
  skipped(reason: Exclude<Verdict, 'pass'>): number {
    let count = 0;
    for (const verdict of this.#verdicts.values()) if (verdict === reason) count++;
    return count;
  }

  #judge(query: string, typed: string): Verdict {
    if (query.length > this.#maxLength && Array.from(query).length > this.#maxLength) return 'length';
    return personalDataIn(typed) || personalDataIn(query) ? 'personal' : 'pass';
  }
}
