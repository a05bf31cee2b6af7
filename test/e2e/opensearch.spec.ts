import { SEARCH_ENGINE, type SearchEngine } from '../../src/engine/port/index.ts';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { Shop, product, products } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { OpenSearchCluster } from '../support/opensearch.ts';
import { eventually } from '../support/poll.ts';
import { findOpenSearch } from '../support/programs.ts';

(findOpenSearch() ? describe : describe.skip)('two processes on one search cluster', () => {
  let cluster: OpenSearchCluster;
  let database: TestDatabase;
  let services: [TestApp, TestApp];
  let tenant: TestTenant;
  let here: Shop;
  let there: Shop;

  beforeAll(async () => {
    cluster = await OpenSearchCluster.start();
    database = await createTestDatabase();
    const options = { databaseUrl: database.url, settings: { openSearchNodes: [...cluster.nodes] } };
    services = [await startTestApp(options), await startTestApp(options)];
    tenant = await services[0].createTenant();
    here = new Shop(services[0], tenant);
    there = new Shop(services[1], tenant);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await database.drop();
    await cluster.stop();
  });

  test('a push through one is found through the other, both ways, and so is a deletion', async () => {
    const pushed = await here.push(products(200, (at) => ({ id: `d${at}`, title: `Ordinary thing ${at}` })));
    expect(pushed.status).toBe(200);
    await eventually(async () => (await here.search({ q: 'ordinary' })).body.total === 200);
    await eventually(async () => (await there.search({ q: 'ordinary' })).body.total === 200);
    await there.push([product('kite', { title: 'Paper kite' })]);
    await eventually(async () => (await there.found('kite')).length === 1);
    await eventually(async () => (await here.found('kite')).length === 1);
    await here.remove('/kite');
    await eventually(async () => (await there.found('kite')).length === 0);
  });

  test('one tenant finds nothing of another in the index that they share', async () => {
    const other = await services[0].createTenant();
    const theirs = new Shop(services[0], other);
    await theirs.push([product('secret', { title: 'Zeppelin ordinary', brand: 'Zeppelin' })]);
    expect(await theirs.found('zeppelin')).toEqual(['secret']);
    expect(await here.found('zeppelin')).toEqual([]);
    // Nor as a correction of a word.
    expect((await here.search({ q: 'zepelin' })).body).toMatchObject({ total: 0 });
    expect((await theirs.search({ q: 'zepelin' })).body).toMatchObject({ total: 1 });
    const facets = (await here.search({ q: '', facets: 'brand' })).body;
    expect(JSON.stringify(facets)).not.toContain('Zeppelin');
  });

  test('a rebuild while searches run: no answer is empty, no total is wrong', async () => {
    const ended = new AbortController();
    const totals = new Set<number>();
    const searches = [here, there].map(async (shop) => {
      while (!ended.signal.aborted) totals.add((await shop.search({ q: 'ordinary' })).body.total as number);
    });
    const before = await cluster.ask('GET', `/_alias/mirabel-tenant-${tenant.context.tenantId}`);
    await services[0].app.get(IndexingService).requestRebuild(tenant.context);
    await eventually(async () => {
      await here.search({ q: 'ordinary' });
      const after = await cluster.ask('GET', `/_alias/mirabel-tenant-${tenant.context.tenantId}`);
      return JSON.stringify(after) !== JSON.stringify(before);
    });
    ended.abort();
    await Promise.all(searches);
    expect([...totals]).toEqual([200]);
  });

  test('an index that is destroyed is filled again from the items', async () => {
    await cluster.ask('DELETE', '/mirabel-shared');
    await eventually(async () => (await here.search({ q: 'ordinary' })).body.total === 200);
    await eventually(async () => (await there.search({ q: 'ordinary' })).body.total === 200);
    expect((await there.search({ q: 'ordinary' })).body.total).toBe(200);
    await there.push([product('after', { title: 'Afterwards' })]);
    await eventually(async () => (await here.found('afterwards')).length === 1);
  });

  test('a document that the cluster will not take holds nothing up: the rest is found, and it is told of', async () => {
    const shops = [here, there] as const;
    await shops[0].push([product('odd', { title: 'Astrolabe' })]);
    await eventually(async () => (await there.found('astrolabe')).length === 1);
    // From here on it takes no document of more than 32 KiB.
    await cluster.ask('PUT', '/mirabel-shared/_mapping', { properties: { json: { type: 'keyword' } } });
    const odd = product('odd', { title: 'Astrolabe, large', description: 'brass '.repeat(8_000) });
    expect((await shops[0].push([odd, product('even', { title: 'Sextant' })])).status).toBe(200);
    expect((await shops[1].push([product('next', { title: 'Sextant, next' })])).status).toBe(200);
    for (const shop of shops) {
      await eventually(async () => (await shop.found('sextant')).length === 2);
      // Nor is it found as it was before.
      expect(await shop.found('astrolabe')).toEqual([]);
    }
    const health = await ask(services[1].url, 'GET', `/v1/${tenant.slug}/catalog/health`, { key: tenant.keys.secret });
    expect(health.body.findings).toContainEqual({
      check: 'not_searchable',
      items: 1,
      samples: [{ id: 'odd', title: 'Astrolabe, large' }],
    });
    const metrics = await Promise.all(services.map(({ url }) => ask(url, 'GET', '/metrics')));
    expect(metrics.some(({ text }) => /^mirabel_index_refused_total [1-9]/m.test(text))).toBe(true);
    for (const { text } of metrics) expect(text).toMatch(/^mirabel_index_lag_documents 0$/m);
    await shops[0].push([product('odd', { title: 'Astrolabe, small' })]);
    for (const shop of shops) await eventually(async () => (await shop.found('astrolabe')).length === 1);
    expect(await services[0].app.get<SearchEngine>(SEARCH_ENGINE).refused!(tenant.context, 5)).toMatchObject({
      total: 0,
    });
  });
});
