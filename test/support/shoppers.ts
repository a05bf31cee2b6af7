import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp, TestTenant } from './app.ts';
import { ask, type Answer } from './client.ts';

/** Events of one shop's shoppers over HTTP. Needs `trustProxy`, so that each shopper has an address of its own. */
export class Shoppers {
  #addresses = 0;

  constructor(
    private readonly service: TestApp,
    private readonly tenant: TestTenant,
  ) {}

  /** A new session at an address: a new one, or the given. */
  arrive(
    address = `10.${(++this.#addresses >> 16) & 255}.${(this.#addresses >> 8) & 255}.${this.#addresses & 255}`,
  ): Shopper {
    return new Shopper(this.service, this.tenant, address);
  }

  /** Shoppers of their own who search and click one item, all at once. */
  async click(count: number, query: string, itemId: string): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const shopper = this.arrive();
        await shopper.search(query);
        await shopper.click(query, itemId);
      }),
    );
  }

  /** Ids of a search's hits, in order. */
  async order(q: string): Promise<string[]> {
    return (await this.answer(q)).body.hits.map(({ id }: { id: string }) => id);
  }

  answer(q: string, more: object = {}): Promise<Answer> {
    return ask(this.service.url, 'POST', `/v1/${this.tenant.slug}/search`, {
      key: this.tenant.keys.public,
      body: { q, ...more },
    });
  }
}

export class Shopper {
  readonly session: string = randomUUID();
  #positions = new Map<string, number>();

  constructor(
    private readonly service: TestApp,
    private readonly tenant: TestTenant,
    private readonly address: string,
  ) {}

  /** As the SDK does it: searches with its session, then reports that it has. */
  async search(q: string): Promise<string[]> {
    const body = { q, session_id: this.session, channel: 'results_page' };
    const answer = await this.#post('search', body);
    this.#positions = new Map(
      answer.body.hits.map(({ id, position }: { id: string; position: number }) => [id, position]),
    );
    await this.report(q, answer.body.total, { query_id: answer.body.query_id });
    return [...this.#positions.keys()];
  }

  /** The search event alone, as of an interface that searches by another way. */
  async report(query: string, results_count = 1, more: object = {}): Promise<void> {
    await this.#track('search', { query, results_count, channel: 'results_page', ...more });
  }

  async click(query: string, item_id: string, more: object = {}): Promise<void> {
    await this.#track('click', { query, item_id, position: this.#positions.get(item_id) ?? 1, ...more });
  }

  async buy(
    item_id: string,
    { key = this.tenant.keys.public, order_id = randomUUID() as string, ...more } = {},
  ): Promise<void> {
    await this.#track('conversion', { item_id, order_id, revenue: 10, currency: 'EUR', ...more }, key);
  }

  async #track(kind: string, body: object, key = this.tenant.keys.public): Promise<void> {
    const answer = await this.#post(`track/${kind}`, { session_id: this.session, ...body }, key);
    if (answer.status !== 202) throw new Error(answer.text);
  }

  /** As the SDK does, again when it is refused: a busy machine does that to some of forty who come at once. */
  async #post(path: string, body: object, key = this.tenant.keys.public): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await ask(this.service.url, 'POST', `/v1/${this.tenant.slug}/${path}`, {
        key,
        body,
        headers: { 'x-forwarded-for': this.address },
      });
      if (answer.status !== 503 || attempt === 5) return answer;
      await pause(1_000 * Number(answer.headers.get('retry-after')));
    }
  }
}
