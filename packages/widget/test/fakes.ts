import type { SearchAnswer, SearchClient, SearchOptions, SuggestAnswer } from '../src/core/wire.ts';
import type { Timers } from '../src/core/timers.ts';

/** Time that moves when the test says so. */
export class FakeTimers implements Timers {
  now = 0;
  #next = 1;
  readonly #due = new Map<number, { at: number; callback: () => void }>();

  set(callback: () => void, milliseconds: number): unknown {
    this.#due.set(this.#next, { at: this.now + milliseconds, callback });
    return this.#next++;
  }

  clear(timer: unknown): void {
    this.#due.delete(timer as number);
  }

  get pending(): number {
    return this.#due.size;
  }

  /** Runs what falls due on the way, in its order, and lets promises settle in between. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await settled();
      const [first] = [...this.#due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (!first) break;
      this.#due.delete(first[0]);
      this.now = first[1].at;
      first[1].callback();
    }
    this.now = end;
    await settled();
  }
}

/** Lets every promise that can settle do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Asked {
  query: string;
  options: SearchOptions;
  answer(change?: Partial<SearchAnswer>): void;
  fail(error: unknown): void;
}

/** A client whose answers the test gives, in the order it likes. */
export class ScriptedClient implements SearchClient {
  readonly asked: Asked[] = [];
  readonly events: [string, object][] = [];
  suggested: string[] = [];
  suggestFails = false;

  search(query: string, options: SearchOptions): Promise<SearchAnswer> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        query,
        options,
        answer: (change) => resolve({ ...answerOf(query), ...change }),
        fail: reject,
      });
      options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  }

  async suggest(): Promise<SuggestAnswer> {
    if (this.suggestFails) throw Object.assign(new Error('not there'), { status: 404 });
    return { queries: this.suggested.map((query) => ({ query })), items: [] };
  }

  trackSearch = (event: object): void => void this.events.push(['search', event]);
  trackClick = (event: object): void => void this.events.push(['click', event]);

  get last(): Asked {
    return this.asked.at(-1)!;
  }
}

export function answerOf(query: string, hits = 2): SearchAnswer {
  return {
    query_id: `id of ${query}`,
    query,
    corrected_query: null,
    total: hits,
    total_relaxed: 0,
    page: 1,
    per_page: 6,
    hits: Array.from({ length: hits }, (_, at) => ({
      id: `${query}-${at + 1}`,
      title: query,
      url: '/p',
      position: at + 1,
    })),
  };
}
