import { render } from 'lit-html';
import { readRequest, toggleValue, withFilter, writeRequest, type ResultsRequest } from '../core/request.ts';
import { Results } from '../core/results.ts';
import { safeUrl } from '../core/text.ts';
import { browserTimers } from '../core/timers.ts';
import type { Filters, Hit, SearchClient } from '../core/wire.ts';
import type { Texts } from '../messages/index.ts';
import type { WidgetConfig } from './config.ts';
import type { Announce } from './overlay-part.ts';
import { resultsView, type ResultsHandlers } from './results-view.ts';

/** The page of results; what it shows stands in the address bar. */
export class ResultsPart implements ResultsHandlers {
  readonly #core: Results;
  readonly #ending = new AbortController();
  #expanded: ReadonlySet<string> = new Set();
  #filtersOpen = false;
  /** Set when the shopper turned a page: the next answer brings the focus to the top of it. */
  #toTop = false;

  constructor(
    private readonly root: ShadowRoot,
    client: () => SearchClient,
    private readonly config: WidgetConfig,
    private readonly texts: Texts,
    private readonly announce: Announce,
  ) {
    const request = readRequest(location.search);
    this.#core = new Results(client, config, browserTimers, request);
    this.#core.subscribe(() => this.#changed());
    const options = { signal: this.#ending.signal };
    addEventListener('popstate', () => this.#core.load(readRequest(location.search)), options);
    addEventListener('online', () => this.#core.state.status === 'failed' && this.#core.retry(), options);
    this.#core.load(request);
  }

  dispose(): void {
    this.#ending.abort();
    this.#core.dispose();
  }

  /** New words begin without filters. */
  search(query: string): void {
    this.#show({ query, page: 1, sort: '', filters: {} });
  }

  toggle = (field: string, value: string): void => this.#show(toggleValue(this.#request, field, value));

  set = (field: string, value: Filters[string] | null): void => this.#show(withFilter(this.#request, field, value));

  expand = (field: string): void => {
    const next = new Set(this.#expanded);
    if (!next.delete(field)) next.add(field);
    this.#expanded = next;
    this.#render();
  };

  sort = (sort: string): void => this.#show({ ...this.#request, sort, page: 1 });

  go = (page: number, event: Event): void => {
    const { button, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    if (button || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    this.#toTop = true;
    this.#show({ ...this.#request, page });
  };

  removeFilter = (field: string, value: string | null): void => {
    // The button goes away with its filter; the focus must not go with it.
    this.#focusSummary();
    this.#show(value === null ? withFilter(this.#request, field, null) : toggleValue(this.#request, field, value));
  };

  clearFilters = (): void => {
    this.#focusSummary();
    this.#show({ ...this.#request, page: 1, filters: {} });
  };

  toggleFilters = (): void => {
    this.#filtersOpen = !this.#filtersOpen;
    this.#render();
  };

  pick = (hit: Hit, event: MouseEvent): void => {
    this.#core.clicked(hit);
    const url = safeUrl(hit.url, document.baseURI);
    if (!this.announce('mirabel-select', { item: hit, url })) event.preventDefault();
  };

  retry = (): void => this.#core.retry();

  href = (change: Partial<ResultsRequest>): string =>
    location.pathname + writeRequest({ ...this.#request, ...change }, location.search);

  get #request(): ResultsRequest {
    return this.#core.state.request;
  }

  #show(request: ResultsRequest): void {
    history.pushState(history.state, '', location.pathname + writeRequest(request, location.search));
    this.#core.load(request);
  }

  #changed(): void {
    const { status, answer, request } = this.#core.state;
    if (status === 'ready' && this.#redirect(answer?.redirect, request)) return;
    this.#render();
    if (status === 'ready' && this.#toTop) {
      this.#toTop = false;
      this.#focusSummary();
      this.root.host.scrollIntoView({ block: 'start' });
    }
  }

  /** The merchant wants these words to lead elsewhere. Replaces this page, that "back" does not come here again. */
  #redirect(redirect: string | null | undefined, { page, filters }: ResultsRequest): boolean {
    const url = safeUrl(redirect, document.baseURI);
    if (!url || page > 1 || Object.keys(filters).length > 0 || url === location.href) return false;
    location.replace(url);
    return true;
  }

  #focusSummary(): void {
    this.root.querySelector<HTMLElement>('.summary')?.focus({ preventScroll: true });
  }

  #render(): void {
    render(
      resultsView({
        state: this.#core.state,
        texts: this.texts,
        config: this.config,
        expanded: this.#expanded,
        filtersOpen: this.#filtersOpen,
        on: this,
      }),
      this.root,
    );
  }
}
