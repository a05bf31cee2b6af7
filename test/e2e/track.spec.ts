import { randomUUID } from 'node:crypto';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type Answer } from '../support/client.ts';

let service: TestApp;
let shop: TestTenant;
beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = await service.createTenant();
});
afterAll(() => service.close());

type Kind = 'search' | 'click' | 'conversion';
const session = (): string => randomUUID();
const valid = {
  search: () => ({ session_id: session(), query: 'Lámp', results_count: 3, channel: 'overlay' }),
  click: () => ({ session_id: session(), query: 'lamp', item_id: 'a', position: 1 }),
  conversion: () => ({
    session_id: session(),
    item_id: 'a',
    order_id: randomUUID(),
    revenue: '19.90',
    currency: 'eur',
  }),
} as const;

const track = (
  kind: Kind,
  body: unknown,
  { key = shop.keys.public, headers = {} as Record<string, string>, slug = shop.slug } = {},
): Promise<Answer> => ask(service.url, 'POST', `/v1/${slug}/track/${kind}`, { key, body, headers });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any column of any table
type Row = Record<string, any>;
const rows = (table: string, tenant = shop): Promise<Row[]> =>
  service.app
    .get(Database)
    .tenant(tenant.context, (tx) => tx.query<Row>(`select * from ${table} order by occurred_at, id`));

const TABLES = { search: 'searches', click: 'clicks', conversion: 'conversions' } as const;

describe.each(['search', 'click', 'conversion'] as const)('%s', (kind) => {
  test('is accepted and stored', async () => {
    const answer = await track(kind, valid[kind]());
    expect(answer).toMatchObject({ status: 202, body: { status: 'accepted' } });
    expect(Object.keys(answer.body)).toEqual(['status', 'event_id']);
    const [row] = await rows(TABLES[kind]);
    expect(row).toMatchObject({ id: answer.body.event_id, occurred_at: new Date(service.clock.now()) });
    expect(row!.ip_hash).toHaveLength(16);
  });

  test.each(Object.keys(valid[kind]()))('needs %s', async (field) => {
    const body: Record<string, unknown> = valid[kind]();
    delete body[field];
    const answer = await track(kind, body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(answer.body.errors).toEqual([{ field: `/${field}`, code: 'required', message: expect.any(String) }]);
    expect((await track(kind, { ...body, [field]: null })).body.errors).toMatchObject([{ field: `/${field}` }]);
  });

  test('ignores fields it does not know and takes null for absent ones', async () => {
    const body = { ...valid[kind](), something: { new: [1] }, event_id: null, query_id: null, timestamp: null };
    expect((await track(kind, body)).body.status).toBe('accepted');
  });

  test('knows the same event_id again, also when both arrive at once', async () => {
    const event_id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => track(kind, { ...valid[kind](), event_id: event_id.toUpperCase() })),
    );
    expect(answers.every(({ status, body }) => status === 202 && body.event_id === event_id)).toBe(true);
    expect(answers.filter(({ body }) => body.status === 'accepted')).toHaveLength(1);
    service.clock.advance(7 * 86_400_000);
    expect((await track(kind, { ...valid[kind](), event_id })).body).toEqual({ status: 'duplicate', event_id });
    expect(await rows(TABLES[kind])).toHaveLength(1);
  });

  test('takes the Idempotency-Key for the id when there is none', async () => {
    const send = (key: string, body = valid[kind]()) => track(kind, body, { headers: { 'idempotency-key': key } });
    const first = await send('order 1');
    const again = await send('"order 1"');
    expect(first.body.status).toBe('accepted');
    expect(again.body).toEqual({ status: 'duplicate', event_id: first.body.event_id });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    const own = randomUUID();
    expect((await send('order 1', { ...valid[kind](), event_id: own } as never)).body).toEqual({
      status: 'accepted',
      event_id: own,
    });
    expect((await send('é'.repeat(3))).status).toBe(400);
  });

  test('answers crawlers, opt-outs and wrong clocks that it ignores them', async () => {
    const reason = async (headers: Record<string, string>, body: object = {}) =>
      (await track(kind, { ...valid[kind](), ...body }, { headers })).body.reason;
    expect(await reason({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com/bot.html)' })).toBe(
      'bot',
    );
    expect(await reason({ 'user-agent': 'GPTBot/1.2' })).toBe('bot');
    for (const agent of [
      'curl/8.5.0',
      'python-requests/2.32',
      'axios/1.7',
      '',
      'okhttp/4.12',
      'ShopApp/2 CFNetwork/1408',
    ])
      expect([agent, await reason({ 'user-agent': agent })]).toEqual([agent, undefined]);
    expect(await reason({ 'sec-gpc': '1' })).toBe('opt_out');
    expect(await reason({ 'sec-gpc': '0' })).toBeUndefined();
    const at = (offset: number) => ({ timestamp: new Date(service.clock.now() + offset).toISOString() });
    expect(await reason({}, at(-30 * 86_400_000))).toBeUndefined();
    expect(await reason({}, at(-30 * 86_400_000 - 1))).toBe('clock_skew');
    expect(await reason({}, at(3_600_000))).toBeUndefined();
    expect(await reason({}, at(3_600_001))).toBe('clock_skew');
  });

  test('belongs to the tenant of the key', async () => {
    const other = await service.createTenant();
    const event_id = randomUUID();
    expect((await track(kind, { ...valid[kind](), event_id })).body.status).toBe('accepted');
    expect((await track(kind, valid[kind](), { key: other.keys.public })).body.code).toBe('tenant_mismatch');
    const theirs = await track(kind, { ...valid[kind](), event_id }, { key: other.keys.public, slug: other.slug });
    expect(theirs.body.status).toBe('accepted');
    expect(await rows(TABLES[kind])).toHaveLength(1);
    expect(await rows(TABLES[kind], other)).toHaveLength(1);
    expect((await track(kind, valid[kind](), { key: shop.keys.indexer })).body.code).toBe('insufficient_scope');
  });

  test('refuses a body over 16 KiB', async () => {
    expect((await track(kind, { ...valid[kind](), more: 'x'.repeat(16 * 1024) })).body.code).toBe('payload_too_large');
    expect((await track(kind, { ...valid[kind](), more: 'x'.repeat(15 * 1024) })).status).toBe(202);
  });
});

const text = (length: number): string => 'x'.repeat(length);
test.each<[Kind, string, unknown[], unknown[]]>([
  [
    'search',
    'session_id',
    [randomUUID().toUpperCase(), '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['', 'x', 1, {}, text(36)],
  ],
  ['search', 'query', ['', text(512), '\0nul', '\ud800'], [text(513), 1, [], {}]],
  ['search', 'results_count', [0, 2_147_483_647], [-1, 1.5, '1', 2_147_483_648, true]],
  ['search', 'channel', ['overlay', 'results_page'], ['', 'Overlay', 1]],
  ['search', 'accept_language', ['', text(255)], [text(256), 1]],
  ['search', 'event_id', [randomUUID()], ['x', 1]],
  ['search', 'query_id', [randomUUID()], ['x', 1]],
  ['search', 'timestamp', [new Date().toISOString()], ['yesterday', '2026-01-01', '2026-01-01T00:00:00', 1, {}]],
  ['click', 'query', ['', text(512)], [text(513), 5]],
  ['click', 'item_id', ['a', text(512), 'ü/ä b', '\ud800'], ['', text(513), 1, 'a\0']],
  ['click', 'position', [1, 2_147_483_647], [0, -1, 1.5, '1', 2_147_483_648]],
  ['click', 'channel', ['overlay', 'results_page'], ['', 'x']],
  ['conversion', 'item_id', ['a', text(512)], ['', text(513), 1, 'a\0']],
  ['conversion', 'order_id', ['a', text(128)], ['', text(129), 1, 'a\0']],
  [
    'conversion',
    'revenue',
    [0, 0.0001, '12.5', '99999999999.9999', 99_999_999_999],
    [-1, '-1', '', 'x', 0.00001, 1e21, '1e3', '1,5', [], true],
  ],
  ['conversion', 'currency', ['EUR', 'eur', 'uYu'], ['ZZZ', 'EURO', '', 1, 'XXX', 'HRK']],
  ['conversion', 'quantity', [1, 2_147_483_647], [0, -1, 1.5, '1']],
])('%s: bounds of %s', async (kind, field, good, bad) => {
  for (const value of good) {
    const answer = await track(kind, { ...valid[kind](), [field]: value });
    expect([value, answer.status, answer.body.status]).toEqual([value, 202, 'accepted']);
  }
  for (const value of bad) {
    const answer = await track(kind, { ...valid[kind](), [field]: value });
    expect([value, answer.status, answer.body.errors?.[0]?.field]).toEqual([value, 422, `/${field}`]);
  }
});

test('what is stored of each event', async () => {
  const query_id = randomUUID();
  await track('search', { ...valid.search(), query: 'LÁMP  x\0', accept_language: 'es-ES', query_id });
  await track('click', { ...valid.click(), channel: 'results_page', position: 7 });
  await track('conversion', { ...valid.conversion(), quantity: 2 });
  expect(await rows('searches')).toMatchObject([
    {
      query: 'LÁMP  x',
      normalized_query: 'lamp x',
      results_count: 3,
      channel: 'overlay',
      accept_language: 'es-ES',
      query_id,
    },
  ]);
  expect(await rows('clicks')).toMatchObject([{ item_id: 'a', position: 7, channel: 'results_page' }]);
  expect(await rows('conversions')).toMatchObject([
    { revenue: '19.9000', currency: 'EUR', quantity: 2, verified: false, attribution: 'none' },
  ]);
});

test('searches that come again among new ones: each is stored once', async () => {
  const send = (ids: string[]): Promise<Answer[]> =>
    Promise.all(ids.map((event_id) => track('search', { ...valid.search(), event_id })));
  const ids = (): string[] => Array.from({ length: 30 }, () => randomUUID());
  const known = ids();
  await send(known);
  // The second time the writer knows that there are repeats.
  for (const fresh of [ids(), ids()]) {
    const sent = fresh.flatMap((id, index) => [id, known[index]!]);
    const answers = await send(sent);
    expect(answers.map(({ body }) => body)).toEqual(
      sent.map((event_id, index) => ({ status: index % 2 === 0 ? 'accepted' : 'duplicate', event_id })),
    );
  }
  // And one within a batch, of ids that no other has.
  const [twice] = ids();
  const answers = await send([twice!, ...ids(), twice!]);
  expect(answers.filter(({ body }) => body.status === 'duplicate')).toHaveLength(1);
  expect(await rows('searches')).toHaveLength(121);
});

test('clicks without an id: the same item for the same words within 30 s is one click', async () => {
  const click = { ...valid.click(), query: 'Lámp' };
  const first = await track('click', click);
  service.clock.advance(29_000);
  expect((await track('click', { ...click, query: 'lamp', position: 9 })).body).toEqual({
    status: 'duplicate',
    event_id: first.body.event_id,
  });
  expect((await track('click', { ...click, item_id: 'b' })).body.status).toBe('accepted');
  expect((await track('click', { ...click, query: 'desk' })).body.status).toBe('accepted');
  expect((await track('click', { ...click, session_id: session() })).body.status).toBe('accepted');
  service.clock.advance(1_001);
  expect((await track('click', click)).body.status).toBe('accepted');
  const named = { ...click, item_id: 'c' };
  expect((await track('click', { ...named, event_id: randomUUID() })).body.status).toBe('accepted');
  expect((await track('click', { ...named, event_id: randomUUID() })).body.status).toBe('accepted');
  expect((await track('click', named)).body.status).toBe('duplicate');
  const atOnce = { ...click, item_id: 'd' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => track('click', atOnce)));
  expect(answers.filter(({ body }) => body.status === 'accepted')).toHaveLength(1);
});

test('an order counts an item once, and the server has the last word', async () => {
  const conversion = valid.conversion();
  const first = await track('conversion', conversion);
  expect((await track('conversion', { ...conversion, event_id: randomUUID(), revenue: 1 })).body.status).toBe(
    'duplicate',
  );
  expect((await track('conversion', { ...conversion, item_id: 'b' })).body.status).toBe('accepted');
  const server = { ...conversion, revenue: '25.0001', currency: 'usd', quantity: 3, session_id: session() };
  const answer = await track('conversion', server, { key: shop.keys.secret });
  expect(answer.body).toEqual({ status: 'duplicate', event_id: first.body.event_id });
  const stored = async () => (await rows('conversions')).find(({ item_id }) => item_id === 'a');
  const upgraded = {
    verified: true,
    revenue: '25.0001',
    currency: 'USD',
    quantity: 3,
    session_id: conversion.session_id,
  };
  expect(await stored()).toMatchObject(upgraded);
  await track('conversion', { ...server, revenue: 1 }, { key: shop.keys.secret });
  await track('conversion', { ...conversion, revenue: 2 });
  expect(await stored()).toMatchObject(upgraded);
});

test('a server that repeats the event_id of the browser verifies it too', async () => {
  const conversion = { ...valid.conversion(), event_id: randomUUID() };
  await track('conversion', conversion);
  const answer = await track('conversion', { ...conversion, revenue: 5 }, { key: shop.keys.secret });
  expect(answer.body).toEqual({ status: 'duplicate', event_id: conversion.event_id });
  expect(await rows('conversions')).toMatchObject([{ verified: true, revenue: '5.0000', ip_hash: expect.any(Buffer) }]);
  const fresh = await track('conversion', valid.conversion(), { key: shop.keys.secret });
  expect(fresh.body.status).toBe('accepted');
  const stored = (await rows('conversions')).find(({ id }) => id === fresh.body.event_id);
  expect(stored).toMatchObject({ verified: true, ip_hash: null });
});

test('a tenant may not honour Global Privacy Control', async () => {
  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body: { honour_gpc: false } });
  expect((await track('search', valid.search(), { headers: { 'sec-gpc': '1' } })).body.status).toBe('accepted');
});

test('the address is kept as a hash that differs by day and tenant', async () => {
  const other = await service.createTenant();
  await track('search', valid.search());
  await track('search', valid.search());
  await track('search', valid.search(), { key: other.keys.public, slug: other.slug });
  service.clock.advance(86_400_000);
  await track('search', valid.search());
  const hashes = (await rows('searches')).map(({ ip_hash }) => ip_hash.toString('hex'));
  expect(hashes[0]).toBe(hashes[1]);
  expect(hashes[2]).not.toBe(hashes[0]);
  expect((await rows('searches', other))[0]!.ip_hash.toString('hex')).not.toBe(hashes[0]);
});

test('sessions that click like machines are kept and marked', async () => {
  const session_id = session();
  const click = (n: number) => track('click', { ...valid.click(), session_id, item_id: `i-${n}` });
  for (let n = 0; n < 100; n++) await click(n);
  const machines = () =>
    service.app.get(Database).tenant(shop.context, (tx) => tx.query('select session_id, reason from machine_sessions'));
  expect(await machines()).toEqual([]);
  expect((await click(100)).body.status).toBe('accepted');
  expect(await machines()).toEqual([{ session_id, reason: 'clicks_per_hour' }]);
  expect(await rows('clicks')).toHaveLength(101);
});
