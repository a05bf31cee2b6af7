import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript' };

/** Pages of a shop on an origin of their own (`http://localhost:port`), as HTML, with scripts from the disk beside them. */
export class ShopPages {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** `pages` by path; `scripts` are files by path. `headers` go with every page. */
  static async start(
    pages: Record<string, string>,
    scripts: Record<string, URL> = {},
    headers: Record<string, string> = {},
  ): Promise<ShopPages> {
    const server = createServer((request, response) => {
      const path = new URL(request.url!, 'http://localhost').pathname;
      const send = async (): Promise<void> => {
        const script = scripts[path];
        if (path === '/favicon.ico') return void response.writeHead(204).end();
        const text = script ? await readFile(script, 'utf8') : pages[path];
        const type = TYPES[script ? 'js' : 'html']!;
        response.writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8`, ...headers });
        response.end(text ?? '');
      };
      send().catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return new ShopPages(server);
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
