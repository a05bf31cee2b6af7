import { Client } from 'pg';
import { RelatedItems } from '../../src/modules/behaviour/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';
import { Shoppers } from '../support/shoppers.ts';

let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp({ settings: { trustProxy: 1 } });
  shop = await service.createTenant();
  await new Shop(service, shop).push([
    product('kite/1', { title: 'Red paper kite', categories: ['Toys > Kites'], price: 20, currency: 'EUR' }),
    product('kite-2', { title: 'Paper kite dragon', categories: ['Toys > Kites'], price: 24, currency: 'EUR' }),
    product('kite-3', { title: 'Stunt kite', categories: ['Toys > Kites'], price: 90, currency: 'EUR' }),
    product('cord', { title: 'Strong cord', categories: ['Ropes'] }),
    product('desk', { title: 'Oak desk', categories: ['Furniture'] }),
  ]);
});
afterAll(() => service.close());

const similar = (id: string, query = ''): Promise<Answer> =>
  ask(service.url, 'GET', `/v1/${shop.slug}/items/${encodeURIComponent(id)}/similar${query}`, {
    key: shop.keys.public,
  });
const ids = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);

test('items like one, as hits', async () => {
  const answer = await similar('kite/1');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
  expect(ids(answer)).toEqual(['kite-2', 'kite-3']);
  expect(answer.body.items[0]).toMatchObject({
    position: 1,
    title: 'Paper kite dragon',
    highlight: { title: 'Paper kite dragon', description: null },
  });
  expect(ids(await similar('kite/1', '?limit=1'))).toEqual(['kite-2']);
});

test('nothing alike, nothing there, bounds', async () => {
  expect((await similar('desk')).body).toEqual({ items: [] });
  for (const id of ['gone', 'kite', '\u0000', 'x'.repeat(600)]) {
    expect((await similar(id)).body).toMatchObject({ status: 404, code: 'not_found' });
  }
  expect((await similar('desk', '?limit=11')).body).toMatchObject({ status: 400, code: 'invalid_parameter' });
});

test('an id that nobody has costs the database nothing; callers of one moment share what is read', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('begin; lock table conversions, behaviour_totals in access exclusive mode');
    expect((await similar('made-up')).status).toBe(404);
    const related = service.app.get(RelatedItems);
    const asked = Array.from({ length: 20 }, () => related.of(shop.context, 'kite-3'));
    await client.query('rollback');
    expect(new Set(await Promise.all(asked)).size).toBe(1);
  } finally {
    await client.end();
  }
});

test('what is bought with it, once several buyers did; what a rule hides from every search is hidden here', async () => {
  const shoppers = new Shoppers(service, shop);
  for (let order = 0; order < 3; order++) {
    const shopper = shoppers.arrive();
    await shopper.buy('desk', { order_id: `order-${order}` });
    await shopper.buy('cord', { order_id: `order-${order}` });
    const alone = shoppers.arrive('192.0.2.9');
    await alone.buy('cord', { order_id: `fake-${order}` });
    await alone.buy('kite-3', { order_id: `fake-${order}` });
  }
  expect(ids(await similar('cord'))).toEqual(['desk']);
  const made = await ask(service.url, 'POST', `/v1/${shop.slug}/rules`, {
    key: shop.keys.secret,
    body: { name: 'Off sale', conditions: [], actions: { hide: ['kite-2'] } },
  });
  expect(made.status).toBe(201);
  expect(ids(await similar('kite/1'))).toEqual(['kite-3']);
});
