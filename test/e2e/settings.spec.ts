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

const read = () => ask(service.url, 'GET', `/v1/${shop.slug}/settings`, { key: shop.keys.secret });
const patch = (body: object) => ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body });

test('a new tenant has the defaults of the contract', async () => {
  expect((await read()).body).toEqual({
    smart_mode: 'shadow',
    hybrid_confidence_threshold: 0.65,
    auto_confidence_threshold: 0.85,
    business_memory_md: '',
    smart_max_query_length: 20,
    smart_hour: 3,
    timezone: 'UTC',
    locale: 'en',
    // startTestApp raises it out of the way
    rate_limit_per_minute: 100_000,
    retention_days: 90,
    honour_gpc: true,
    ai_budget_cents_per_run: 100,
    ai_budget_cents_per_month: 1000,
    searchable_fields: null,
    facet_fields: ['brand', 'categories', 'price'],
    typo_tolerance: true,
  });
});

test('PATCH merges the named fields and answers the whole resource', async () => {
  const answer = await patch({ locale: 'pt-br', smart_hour: 0 });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ locale: 'pt-BR', smart_hour: 0, retention_days: 90, warnings: [] });
  expect((await read()).body).toMatchObject({ locale: 'pt-BR', smart_hour: 0 });
});

test.each([
  ['hybrid_confidence_threshold', [0, 0.5, 1], [-0.01, 1.01, 0.655, '0.5', null]],
  ['auto_confidence_threshold', [0, 0.99, 1], [-0.01, 1.01, 0.001, true]],
  ['business_memory_md', ['', 'x'.repeat(5000)], ['x'.repeat(5001), 5, null]],
  ['smart_max_query_length', [1, 512], [0, 513, 1.5]],
  ['smart_hour', [0, 23], [-1, 24]],
  ['timezone', ['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'], ['Mars/Base', '', '+02:00', 5]],
  ['locale', ['en', 'de-AT', 'zh-Hans-CN'], ['', 'english language', 'x_y', 7]],
  ['rate_limit_per_minute', [100_000], [0, 100_001]],
  ['retention_days', [1, 730], [0, 731]],
  ['honour_gpc', [true, false], ['true', 1]],
  ['ai_budget_cents_per_run', [0, 1_000_000], [-1, 1_000_001]],
  ['smart_mode', ['off', 'shadow', 'hybrid', 'auto'], ['on', '', null]],
  ['searchable_fields', [null, [], ['title', 'attributes.colour']], ['title', ['nope'], ['title', 'title'], [5]]],
  ['facet_fields', [[], ['brand', 'attributes.size']], [null, ['title'], ['brand', 'brand']]],
  ['typo_tolerance', [true, false], [0]],
])('%s takes its bounds and nothing past them', async (field, good, bad) => {
  for (const value of good as unknown[]) {
    expect(await patch({ [field]: value })).toMatchObject({ status: 200, body: { [field]: value } });
  }
  for (const value of bad as unknown[]) {
    const answer = await patch({ [field]: value });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ field: `/${field}` }] },
    });
  }
});

test('a low threshold of the mode in force is stored with a warning', async () => {
  expect((await patch({ hybrid_confidence_threshold: 0.3 })).body.warnings).toEqual([]);
  const answer = await patch({ smart_mode: 'hybrid' });
  expect(answer.status).toBe(200);
  expect(answer.body.warnings).toEqual([
    { field: 'hybrid_confidence_threshold', message: expect.stringContaining('without review') },
  ]);
});

test('one wrong field changes nothing', async () => {
  expect((await patch({ smart_hour: 5, timezone: 'nowhere' })).status).toBe(422);
  expect((await read()).body.smart_hour).toBe(3);
});
