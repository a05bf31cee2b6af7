import { html, type Html } from './html.ts';

export interface Shop {
  slug: string;
  publicKey: string;
  /** Addresses of the storefront's own files. */
  script: string;
  style: string;
}

export interface PageContent {
  title: string;
  body: Html;
  /** Names what the script does on this page. */
  kind: 'home' | 'search' | 'product' | 'cart' | 'checkout' | 'thanks' | 'missing';
}

export const DEPARTMENTS = [
  'Clothing',
  'Home',
  'Kitchen',
  'Electronics',
  'Computers',
  'Sports & Outdoors',
  'Bags & Luggage',
  'Garden',
  'Food & Drink',
  'Toys & Games',
] as const;

export function departmentUrl(path: string): string {
  return `/demo/search?f.categories=${encodeURIComponent(path)}`;
}

const icon = (paths: Html): Html =>
  html`<svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${paths}
  </svg>`;
const bag = icon(html`<path d="M5.5 8h13l1 12h-15z" /><path d="M9 10.5V7a3 3 0 0 1 6 0v3.5" />`);
const moon = icon(html`<path d="M12 4a8 8 0 1 0 8 8 6.2 6.2 0 0 1-8-8z" />`);
const leaf = html`<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
  <path d="M16 3c7 5 9.5 12 0 26C6.5 15 9 8 16 3z" fill="currentColor" opacity=".25" />
  <path
    d="M16 29V11m0 7c-3.5-.5-5.5-2.5-6-6m6 10c3.5-.5 5.5-2.5 6-6"
    fill="none"
    stroke="currentColor"
    stroke-width="1.7"
    stroke-linecap="round"
  />
</svg>`;

/** Where the widget asks when the SDK is not on the page. */
export function serviceAttributes({ slug, publicKey }: Shop): Html {
  return html`tenant="${slug}" api-key="${publicKey}"`;
}

/** Everything around the content of a page. No inline script or style: the page's content policy forbids them. */
export function layout(shop: Shop, { title, body, kind }: PageContent): string {
  const bootstrap = `/v1/${shop.slug}/widget-bootstrap.js?key=${encodeURIComponent(shop.publicKey)}`;
  return html`<!doctype html>
    <html lang="en" data-page="${kind}" data-tenant="${shop.slug}" data-key="${shop.publicKey}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.ico" />
        <link rel="stylesheet" href="${shop.style}" />
        <script src="${shop.script}"></script>
        <script src="${bootstrap}" defer></script>
      </head>
      <body>
        <header class="top">
          <a class="skip" href="#content">Skip to the content</a>
          <div class="bar">
            <a class="logo" href="/demo">${leaf}<span>Larkspur</span></a>
            <mirabel-search
              ${serviceAttributes(shop)}
              class="box"
              results-url="/demo/search"
              placeholder="What are you looking for?"
            ></mirabel-search>
            <div class="tools">
              <button type="button" class="tool" data-theme-switch aria-label="Dark colours" aria-pressed="false">
                ${moon}
              </button>
              <a class="tool" href="/demo/cart" aria-label="Basket"
                >${bag}<span class="badge" data-cart-count hidden></span
              ></a>
            </div>
          </div>
          <nav class="departments" aria-label="Departments">
            <ul>
              ${DEPARTMENTS.map((name) => html`<li><a href="${departmentUrl(name)}">${name}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main id="content" tabindex="-1">${body}</main>
        <footer class="bottom">
          <p>
            Larkspur is a demo shop: nothing is sold, nothing is delivered. Search and recommendations by Mirabel.
            <a href="/docs">API documentation</a>
          </p>
        </footer>
      </body>
    </html>`.text;
}
