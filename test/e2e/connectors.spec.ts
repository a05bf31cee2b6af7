import { Writable } from 'node:stream';
import type { TestApp, TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { Connectors, goods, Merchant, type Reply } from '../support/merchant.ts';
import { eventually } from '../support/poll.ts';
import { startConnectorApp } from '../support/merchant-app.ts';
import { Database } from '../../src/platform/database/index.ts';
import { createLogger } from '../../src/platform/observability/index.ts';

let service: TestApp;
let merchant: Merchant;
let tenant: TestTenant;
let connectors: Connectors;

beforeAll(async () => {
  service = await startConnectorApp();
  merchant = await Merchant.start();
});
beforeEach(async () => {
  tenant = await service.createTenant();
  connectors = new Connectors(service, tenant);
  merchant.asked.length = 0;
  merchant.answer = Merchant.pages(goods(5));
});
afterAll(async () => {
  await service.close();
  await merchant.stop();
});

test('an enabled connector has defaults and begins its first sync at once', async () => {
  const { status, body } = await connectors.ask('POST', '', { endpoint: `${merchant.url}/products` });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: '127.0.0.2',
    source: '127.0.0.2',
    enabled: true,
    interval_minutes: 360,
    prune_missing: true,
    paginated: 'page',
    pageSize: 100,
    firstPage: 1,
    limitParam: 'limit',
    auth_type: null,
    last_sync: { status: 'queued', trigger: 'schedule' },
  });
  const ended = await connectors.ended(body.id, body.last_sync.id);
  expect(ended).toMatchObject({
    status: 'succeeded',
    pages: 2,
    items: 5,
    created: 5,
    updated: 0,
    unchanged: 0,
    removed: 0,
    held_removals: 0,
    failed: 0,
    truncated: false,
    errors: [],
  });
  expect(merchant.asked[0]!.url.search).toBe('?limit=100&page=1');
  expect(await connectors.catalogue('127.0.0.2')).toHaveLength(5);
  const read = (await connectors.ask('GET', `/${body.id}`)).body;
  expect(read.last_sync).toEqual(ended);
  const next = Date.parse(read.next_sync_at) - service.clock.now();
  expect(next).toBeGreaterThanOrEqual(360 * 60_000);
  expect(next).toBeLessThanOrEqual(396 * 60_000);
  expect(ended.next_sync_at).toBe(read.next_sync_at);
  expect((await connectors.ask('GET', `/${body.id}/syncs`)).body).toMatchObject({
    total: 1,
    rows: [ended],
    limit: 20,
    offset: 0,
  });
});

test('what is found is searchable, and unchanged items are told so', async () => {
  const id = await connectors.create({ endpoint: merchant.url });
  expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', created: 5, trigger: 'manual' });
  const hits = await ask(service.url, 'GET', `/v1/${tenant.slug}/search?q=good`, { key: tenant.keys.public });
  expect(hits.body.total).toBe(5);
  merchant.answer = Merchant.pages([...goods(4), { id: 'g-4', title: 'New name', url: '/g/4' }]);
  expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', created: 0, updated: 1, unchanged: 4 });
});

test('a connector is changed, listed and deleted; its documents stay', async () => {
  const id = await connectors.create({ endpoint: merchant.url, name: 'Shop', source: 'shop' });
  await connectors.sync(id);
  const changed = await connectors.ask('PATCH', `/${id}`, {
    name: 'Store',
    interval_minutes: 15,
    mapping: { id: 'id' },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Store', source: 'shop', interval_minutes: 15, mapping: { id: 'id' } },
  });
  expect((await connectors.ask('PATCH', `/${id}`, { mapping: null })).body.mapping).toBeNull();
  expect((await connectors.ask('GET')).body).toMatchObject({ total: 1, rows: [{ id, name: 'Store' }] });
  expect((await connectors.ask('DELETE', `/${id}`)).status).toBe(204);
  expect((await connectors.ask('GET', `/${id}`)).status).toBe(404);
  expect(await connectors.catalogue('shop')).toHaveLength(5);
});

test.each([
  [{}, '/endpoint', 'required'],
  [{ endpoint: 'ftp://shop.example/' }, '/endpoint', 'url_refused'],
  [{ endpoint: 'https://10.0.0.1/' }, '/endpoint', 'address_refused'],
  [{ endpoint: 'https://shop.example:22/' }, '/endpoint', 'url_refused'],
  [{ endpoint: 'https://u:p@shop.example/' }, '/endpoint', 'url_refused'],
  [{ endpoint: 'https://shop.example', pageSize: 1001 }, '/pageSize', 'max'],
  [{ endpoint: 'https://shop.example', interval_minutes: 14 }, '/interval_minutes', 'min'],
  [{ endpoint: 'https://shop.example', paginated: 'pages' }, '/paginated', 'is_in'],
  [{ endpoint: 'https://shop.example', paginated: 'cursor', cursorParam: 'c' }, '/cursorPath', 'required'],
  [{ endpoint: 'https://shop.example', dataPath: 'a.__proto__' }, '/dataPath', 'path'],
  [{ endpoint: 'https://shop.example', mapping: { title: 'constructor.name' } }, '/mapping/title', 'path'],
  [{ endpoint: 'https://shop.example', mapping: { 'a.prototype': 'x' } }, '/mapping/a.prototype', 'path'],
  [
    { endpoint: 'https://shop.example', mapping: { id: 'id' }, transforms: { price: 'minor_units' } },
    '/transforms/price',
    'path',
  ],
  [
    { endpoint: 'https://shop.example', mapping: { id: 'id' }, transforms: { id: 'reverse' } },
    '/transforms',
    'transforms',
  ],
  [{ endpoint: 'https://shop.example', token: 'x' }, '/token', 'unknown_field'],
  [{ endpoint: 'https://shop.example', source: 'a b' }, '/source', 'matches'],
  [{ endpoint: 'https://shop.example', auth: { type: 'basic' } }, '/auth/type', 'is_in'],
  [{ endpoint: 'https://shop.example', auth: { type: 'bearer' } }, '/auth/token', 'required'],
  [
    { endpoint: 'https://shop.example', auth: { type: 'header', name: 'Host', value: 'x' } },
    '/auth/name',
    'header_name',
  ],
  [
    { endpoint: 'https://shop.example', auth: { type: 'header', name: 'Transfer-Encoding', value: 'x' } },
    '/auth/name',
    'header_name',
  ],
  [
    { endpoint: 'https://shop.example', auth: { type: 'header', name: 'X-A\r\nHost', value: 'x' } },
    '/auth/name',
    'header_name',
  ],
  [
    { endpoint: 'https://shop.example', auth: { type: 'header', name: 'X-Key', value: 'a\r\nb: c' } },
    '/auth/value',
    'characters',
  ],
  [{ endpoint: 'https://shop.example', auth: { type: 'bearer', token: 'a\nb' } }, '/auth/token', 'characters'],
])('%j is refused at %s', async (body, field, code) => {
  const answer = await connectors.ask('POST', '', body);
  expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
  expect(answer.body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ field, code })]));
});

test('two connectors never feed one source; the second of a host has one of its own', async () => {
  await connectors.create({ endpoint: merchant.url });
  const second = await connectors.ask('POST', '', { endpoint: merchant.url, enabled: false });
  expect(second.body.source).toBe('127.0.0.2-2');
  const third = await connectors.ask('POST', '', { endpoint: merchant.url, source: '127.0.0.2' });
  expect(third.body.errors).toMatchObject([{ field: '/source', code: 'taken' }]);
});

test.each(['no-uuid', '01900000-0000-7000-8000-000000000000'])('the id %s is not found', async (id) => {
  for (const [method, path] of [
    ['GET', `/${id}`],
    ['PATCH', `/${id}`],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/sync`],
    ['GET', `/${id}/syncs`],
    ['GET', `/${id}/syncs/${id}`],
    ['POST', `/${id}/syncs/${id}/approve-removals`],
  ] as const) {
    const answer = await connectors.ask(method, path, method === 'PATCH' ? {} : undefined);
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
});

test("another tenant's connector is not found, and unknown parameters are refused", async () => {
  const id = await connectors.create({ endpoint: merchant.url });
  const other = new Connectors(service, await service.createTenant());
  expect((await other.ask('GET', `/${id}`)).status).toBe(404);
  expect((await other.ask('POST', `/${id}/sync`)).status).toBe(404);
  expect((await connectors.ask('GET', `/${id}?expand=1`)).status).toBe(400);
});

test('one sync of a connector at a time, also asked for ten times at once', async () => {
  const gate = Promise.withResolvers<void>();
  merchant.answer = async (asked) => {
    await gate.promise;
    return Merchant.pages(goods(5))(asked);
  };
  const id = await connectors.create({ endpoint: merchant.url });
  const answers = await Promise.all(Array.from({ length: 10 }, () => connectors.ask('POST', `/${id}/sync`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('sync_already_running');
  gate.resolve();
  const begun = answers.find(({ status }) => status === 202)!.body.id;
  expect((await connectors.ended(id, begun)).status).toBe('succeeded');
});

describe('credentials', () => {
  const secret = 'canary-7f3a-secret';

  test('are sent, never answered, and stored sealed', async () => {
    const id = await connectors.create({
      endpoint: merchant.url,
      auth: { type: 'header', name: 'X-Api-Key', value: secret },
    });
    const answer = await connectors.ask('GET', `/${id}`);
    expect(answer.body.auth_type).toBe('header');
    expect(answer.text).not.toContain(secret);
    expect(answer.body).not.toHaveProperty('auth');
    await connectors.sync(id);
    expect(merchant.asked[0]!.headers['x-api-key']).toBe(secret);
    const rows = await service.app.get(Database).tenant(tenant.context, (tx) => tx.query('select * from connectors'));
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('base64url'));
    const bearer = await connectors.ask('PATCH', `/${id}`, { auth: { type: 'bearer', token: secret } });
    expect(bearer.body.auth_type).toBe('bearer');
    await connectors.sync(id);
    expect(merchant.asked.at(-1)!.headers.authorization).toBe(`Bearer ${secret}`);
    expect((await connectors.ask('PATCH', `/${id}`, { auth: null })).body.auth_type).toBeNull();
    await connectors.sync(id);
    expect(merchant.asked.at(-1)!.headers.authorization).toBeUndefined();
  });

  test('do not follow an endpoint that moves to another host', async () => {
    const id = await connectors.create({ endpoint: merchant.url, auth: { type: 'bearer', token: secret } });
    const moved = await connectors.ask('PATCH', `/${id}`, { endpoint: 'https://elsewhere.example/' });
    expect(moved.body.errors).toMatchObject([{ field: '/auth', code: 'required' }]);
    expect(
      (await connectors.ask('PATCH', `/${id}`, { endpoint: 'https://elsewhere.example/', auth: null })).status,
    ).toBe(200);
  });

  test('do not reach the log, whatever goes wrong with them', async () => {
    let log = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    });
    const logged = await startConnectorApp({ logger: createLogger('trace', sink) });
    const own = new Connectors(logged, await logged.createTenant());
    const auth = { type: 'header', name: 'X-Api-Key', value: secret };
    const answers: Reply[] = [
      { body: [{ id: 1, title: secret, url: '/1' }] },
      { status: 401, body: { error: secret } },
      { status: 500, body: secret },
      { status: 302, headers: { location: `http://127.0.0.1:9/?key=${secret}` } },
      { raw: `{"${secret}": `, headers: { 'x-echo': secret } },
      (response) => response.destroy(),
    ];
    for (const reply of answers) {
      merchant.answer = () => reply;
      const endpoint = `${merchant.url}/?key=${secret}`;
      await own.ask('POST', '/test', { endpoint, auth });
      await own.sync(await own.create({ endpoint, auth, paginated: 'none' }));
    }
    await own.ask('POST', '', { endpoint: 'nonsense', auth, token: secret });
    await logged.close();
    expect(log).toContain('/v1/:tenant/connectors');
    expect(log).not.toContain(secret);
  });

  test('do not come back in a test of a merchant that repeats them, nor in an error', async () => {
    merchant.answer = ({ headers }) => ({ body: [{ id: 1, title: headers.authorization, url: '/1' }] });
    const echoed = await connectors.ask('POST', '/test', {
      endpoint: merchant.url,
      auth: { type: 'bearer', token: secret },
    });
    expect(echoed.body.samples).toHaveLength(1);
    expect(echoed.text).not.toContain(secret);
    expect(echoed.body.samples[0].item).toEqual({ id: 1, title: 'Bearer [redacted]', url: '/1' });
    merchant.answer = ({ headers }) => ({ status: 401, body: { error: headers.authorization } });
    const id = await connectors.create({
      endpoint: `${merchant.url}/?key=${secret}`,
      auth: { type: 'bearer', token: secret },
    });
    const failed = await connectors.sync(id);
    expect(failed).toMatchObject({ status: 'failed', errors: [{ page: 1, code: 'http_401' }] });
    expect(JSON.stringify(failed)).not.toContain(secret);
  });

  test('a connector that keeps some is tested with them: its own host only, nobody else, never shown', async () => {
    merchant.answer = ({ headers }) => ({ body: [{ id: 1, title: `for ${headers['x-shop']}`, url: '/1' }] });
    const auth = { type: 'header', name: 'X-Shop', value: secret };
    const connector_id = await connectors.create({ endpoint: `${merchant.url}/old`, auth });
    const kept = await connectors.ask('POST', '/test', { endpoint: `${merchant.url}/new`, connector_id });
    expect(kept.body.samples[0].document.title).toBe('for [redacted]');
    const without = await connectors.ask('POST', '/test', { endpoint: merchant.url, connector_id, auth: null });
    expect(without.body.samples[0].document.title).toBe('for undefined');
    const elsewhere = await connectors.ask('POST', '/test', { endpoint: 'https://shop.example/', connector_id });
    expect(elsewhere).toMatchObject({ status: 422, body: { errors: [{ field: '/auth', code: 'required' }] } });
    const other = new Connectors(service, await service.createTenant());
    const foreign = await other.ask('POST', '/test', { endpoint: merchant.url, connector_id });
    expect(foreign.status).toBe(404);
  });
});

test('a merchant that is slow delays no other tenant', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = await Merchant.start();
  slow.answer = async () => {
    await gate.promise;
    return { body: goods(1) };
  };
  const ids = await Promise.all([1, 2, 3].map(() => connectors.create({ endpoint: slow.url, paginated: 'none' })));
  const syncs = await Promise.all(ids.map((id) => connectors.begin(id)));
  await eventually(async () => slow.asked.length > 0);
  const other = new Connectors(service, await service.createTenant());
  expect((await other.sync(await other.create({ endpoint: merchant.url }))).status).toBe('succeeded');
  // One of a tenant at a time: the others wait for their turn.
  expect(slow.asked).toHaveLength(1);
  gate.resolve();
  for (const [index, id] of ids.entries()) expect((await connectors.ended(id, syncs[index]!)).status).toBe('succeeded');
  await slow.stop();
});
