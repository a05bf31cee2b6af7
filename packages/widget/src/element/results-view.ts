import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { pageCount, pageList } from '../core/pages.ts';
import { filterCount, type ResultsRequest } from '../core/request.ts';
import type { ResultsState } from '../core/results.ts';
import { plainText, safeUrl } from '../core/text.ts';
import { offered, type Hit, type SearchAnswer } from '../core/wire.ts';
import type { Texts } from '../messages/index.ts';
import type { WidgetConfig } from './config.ts';
import { facetsView, shownFacets, type FacetHandlers } from './facets-view.ts';
import { chevron, cross, sliders } from './icons.ts';
import { emptyNotice, failureNotice, skeletons } from './notices.ts';
import { banners, brand, highlighted, picture, price, soldOut } from './product-view.ts';

export interface ResultsHandlers extends FacetHandlers {
  sort(value: string): void;
  go(page: number, event: Event): void;
  removeFilter(field: string, value: string | null): void;
  clearFilters(): void;
  toggleFilters(): void;
  pick(hit: Hit, event: MouseEvent): void;
  retry(): void;
  /** Address of the same page with another request. */
  href(change: Partial<ResultsRequest>): string;
}

interface View {
  state: ResultsState;
  texts: Texts;
  config: WidgetConfig;
  expanded: ReadonlySet<string>;
  filtersOpen: boolean;
  on: ResultsHandlers;
}

export function resultsView(view: View): TemplateResult {
  const { state, texts, on } = view;
  const facets = shownFacets(state.answer?.facets ?? [], state.request);
  const busy = state.status === 'loading' || state.status === 'idle';
  return html`<section class="results" part="results" aria-label=${texts.messages.resultsHeading} aria-busy=${busy}>
    <header class="head" part="results-header">
      <h2 class="summary" part="summary" tabindex="-1"><bdi>${summary(view)}</bdi></h2>
      ${toolbar(view, facets.length > 0)}
    </header>
    ${correction(view)} ${banners(state.answer?.banners)} ${chips(view)}
    <div class="columns">
      <aside
        id="filters"
        class="filters ${view.filtersOpen ? 'open' : ''}"
        part="filters"
        aria-label=${texts.messages.filters}
        ?hidden=${facets.length === 0}
      >
        ${facetsView(facets, { ...view, request: state.request })}
      </aside>
      <div class="main">
        ${state.status === 'failed' && state.failure ? failureNotice(state.failure, texts, on.retry) : products(view)}
      </div>
    </div>
    <div class="visually-hidden" role="status">${announcement(view)}</div>
  </section>`;
}

function summary({ state, texts }: View): string {
  const { answer, request } = state;
  const { messages } = texts;
  if (!answer || state.status === 'failed')
    return request.query ? `“${plainText(request.query)}”` : messages.resultsHeading;
  const count = answer.total;
  const partly = answer.total_relaxed ?? 0;
  if (count === 0 && partly > 0) {
    return texts.say(messages.resultsPartly, { count: partly, query: plainText(request.query) });
  }
  if (answer.total_relation === 'gte') return texts.say(messages.resultsAtLeast, { count });
  return request.query
    ? texts.say(messages.resultsFor, { count, query: plainText(request.query) })
    : texts.say(messages.results, { count });
}

function toolbar(
  { state, texts, config, filtersOpen, on }: View,
  filterable: boolean,
): TemplateResult | typeof nothing {
  const { messages } = texts;
  const { request, answer } = state;
  const count = filterCount(request);
  if (!filterable && answer?.hits.length === 0) return nothing;
  return html`<div class="toolbar">
    <button
      type="button"
      class="button filters-button"
      part="button"
      aria-expanded=${filtersOpen ? 'true' : 'false'}
      aria-controls="filters"
      ?hidden=${!filterable}
      @click=${on.toggleFilters}
    >
      ${sliders} ${count > 0 ? texts.say(messages.filtersCount, { count }) : messages.filters}
    </button>
    <label class="sort" part="sort" ?hidden=${config.sorts.length < 2}>
      <span>${messages.sort}</span>
      <select @change=${(event: Event) => on.sort((event.target as HTMLSelectElement).value)}>
        ${config.sorts.map((sort) => {
          const value = sort === 'relevance' ? '' : sort;
          return html`<option value=${value} .selected=${value === request.sort}>
            ${messages.sorts[sort] ?? plainText(sort)}
          </option>`;
        })}
      </select>
    </label>
  </div>`;
}

function correction({ state, texts, on }: View): TemplateResult | typeof nothing {
  const corrected = state.status === 'failed' ? '' : plainText(state.answer?.corrected_query);
  if (!corrected) return nothing;
  const href = on.href({ query: corrected, page: 1 });
  const [before, after] = texts.messages.correctedTo.split('{query}');
  return html`<p class="correction" part="correction">
    ${before}<a href=${href}><bdi>${corrected}</bdi></a
    >${after ?? ''}
  </p>`;
}

function chips({ state, texts, on }: View): TemplateResult | typeof nothing {
  const { filters } = state.request;
  const chosen = Object.entries(filters).flatMap(([field, value]): [string, string | null][] =>
    Array.isArray(value) ? value.map((one) => [field, one]) : [[field, null]],
  );
  if (chosen.length === 0) return nothing;
  const name = (field: string, value: string | null): string => {
    if (value !== null) return plainText(value);
    if (field === 'in_stock') return texts.messages.inStock;
    const { gte, lte } = filters[field] as { gte?: number; lte?: number };
    const bound = (limit: number | undefined): string => (limit === undefined ? '…' : texts.formats.number(limit));
    return `${texts.field(field)} ${bound(gte)} – ${bound(lte)}`;
  };
  return html`<ul class="chips" part="chips">
    ${repeat(
      chosen,
      ([field, value]) => `${field} ${value}`,
      ([field, value]) =>
        html`<li>
          <button
            type="button"
            class="chip"
            part="chip"
            aria-label=${texts.say(texts.messages.removeFilter, { value: name(field, value) })}
            @click=${() => on.removeFilter(field, value)}
          >
            <bdi>${name(field, value)}</bdi>${cross}
          </button>
        </li>`,
    )}
    <li><button type="button" class="link" @click=${on.clearFilters}>${texts.messages.clearFilters}</button></li>
  </ul>`;
}

function products(view: View): TemplateResult {
  const { state, config, texts, on } = view;
  const { answer, request } = state;
  if (!answer) return skeletons(Math.min(config.perPage, 8), 'tile');
  if (answer.hits.length === 0) {
    return request.page > 1
      ? html`<div class="notice" part="notice empty">
          <p class="notice-title">${texts.messages.noMorePages}</p>
          <a class="button" href=${on.href({ page: 1 })}>${texts.messages.firstPage}</a>
        </div>`
      : html`${emptyNotice(request.query, texts)} ${help(view)}`;
  }
  const full = answer.hits.filter(({ position }) => (position ?? 0) <= answer.total);
  const relaxed = answer.hits.slice(full.length);
  return html`<div class=${state.status === 'loading' ? 'stale' : ''}>
      ${full.length > 0 ? grid(full, view) : nothing}
      ${
        relaxed.length > 0
          ? html`<h3 class="divider" part="divider">${texts.messages.someWords}</h3>
              ${grid(relaxed, view)}`
          : nothing
      }
    </div>
    ${pager(answer, view)}`;
}

function help(view: View): TemplateResult | typeof nothing {
  const { help: hits } = view.state;
  if (hits.length === 0) return nothing;
  return html`<h3 class="divider" part="divider">${view.texts.messages.popular}</h3>
    ${grid(hits, view)}`;
}

function grid(hits: readonly Hit[], { texts, on }: View): TemplateResult {
  return html`<ul class="grid" part="grid">
    ${repeat(
      hits,
      ({ id }) => id,
      (hit) =>
        html`<li class="card" part="card">
          ${picture(hit)}
          <div class="about">
            ${brand(hit)}
            <a
              class="title"
              part="title"
              href=${safeUrl(hit.url, document.baseURI) ?? nothing}
              @click=${(event: MouseEvent) => on.pick(hit, event)}
              @auxclick=${(event: MouseEvent) => event.button === 1 && on.pick(hit, event)}
              >${highlighted(hit.highlight?.title, hit.title)}</a
            >
            <span class="facts">${price(hit, texts)} ${soldOut(hit, texts)}</span>
          </div>
        </li>`,
    )}
  </ul>`;
}

function pager(answer: SearchAnswer, { texts, on, config }: View): TemplateResult | typeof nothing {
  const count = pageCount(offered(answer), config.perPage);
  if (count < 2) return nothing;
  const { page: current } = answer;
  const { messages } = texts;
  const link = (page: number, label: string, content: unknown): TemplateResult =>
    html`<a
      class="page"
      part="page ${page === current ? 'current' : ''}"
      href=${on.href({ page })}
      aria-label=${label}
      aria-current=${page === current ? 'page' : nothing}
      @click=${(event: Event) => on.go(page, event)}
      >${content}</a
    >`;
  return html`<nav class="pager" part="pager" aria-label=${messages.pages}>
    <ul>
      ${current > 1 ? html`<li class="back">${link(current - 1, messages.previous, chevron)}</li>` : nothing}
      ${pageList(current, count).map((page) =>
        page === null
          ? html`<li class="gap" aria-hidden="true">…</li>`
          : html`<li>${link(page, texts.say(messages.page, { page }), texts.formats.number(page))}</li>`,
      )}
      ${current < count ? html`<li>${link(current + 1, messages.next, chevron)}</li>` : nothing}
    </ul>
  </nav>`;
}

function announcement({ state, texts, ...view }: View): string {
  const { messages } = texts;
  if (state.status === 'failed') return messages[state.failure ?? 'unavailable'];
  if (state.status !== 'ready' || !state.answer) return messages.loading;
  const { page } = state.request;
  const nothingFound = state.answer.hits.length === 0 && page === 1 && state.request.query;
  const text = nothingFound
    ? texts.say(messages.nothing, { query: plainText(state.request.query) })
    : summary({ state, texts, ...view });
  return page > 1 ? `${text}. ${texts.say(messages.page, { page })}` : text;
}
