import { randomUUID } from 'node:crypto';
import { BehaviourLearner, BehaviourReader } from '../../src/modules/behaviour/index.ts';
import { Jobs } from '../../src/platform/jobs/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { Shoppers } from '../support/shoppers.ts';

const DAY = 86_400_000;
let service: TestApp;
let shop: TestTenant;
let shoppers: Shoppers;
const lamps = (): object[] => ['a', 'b', 'c', 'd', 'e'].map((id) => product(id, { title: 'Desk lamp' }));

beforeAll(async () => {
  service = await startTestApp({ settings: { trustProxy: 1 } });
});
beforeEach(async () => {
  shop = await service.createTenant();
  shoppers = new Shoppers(service, shop);
  await new Shop(service, shop).push(lamps());
});
afterAll(() => service.close());

/** What the job does every minute, and what each process does at its signal. */
async function learn(tenant = shop): Promise<void> {
  await service.app.get(BehaviourLearner).learn(tenant.context);
  await service.app.get(BehaviourReader).refresh(tenant.context);
}

async function behaviourOf(q: string, id: string): Promise<{ value: number; detail: string }> {
  const { body } = await shoppers.answer(q, { explain: true });
  const hit = body.hits.find((one: { id: string }) => one.id === id);
  return hit.explain.rules.find(({ name }: { name: string }) => name === 'behaviour');
}

const erase = (body: object) =>
  ask(service.url, 'POST', `/v1/${shop.slug}/privacy/erase`, { key: shop.keys.secret, body });
const rows = async (table: string, tenant = shop): Promise<number> => {
  const found = await service.app
    .get(Database)
    .tenant(tenant.context, (tx) => tx.query<{ rows: number }>(`select count(*)::int as rows from ${table}`));
  return found[0]!.rows;
};

test('what shoppers pick rises for their words, explain says why, and other tenants know nothing of it', async () => {
  const other = await service.createTenant();
  await new Shop(service, other).push(lamps());
  expect(await shoppers.order('lamp')).toEqual(['a', 'b', 'c', 'd', 'e']);
  await shoppers.click(8, 'Lamp', 'd');
  await learn();
  const order = await shoppers.order('lamp');
  expect([order[0], order.at(-1)]).toEqual(['d', 'a']);
  const picked = await behaviourOf('lamp', 'd');
  expect(picked.value).toBeGreaterThan(0);
  const times = (4 ** (picked.value / 5)).toFixed(2);
  expect(picked.detail).toBe(`picked ${times} times as often as its places explain, for these words`);
  // Seen first by everyone and left alone: it sinks below what was hardly seen.
  expect((await behaviourOf('lamp', 'a')).value).toBeLessThan((await behaviourOf('lamp', 'b')).value);
  expect((await behaviourOf('desk', 'd')).detail).toMatch(/over all searches$/);
  await learn(other);
  expect(await new Shoppers(service, other).order('lamp')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await rows('behaviour_totals', other)).toBe(0);
});

test('only among hits that match equally well', async () => {
  await new Shop(service, shop).push([product('shade', { title: 'Shade', description: 'For any lamp of the house' })]);
  await shoppers.click(12, 'lamp', 'shade');
  await learn();
  expect((await behaviourOf('lamp', 'shade')).value).toBeGreaterThan(0);
  expect((await shoppers.order('lamp')).at(-1)).toBe('shade');
});

test('purchases count more than clicks, what the shop confirms twice as much', async () => {
  const buyers = { d: 'public', e: 'secret' } as const;
  for (const [id, kind] of Object.entries(buyers)) {
    for (let count = 0; count < 3; count++) {
      const shopper = shoppers.arrive();
      await shopper.search('lamp');
      await shopper.click('lamp', id);
      await shopper.buy(id, { key: shop.keys[kind] });
    }
  }
  await shoppers.click(3, 'lamp', 'c');
  await learn();
  expect((await shoppers.order('lamp')).slice(0, 3)).toEqual(['e', 'd', 'c']);
});

test('clicks from one machine buy no place, however many sessions it opens', async () => {
  await shoppers.click(6, 'lamp', 'b');
  await learn();
  const before = await shoppers.order('lamp');
  expect(before[0]).toBe('b');
  for (let count = 0; count < 60; count++) {
    const bot = shoppers.arrive('192.0.2.66');
    await bot.search('lamp');
    await bot.click('lamp', 'e');
    await bot.buy('e');
  }
  await learn();
  const after = await shoppers.order('lamp');
  expect(after[0]).toBe('b');
  expect(after.indexOf('e')).toBeGreaterThanOrEqual(before.indexOf('e'));
});

test('one session that clicks on and on is one opinion', async () => {
  await shoppers.click(6, 'lamp', 'b');
  const keen = shoppers.arrive();
  await keen.search('lamp');
  for (let count = 0; count < 50; count++) await keen.click('lamp', 'e', { event_id: randomUUID() });
  await shoppers.click(1, 'lamp', 'e');
  await learn();
  const [row] = await service.app
    .get(Database)
    .tenant(shop.context, (tx) =>
      tx.query(`select sessions, gain from behaviour_days where normalized_query = 'lamp' and item_id = 'e'`),
    );
  expect(row).toEqual({ sessions: 2, gain: 2 });
  expect((await shoppers.order('lamp'))[0]).toBe('b');
});

test('nor does a machine that comes back every day for a month', async () => {
  await shoppers.click(6, 'lamp', 'b');
  for (let day = 0; day < 30; day++) {
    service.clock.advance(DAY);
    const bot = shoppers.arrive('192.0.2.66');
    await bot.search('lamp');
    await bot.click('lamp', 'e');
    if (day % 5 === 0) await shoppers.click(2, 'lamp', 'b');
    if (day % 10 === 9) await learn();
  }
  expect((await shoppers.order('lamp'))[0]).toBe('b');
  expect((await behaviourOf('lamp', 'b')).value).toBeGreaterThan((await behaviourOf('lamp', 'e')).value);
});

test('a click without a search within the hour before it counts nothing', async () => {
  for (let count = 0; count < 8; count++) await shoppers.arrive().click('lamp', 'd');
  for (let count = 0; count < 8; count++) {
    const late = shoppers.arrive();
    await late.report('lamp', 1, { timestamp: new Date(service.clock.now() - 61 * 60_000).toISOString() });
    await late.click('lamp', 'd');
  }
  await learn();
  expect(await shoppers.order('lamp')).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('erased sessions and orders are taken out of the ranking', async () => {
  const session = shoppers.arrive();
  await session.search('lamp');
  await session.click('lamp', 'd');
  await session.buy('d', { key: shop.keys.secret, order_id: 'order-1' });
  await learn();
  expect((await shoppers.order('lamp'))[0]).toBe('d');
  const bought = (await behaviourOf('lamp', 'd')).value;
  expect((await erase({ order_id: 'order-1' })).body.erased).toMatchObject({ conversions: 1 });
  await learn();
  expect((await behaviourOf('lamp', 'd')).value).toBeLessThan(bought);
  expect((await erase({ session_id: session.session })).body.erased).toMatchObject({ clicks: 1 });
  await learn();
  expect(await shoppers.order('lamp')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([await rows('behaviour_days'), await rows('behaviour_totals')]).toEqual([0, 0]);
});

test('an erased session of an earlier day too, and others of that day stay', async () => {
  const one = shoppers.arrive();
  await one.search('lamp');
  await one.click('lamp', 'd');
  const rare = shoppers.arrive();
  await rare.search('my secret lamp');
  await learn();
  service.clock.advance(3 * DAY);
  await erase({ session_id: rare.session });
  await learn();
  const left = await service.app
    .get(Database)
    .tenant(shop.context, (tx) => tx.query<{ q: string }>('select normalized_query as q from behaviour_totals'));
  expect(new Set(left.map(({ q }) => q))).toEqual(new Set(['', 'lamp']));
});

test('what is old weighs less and goes with the raw events', async () => {
  await shoppers.click(8, 'lamp', 'd');
  await learn();
  const fresh = (await behaviourOf('lamp', 'd')).value;
  service.clock.advance(60 * DAY);
  await learn();
  const old = (await behaviourOf('lamp', 'd')).value;
  expect(old).toBeGreaterThan(0);
  expect(old).toBeLessThan(fresh);
  service.clock.advance(31 * DAY);
  await service.app.get(BehaviourLearner).forget();
  expect(await rows('behaviour_totals')).toBe(0);
});

test('browsing goes by what is wanted', async () => {
  await shoppers.click(8, 'lamp', 'd');
  await shoppers.click(3, 'desk', 'c');
  await learn();
  expect((await shoppers.order('')).slice(0, 2)).toEqual(['d', 'c']);
});

test('a restart keeps it, and so does another process', async () => {
  await shoppers.click(8, 'lamp', 'd');
  await learn();
  const second = await startTestApp({ databaseUrl: service.databaseUrl });
  try {
    const elsewhere = new Shoppers(second, shop);
    expect((await elsewhere.order('lamp'))[0]).toBe('d');
    await shoppers.click(40, 'lamp', 'e');
    // The durable job, on either process; its signal has each read anew what is known.
    await service.app.get(Jobs).send('learn-behaviour');
    while ((await elsewhere.order('lamp'))[0] !== 'e');
  } finally {
    await second.close();
  }
});
