import { Asking } from './asking.ts';
import { failureOf, retryDelay, type Failure } from './failure.ts';
import { Observable } from './observable.ts';
import type { ResultsRequest } from './request.ts';
import { Timer, type Timers } from './timers.ts';
import { offered, type Hit, type SearchAnswer, type SearchClient } from './wire.ts';

export interface ResultsSettings {
  perPage: number;
  /** Fields, in the order in which they are shown. */
  facets: string[];
  locale: string;
}

export interface ResultsState {
  request: ResultsRequest;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  /** The last answer; while `loading` it may belong to the request before. */
  answer: SearchAnswer | null;
  /** Popular products, when the search found nothing. */
  help: Hit[];
}

/** The page of results: one request in, its answer out. Where the request is kept (the address bar) is the element's business. */
export class Results extends Observable<ResultsState> {
  readonly #asking: Asking;
  readonly #retry: Timer;
  #failures = 0;
  /** The words that were reported last: paging and filtering are no new search. */
  #reported: string | null = null;

  constructor(
    private readonly client: () => SearchClient,
    private readonly settings: ResultsSettings,
    timers: Timers,
    initial: ResultsRequest,
  ) {
    super({ request: initial, status: 'idle', failure: null, answer: null, help: [] });
    this.#asking = new Asking(timers);
    this.#retry = new Timer(timers);
  }

  load(request: ResultsRequest): void {
    this.#failures = 0;
    const sameWords = request.query === this.state.request.query;
    // Another search's products under new words would be a lie; another page's are only late.
    this.update({ request, ...(sameWords ? {} : { answer: null, help: [] }) });
    this.#ask();
  }

  retry(): void {
    this.#failures = 0;
    this.#ask();
  }

  clicked(hit: Hit): void {
    const { answer, request, help } = this.state;
    // What is shown where nothing was found is no result of the words.
    if (!answer || !request.query || hit.position === undefined || help.includes(hit)) return;
    const { position, id } = hit;
    const { query_id } = answer;
    this.client().trackClick?.({ item_id: id, position, query: request.query, query_id, channel: 'results_page' });
  }

  dispose(): void {
    this.#asking.cancel();
    this.#retry.stop();
  }

  #ask(): void {
    const { request } = this.state;
    this.#retry.stop();
    if (this.state.status !== 'failed') this.update({ status: 'loading' });
    this.#asking.ask(
      (signal) => this.#request(request, signal),
      ([answer, help]) => this.#show(request, answer, help),
      (error) => this.#fail(error),
    );
  }

  async #request(request: ResultsRequest, signal: AbortSignal): Promise<[SearchAnswer, Hit[]]> {
    const { perPage, facets, locale } = this.settings;
    const { query, page, sort, filters } = request;
    const client = this.client();
    const answer = await client.search(query, {
      page,
      per_page: perPage,
      filters,
      facets,
      locale,
      sort: sort || 'relevance',
      channel: 'results_page',
      track: false,
      signal,
    });
    if (answer.hits.length > 0 || page > 1) return [answer, []];
    const popular = await client
      .search('', { per_page: 6, locale, channel: 'results_page', track: false, signal })
      .catch(() => null);
    return [answer, popular?.hits ?? []];
  }

  #show(request: ResultsRequest, answer: SearchAnswer, help: Hit[]): void {
    this.#failures = 0;
    this.#report(request, answer);
    this.update({ status: 'ready', failure: null, answer, help });
  }

  #report({ query }: ResultsRequest, answer: SearchAnswer): void {
    if (!query || query === this.#reported) return;
    this.#reported = query;
    const { query_id } = answer;
    this.client().trackSearch?.({ query, results_count: offered(answer), channel: 'results_page', query_id });
  }

  #fail(error: unknown): void {
    const failure = failureOf(error);
    this.update({ status: 'failed', failure });
    if (failure === 'unavailable') this.#retry.start(retryDelay(this.#failures++), () => this.#ask());
  }
}
