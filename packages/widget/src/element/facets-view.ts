import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { categoryTree, opens, type CategoryNode } from '../core/category-tree.ts';
import { rangeOf, valuesOf, type ResultsRequest } from '../core/request.ts';
import { plainText } from '../core/text.ts';
import type { Facet, Filters } from '../core/wire.ts';
import type { Texts } from '../messages/index.ts';

export interface FacetHandlers {
  toggle(field: string, value: string): void;
  set(field: string, value: Filters[string] | null): void;
  expand(field: string): void;
}

interface View {
  request: ResultsRequest;
  texts: Texts;
  /** Fields that show all their values. */
  expanded: ReadonlySet<string>;
  on: FacetHandlers;
}

/** Values shown before "Show more". */
const SHORT = 8;

export function shownFacets(facets: readonly Facet[], request: ResultsRequest): Facet[] {
  return facets.filter((facet) => worthShowing(facet, request));
}

export function facetsView(facets: readonly Facet[], view: View): unknown {
  return repeat(
    facets,
    ({ field }) => field,
    (facet) =>
      html`<fieldset class="facet" part="facet">
        <legend part="facet-title"><bdi>${view.texts.field(facet.field)}</bdi></legend>
        ${facetBody(facet, view)}
      </fieldset>`,
  );
}

function worthShowing({ field, values, stats }: Facet, request: ResultsRequest): boolean {
  if (request.filters[field] !== undefined) return true;
  if (isRange(field, stats)) return stats?.min !== stats?.max;
  return values.length > 0;
}

function isRange(field: string, stats: Facet['stats']): boolean {
  return field !== 'in_stock' && typeof stats?.min === 'number' && typeof stats.max === 'number';
}

function facetBody(facet: Facet, view: View): TemplateResult {
  if (facet.field === 'categories') return categories(facet, view);
  if (facet.field === 'in_stock') return inStock(view);
  return isRange(facet.field, facet.stats) || 'gte' in rangeOf(view.request, facet.field)
    ? range(facet, view)
    : checkboxes(facet, view);
}

function checkboxes({ field, values }: Facet, view: View): TemplateResult {
  const { request, texts, expanded, on } = view;
  const chosen = valuesOf(request, field);
  const known = values.map(({ value, count }) => ({ value: String(value), count }));
  // A chosen value stays, that it can be taken off again.
  const missing = chosen
    .filter((value) => !known.some((one) => one.value === value))
    .map((value) => ({ value, count: 0 }));
  const all = [...known, ...missing];
  const shown = expanded.has(field) ? all : all.filter(({ value }, at) => at < SHORT || chosen.includes(value));
  return html`<ul class="values">
      ${repeat(
        shown,
        ({ value }) => value,
        ({ value, count }) =>
          html`<li>
            <label class="value" part="facet-value">
              <input
                type="checkbox"
                .checked=${live(chosen.includes(value))}
                @change=${() => on.toggle(field, value)}
              />
              <span class="name"><bdi>${plainText(value)}</bdi></span>
              <span class="count">${texts.formats.number(count)}</span>
            </label>
          </li>`,
      )}
    </ul>
    ${all.length > SHORT ? moreButton(field, view) : nothing}`;
}

function moreButton(field: string, { texts, expanded, on }: View): TemplateResult {
  const open = expanded.has(field);
  const { more, less } = texts.messages;
  return html`<button
    type="button"
    class="link"
    aria-expanded=${open ? 'true' : 'false'}
    aria-label="${open ? less : more}: ${texts.field(field)}"
    @click=${() => on.expand(field)}
  >
    ${open ? less : more}
  </button>`;
}

function inStock({ request, texts, on }: View): TemplateResult {
  const checked = request.filters['in_stock'] === true;
  return html`<label class="value" part="facet-value">
    <input type="checkbox" .checked=${live(checked)} @change=${() => on.set('in_stock', checked ? null : true)} />
    <span class="name">${texts.messages.inStock}</span>
  </label>`;
}

function categories({ values }: Facet, view: View): TemplateResult {
  const chosen = valuesOf(view.request, 'categories')[0];
  const known =
    chosen && !values.some(({ value }) => value === chosen) ? [...values, { value: chosen, count: 0 }] : values;
  return html`${
    chosen
      ? html`<button type="button" class="link" @click=${() => view.on.set('categories', null)}>
          ${view.texts.messages.allCategories}
        </button>`
      : nothing
  }
  ${branch(categoryTree(known), chosen, view)}`;
}

function branch(nodes: readonly CategoryNode[], chosen: string | undefined, view: View): TemplateResult {
  return html`<ul class="values tree">
    ${repeat(
      nodes,
      ({ path }) => path,
      (node) =>
        html`<li>
          <button
            type="button"
            class="value"
            part="facet-value"
            aria-pressed=${node.path === chosen ? 'true' : 'false'}
            @click=${() => view.on.set('categories', node.path === chosen ? null : [node.path])}
          >
            <span class="name"><bdi>${plainText(node.name)}</bdi></span>
            <span class="count">${view.texts.formats.number(node.count)}</span>
          </button>
          ${node.children.length > 0 && (nodes.length === 1 || opens(node, chosen)) ? branch(node.children, chosen, view) : nothing}
        </li>`,
    )}
  </ul>`;
}

function range({ field, stats }: Facet, { request, texts, on }: View): TemplateResult {
  const { gte, lte } = rangeOf(request, field);
  const apply = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const [from, to] = ['from', 'to'].map((name) => (form.elements.namedItem(name) as HTMLInputElement).valueAsNumber);
    const bounds = { ...(Number.isFinite(from) ? { gte: from } : {}), ...(Number.isFinite(to) ? { lte: to } : {}) };
    on.set(field, Object.keys(bounds).length > 0 ? bounds : null);
  };
  const bound = (name: 'from' | 'to', value: number | undefined, limit: number | null | undefined): TemplateResult =>
    html`<label>
      <span>${texts.messages[name]}</span>
      <input
        name=${name}
        type="number"
        inputmode="decimal"
        min="0"
        step="any"
        placeholder=${typeof limit === 'number' ? String(name === 'from' ? Math.floor(limit) : Math.ceil(limit)) : nothing}
        .value=${live(value === undefined ? '' : String(value))}
      />
    </label>`;
  return html`<form class="range" part="facet-range" @submit=${apply}>
    ${bound('from', gte, stats?.min)} ${bound('to', lte, stats?.max)}
    <button class="button" part="button" aria-label="${texts.messages.apply}: ${texts.field(field)}">
      ${texts.messages.apply}
    </button>
  </form>`;
}
