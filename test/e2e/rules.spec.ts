import { RulesReader } from '../../src/modules/rules/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type AskOptions } from '../support/client.ts';

let service: TestApp;
let shop: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  other = await service.createTenant();
});
beforeEach(async () => {
  shop = await service.createTenant();
});
afterAll(() => service.close());

const call = (method: string, path: string, options: AskOptions = {}, tenant = shop) =>
  ask(service.url, method, `/v1/${tenant.slug}/rules${path}`, { key: tenant.keys.secret, ...options });
const rule = (fields: Record<string, unknown> = {}) => ({
  name: 'Sale',
  conditions: [{ match: 'is', pattern: 'sale' }],
  actions: { redirect: '/sale' },
  ...fields,
});
const create = (fields: Record<string, unknown> = {}) => call('POST', '', { body: rule(fields) });
const faults = (answer: { body: { errors?: { field: string; code: string }[] } }): string[] =>
  (answer.body.errors ?? []).map(({ field, code }) => `${field} ${code}`);
const conflicts = async () => (await call('GET', '/conflicts')).body;
const applied = async (text: string): Promise<string[]> => {
  const rules = await service.app.get(RulesReader).get(shop.context);
  const query = { words: text.split(' '), truncated: false, alternatives: [] };
  return rules
    .evaluate({ queries: [query], locale: 'en', channel: null, now: service.clock.now() })
    .map(({ name }) => name);
};

test('created with everything, read, changed, listed and deleted, each with its effect at once', async () => {
  expect(await applied('shoe')).toEqual([]);
  const full = {
    name: 'Shoes',
    enabled: true,
    priority: 10,
    conditions: [{ match: 'contains', pattern: 'shoes', channel: null, locale: 'en' }],
    actions: {
      pin: [{ id: 'a/"b" 🎉', position: 1 }],
      hide: ['c'],
      boost: [{ filter: { brand: ['Acme'] }, weight: 2.5 }],
      bury: [{ filter: { in_stock: false } }],
      filter: { price: { lte: 100 } },
      redirect: 'https://shop.example/shoes',
      banner: { title: 'Shoes', text: null, image: '/img.png', url: null },
      replace_query: 'running shoes',
    },
    starts_at: new Date(service.clock.now() - 1_000).toISOString(),
    ends_at: new Date(service.clock.now() + 60_000).toISOString(),
  };
  const created = await call('POST', '', { body: full });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    ...full,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: new Date(service.clock.now()).toISOString(),
    version: 1,
    updated_at: new Date(service.clock.now()).toISOString(),
    updated_by: 'First secret key',
  });
  const { id } = created.body;
  expect(await applied('red shoe')).toEqual(['Shoes']);
  expect((await call('GET', `/${id}`)).body).toEqual(created.body);

  service.clock.advance(60_000);
  expect(await applied('shoe')).toEqual([]);
  const patched = await call('PATCH', `/${id}`, { body: { ends_at: null, actions: { hide: ['d'] } } });
  expect(patched.status).toBe(200);
  expect(patched.body).toMatchObject({ name: 'Shoes', priority: 10, ends_at: null, conditions: full.conditions });
  expect(patched.body.actions).toEqual({
    pin: [],
    hide: ['d'],
    boost: [],
    bury: [],
    filter: null,
    redirect: null,
    banner: null,
    replace_query: null,
  });
  expect(await applied('shoe')).toEqual(['Shoes']);
  await call('PATCH', `/${id}`, { body: { enabled: false } });
  expect(await applied('shoe')).toEqual([]);

  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 204, text: '' });
  expect((await call('GET', `/${id}`)).status).toBe(404);
  expect((await call('DELETE', `/${id}`)).status).toBe(404);
});

test('listed in the order of their effect', async () => {
  await create({ name: 'low', priority: -5 });
  service.clock.advance(1);
  await create({ name: 'old' });
  service.clock.advance(1);
  await create({ name: 'young', priority: 0 });
  await create({ name: 'high', priority: 1 });
  const list = await call('GET', '?limit=3');
  expect(list.body).toMatchObject({ total: 4, limit: 3, offset: 0 });
  expect(list.body.rows.map(({ name }: { name: string }) => name)).toEqual(['high', 'old', 'young']);
  expect(await applied('sale')).toEqual(['high', 'old', 'young', 'low']);
  for (const query of ['?limit=101', '?offset=x', '?name=a']) expect((await call('GET', query)).status).toBe(400);
});

const action = (actions: unknown) => ({ actions });
const condition = (fields: Record<string, unknown>) => ({ conditions: [{ match: 'is', pattern: 'a', ...fields }] });

const refused: [Record<string, unknown>, string][] = [
  [{ name: undefined }, '/name required'],
  [{ name: '' }, '/name is_length'],
  [{ name: 'x'.repeat(201) }, '/name is_length'],
  [{ enabled: 1 }, '/enabled boolean'],
  [{ priority: 1.5 }, '/priority is_int'],
  [{ priority: null }, '/priority is_int'],
  [{ priority: 1_000_001 }, '/priority max'],
  [{ conditions: undefined }, '/conditions required'],
  [{ conditions: {} }, '/conditions is_array'],
  [{ conditions: [null] }, '/conditions is_object'],
  [{ conditions: [5] }, '/conditions is_object'],
  [{ conditions: Array.from({ length: 21 }, () => ({ match: 'is', pattern: 'a' })) }, '/conditions array_max_size'],
  [condition({ match: 'like' }), '/conditions/0/match is_in'],
  [condition({ pattern: '' }), '/conditions/0/pattern is_length'],
  [condition({ pattern: '…' }), '/conditions/0/pattern empty'],
  [condition({ pattern: 'x'.repeat(513) }), '/conditions/0/pattern is_length'],
  [condition({ channel: 'email' }), '/conditions/0/channel is_in'],
  [condition({ locale: 'no locale' }), '/conditions/0/locale locale'],
  [condition({ colour: 'red' }), '/conditions/0/colour unknown_field'],
  [{ actions: undefined }, '/actions required'],
  [action([]), '/actions is_object'],
  [action({}), '/actions empty'],
  [action({ jump: 1 }), '/actions/jump unknown_field'],
  [action({ pin: [{ id: '', position: 1 }] }), '/actions/pin/0/id is_length'],
  [action({ pin: [{ id: 'a', position: 0 }] }), '/actions/pin/0/position min'],
  [action({ pin: [{ id: 'a', position: 1_001 }] }), '/actions/pin/0/position max'],
  [
    action({ pin: Array.from({ length: 51 }, (_, at) => ({ id: `${at}`, position: at + 1 })) }),
    '/actions/pin array_max_size',
  ],
  [action({ hide: ['a', 'a'] }), '/actions/hide array_unique'],
  [action({ hide: Array.from({ length: 201 }, (_, at) => `h${at}`) }), '/actions/hide array_max_size'],
  [action({ boost: [{ filter: { brand: 'a' }, weight: 11 }] }), '/actions/boost/0/weight max'],
  [action({ boost: [{ filter: { brand: 'a' }, weight: 0.5 }] }), '/actions/boost/0/weight min'],
  [action({ boost: [{ weight: 2 }] }), '/actions/boost/0/filter required'],
  [action({ boost: [{ filter: { colour: 'a' }, weight: 2 }] }), '/actions/boost/0/filter/colour unknown_field'],
  [action({ bury: [{ filter: [] }] }), '/actions/bury/0/filter is_object'],
  [action({ filter: { price: { above: 1 } } }), '/actions/filter/price/above operator'],
  [action({ filter: {} }), '/actions/filter empty'],
  [action({ redirect: 'javascript:alert(1)' }), '/actions/redirect link'],
  [action({ redirect: '//evil.example' }), '/actions/redirect link'],
  [action({ banner: 'Hi' }), '/actions/banner is_object'],
  [action({ banner: { text: 'Hi' } }), '/actions/banner/title required'],
  [action({ banner: { title: 'x'.repeat(201) } }), '/actions/banner/title is_length'],
  [action({ banner: { title: 'x', image: 'data:image/svg+xml,x' } }), '/actions/banner/image link'],
  [action({ replace_query: '' }), '/actions/replace_query is_length'],
  [{ starts_at: 'tomorrow' }, '/starts_at time'],
  [{ starts_at: '2026-01-01T10:00' }, '/starts_at time'],
  [{ starts_at: '2026-01-02', ends_at: '2026-01-01' }, '/ends_at order'],
  [{ colour: 'red' }, '/colour unknown_field'],
];
test.each(refused.map(([fields, fault]) => [fault, fields] as const))('refused: %s', async (expected, fields) => {
  const answer = await create(fields);
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect(faults(answer).join(', ')).toBe(expected);
});

test('at the bounds', async () => {
  const answer = await create({
    name: 'x'.repeat(200),
    priority: -1_000_000,
    conditions: Array.from({ length: 20 }, (_, at) => ({ match: 'is', pattern: `a${at}` })),
    actions: {
      pin: Array.from({ length: 50 }, (_, at) => ({ id: `p${at}`, position: 951 + at })),
      hide: Array.from({ length: 200 }, (_, at) => `h${at}`),
      boost: Array.from({ length: 20 }, () => ({ filter: { brand: 'a' }, weight: 10 })),
      banner: { title: 'x'.repeat(200), text: 'x'.repeat(1_000) },
      filter: null,
      redirect: null,
    },
    starts_at: '2026-01-01T00:00:00+02:00',
  });
  expect(answer.status).toBe(201);
  expect(answer.body.starts_at).toBe('2025-12-31T22:00:00.000Z');
  expect((await create({ conditions: [] })).status).toBe(201);
  expect(await applied('anything')).toEqual(['Sale']);
});

test('a patch is judged as a whole', async () => {
  const { body } = await create({ starts_at: '2026-01-01' });
  for (const [patch, fault] of [
    [{ ends_at: '2025-01-01' }, '/ends_at order'],
    [{ name: null }, '/name is_string'],
    [{ conditions: null }, '/conditions is_array'],
    [{ actions: null }, '/actions is_object'],
    [{ actions: { redirect: null } }, '/actions empty'],
    [{ id: 'x' }, '/id unknown_field'],
  ] as const) {
    const answer = await call('PATCH', `/${body.id}`, { body: patch });
    expect([answer.status, ...faults(answer)]).toEqual(expect.arrayContaining([422, fault]));
  }
  expect((await call('PATCH', `/${body.id}`, { body: {} })).body).toEqual(body);
});

test("ids that are none, another tenant's, and other keys", async () => {
  const { body } = await create();
  for (const id of ['1', 'x%2Fy', body.id + '0']) {
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    expect((await call('PATCH', `/${id}`, { body: {} })).status).toBe(404);
  }
  expect((await call('GET', `/${body.id}`, {}, other)).status).toBe(404);
  expect((await call('PATCH', `/${body.id}`, { body: { enabled: false } }, other)).status).toBe(404);
  expect((await call('DELETE', `/${body.id}`, {}, other)).status).toBe(404);
  expect((await call('GET', `/${body.id}?x=1`)).status).toBe(400);
  expect((await call('GET', '', { key: other.keys.secret })).body.code).toBe('tenant_mismatch');
  expect((await call('GET', '', { key: shop.keys.public })).body.code).toBe('insufficient_scope');
  const unsafe = await call('POST', '', { raw: '{"name":"x","conditions":[],"actions":{"filter":{"__proto__":1}}}' });
  expect(unsafe).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
});

test('1,000 rules and no more', async () => {
  const batch = (size: number) => Promise.all(Array.from({ length: size }, () => create()));
  for (let at = 0; at < 1_000; at += 100) {
    expect((await batch(100)).every(({ status }) => status === 201)).toBe(true);
  }
  expect(await create()).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('rules that want different things of one search are told, whoever prevails first', async () => {
  expect(await conflicts()).toEqual({ total: 0, rows: [], complete: true });
  const conditions = [{ match: 'contains', pattern: 'shoe' }];
  const older = await create({ name: 'Older', conditions, actions: { hide: ['red'], redirect: '/a' } });
  const pin = [{ id: 'red', position: 1 }];
  const higher = { name: 'Higher', priority: 5, conditions: [{ match: 'is', pattern: 'red shoes' }], actions: { pin } };
  const { id } = (await create(higher)).body;
  const rules = [
    { id, name: 'Higher' },
    { id: older.body.id, name: 'Older' },
  ];
  expect(await conflicts()).toEqual({
    total: 1,
    rows: [{ kind: 'pin_hidden', rules, query: 'red shoes', items: ['red'] }],
    complete: true,
  });
  expect((await call('PATCH', `/${id}`, { body: { enabled: false } })).status).toBe(200);
  expect((await conflicts()).total).toBe(0);
});
