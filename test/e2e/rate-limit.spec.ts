import { TenantsService } from '../../src/modules/tenants/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { poll } from '../support/poll.ts';

let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp({ rateLimit: 300 });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await service.createTenant();
  service.clock.advance(60_001);
});

const read = (key = shop.keys.secret) => ask(service.url, 'GET', `/v1/${shop.slug}/settings`, { key });

/** A slow machine may say that it is overloaded before a request is counted: that is sent again. */
const answered = <Answer extends { status: number }>(call: () => Promise<Answer>): Promise<Answer> =>
  poll(async () => {
    const answer = await call();
    return answer.status === 503 ? null : answer;
  });

async function spend(count: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, count - done) }, () => answered(call)));
    statuses.push(...answers.map((answer) => answer.status));
  }
  return statuses;
}

test('the 301st request within a minute is refused and says when to come back', async () => {
  expect(new Set(await spend(300, () => read()))).toEqual(new Set([200]));
  const refused = await answered(() => read());
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=300;w=60');
  expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=60');
  expect(refused.headers.get('x-ratelimit-limit')).toBe('300');
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
});

test('the window slides: no doubling at the edge of a minute', async () => {
  await spend(150, () => read());
  service.clock.advance(40_000);
  await spend(150, () => read());
  expect((await read()).status).toBe(429);
  service.clock.advance(20_001);
  // The first 150 are out of the window, the second 150 are not.
  expect((await spend(151, () => read())).filter((status) => status === 200)).toHaveLength(150);
});

test('calls that are refused for their scope count too', async () => {
  const call = () => read(shop.keys.indexer);
  expect(new Set(await spend(300, call))).toEqual(new Set([403]));
  expect((await call()).status).toBe(429);
});

test('requests without a valid key are counted by address, without harm to valid keys', async () => {
  const guess = () => ask(service.url, 'GET', `/v1/${shop.slug}/settings`);
  await read();
  expect(new Set(await spend(299, guess))).toEqual(new Set([401]));
  const statuses = await spend(3, guess);
  expect(statuses).toContain(429);
  // Known already: no look-up is needed, so the address does not matter.
  expect((await read()).status).toBe(200);
});

test('a revoked key is counted by address as any other stranger', async () => {
  const made = await ask(service.url, 'POST', `/v1/${shop.slug}/keys`, {
    key: shop.keys.secret,
    body: { kind: 'secret', name: 'doomed' },
  });
  await read(made.body.key);
  await ask(service.url, 'DELETE', `/v1/${shop.slug}/keys/${made.body.id}`, { key: shop.keys.secret });
  const statuses = await spend(302, () => read(made.body.key));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect((await read()).status).toBe(200);
});

test('many requests at once with a key that this process has not seen yet are counted under the key', async () => {
  const second = await startTestApp({ databaseUrl: service.databaseUrl });
  try {
    const raise = { key: shop.keys.secret, body: { rate_limit_per_minute: 10_000 } };
    expect((await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, raise)).status).toBe(200);
    const burst = (key: string) =>
      Promise.all(Array.from({ length: 400 }, () => ask(second.url, 'GET', `/v1/${shop.slug}/settings`, { key })));
    expect(new Set((await burst(shop.keys.secret)).map(({ status }) => status))).toEqual(new Set([200]));
    // Nobody gets to guess more by asking at the same time.
    const wrong = await createWrongKey();
    const refused = (await burst(wrong)).map(({ status }) => status);
    expect(refused.filter((status) => status === 401).length).toBeLessThanOrEqual(300);
    expect(new Set(refused)).toEqual(new Set([401, 429]));
  } finally {
    await second.close();
  }
});

/** Well formed, and of no tenant any more. */
async function createWrongKey(): Promise<string> {
  const gone = await service.createTenant();
  await service.app.get(TenantsService).delete(gone.context);
  return gone.keys.secret;
}

test('a setting changes the limit', async () => {
  const set = (rate_limit_per_minute: number) =>
    ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body: { rate_limit_per_minute } });
  expect((await set(3)).status).toBe(200);
  expect((await read()).status).toBe(200);
  expect((await read()).status).toBe(200);
  expect((await read()).status).toBe(429);
});
