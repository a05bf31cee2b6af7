import type { TestApp, TestTenant } from './app.ts';
import { ask, type Answer, type AskOptions } from './client.ts';

export type TestDocument = Record<string, unknown>;

/** The least that is valid, with an address of its own. */
export function product(id: string, fields: TestDocument = {}): TestDocument {
  return { id, title: `Product ${id}`, url: '/p', ...fields };
}

export const products = (count: number, fields: (index: number) => TestDocument = () => ({})): TestDocument[] =>
  Array.from({ length: count }, (_, index) => product(`p-${index}`, fields(index)));

/** What a merchant's backend and a storefront do with one tenant's catalogue. */
export class Shop {
  constructor(
    readonly service: Pick<TestApp, 'url'>,
    readonly tenant: TestTenant,
  ) {}

  push(documents: unknown, source: unknown = 'erp', options: AskOptions = {}): Promise<Answer> {
    return this.post({ source, documents }, options);
  }

  post(body: unknown, options: AskOptions = {}): Promise<Answer> {
    return ask(this.service.url, 'POST', '/api/v1/index', { key: this.tenant.keys.indexer, body, ...options });
  }

  remove(pathOrQuery: string, options: AskOptions = {}): Promise<Answer> {
    return ask(this.service.url, 'DELETE', `/api/v1/index${pathOrQuery}`, {
      key: this.tenant.keys.indexer,
      ...options,
    });
  }

  items(query = ''): Promise<Answer> {
    return ask(this.service.url, 'GET', `/v1/${this.tenant.slug}/items${query}`, { key: this.tenant.keys.public });
  }

  item(id: string): Promise<Answer> {
    return this.items(`/${encodeURIComponent(id)}`);
  }

  patch(id: string, body: unknown, options: AskOptions = {}): Promise<Answer> {
    return ask(this.service.url, 'PATCH', `/v1/${this.tenant.slug}/items/${encodeURIComponent(id)}`, {
      key: this.tenant.keys.secret,
      body,
      ...options,
    });
  }

  search(query: Record<string, string>): Promise<Answer> {
    const parameters = new URLSearchParams(query);
    return ask(this.service.url, 'GET', `/v1/${this.tenant.slug}/search?${parameters}`, {
      key: this.tenant.keys.public,
    });
  }

  async found(q: string): Promise<string[]> {
    const { body } = await this.search({ q, per_page: '100' });
    return body.hits.map((hit: { id: string }) => hit.id).sort();
  }
}
