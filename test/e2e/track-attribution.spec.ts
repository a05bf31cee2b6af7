import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let service: TestApp;
let shop: TestTenant;
let session: string;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = await service.createTenant();
  session = randomUUID();
  await new Shop(service, shop).push(['lamp', 'desk'].map((id) => product(id, { title: `The ${id}` })));
});
afterAll(() => service.close());

const iso = (offset: number): string => new Date(service.clock.now() + offset).toISOString();
const track = async (kind: string, body: object, key = shop.keys.public): Promise<void> => {
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/track/${kind}`, {
    key,
    body: { session_id: session, ...body },
  });
  expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
};
const search = async (q: string, session_id: string | null = session): Promise<string> => {
  const body = { q, channel: 'overlay', ...(session_id ? { session_id } : {}) };
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/search`, { key: shop.keys.public, body });
  expect(answer.status).toBe(200);
  return answer.body.query_id as string;
};
const click = (fields: object = {}) => track('click', { query: 'lamp', item_id: 'lamp', position: 1, ...fields });
const buy = (fields: object = {}) =>
  track('conversion', { item_id: 'lamp', order_id: 'o1', revenue: 1, currency: 'EUR', ...fields });
const owed = async (): Promise<unknown> => {
  const answer = await ask(
    service.url,
    'GET',
    `/v1/${shop.slug}/metrics/conversions?from=${iso(-29 * 24 * HOUR)}&to=${iso(2 * HOUR)}`,
    {
      key: shop.keys.secret,
    },
  );
  const [{ attribution, query, query_id, channel }] = answer.body.rows;
  return { attribution, query, query_id, channel };
};

test('the query_id that it names, whatever else happened', async () => {
  const query_id = await search('The LAMP');
  await search('desk');
  await click({ query: 'other', query_id: randomUUID() });
  await buy({ query_id });
  expect(await owed()).toEqual({ attribution: 'query_id', query: 'the lamp', query_id, channel: 'overlay' });
});

test('a query_id of an unreported session is believed, its words are unknown', async () => {
  const query_id = await search('lamp', null);
  await buy({ query_id });
  expect(await owed()).toEqual({ attribution: 'query_id', query: null, query_id, channel: null });
});

test('a query_id that only the search event told', async () => {
  const query_id = randomUUID();
  await track('search', { query: 'Lámp', results_count: 1, channel: 'results_page', query_id });
  await buy({ query_id });
  expect(await owed()).toEqual({ attribution: 'query_id', query: 'lamp', query_id, channel: 'results_page' });
});

test('the last click on the item in the session, before any search that showed it', async () => {
  await search('lamp');
  await click({ query: 'first', channel: 'overlay' });
  service.clock.advance(MINUTE);
  await click({ query: 'second', channel: 'results_page' });
  await click({ query: 'third', item_id: 'desk' });
  service.clock.advance(MINUTE);
  await search('the lamp');
  await buy();
  expect(await owed()).toEqual({ attribution: 'click', query: 'second', query_id: null, channel: 'results_page' });
});

test('a click after the purchase, or of another session, is none', async () => {
  await track('click', { session_id: randomUUID(), query: 'lamp', item_id: 'lamp', position: 1 });
  await click({ timestamp: iso(MINUTE) });
  await buy();
  expect(await owed()).toMatchObject({ attribution: 'none', query: null });
});

test('the last search of the session that returned the item', async () => {
  await search('lamp');
  service.clock.advance(MINUTE);
  const query_id = await search('the');
  service.clock.advance(MINUTE);
  await search('desk');
  await buy();
  expect(await owed()).toEqual({ attribution: 'search', query: 'the', query_id, channel: 'overlay' });
});

test.each([
  [24 * HOUR - MINUTE, 'search'],
  [24 * HOUR, 'none'],
])('a search %i ms before decides: %s', async (wait, attribution) => {
  await search('lamp');
  service.clock.advance(wait);
  await buy();
  expect(await owed()).toMatchObject({ attribution });
});

test('a search of another session, or one that did not return it, is none', async () => {
  await search('lamp', randomUUID());
  await search('desk');
  await buy();
  expect(await owed()).toMatchObject({ attribution: 'none' });
});

test('another tenant with the same session is none', async () => {
  await search('lamp');
  await click();
  shop = await service.createTenant();
  await buy();
  expect(await owed()).toMatchObject({ attribution: 'none' });
});

test.each(['none', 'search', 'click'])('a click that is delivered late takes a conversion of rule %s', async (rule) => {
  if (rule === 'search') await search('lamp');
  if (rule === 'click') await click({ query: 'early', timestamp: iso(-10 * MINUTE) });
  await buy();
  expect(await owed()).toMatchObject({ attribution: rule });
  await click({ query: 'too early', timestamp: iso(-20 * MINUTE) });
  await click({ query: 'late', timestamp: iso(-5 * MINUTE) });
  await click({ query: 'after', timestamp: iso(5 * MINUTE) });
  await click({ query: 'desk', item_id: 'desk', timestamp: iso(-MINUTE) });
  expect(await owed()).toMatchObject({ attribution: 'click', query: 'late' });
});

test('a late click does not take what names its query_id', async () => {
  const query_id = await search('lamp');
  await buy({ query_id });
  await click({ query: 'late', timestamp: iso(-MINUTE) });
  expect(await owed()).toMatchObject({ attribution: 'query_id', query: 'lamp' });
});

test("what the shop's server reports later keeps the browser's attribution", async () => {
  await click();
  await buy();
  const body = { session_id: randomUUID(), item_id: 'lamp', order_id: 'o1', revenue: 5, currency: 'USD' };
  await ask(service.url, 'POST', `/v1/${shop.slug}/track/conversion`, { key: shop.keys.secret, body });
  expect(await owed()).toMatchObject({ attribution: 'click', query: 'lamp' });
});
