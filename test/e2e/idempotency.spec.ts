import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await service.createTenant();
});

const create = (key: string, body: unknown = { kind: 'public', name: 'Storefront' }, tenant = shop) =>
  ask(service.url, 'POST', `/v1/${tenant.slug}/keys`, {
    key: tenant.keys.secret,
    body,
    headers: { 'idempotency-key': key },
  });
const keyCount = async (tenant = shop) =>
  (await ask(service.url, 'GET', `/v1/${tenant.slug}/keys`, { key: tenant.keys.secret })).body.total as number;

test('a repeat gets the first answer, byte for byte, and has no second effect', async () => {
  const first = await create('order-1');
  expect(first.status).toBe(201);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  const again = await create('order-1');
  expect(again).toMatchObject({ status: 201, text: first.text });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(await keyCount()).toBe(4);
});

test('bare and quoted values are the same key', async () => {
  const first = await create('k "1" \\ x');
  const again = await create('"k \\"1\\" \\\\ x"');
  expect(again.text).toBe(first.text);
});

test('another body is refused', async () => {
  await create('order-2');
  const answer = await create('order-2', { kind: 'secret', name: 'Backend' });
  expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  expect(await keyCount()).toBe(4);
});

test('only a 2xx is stored: a corrected request with the same key runs', async () => {
  expect((await create('order-3', { kind: 'public', name: '' })).status).toBe(422);
  expect((await create('order-3')).status).toBe(201);
});

test('of concurrent duplicates one has an effect; the others replay or are told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => create('order-4')));
  expect(await keyCount()).toBe(4);
  const codes = answers.map((answer) => (answer.status === 201 ? 'created' : answer.body.code));
  expect(new Set(codes).size).toBeLessThanOrEqual(2);
  for (const code of codes) expect(['created', 'idempotency_in_progress']).toContain(code);
  const bodies = new Set(answers.filter((answer) => answer.status === 201).map((answer) => answer.text));
  expect(bodies.size).toBe(1);
});

test('while the first is running, a second process says so', async () => {
  const second = await startTestApp({ databaseUrl: service.databaseUrl });
  try {
    const database = service.app.get(Database);
    const { body } = await ask(service.url, 'GET', `/v1/${shop.slug}/keys`, { key: shop.keys.secret });
    const secret = body.rows.find((key: { kind: string }) => key.kind === 'secret');
    const scope = [shop.context.tenantId, secret.id, 'POST', `/v1/${shop.slug}/keys`, 'order-5'].join(' ');
    await database.tenant(shop.context, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [scope]);
      const answer = await ask(second.url, 'POST', `/v1/${shop.slug}/keys`, {
        key: shop.keys.secret,
        body: { kind: 'public', name: 'x' },
        headers: { 'idempotency-key': 'order-5' },
      });
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    });
  } finally {
    await second.close();
  }
});

test('scope: another tenant, method or path has keys of its own', async () => {
  const other = await service.createTenant();
  const mine = await create('order-6');
  const theirs = await create('order-6', undefined, other);
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
  const rotate = await ask(service.url, 'POST', `/v1/${shop.slug}/keys/${mine.body.id}/rotate`, {
    key: shop.keys.secret,
    headers: { 'idempotency-key': 'order-6' },
  });
  expect(rotate.status).toBe(200);
});

test('a DELETE without an answer is replayed as 204', async () => {
  const { body } = await create('order-7');
  const remove = () =>
    ask(service.url, 'DELETE', `/v1/${shop.slug}/keys/${body.id}`, {
      key: shop.keys.secret,
      headers: { 'idempotency-key': 'order-8' },
    });
  expect(await remove()).toMatchObject({ status: 204, text: '' });
  const again = await remove();
  expect(again).toMatchObject({ status: 204, text: '' });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('after 24 hours the key is free again', async () => {
  const first = await create('order-9');
  await service.app
    .get(Database)
    .system((tx) => tx.query(`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`));
  const later = await create('order-9');
  expect(later.status).toBe(201);
  expect(later.body.id).not.toBe(first.body.id);
});

test.each(['', 'x'.repeat(256), 'ümlaut', '   '])('the key "%.20s" is refused', async (key) => {
  // fetch sends header values as Latin-1.
  const answer = await create(key);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
});

test('255 characters are taken', async () => {
  expect((await create('y'.repeat(255))).status).toBe(201);
});
