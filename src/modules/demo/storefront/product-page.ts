import { html, type Html } from './html.ts';
import { departmentUrl, type PageContent } from './layout.ts';
import { money } from './product-cards.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Any document of the tenant: also one that the tour pushed, with hardly a field. */
export function productPage(document: Fields): PageContent {
  const title = text(document['title']);
  const image = text(document['image']);
  const brand = text(document['brand']);
  const price = number(document['price']);
  const currency = text(document['currency']) || 'EUR';
  const stock = number(document['stock']);
  const attributes = objectOf(document['attributes']);
  const soldOut = stock !== undefined && stock <= 0;
  return {
    title: `${title} · Larkspur`,
    kind: 'product',
    body: html`${breadcrumbs(list(document['categories'])[0])}
      <article class="product" data-product="${text(document['id'])}">
        <div class="picture">${image ? html`<img src="${image}" alt="" width="400" height="400" />` : ''}</div>
        <div class="facts">
          <p class="brand">${brand}</p>
          <h1>${title}</h1>
          <p class="price">${money(price, currency)}</p>
          <p class="stock${soldOut ? ' sold-out' : ''}">
            ${soldOut ? 'Sold out' : 'In stock, on its way within two days'}
          </p>
          <p>${text(document['description'])}</p>
          <form
            class="buy"
            data-add="${text(document['id'])}"
            data-title="${title}"
            data-price="${price ?? ''}"
            data-currency="${currency}"
            data-image="${image}"
          >
            ${sizes(list(attributes['size']))}
            <label>Quantity <input name="quantity" type="number" min="1" max="20" value="1" required /></label>
            <button class="primary" ${soldOut ? html` disabled` : ''}>${soldOut ? 'Sold out' : 'Add to basket'}</button>
            <p role="status" class="added" data-added></p>
          </form>
          ${details(document, attributes)}
        </div>
      </article>
      <section class="similar" data-similar hidden aria-labelledby="similar">
        <h2 id="similar">Goes in the same direction</h2>
      </section>`,
  };
}

function breadcrumbs(path: string | undefined): Html {
  const parts = path?.split(' > ') ?? [];
  return html`<nav class="crumbs" aria-label="You are here">
    <ol>
      <li><a href="/demo">Larkspur</a></li>
      ${parts.map(
        (name, at) => html`<li><a href="${departmentUrl(parts.slice(0, at + 1).join(' > '))}">${name}</a></li>`,
      )}
    </ol>
  </nav>`;
}

function sizes(all: readonly string[]): Html | '' {
  if (all.length < 2) return '';
  return html`<label
    >Size
    <select name="size">
      ${all.map((size) => html`<option>${size}</option>`)}
    </select></label
  >`;
}

function details(document: Fields, attributes: Fields): Html {
  const rows = [
    ['Article number', text(document['sku'])],
    ['GTIN', text(document['gtin'])],
    ['Rating', number(document['rating'])?.toFixed(1) ?? ''],
    ...Object.entries(attributes)
      .filter(([name]) => name !== 'size')
      .slice(0, 12)
      .map(([name, value]) => [capital(name.replaceAll('_', ' ')), list(value).join(', ')]),
  ].filter(([, value]) => value);
  return html`<dl class="details">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(text).filter(Boolean);
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
