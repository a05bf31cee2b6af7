import { render } from 'lit-html';
import { Overlay, type Choice } from '../core/overlay.ts';
import { readRequest, writeRequest } from '../core/request.ts';
import { safeUrl } from '../core/text.ts';
import { browserTimers } from '../core/timers.ts';
import type { SearchClient } from '../core/wire.ts';
import type { Texts } from '../messages/index.ts';
import type { WidgetConfig } from './config.ts';
import { overlayView, type OverlayHandlers } from './overlay-view.ts';
import { placePanel } from './placement.ts';

/** Asks the page before going somewhere; false when the page took over. */
export type Announce = (type: string, detail: object) => boolean;

/** The search box with its panel, in the element's shadow root. */
export class OverlayPart implements OverlayHandlers {
  readonly #core: Overlay;
  readonly #ending = new AbortController();

  constructor(
    private readonly root: ShadowRoot,
    client: () => SearchClient,
    private readonly config: WidgetConfig,
    private readonly texts: Texts,
    private readonly announce: Announce,
    private readonly showResults: (query: string) => boolean,
  ) {
    this.#core = new Overlay(client, config, browserTimers);
    this.#core.subscribe(() => this.#render());
    this.#core.fill(this.#queryOfPage());
    const options = { signal: this.#ending.signal };
    root.addEventListener('focusout', (event) => this.#left(event as FocusEvent), options);
    addEventListener('resize', () => this.#place(), { ...options, passive: true });
    addEventListener('scroll', () => this.#place(), { ...options, passive: true, capture: true });
    addEventListener('popstate', () => this.#core.fill(this.#queryOfPage()), options);
    // A page that comes back from the cache shows where it was left, not the open panel.
    addEventListener('pagehide', () => this.#core.close(), options);
    addEventListener('online', () => this.#core.state.status === 'failed' && this.#core.retry(), options);
  }

  dispose(): void {
    this.#ending.abort();
    this.#core.dispose();
    this.#panel?.hidePopover?.();
  }

  input = (event: Event): void => this.#core.type((event.target as HTMLInputElement).value);

  focus = (): void => this.#core.open();

  keydown = (event: KeyboardEvent): void => {
    // While an input method composes a word, the keys are its own.
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const { open, query } = this.#core.state;
    if (event.key === 'ArrowDown') this.#core.move(1);
    else if (event.key === 'ArrowUp' && event.altKey) this.#core.close();
    else if (event.key === 'ArrowUp') this.#core.move(-1);
    else if (event.key === 'Escape' && open) this.#core.close();
    else if (event.key === 'Escape' && query) this.#core.fill('');
    else return;
    event.preventDefault();
    this.root.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  };

  submit = (event: Event): void => {
    event.preventDefault();
    const choice = this.#core.submit();
    if (choice) this.#follow(choice);
  };

  clear = (): void => {
    this.#core.type('');
    this.root.querySelector('input')?.focus();
  };

  pick = (index: number, event: MouseEvent): void => {
    const choice = this.#core.choose(index);
    if (!choice) return;
    // A new tab or window is the browser's business.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#follow(choice);
  };

  retry = (): void => this.#core.retry();

  correct = (query: string, event: Event): void => {
    event.preventDefault();
    this.#core.type(query);
  };

  resultsHref = (query: string): string => {
    const url = new URL(this.config.resultsUrl, document.baseURI);
    url.search = writeRequest({ query, page: 1, sort: '', filters: {} }, url.search);
    return url.href;
  };

  #follow(choice: Choice): void {
    if (choice.kind === 'search') {
      this.#core.fill(choice.query);
      if (this.announce('mirabel-submit', { query: choice.query }) && !this.showResults(choice.query)) {
        location.assign(this.resultsHref(choice.query));
      }
      return;
    }
    const url = safeUrl(choice.kind === 'item' ? choice.hit.url : choice.url, document.baseURI);
    const go = choice.kind === 'item' ? this.announce('mirabel-select', { item: choice.hit, url }) : true;
    if (go && url) location.assign(url);
  }

  /** On the page of results the box says what is shown. */
  #queryOfPage(): string {
    const results = new URL(this.config.resultsUrl, document.baseURI);
    return results.pathname === location.pathname ? readRequest(location.search).query : '';
  }

  #left(event: FocusEvent): void {
    if (!this.root.contains(event.relatedTarget as Node | null)) this.#core.close();
  }

  get #panel(): HTMLElement | null {
    return this.root.querySelector('.panel');
  }

  #render(): void {
    const { state } = this.#core;
    render(overlayView({ state, texts: this.texts, config: this.config, on: this }), this.root);
    const panel = this.#panel!;
    panel.classList.toggle('open', state.open);
    // In the top layer nothing of the shop's page covers or clips it.
    if (panel.showPopover && panel.isConnected && panel.matches(':popover-open') !== state.open) {
      if (state.open) panel.showPopover();
      else panel.hidePopover();
    }
    this.#place();
  }

  #place(): void {
    const box = this.root.querySelector<HTMLElement>('.box');
    if (box && this.#core.state.open) placePanel(this.#panel!, box);
  }
}
