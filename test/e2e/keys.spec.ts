import { ask } from '../support/client.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';

let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
});
afterAll(() => service.close());

const call = (method: string, path: string, options = {}) =>
  ask(service.url, method, `/v1/${shop.slug}${path}`, { key: shop.keys.secret, ...options });

test('keys are created, listed without their value, rotated with grace and revoked', async () => {
  const created = await call('POST', '/keys', {
    body: { kind: 'public', name: 'Storefront', allowed_origins: ['https://Shop.example'] },
  });
  expect(created.status).toBe(201);
  expect(created.body.key).toMatch(/^mb_pk_live_[0-9A-Za-z]{49}$/);
  expect(created.body.allowed_origins).toEqual(['https://shop.example']);

  const list = await call('GET', '/keys');
  expect(list.body).toMatchObject({ total: 4, limit: 20, offset: 0 });
  expect(list.text).not.toContain(created.body.key);
});

test('settings', async () => {
  const s = await call('GET', '/settings');
  expect(s.status).toBe(200);
  const p = await call('PATCH', '/settings', { body: { smart_mode: 'x', locale: 'de-de', nope: 1 } });
  expect(p.body).toMatchObject({ status: 422 });
  const wrong = await ask(service.url, 'PUT', `/v1/${shop.slug}/settings`, {});
  expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, PATCH');
});
