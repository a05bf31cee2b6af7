import { randomUUID } from 'node:crypto';
import { Database } from '../../src/platform/database/index.ts';
import { Rollups } from '../../src/modules/insights/index.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';

const DAY = 86_400_000;
let service: TestApp;
let shop: TestTenant;
beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = await service.createTenant();
});
afterAll(() => service.close());

const track = async (kind: string, body: object, tenant = shop): Promise<void> => {
  const answer = await ask(service.url, 'POST', `/v1/${tenant.slug}/track/${kind}`, { key: tenant.keys.public, body });
  expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
};
const erase = (body: object, tenant = shop): Promise<Answer> =>
  ask(service.url, 'POST', `/v1/${tenant.slug}/privacy/erase`, { key: tenant.keys.secret, body });
const overview = async (query = '') =>
  (await ask(service.url, 'GET', `/v1/${shop.slug}/metrics/overview${query}`, { key: shop.keys.secret })).body;

async function visit(session_id: string, order_id: string, tenant = shop): Promise<void> {
  await track(
    'search',
    { session_id, query: 'lamp', results_count: 1, channel: 'overlay', event_id: randomUUID() },
    tenant,
  );
  await track('click', { session_id, query: 'lamp', item_id: 'lamp', position: 1 }, tenant);
  const bought = { session_id, order_id, revenue: 2, currency: 'EUR', event_id: randomUUID() };
  await track('conversion', { ...bought, item_id: 'lamp' }, tenant);
}

/** Tables that have a row with this text in any column. */
async function placesOf(text: string): Promise<string[]> {
  const { dataSource } = service.app.get(Database);
  const tables = (await dataSource.query(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )) as { name: string }[];
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = (await service.app
      .get(Database)
      .system((tx) => tx.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${text}%`]))
      .catch(() => [])) as unknown[];
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('a session is gone from every table, and the reports know it at once', async () => {
  const session = randomUUID();
  const other = randomUUID();
  await new Shop(service, shop).push([product('lamp', { title: 'lamp' })]);
  const body = { q: 'lamp', session_id: session };
  await ask(service.url, 'POST', `/v1/${shop.slug}/search`, { key: shop.keys.public, body });
  await visit(session, 'order-1');
  await visit(other, 'order-2');
  expect((await placesOf(session)).length).toBeGreaterThanOrEqual(4);
  const before = await overview();
  service.clock.advance(2 * DAY);
  await service.app.get(Rollups).runFor(shop.context);
  expect(await overview('?to=' + before.to + '&from=' + before.from)).toMatchObject({ searches: 2, conversions: 2 });
  const answer = await erase({ session_id: session.toUpperCase() });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      erased: {
        searches: 1,
        clicks: 1,
        conversions: 1,
        served_searches: 1,
        event_keys: 2,
        click_pairs: 1,
        machine_sessions: 0,
      },
    },
  });
  expect(await placesOf(session)).toEqual([]);
  const after = {
    searches: 1,
    sessions: 1,
    clicks: 1,
    conversions: 1,
    revenue: [{ currency: 'EUR', amount: 2, attributed_amount: 2, conversions: 1 }],
  };
  const period = `?from=${before.from}&to=${before.to}`;
  expect(await overview(period)).toMatchObject(after);
  await service.app.get(Rollups).runFor(shop.context);
  expect(await overview(period)).toMatchObject(after);
  const again = (await erase({ session_id: session })).body.erased as Record<string, number>;
  expect(Object.values(again).every((count) => count === 0)).toBe(true);
});

test('words that only an erased session said are gone with it; of what others said too they stay', async () => {
  const session = randomUUID();
  const say = async (own: string, query: string): Promise<void> => {
    await track('search', { session_id: own, query, results_count: 1, channel: 'overlay' });
    await track('click', { session_id: own, query, item_id: `item-of-${query}`, position: 1 });
  };
  await say(session, 'quixotisch');
  for (const own of [session, randomUUID(), randomUUID()]) await say(own, 'zwiefach');
  for (const own of [session, randomUUID(), randomUUID(), randomUUID()]) await say(own, 'vierfach');
  service.clock.advance(2 * DAY);
  await service.app.get(Rollups).runFor(shop.context);
  const kept = ['rollup_query_numbers', 'rollup_queries', 'rollup_items'];
  expect(await placesOf('quixotisch')).toEqual(expect.arrayContaining(kept));
  expect(await placesOf('zwiefach')).toEqual(expect.arrayContaining([...kept, 'rollup_pair_names']));

  await erase({ session_id: session });
  await service.app.get(Rollups).runFor(shop.context);
  expect(await placesOf('quixotisch')).toEqual([]);
  expect(await placesOf('zwiefach')).toEqual(expect.arrayContaining(kept));
  expect(await placesOf('zwiefach')).not.toContain('rollup_pair_names');
  expect(await placesOf('vierfach')).toEqual(expect.arrayContaining([...kept, 'rollup_pair_names']));
}, 60_000);

test('an order is gone, its session stays; other tenants stay', async () => {
  const session = randomUUID();
  const other = await service.createTenant();
  await visit(session, 'order-1');
  await visit(session, 'order-1', other);
  const answer = await erase({ order_id: 'order-1' });
  expect(answer.body.erased).toMatchObject({ searches: 0, clicks: 0, conversions: 1, event_keys: 1 });
  expect(await overview()).toMatchObject({ searches: 1, conversions: 0, revenue: [] });
  expect((await erase({ order_id: 'order-1' }, other)).body.erased).toMatchObject({ conversions: 1 });
});

test('one of the two is needed', async () => {
  for (const body of [{}, { session_id: null, order_id: null }, { session_id: 'x' }, { order_id: '' }])
    expect(await erase(body)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect((await erase({ order_id: 'o', more: 1 })).body.errors).toMatchObject([{ code: 'unknown_field' }]);
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/privacy/erase`, {
    key: shop.keys.public,
    body: { order_id: 'o' },
  });
  expect(answer.body.code).toBe('insufficient_scope');
});

test('addresses are in no table', async () => {
  await visit(randomUUID(), 'order-1');
  expect(await placesOf('127.0.0.1')).toEqual([]);
});

test('raw events live as long as each tenant says, aggregates 25 months', async () => {
  const brief = await service.createTenant();
  const patched = await ask(service.url, 'PATCH', `/v1/${brief.slug}/settings`, {
    key: brief.keys.secret,
    body: { retention_days: 10 },
  });
  expect(patched.status).toBe(200);
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  for (const tenant of [shop, brief]) await visit(randomUUID(), 'order-1', tenant);
  const count = async (tenant: TestTenant): Promise<number[]> =>
    service.app.get(Database).tenant(tenant.context, async (tx) => {
      const [row] = await tx.query<{ s: number; c: number; v: number; q: number; h: number }>(
        `select (select count(*)::int from searches) s, (select count(*)::int from clicks) c,
                (select count(*)::int from conversions) v, (select count(*)::int from rollup_queries) q,
                (select count(*)::int from rollup_hours) h`,
      );
      return [row!.s, row!.c, row!.v, row!.q, row!.h];
    });
  const pass = async (days: number): Promise<void> => {
    service.clock.advance(days * DAY);
    await service.app.get(Rollups).run();
    await service.app.get(Retention).run();
    await service.app.get(Retention).forgetShortLived();
  };
  await pass(10);
  expect([await count(shop), await count(brief)]).toEqual([
    [1, 1, 1, 3, 3],
    [1, 1, 1, 3, 3],
  ]);
  await pass(1);
  expect([await count(shop), await count(brief)]).toEqual([
    [1, 1, 1, 3, 3],
    // The words of one shopper went with the events.
    [0, 0, 0, 0, 3],
  ]);
  await pass(80);
  expect((await count(shop)).slice(0, 3)).toEqual([0, 0, 0]);
  shop = brief;
  expect(await overview(`?from=${day}&to=${day}`)).toMatchObject({ searches: 1, sessions: 1, conversions: 1, ctr: 1 });
  const { dataSource } = service.app.get(Database);
  const left = await dataSource.query(`select 1 from pg_class where relname = 'searches_' || $1`, [
    day.replaceAll('-', ''),
  ]);
  expect(left).toEqual([]);
  await pass(700);
  expect((await count(brief))[4]).toBe(0);
});

test('with its tenant all events go', async () => {
  const { TenantsService } = await import('../../src/modules/tenants/index.ts');
  await visit(randomUUID(), 'order-1');
  await service.app.get(TenantsService).delete(shop.context);
  expect(await placesOf(shop.context.tenantId)).toEqual([]);
});
