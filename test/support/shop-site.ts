import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoCatalogue } from '../../src/modules/demo/index.ts';
import type { TestApp, TestTenant } from './app.ts';
import { ask } from './client.ts';

export interface ShopPage {
  lang?: string;
  dir?: 'ltr' | 'rtl';
  /** Inside `<head>`. */
  head?: string;
  /** Inside `<main>`. */
  body: string;
}

/**
 * A merchant's site on an origin of its own, with a content policy that allows nothing inline and nothing but the service:
 * what the widget meets outside of our own pages.
 */
export class ShopSite {
  readonly #server: Server;
  readonly #pages = new Map<string, ShopPage>();

  private constructor(
    server: Server,
    private readonly service: string,
  ) {
    this.#server = server;
  }

  static async start(service: string): Promise<ShopSite> {
    const server = createServer();
    const site = new ShopSite(server, service);
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      const page = site.#pages.get(pathname);
      if (page) {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('content-security-policy', site.#policy());
        response.end(site.#html(page));
      } else if (/\.(svg|png|css|ico)$/.test(pathname)) {
        response.setHeader('content-type', pathname.endsWith('.css') ? 'text/css' : 'image/svg+xml');
        response.end(pathname.endsWith('.css') ? STYLE : PICTURE);
      } else {
        response.setHeader('content-type', 'text/html');
        response.end(`<!doctype html><title>${pathname.replaceAll(/[^\w/-]/g, '')}</title>`);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Serves a page at this path. */
  serve(path: string, page: ShopPage): string {
    this.#pages.set(path, page);
    return this.url + path;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #policy(): string {
    const { service } = this;
    return `default-src 'none'; script-src ${service}; connect-src ${service}; style-src 'self'; img-src 'self'; base-uri 'none'`;
  }

  #html({ lang = 'en', dir = 'ltr', head = '', body }: ShopPage): string {
    return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"><link rel="icon" href="/icon.svg">${head}</head>
<body><main><h1>A shop</h1>${body}</main></body></html>`;
  }
}

const STYLE = `html{color-scheme:light dark;font-family:sans-serif;background:light-dark(#fff,#111);color:light-dark(#111,#eee)}
body{margin:0}main{padding:1rem;overflow:hidden}`;
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z" fill="#8aa"/></svg>';

/** Attributes with which the widget searches without the SDK. */
export function direct(service: TestApp, { slug, keys }: TestTenant): string {
  return `base-url="${service.url}" tenant="${slug}" api-key="${keys.public}"`;
}

/** The one script tag of a shop. */
export function bootstrap(service: TestApp, { slug, keys }: TestTenant, attributes = ''): string {
  return `<script src="${service.url}/v1/${slug}/widget-bootstrap.js?key=${keys.public}" ${attributes} defer></script>`;
}

/** A tenant with products of the demo catalogue. */
export async function createFilledTenant(service: TestApp, count = 700): Promise<TestTenant> {
  const shop = await service.createTenant();
  const documents = demoCatalogue().slice(0, count);
  for (let from = 0; from < documents.length; from += 250) {
    const body = { source: 'demo', documents: documents.slice(from, from + 250) };
    const answer = await ask(service.url, 'POST', '/api/v1/index', { key: shop.keys.indexer, body });
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return shop;
}

/**
 * The next answer of the service to such a request, seen at the service: a browser does not tell what became of a request
 * whose page is gone.
 */
export function answered(service: TestApp, path: RegExp): Promise<number> {
  const server = service.app.getHttpServer() as Server;
  return new Promise((resolve) => {
    const watch = (request: IncomingMessage, response: ServerResponse): void => {
      if (request.method === 'OPTIONS' || !path.test(request.url ?? '')) return;
      server.off('request', watch);
      response.once('finish', () => resolve(response.statusCode));
    };
    server.on('request', watch);
  });
}
