import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { optionsOf, type Option, type OverlayState } from '../core/overlay.ts';
import { plainText, safeUrl } from '../core/text.ts';
import type { Texts } from '../messages/index.ts';
import type { WidgetConfig } from './config.ts';
import { arrow, cross, lens } from './icons.ts';
import { emptyNotice, failureNotice, skeletons } from './notices.ts';
import { banners, brand, highlighted, picture, price, soldOut } from './product-view.ts';

export interface OverlayHandlers {
  input(event: Event): void;
  keydown(event: KeyboardEvent): void;
  focus(): void;
  submit(event: Event): void;
  clear(): void;
  pick(index: number, event: MouseEvent): void;
  retry(): void;
  correct(query: string, event: Event): void;
  resultsHref(query: string): string;
}

interface View {
  state: OverlayState;
  texts: Texts;
  config: WidgetConfig;
  on: OverlayHandlers;
}

export function overlayView(view: View): TemplateResult {
  return html`${box(view)}
    <div class="panel" part="panel" popover="manual" @mousedown=${keepFocus}>${panel(view)}</div>
    <div class="visually-hidden" role="status">${announcement(view)}</div>`;
}

/** A press in the panel must not take the focus from the box. */
function keepFocus(event: Event): void {
  event.preventDefault();
}

function box({ state, texts, config, on }: View): TemplateResult {
  const { messages } = texts;
  return html`<form class="box" part="form" role="search" @submit=${on.submit}>
    <span class="lens">${lens}</span>
    <input
      class="input"
      part="input"
      type="search"
      role="combobox"
      name="q"
      maxlength="512"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      enterkeyhint="search"
      aria-label=${config.label || messages.search}
      aria-autocomplete="list"
      aria-controls="list"
      aria-expanded=${state.open ? 'true' : 'false'}
      aria-activedescendant=${state.open && state.active >= 0 ? `option-${state.active}` : nothing}
      placeholder=${config.placeholder || messages.placeholder}
      .value=${live(state.query)}
      @input=${on.input}
      @keydown=${on.keydown}
      @focus=${on.focus}
      @click=${on.focus}
    />
    <button
      type="button"
      class="plain"
      part="clear"
      aria-label=${messages.clear}
      ?hidden=${!state.query}
      @click=${on.clear}
    >
      ${cross}
    </button>
    <button class="submit" part="submit" aria-label=${messages.search}>${arrow}</button>
  </form>`;
}

function panel(view: View): TemplateResult {
  const { state, texts, config, on } = view;
  const { answer, status, failure } = state;
  const waiting = status === 'loading' && !answer;
  const empty = answer && answer.search.hits.length === 0 && !answer.search.redirect;
  return html`
    ${status === 'failed' && failure ? failureNotice(failure, texts, on.retry) : nothing}
    ${waiting ? skeletons(Math.min(4, config.limit), 'row') : nothing}
    ${answer ? correction(view, answer.search.corrected_query) : nothing} ${banners(answer?.search.banners)}
    ${empty ? emptyNotice(answer.query, texts) : nothing}
    <div
      id="list"
      class="list ${status === 'loading' ? 'stale' : ''}"
      part="list"
      role="listbox"
      aria-label=${texts.messages.suggestions}
      aria-busy=${status === 'loading' ? 'true' : 'false'}
    >
      ${groups(view)}
    </div>
  `;
}

function correction({ texts, on }: View, corrected: string | null): TemplateResult | typeof nothing {
  const query = plainText(corrected);
  if (!query) return nothing;
  return html`<p class="correction" part="correction">
    ${texts.messages.didYouMean}
    <a href=${on.resultsHref(query)} @click=${(event: Event) => on.correct(query, event)}><bdi>${query}</bdi></a>
  </p>`;
}

/** Groups of one option that says itself what it is. */
const UNTITLED = new Set<Option['kind']>(['all', 'redirect']);

function groups(view: View): (TemplateResult | typeof nothing)[] {
  const { state, texts } = view;
  const options = optionsOf(state).map((option, index) => ({ option, index }));
  const { messages } = texts;
  const popular = !state.answer?.query || state.answer.search.hits.length === 0;
  const group = (kind: Option['kind'], label: string): TemplateResult | typeof nothing => {
    const own = options.filter(({ option }) => option.kind === kind);
    if (own.length === 0) return nothing;
    return html`<div class="group ${kind}" role="group" aria-label=${label}>
      ${UNTITLED.has(kind) ? nothing : html`<div class="heading" part="heading" aria-hidden="true">${label}</div>`}
      ${repeat(
        own,
        ({ option }) => (option.kind === 'item' ? option.hit.id : option.query),
        ({ option, index }) => optionView(view, option, index),
      )}
    </div>`;
  };
  const redirect = texts.say(messages.redirect, { query: plainText(state.answer?.query) });
  return [
    group('redirect', redirect),
    group('query', messages.suggestions),
    group('item', popular ? messages.popular : messages.products),
    group('all', messages.search),
  ];
}

function optionView({ state, texts, on }: View, option: Option, index: number): TemplateResult {
  const selected = index === state.active;
  const href = hrefOf(option, on) ?? nothing;
  return html`<a
    id="option-${index}"
    class="option"
    part="option ${option.kind} ${selected ? 'active' : ''}"
    role="option"
    tabindex="-1"
    href=${href}
    aria-selected=${selected ? 'true' : 'false'}
    @click=${(event: MouseEvent) => on.pick(index, event)}
    >${optionContent(option, texts)}</a
  >`;
}

function hrefOf(option: Option, on: OverlayHandlers): string | null {
  if (option.kind === 'item') return safeUrl(option.hit.url, document.baseURI);
  if (option.kind === 'redirect') return safeUrl(option.url, document.baseURI);
  return on.resultsHref(option.query);
}

function optionContent(option: Option, texts: Texts): TemplateResult {
  if (option.kind === 'query') return html`${lens}<span><bdi>${plainText(option.query)}</bdi></span>`;
  if (option.kind === 'redirect') {
    return html`<span>${texts.say(texts.messages.redirect, { query: plainText(option.query) })}</span>${arrow}`;
  }
  if (option.kind === 'all') {
    return html`<span>${texts.say(texts.messages.showAll, { count: option.total })}</span>${arrow}`;
  }
  const { hit } = option;
  return html`${picture(hit)}
    <span class="about">
      <span class="title" part="title">${highlighted(hit.highlight?.title, hit.title)}</span>
      <span class="facts">${brand(hit)} ${soldOut(hit, texts)}</span>
    </span>
    ${price(hit, texts)}`;
}

function announcement({ state, texts }: View): string {
  if (!state.open) return '';
  const { messages } = texts;
  if (state.status === 'failed') return messages[state.failure ?? 'unavailable'];
  if (state.status !== 'ready' || !state.answer) return '';
  const count = optionsOf(state).length;
  const hint = texts.say(messages.suggestionCount, { count });
  const { query, search } = state.answer;
  return query && search.hits.length === 0
    ? `${texts.say(messages.nothing, { query: plainText(query) })}. ${hint}`
    : hint;
}
