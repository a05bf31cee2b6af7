import { BehaviourLearner, BehaviourReader } from '../../src/modules/behaviour/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';
import { Shoppers } from '../support/shoppers.ts';

let service: TestApp;
let shop: TestTenant;
let shoppers: Shoppers;

beforeAll(async () => {
  service = await startTestApp({ settings: { trustProxy: 1 } });
});
beforeEach(async () => {
  shop = await service.createTenant();
  shoppers = new Shoppers(service, shop);
  await new Shop(service, shop).push([
    product('red', { title: 'Red sneakers', popularity: 1 }),
    product('blue', { title: 'Blue sneakers' }),
    product('lamp', { title: 'Desk lamp' }),
  ]);
});
afterAll(() => service.close());

const suggest = (parameters: Record<string, string> = {}, tenant = shop): Promise<Answer> =>
  ask(service.url, 'GET', `/v1/${tenant.slug}/suggest?${new URLSearchParams(parameters)}`, { key: tenant.keys.public });
const queries = async (q: string, more: Record<string, string> = {}): Promise<string[]> =>
  (await suggest({ q, ...more })).body.queries.map(({ query }: { query: string }) => query);

/** Each in a session and at an address of its own. */
async function asked(...texts: string[]): Promise<void> {
  for (const text of texts) await shoppers.arrive().report(text);
}
async function learn(): Promise<void> {
  await service.app.get(BehaviourLearner).learn(shop.context);
  await service.app.get(BehaviourReader).refresh(shop.context);
}

test('queries of three sessions, as they are mostly written, and the hits', async () => {
  await asked('Sneakers', 'sneakers', 'Sneakers', 'Sneakers', 'red sneakers', 'RED  sneakers', 'red sneakers');
  await asked('lamp', 'lamp');
  await learn();
  const { status, headers, body } = await suggest({ q: 'sne' });
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=30']);
  expect(body.queries).toEqual([
    { query: 'Sneakers', score: expect.closeTo(4, 0) },
    { query: 'red sneakers', score: expect.closeTo(3, 0) },
  ]);
  expect(body.items).toEqual([
    {
      id: 'red',
      title: 'Red sneakers',
      url: '/p',
      docType: 'product',
      popularity: 1,
      position: 1,
      highlight: { title: 'Red <mark>sneakers</mark>', description: null },
    },
    expect.objectContaining({ id: 'blue', position: 2 }),
  ]);
  expect(await queries('lam')).toEqual([]);
  await asked('lamp');
  await learn();
  expect(await queries('lam')).toEqual(['lamp']);
  expect(await queries('snaekers')).toEqual(['Sneakers']);
});

test('nothing typed: what is popular', async () => {
  await asked('lamp', 'lamp', 'lamp', 'sneakers', 'sneakers', 'sneakers', 'sneakers');
  await shoppers.click(4, 'lamp', 'lamp');
  await learn();
  const { body } = await suggest({ limit: '1' });
  expect(body.queries.map(({ query }: { query: string }) => query)).toEqual(['lamp']);
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['lamp']);
  expect((await suggest()).body.queries).toHaveLength(2);
});

test('only what has results now', async () => {
  await asked('lamp', 'lamp', 'lamp', 'lampshade', 'lampshade', 'lampshade', 'lampshade');
  await learn();
  expect(await queries('lamp')).toEqual(['lamp']);
  await new Shop(service, shop).remove('/lamp');
  expect(await queries('lamp')).toEqual([]);
  await new Shop(service, shop).push([product('shade', { title: 'Lampshade' })]);
  expect(await queries('lampsh')).toEqual(['lampshade']);
});

test('one machine counts with three sessions a day, one session once', async () => {
  for (let count = 0; count < 9; count++) await shoppers.arrive('192.0.2.1').report('lamp');
  const session = shoppers.arrive();
  for (let count = 0; count < 5; count++) await session.report('sneakers');
  await learn();
  expect((await suggest({ q: 'lamp' })).body.queries).toEqual([{ query: 'lamp', score: expect.closeTo(3, 0) }]);
  expect(await queries('sneak')).toEqual([]);
});

test('what looks like a person’s data is never suggested', async () => {
  const personal = [
    'lamp for jane@example.org',
    'lamp +49 170 1234567',
    'lamp 4111 1111 1111 1111',
    'lamp order 48213',
    'lamp DE89 3704 0044 0532 0130 00',
  ];
  for (const text of personal) await asked(text, text, text);
  await learn();
  expect(await queries('lamp')).toEqual([]);
  expect(await queries('')).toEqual([]);
});

test('a body says the same as a query string, and is judged as a body', async () => {
  const post = (body: unknown): Promise<Answer> =>
    ask(service.url, 'POST', `/v1/${shop.slug}/suggest`, { key: shop.keys.public, body });
  const answer = await post({ q: 'sne', limit: 2, from_a_newer_sdk: true });
  expect(answer).toMatchObject({ status: 200, body: (await suggest({ q: 'sne', limit: '2' })).body });
  expect(answer.body.items.length).toBeGreaterThan(0);
  expect((await post({ q: null, limit: null })).body).toEqual((await suggest()).body);
  expect(await post({ limit: 21 })).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect((await post({ q: 7 })).body.errors).toEqual([expect.objectContaining({ field: '/q' })]);
});

test('hostile words, other tenants, bounds', async () => {
  const other = await service.createTenant();
  const hostile = '<script>lamp</script> "}],';
  await asked(hostile, hostile, hostile);
  await learn();
  expect(await queries('script')).toEqual([]);
  expect((await suggest({ q: 'lamp' }, other)).body).toEqual({ queries: [], items: [] });
  for (const limit of ['0', '21', 'x']) {
    expect((await suggest({ limit })).body).toMatchObject({ status: 400, code: 'invalid_parameter' });
  }
  expect((await suggest({ q: 'x'.repeat(513) })).status).toBe(400);
  expect((await suggest({ q: '?!' })).body.queries).toEqual([]);
  expect((await suggest({ q: 'a b c d e f g h i j k' })).status).toBe(200);
});
