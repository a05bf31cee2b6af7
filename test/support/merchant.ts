import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp, TestTenant } from './app.ts';
import { ask, type Answer } from './client.ts';
import { poll } from './poll.ts';

export type Item = Record<string, unknown>;

/** What a handler may look at: the request's address and headers, and its number, counting from 1. */
export interface Asked {
  url: URL;
  headers: IncomingMessage['headers'];
  number: number;
}

export type Reply =
  | { status?: number; body?: unknown; raw?: string | Buffer; headers?: Record<string, string> }
  /** Takes the connection over. */
  | ((response: ServerResponse) => void);

/** A merchant's API on a real socket. */
export class Merchant {
  readonly asked: Asked[] = [];
  answer: (asked: Asked) => Reply | Promise<Reply> = () => ({ body: [] });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(host = '127.0.0.2'): Promise<Merchant> {
    const merchant = new Merchant();
    await new Promise<void>((resolve) => merchant.#server.listen(0, host, resolve));
    return merchant;
  }

  /** Pages of a list by number. */
  static pages(items: readonly Item[], wrap: (page: Item[], number: number) => unknown = (page) => page) {
    return ({ url }: Asked): Reply => {
      const number = Number(url.searchParams.get('page') ?? 1);
      const size = Number(url.searchParams.get('limit') ?? 100);
      return { body: wrap(items.slice((number - 1) * size, number * size), number) };
    };
  }

  get url(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  get pagesAsked(): (string | null)[] {
    return this.asked.map(({ url }) => url.searchParams.get('page'));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = { url: new URL(request.url!, this.url), headers: request.headers, number: this.asked.length + 1 };
    this.asked.push(asked);
    const reply = await this.answer(asked);
    if (typeof reply === 'function') return reply(response);
    const body = reply.raw ?? JSON.stringify(reply.body ?? null);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(body);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const goods = (count: number, from = 0, fields: Item = {}): Item[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `g-${from + i}`,
    title: `Good ${from + i}`,
    url: `/g/${from + i}`,
    price: from + i + 0.5,
    ...fields,
  }));

/** The connectors of one tenant, as its panel uses them. */
export class Connectors {
  constructor(
    readonly service: Pick<TestApp, 'url'>,
    readonly tenant: TestTenant,
  ) {}

  ask(method: string, path = '', body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const options = { key: this.tenant.keys.secret, headers, ...(body === undefined ? {} : { body }) };
    return ask(this.service.url, method, `/v1/${this.tenant.slug}/connectors${path}`, options);
  }

  /** Switched off, so that it is synced by hand alone. */
  async create(fields: Record<string, unknown>): Promise<string> {
    const answer = await this.ask('POST', '', { enabled: false, ...fields });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.id as string;
  }

  async begin(id: string): Promise<string> {
    const answer = await this.ask('POST', `/${id}/sync`);
    if (answer.status !== 202) throw new Error(answer.text);
    return answer.body.id as string;
  }

  async sync(id: string): Promise<Answer['body']> {
    return this.ended(id, await this.begin(id));
  }

  async ended(id: string, syncId: string): Promise<Answer['body']> {
    return poll(async () => {
      const { body } = await this.ask('GET', `/${id}/syncs/${syncId}`);
      return ['queued', 'running'].includes(body.status) ? null : body;
    });
  }

  /** Ids of the documents, of all sources. */
  async catalogue(source?: string): Promise<string[]> {
    const ids: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const query = `limit=100&offset=${offset}${source ? `&source=${source}` : ''}`;
      const { body } = await ask(this.service.url, 'GET', `/v1/${this.tenant.slug}/items?${query}`, {
        key: this.tenant.keys.secret,
      });
      ids.push(...body.rows.map((row: { id: string }) => row.id));
      if (ids.length >= body.total || body.rows.length === 0) return ids.sort();
    }
  }

  async document(id: string): Promise<Answer['body']> {
    const path = `/v1/${this.tenant.slug}/items/${encodeURIComponent(id)}`;
    return (await ask(this.service.url, 'GET', path, { key: this.tenant.keys.secret })).body;
  }
}
