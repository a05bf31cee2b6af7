import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type AskOptions } from '../support/client.ts';
import { eventually } from '../support/poll.ts';

let service: TestApp;
let shop: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
  other = await service.createTenant();
});
afterAll(() => service.close());

const keys = (method: string, path = '', options: AskOptions = {}) =>
  ask(service.url, method, `/v1/${shop.slug}/keys${path}`, { key: shop.keys.secret, ...options });
const settings = (options: AskOptions) => ask(service.url, 'GET', `/v1/${shop.slug}/settings`, options);

async function createKey(body: object) {
  const { body: key } = await keys('POST', '', { body: { name: 'test', ...body } });
  return key as { id: string; key: string };
}

test('a created key works at once, and its value is in no list', async () => {
  const created = await keys('POST', '', {
    body: { kind: 'secret', name: 'Backend', allowed_origins: ['https://Shop.example'] },
  });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    kind: 'secret',
    name: 'Backend',
    last4: created.body.key.slice(-4),
    allowed_origins: ['https://shop.example'],
    expires_at: null,
    revoked_at: null,
  });
  expect(created.body.key).toMatch(/^mb_sk_live_[0-9A-Za-z]{49}$/);
  expect((await settings({ key: created.body.key })).status).toBe(200);
  const list = await keys('GET');
  expect(list.body).toMatchObject({ limit: 20, offset: 0 });
  expect(list.text).not.toContain(created.body.key);
});

test('rotation: the new key works at once, the old one until its grace ends', async () => {
  const old = await createKey({ kind: 'secret' });
  const fresh = await keys('POST', `/${old.id}/rotate`, { body: { grace_hours: 1 } });
  expect(fresh.status).toBe(200);
  expect((await settings({ key: fresh.body.key })).status).toBe(200);
  expect((await settings({ key: old.key })).status).toBe(200);
  service.clock.advance(3_600_001);
  const late = await settings({ key: old.key });
  expect(late).toMatchObject({ status: 401, body: { code: 'expired_api_key' } });
  expect(late.headers.get('www-authenticate')).toBe('Bearer');
  expect((await settings({ key: fresh.body.key })).status).toBe(200);
});

test('without a body the grace is 24 hours; an expired key is not rotated', async () => {
  const old = await createKey({ kind: 'secret' });
  expect((await keys('POST', `/${old.id}/rotate`)).status).toBe(200);
  service.clock.advance(86_399_000);
  expect((await settings({ key: old.key })).status).toBe(200);
  service.clock.advance(2_000);
  expect((await settings({ key: old.key })).body.code).toBe('expired_api_key');
  expect(await keys('POST', `/${old.id}/rotate`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a revoked key dies at once, here, and on another process', async () => {
  const second = await startTestApp({ databaseUrl: service.databaseUrl });
  try {
    const doomed = await createKey({ kind: 'secret' });
    const elsewhere = () => ask(second.url, 'GET', `/v1/${shop.slug}/settings`, { key: doomed.key });
    expect((await elsewhere()).status).toBe(200);
    expect((await keys('DELETE', `/${doomed.id}`)).status).toBe(204);
    expect(await settings({ key: doomed.key })).toMatchObject({ status: 401, body: { code: 'revoked_api_key' } });
    await eventually(async () => (await elsewhere()).body.code === 'revoked_api_key');
    expect((await keys('DELETE', `/${doomed.id}`)).status).toBe(204);
  } finally {
    await second.close();
  }
});

test('an end date in the past makes a key that never works', async () => {
  const { key } = await createKey({ kind: 'secret', expires_at: '2020-01-01T00:00:00Z' });
  expect((await settings({ key })).body.code).toBe('expired_api_key');
});

test.each([
  ['missing_api_key', undefined],
  ['invalid_api_key', 'mb_sk_live_short'],
  ['invalid_api_key', `mb_sk_live_${'0'.repeat(49)}`],
  ['invalid_api_key', 'sk_other_vendor'],
])('%s for %s', async (code, key) => {
  const answer = await settings(key ? { key } : {});
  expect(answer).toMatchObject({ status: 401, body: { code } });
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test('a key in the query string or another scheme is no key', async () => {
  const path = `/v1/${shop.slug}/settings?key=${shop.keys.secret}`;
  expect((await ask(service.url, 'GET', path)).body.code).toBe('missing_api_key');
  const basic = await settings({ headers: { authorization: `Basic ${shop.keys.secret}` } });
  expect(basic.body.code).toBe('invalid_api_key');
});

test("another tenant's slug and a slug that does not exist get the same answer", async () => {
  const answers = await Promise.all(
    [other.slug, 'no-such-shop', 'NOT a slug'].map((slug) =>
      ask(service.url, 'GET', `/v1/${encodeURIComponent(slug)}/settings`, { key: shop.keys.secret }),
    ),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'tenant_mismatch', detail: answers[0]!.body.detail });
  }
});

test("another tenant's key ids are not found", async () => {
  const theirs = await ask(service.url, 'GET', `/v1/${other.slug}/keys`, { key: other.keys.secret });
  const [{ id }] = theirs.body.rows;
  expect((await keys('DELETE', `/${id}`)).status).toBe(404);
  expect((await keys('POST', `/${id}/rotate`)).status).toBe(404);
  expect((await keys('DELETE', '/not-a-uuid')).status).toBe(404);
});

test.each([
  [{ kind: 'root', name: 'x' }, '/kind'],
  [{ kind: 'public' }, '/name'],
  [{ kind: 'public', name: '' }, '/name'],
  [{ kind: 'public', name: 'x'.repeat(101) }, '/name'],
  [{ kind: 'public', name: 'x', allowed_origins: ['shop.example'] }, '/allowed_origins'],
  [{ kind: 'public', name: 'x', allowed_origins: ['https://shop.example/path'] }, '/allowed_origins'],
  [{ kind: 'public', name: 'x', allowed_origins: Array(51).fill('https://a.example') }, '/allowed_origins'],
  [{ kind: 'public', name: 'x', expires_at: 'tomorrow' }, '/expires_at'],
  [{ kind: 'public', name: 'x', tenant_id: 'y' }, '/tenant_id'],
])('refuses %j at %s', async (body, field) => {
  const answer = await keys('POST', '', { body });
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
});

test('grace_hours: 0 and 720 are taken, one past each bound is not', async () => {
  const { id } = await createKey({ kind: 'public' });
  for (const grace_hours of [-1, 721, 1.5, '24']) {
    expect((await keys('POST', `/${id}/rotate`, { body: { grace_hours } })).status).toBe(422);
  }
  const rotated = await keys('POST', `/${id}/rotate`, { body: { grace_hours: 720 } });
  expect((await keys('POST', `/${rotated.body.id}/rotate`, { body: { grace_hours: 0 } })).status).toBe(200);
});

test('a public key is bound to the origins of its list', async () => {
  // No public route of another module is needed: the guard judges before the handler.
  const { key } = await createKey({
    kind: 'public',
    allowed_origins: ['https://*.shop.example', 'https://shop.example'],
  });
  const read = (origin?: string) =>
    ask(service.url, 'GET', `/v1/${shop.slug}/items`, { key, headers: origin ? { origin } : {} });
  for (const origin of ['https://shop.example', 'https://www.shop.example', 'https://a.b.shop.example', undefined]) {
    expect((await read(origin)).status).toBe(200);
  }
  for (const origin of ['https://evil.example', 'https://evilshop.example', 'http://shop.example', 'null']) {
    expect(await read(origin)).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
  }
});
