import { Applier } from '../../src/modules/smart/applier.ts';
import { proposalsOf } from '../../src/modules/smart/proposals.ts';
import { RunKeeper } from '../../src/modules/smart/runs/run-keeper.ts';
import { RunLedger } from '../../src/modules/smart/runs/run-ledger.ts';
import { SettingsReader, TenantsService } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { candidate, RunOf, SmartShop } from '../support/smart.ts';

/** What is seen of a run that goes on, and what may happen to it meanwhile. */
let service: TestApp;
let tenant: TestTenant;
let shop: SmartShop;
let catalogue: Shop;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  tenant = await service.createTenant();
  shop = new SmartShop(service, tenant);
  catalogue = new Shop(service, tenant);
});
afterAll(() => service.close());

const rows = <T>(sql: string, parameters: unknown[]): Promise<T[]> =>
  service.app.get(Database).system((tx) => tx.query<T>(sql, parameters));

test('figures grow while a run goes on: each transaction adds what it stores', async () => {
  await catalogue.push([product('s1', { title: 'Red sneakers' })]);
  const { app } = service;
  const run = new RunOf(service, tenant);
  const claim = await run.claim();
  const read = async () => (await shop.ask('GET', `/smart/runs/${claim.run.id}`)).body;
  expect(await read()).toMatchObject({ status: 'running', finished_at: null, metrics: { suggestions_created: 0 } });
  const many = Array.from({ length: 120 }, (_, n) =>
    candidate(`aaaa${n}`, 'sneakers', { confidence: n % 2 ? 0.9 : 0.3 }),
  );
  const settings = await app.get(SettingsReader).get(tenant.context);
  // What came before the last transaction is stored by then; the caller has the last one.
  const last = await app.get(Applier).propose(claim, proposalsOf(many, 1_000), settings, new AbortController().signal);
  const half = await read();
  expect(half).toMatchObject({
    status: 'running',
    finished_at: null,
    metrics: { suggestions_created: 100, logged: 100 },
  });
  expect(await shop.suggestions('&status=logged')).toHaveLength(100);
  await app.get(RunLedger).write(claim, last);
  expect(await read()).toMatchObject({
    status: 'running',
    metrics: { suggestions_created: 120, logged: 120, by_band: { high: 60, medium: 0, low: 60 } },
  });
  await run.work(claim, []);
  expect(await read()).toMatchObject({ status: 'succeeded', metrics: { suggestions_created: 120, logged: 120 } });
});

test.each(['shadow', 'off'])('who sets the mode to %s while a run goes on stops what it would apply', async (mode) => {
  await shop.settings({ smart_mode: 'hybrid' });
  await catalogue.push([product('s1', { title: 'Red sneakers' })]);
  const run = new RunOf(service, tenant);
  const claim = await run.claim();
  await run.work(claim, [candidate('aaaa', 'sneakers')], false);
  await shop.settings({ smart_mode: mode });
  await run.work(claim, [candidate('bbbb', 'sneakers')]);
  expect(await shop.about('aaaa')).toMatchObject({ status: 'applied' });
  expect(await shop.about('bbbb')).toMatchObject({ status: 'logged', decision: 'auto' });
  expect(await shop.synonyms()).toHaveLength(1);
  expect((await shop.ask('GET', `/smart/runs/${claim.run.id}`)).body).toMatchObject({
    mode: 'hybrid',
    status: 'succeeded',
    metrics: { applied: 1, logged: 1 },
  });
});

test('a tenant that is deleted while its run goes on: the run ends, and nothing of it is left', async () => {
  const run = new RunOf(service, tenant);
  const claim = await run.claim();
  await run.work(claim, [candidate('aaaa', 'sneakers')], false);
  await service.app.get(TenantsService).delete(tenant.context);
  await expect(run.work(claim, [candidate('bbbb', 'sneakers')])).rejects.toBeInstanceOf(Error);
  // As the service works on it: it does not fail on what is gone.
  await service.app.get(RunKeeper).work(claim);
  for (const table of ['smart_runs', 'smart_suggestions', 'smart_sightings', 'synonyms'])
    expect(await rows(`select 1 from ${table} where tenant_id = $1`, [tenant.context.tenantId])).toEqual([]);
});

test('a shop without items, and one that learns from single letters only, have runs like others', async () => {
  const now = service.clock.now();
  for (let n = 0; n < 4; n++) await shop.rescued('snaekrs', 'sneakers', 's1', now - 600_000 + n * 60_000);
  for (let n = 0; n < 4; n++) await shop.rescued('x', 'y', 's1', now - 300_000 + n * 60_000);
  service.clock.advance(1_000);
  expect(await shop.run()).toMatchObject({ status: 'succeeded', error: null, metrics: { pairs_found: 2 } });
  expect(await shop.about('snaekrs')).toMatchObject({ status: 'logged' });
  await shop.settings({ smart_max_query_length: 1 });
  for (let n = 0; n < 4; n++) await shop.rescued('snaekers', 'sneakers', 's1', now - 250_000 + n * 60_000);
  service.clock.advance(1_000);
  const single = await shop.run();
  expect(single).toMatchObject({ status: 'succeeded', error: null, metrics: { suggestions_created: 0 } });
  expect(single.metrics.skipped_length).toBeGreaterThan(0);
  expect(await shop.about('snaekers')).toBeNull();
});
