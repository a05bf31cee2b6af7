import { createEmbeddedEngine, IndexingService } from 'mirabel';
import { CuratedLists20261128090000 } from '../../examples/curated-lists/curated-lists.migration.ts';
import { CuratedListsModule } from '../../examples/curated-lists/curated-lists.module.ts';
import { timedEngine } from '../../examples/curated-lists/timed-engine.ts';
import * as publicApi from '../../src/public.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

const timings = { searches: 0, milliseconds: 0 };
let service: TestApp;
let shop: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  service = await startTestApp({
    modules: [CuratedListsModule],
    migrations: [CuratedLists20261128090000],
    engine: timedEngine(createEmbeddedEngine({ directory: null, memoryBudgetBytes: 64 << 20 }), timings),
  });
  shop = await service.createTenant();
  other = await service.createTenant();
});
afterAll(() => service.close());

const lists = (tenant: TestTenant, key: string, method = 'GET', body?: object) =>
  ask(service.url, method, `/v1/${tenant.slug}/curated-lists`, { key, ...(body ? { body } : {}) });

test('the added module has guarded, validated routes, its own table and its own signal', async () => {
  expect((await lists(shop, shop.keys.public)).body).toEqual([]);
  const saved = await lists(shop, shop.keys.secret, 'POST', { name: 'Gifts', item_ids: ['a'] });
  expect(saved).toMatchObject({ status: 201, body: { name: 'Gifts', item_ids: ['a'] } });
  expect((await lists(shop, shop.keys.public)).body).toEqual([{ name: 'Gifts', item_ids: ['a'] }]);
  expect((await lists(other, other.keys.public)).body).toEqual([]);
  expect((await lists(shop, shop.keys.public, 'POST', { name: 'x', item_ids: [] })).body.code).toBe(
    'insufficient_scope',
  );
  expect((await lists(shop, other.keys.secret)).body.code).toBe('tenant_mismatch');
  expect((await lists(shop, shop.keys.secret, 'POST', { name: '', item_ids: 5 })).status).toBe(422);
});

test('its error code has a problem and a page', async () => {
  for (let i = 0; i < 100; i++) await lists(shop, shop.keys.secret, 'POST', { name: `list ${i}`, item_ids: [] });
  const answer = await lists(shop, shop.keys.secret, 'POST', { name: 'one more', item_ids: [] });
  expect(answer).toMatchObject({ status: 409, body: { code: 'curated_lists.too_many' } });
  expect((await ask(service.url, 'GET', answer.body.type)).text).toContain('100 curated lists');
});

test('its routes are in the OpenAPI document', async () => {
  const { body } = await ask(service.url, 'GET', '/openapi.json');
  expect(body.paths['/v1/{tenant}/curated-lists'].post.security).toEqual([{ secret_key: [] }]);
});

test('the swapped adapter serves the search', async () => {
  await service.app.get(IndexingService).push(shop.context, 'erp', [{ id: '1', title: 'Red kite', url: '/1' }]);
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/search?q=kite`, { key: shop.keys.public });
  expect(answer.body.total).toBe(1);
  expect(timings.searches).toBeGreaterThan(0);
});

test('the names that an outside team may rely on stay few', () => {
  expect(Object.keys(publicApi).sort()).toMatchInlineSnapshot(`
    [
      "ApiError",
      "CLOCK",
      "CurrentCaller",
      "Database",
      "EngineError",
      "IgnoreUnknownFields",
      "IndexingModule",
      "IndexingService",
      "Jobs",
      "KeysService",
      "NoQuery",
      "OpenRoute",
      "PageQuery",
      "RequireKey",
      "SEARCH_ENGINE",
      "SETTINGS",
      "SettingsError",
      "SettingsReader",
      "SignalBus",
      "Tenant",
      "TenantCache",
      "TenantsService",
      "createApplication",
      "createEmbeddedEngine",
      "defineErrors",
      "isolateTenants",
      "loadSettings",
      "tenantContext",
    ]
  `);
});
