import { html, type Html } from './html.ts';

/** What a card shows of a document. */
export interface CardProduct {
  id: string;
  title: string;
  url: string;
  image?: string | undefined;
  brand?: string | undefined;
  price?: number | undefined;
  currency?: string | undefined;
}

export function money(price: number | undefined, currency: string | undefined): string {
  if (price === undefined) return '';
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? 'EUR' }).format(price);
  } catch {
    return `${price} ${currency ?? ''}`.trim();
  }
}

export function productCards(products: readonly CardProduct[]): Html {
  return html`<ul class="cards">
    ${products.map(
      ({ title, url, image, brand, price, currency }) =>
        html`<li class="card">
          <img src="${image}" alt="" width="400" height="400" loading="lazy" />
          <p class="brand">${brand}</p>
          <a href="${url}">${title}</a>
          <p class="price">${money(price, currency)}</p>
        </li>`,
    )}
  </ul>`;
}
