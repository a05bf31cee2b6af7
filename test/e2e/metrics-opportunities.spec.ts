import { randomUUID } from 'node:crypto';
import { Rollups } from '../../src/modules/insights/index.ts';
import { SynonymUse } from '../../src/modules/synonyms/synonym-use.ts';
import { Database } from '../../src/platform/database/index.ts';
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

const track = async (kind: string, body: object): Promise<void> => {
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/track/${kind}`, { key: shop.keys.public, body });
  expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
};
const searched = (query: string, results_count = 0, session_id: string = randomUUID()) =>
  track('search', { session_id, query, results_count, channel: 'overlay' });
const group = (body: object = {}): Promise<Answer> =>
  ask(service.url, 'POST', `/v1/${shop.slug}/opportunities/group`, { key: shop.keys.secret, body });

test('searches without results by cause, with what they may be worth', async () => {
  await new Shop(service, shop).push([
    product('lamp', { title: 'Wireless lantern' }),
    product('sofa', { title: 'Blue couch' }),
  ]);
  for (let n = 0; n < 3; n++) await searched(n === 0 ? 'LAMTWRN' : 'lamtwrn');
  for (let n = 0; n < 2; n++) {
    const session = randomUUID();
    await searched('settee', 0, session);
    service.clock.advance(1_000);
    await searched('couch', 1, session);
  }
  for (let n = 0; n < 2; n++) await searched('AB-1234/X');
  for (let n = 0; n < 2; n++) await searched('zeppelin');
  for (let n = 0; n < 2; n++) await searched('couch');
  await searched('once');
  const buyer = randomUUID();
  await track('click', { session_id: buyer, query: 'gramophone', item_id: 'gone', position: 1 });
  for (let n = 0; n < 2; n++) await searched('gramophone');
  await track('conversion', { session_id: buyer, item_id: 'gone', order_id: 'o', revenue: 14, currency: 'EUR' });
  const { status, body } = await group();
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 5, resolved_since: 1, limit: 20, offset: 0 });
  expect(Object.fromEntries(body.rows.map((row: Record<string, string>) => [row.normalized_query, row.cause]))).toEqual(
    {
      lamtwrn: 'typo',
      settee: 'vocabulary',
      'ab 1234 x': 'code_format',
      gramophone: 'out_of_stock',
      zeppelin: 'not_sold',
    },
  );
  const [first] = body.rows;
  expect(first).toMatchObject({
    normalized_query: 'lamtwrn',
    variants: [
      { query: 'lamtwrn', count: 2 },
      { query: 'LAMTWRN', count: 1 },
    ],
    searches: 3,
    sessions: 3,
    suggested_action: expect.stringContaining('lantern'),
    suggestion_id: null,
    // 14 sessions with a search brought 14 EUR.
    estimated_value: [{ currency: 'EUR', amount: 3 }],
  });
  expect((await group({ min_count: 3 })).body).toMatchObject({ total: 1 });
  expect((await group({ limit: 1, offset: 1 })).body).toMatchObject({ total: 5, rows: [{}], limit: 1, offset: 1 });

  // Days that are rolled up say the same.
  const date = (days: number): string => new Date(service.clock.now() + days * DAY).toISOString().slice(0, 10);
  const period = { from: date(-1), to: date(1) };
  const open = (await group(period)).body;
  expect(open).toMatchObject({ total: 5, resolved_since: 1 });
  service.clock.advance(4 * DAY);
  await service.app.get(Rollups).runFor(shop.context);
  expect((await group(period)).body).toEqual(open);
}, 60_000);

test('looking at the report uses no synonym: those that only it needs are forgotten', async () => {
  const catalogue = new Shop(service, shop);
  await catalogue.push([product('lamp', { title: 'Lantern' })]);
  for (let n = 0; n < 2; n++) await searched('leuchte');
  const { tenantId } = shop.context;
  const database = service.app.get(Database);
  const body = { type: 'one_way', input: 'leuchte', terms: ['lantern'] };
  await ask(service.url, 'POST', `/v1/${shop.slug}/synonyms`, { key: shop.keys.secret, body });
  await database.system((tx) => tx.query(`update synonyms set source = 'learned' where tenant_id = $1`, [tenantId]));
  const lastUsed = async (): Promise<unknown> => {
    await service.app.get(SynonymUse).flush();
    return database.system((tx) =>
      tx.query('select last_used_on is not null as used from synonyms where tenant_id = $1', [tenantId]),
    );
  };
  expect((await group()).body).toMatchObject({ total: 0, resolved_since: 1 });
  expect(await lastUsed()).toEqual([{ used: false }]);
  expect(await catalogue.found('leuchte')).toEqual(['lamp']);
  expect(await lastUsed()).toEqual([{ used: true }]);
});

test('bounds of the request', async () => {
  expect((await group()).body).toMatchObject({ total: 0, rows: [], resolved_since: 0 });
  for (const body of [{ min_count: 0 }, { limit: 101 }, { offset: -1 }, { from: 'x' }, { more: 1 }, { min_count: '2' }])
    expect(await group(body)).toMatchObject({ status: 422 });
});

test('items that three sessions pick for the same words, with the rule that pins them', async () => {
  await new Shop(service, shop).push([product('b', { title: 'Desk b' })]);
  const click = (item_id: string, session_id: string, position: number, query = 'Désk') =>
    track('click', { session_id, query, item_id, position, event_id: randomUUID() });
  const sessions = [randomUUID(), randomUUID(), randomUUID()];
  for (const session of sessions) await click('b', session, 5);
  await click('b', sessions[0]!, 9, 'DESK');
  for (const session of sessions.slice(1)) await click('a', session, 1);
  const list = (query = '') =>
    ask(service.url, 'GET', `/v1/${shop.slug}/smart/repeated-clicks${query}`, { key: shop.keys.secret });
  const { body } = await list();
  expect(body).toMatchObject({ total: 1, limit: 20, offset: 0 });
  const [row] = body.rows;
  expect(row).toEqual({
    query: 'desk',
    item_id: 'b',
    title: 'Desk b',
    clicks: 4,
    sessions: 3,
    mean_position: 6,
    share: 4 / 6,
    suggested_rule: {
      name: 'Pin for "desk"',
      conditions: [{ match: 'is', pattern: 'desk' }],
      actions: { pin: [{ id: 'b', position: 1 }] },
    },
  });
  const made = await ask(service.url, 'POST', `/v1/${shop.slug}/rules`, {
    key: shop.keys.secret,
    body: row.suggested_rule,
  });
  expect(made.status).toBe(201);
  expect((await list('?to=2020-01-01')).body).toMatchObject({ total: 0, rows: [] });
  expect((await list('?offset=1')).body).toMatchObject({ total: 1, rows: [] });
});
