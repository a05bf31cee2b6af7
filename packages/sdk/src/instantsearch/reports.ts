import type { SearchEvent, SearchResponse } from '../types.ts';

/** Milliseconds that a query must stand: InstantSearch asks at every key, and half a word is no search. */
const SETTLED = 1_000;

/** Reports each query once, when it has stood for a second or the page is left. */
export class Reports {
  readonly #report: (event: SearchEvent) => void;
  #waiting: SearchEvent | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = '';

  constructor(report: (event: SearchEvent) => void) {
    this.#report = report;
    if (typeof window !== 'undefined') window.addEventListener('pagehide', () => this.#send());
  }

  shown({ query, query_id, total, total_relaxed }: SearchResponse): void {
    clearTimeout(this.#timer);
    this.#waiting = null;
    if (!query.trim()) this.#last = '';
    // Another page or another filter of a query that was reported.
    if (!query.trim() || query === this.#last || typeof window === 'undefined') return;
    this.#waiting = { query, query_id, results_count: total + (total_relaxed ?? 0) };
    this.#timer = setTimeout(() => this.#send(), SETTLED);
  }

  #send(): void {
    if (!this.#waiting) return;
    this.#last = this.#waiting.query;
    this.#report(this.#waiting);
    this.#waiting = null;
  }
}
