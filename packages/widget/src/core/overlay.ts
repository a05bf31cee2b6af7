import { Asking } from './asking.ts';
import { failureOf, retryDelay, type Failure } from './failure.ts';
import { Observable } from './observable.ts';
import { Timer, type Timers } from './timers.ts';
import { offered, type Hit, type SearchAnswer, type SearchClient } from './wire.ts';

export interface OverlaySettings {
  /** Products shown. */
  limit: number;
  /** Suggested queries shown. */
  queries: number;
  /** Characters from which on it asks. */
  minChars: number;
  /** Milliseconds without a key before it asks. */
  debounce: number;
  locale: string;
  /** Whether an empty box offers what is popular. */
  popular: boolean;
}

export interface OverlayAnswer {
  /** What was asked; may lag behind what stands in the box. */
  query: string;
  queries: string[];
  search: SearchAnswer;
  /** Popular products, when the search found nothing. */
  help: Hit[];
}

export interface OverlayState {
  query: string;
  open: boolean;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  answer: OverlayAnswer | null;
  /** Index into `optionsOf(state)`; -1 while the box itself has the shopper's attention. */
  active: number;
}

export type Option =
  | { kind: 'redirect'; query: string; url: string }
  | { kind: 'query'; query: string }
  | { kind: 'item'; hit: Hit; help: boolean }
  | { kind: 'all'; query: string; total: number };

/** What the shopper decided; where it leads is the element's business. */
export type Choice = { kind: 'search'; query: string } | { kind: 'item'; hit: Hit } | { kind: 'redirect'; url: string };

/** Milliseconds an answer stays on screen before it counts as a search shown: less is a shopper still typing. */
export const DWELL = 1_000;
/** Milliseconds after which popular products are asked for anew. */
const POPULAR_LIFE = 300_000;
const REMEMBERED_REPORTS = 50;

/** Everything that can be picked, in the order of the arrow keys. */
export function optionsOf({ answer, status }: OverlayState): Option[] {
  if (!answer || status === 'failed') return [];
  const { search, queries, help, query } = answer;
  const shown = search.hits.length > 0;
  const { redirect } = search;
  return [
    ...(query && redirect ? [{ kind: 'redirect', query, url: redirect } as const] : []),
    ...queries.map((text): Option => ({ kind: 'query', query: text })),
    ...(shown ? search.hits : help).map((hit): Option => ({ kind: 'item', hit, help: !shown })),
    ...(shown && query ? [{ kind: 'all', query, total: offered(search) } as const] : []),
  ];
}

/** The search box with its panel: when to ask, what to show, what a key does. Knows no DOM. */
export class Overlay extends Observable<OverlayState> {
  readonly #asking: Asking;
  readonly #typing: Timer;
  readonly #retry: Timer;
  readonly #dwell: Timer;
  readonly #reported = new Set<string>();
  #popular: OverlayAnswer | null = null;
  #popularUntil = 0;
  #failures = 0;

  constructor(
    private readonly client: () => SearchClient,
    private readonly settings: OverlaySettings,
    timers: Timers,
    private readonly now: () => number = Date.now,
  ) {
    super({ query: '', open: false, status: 'idle', failure: null, answer: null, active: -1 });
    this.#asking = new Asking(timers);
    this.#typing = new Timer(timers);
    this.#retry = new Timer(timers);
    this.#dwell = new Timer(timers);
  }

  /** The box's text, set from outside: nothing opens, nothing is asked. */
  fill(query: string): void {
    this.#stopAll();
    this.update({ query, active: -1, open: false, status: 'idle', answer: null, failure: null });
  }

  type(query: string): void {
    this.#dwell.stop();
    this.#retry.stop();
    this.#failures = 0;
    this.update({ query, active: -1 });
    this.#askSoon(this.settings.debounce);
  }

  /** Focus or a key that asks for the panel. */
  open(): void {
    if (this.state.open) return;
    if (this.state.answer && this.state.answer.query === this.#asked) {
      this.update({ open: true });
      this.#watch();
    } else this.#askSoon(0);
  }

  close(): void {
    if (!this.state.open && !this.#asking.busy) return;
    this.#stopAll();
    const { status, answer } = this.state;
    this.update({ open: false, active: -1, status: status === 'loading' ? (answer ? 'ready' : 'idle') : status });
  }

  /** Arrow keys: from the box into the list, around, and back to the box. */
  move(step: 1 | -1): void {
    if (!this.state.open) return this.open();
    const count = optionsOf(this.state).length + 1;
    const active = ((this.state.active + 1 + step + count) % count) - 1;
    this.update({ active });
  }

  /** Enter: the active option, else the text of the box. */
  submit(): Choice | null {
    const { active, query, answer } = this.state;
    if (active >= 0) return this.choose(active);
    const text = query.trim();
    if (!text) return null;
    const redirect = answer?.query === text ? answer.search.redirect : null;
    if (answer && redirect) this.#report(answer);
    this.close();
    return redirect ? { kind: 'redirect', url: redirect } : { kind: 'search', query: text };
  }

  choose(index: number): Choice | null {
    const option = optionsOf(this.state)[index];
    const { answer } = this.state;
    if (!option || !answer) return null;
    if (option.kind === 'item' && !option.help) this.#reportClick(answer, option.hit);
    if (option.kind === 'redirect') this.#report(answer);
    this.close();
    if (option.kind === 'item') return { kind: 'item', hit: option.hit };
    if (option.kind === 'redirect') return { kind: 'redirect', url: option.url };
    return { kind: 'search', query: option.query };
  }

  retry(): void {
    this.#failures = 0;
    this.#ask();
  }

  dispose(): void {
    this.#stopAll();
  }

  get #asked(): string {
    return this.state.query.trim();
  }

  #askSoon(delay: number): void {
    this.#asking.cancel();
    const length = [...this.#asked].length;
    if (length === 0 ? !this.settings.popular : length < this.settings.minChars) {
      this.#typing.stop();
      this.update({ open: false, status: 'idle', answer: null, failure: null });
      return;
    }
    const keep = this.state.status !== 'failed';
    this.update({ open: true, status: keep ? 'loading' : 'failed' });
    this.#typing.start(delay, () => this.#ask());
  }

  #ask(): void {
    const query = this.#asked;
    this.#typing.stop();
    this.#retry.stop();
    if (!query && this.#popular && this.now() < this.#popularUntil) return this.#show(this.#popular);
    if (this.state.status !== 'failed') this.update({ status: 'loading' });
    this.#asking.ask(
      (signal) => this.#request(query, signal),
      (answer) => this.#show(answer),
      (error) => this.#fail(error),
    );
  }

  async #request(query: string, signal: AbortSignal): Promise<OverlayAnswer> {
    const { limit, queries, locale } = this.settings;
    const client = this.client();
    const search = (q: string) =>
      client.search(q, { per_page: limit, channel: 'overlay', locale, track: false, signal });
    // Suggested queries are a help: without them the products are still there.
    const suggested = client.suggest(query, { limit: queries, locale, signal }).then(
      ({ queries: rows }) => rows.map((row) => row.query),
      () => [],
    );
    const [answer, texts] = await Promise.all([search(query), suggested]);
    const help = answer.hits.length === 0 && query ? (await search('').catch(() => null))?.hits : null;
    return {
      query,
      queries: [...new Set(texts)].filter((text) => text !== query).slice(0, queries),
      search: answer,
      help: help ?? [],
    };
  }

  #show(answer: OverlayAnswer): void {
    this.#failures = 0;
    if (!answer.query) {
      if (answer !== this.#popular) this.#popularUntil = this.now() + POPULAR_LIFE;
      this.#popular = answer;
    }
    this.update({ status: 'ready', failure: null, answer, active: -1 });
    this.#watch();
  }

  #fail(error: unknown): void {
    const failure = failureOf(error);
    this.update({ status: 'failed', failure, answer: null, active: -1 });
    if (failure === 'unavailable') this.#retry.start(retryDelay(this.#failures++), () => this.#ask());
  }

  #watch(): void {
    const { answer } = this.state;
    if (answer?.query) this.#dwell.start(DWELL, () => this.#report(answer));
  }

  #report({ query, search }: OverlayAnswer): void {
    this.#dwell.stop();
    if (!query || this.#reported.has(search.query_id)) return;
    if (this.#reported.size >= REMEMBERED_REPORTS) this.#reported.clear();
    this.#reported.add(search.query_id);
    const { query_id } = search;
    this.client().trackSearch?.({ query, results_count: offered(search), channel: 'overlay', query_id });
  }

  #reportClick(answer: OverlayAnswer, hit: Hit): void {
    if (!answer.query) return;
    this.#report(answer);
    const { query, search } = answer;
    const { id, position = 1 } = hit;
    this.client().trackClick?.({ item_id: id, position, query, query_id: search.query_id, channel: 'overlay' });
  }

  #stopAll(): void {
    this.#asking.cancel();
    for (const timer of [this.#typing, this.#retry, this.#dwell]) timer.stop();
  }
}
