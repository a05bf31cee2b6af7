import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../src/engine/port/index.ts';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import { ItemsJobs } from '../../src/modules/items/items.jobs.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { failing, FaultyEngine } from '../support/faulty-engine.ts';
import { eventually } from '../support/poll.ts';

let service: TestApp;
let engine: FaultyEngine;
let tenant: TestTenant;
let shop: Shop;

beforeAll(async () => {
  engine = new FaultyEngine();
  service = await startTestApp({ engine });
});
beforeEach(async () => {
  engine.before = {};
  engine.applied.length = 0;
  engine.rebuilt = 0;
  tenant = await service.createTenant();
  shop = new Shop(service, tenant);
});
afterAll(() => service.close());

describe('another process on the same database', () => {
  let other: TestApp;
  let there: Shop;

  beforeAll(async () => {
    other = await startTestApp({ databaseUrl: service.databaseUrl });
  });
  beforeEach(() => {
    there = new Shop(other, tenant);
  });
  afterAll(() => other.close());

  test('writes of every kind are searchable there', async () => {
    await shop.push([product('a', { title: 'Velvet sofa' }), product('b', { title: 'Velvet chair' })]);
    expect(await there.found('velvet')).toEqual(['a', 'b']);
    await shop.push([product('c', { title: 'Velvet stool' })]);
    await eventually(async () => (await there.found('velvet')).length === 3);
    await shop.remove('/a');
    await eventually(async () => !(await there.found('velvet')).includes('a'));
    await shop.patch('b', { title: 'Leather chair' });
    await eventually(async () => (await there.found('leather')).includes('b'));
    await shop.remove('?source=erp');
    await eventually(async () => (await there.search({ q: '' })).body.total === 0);
  });

  test('a burst from both sides ends in the same state', async () => {
    await there.found('x');
    const sides = [shop, there];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        sides[i % 2]!.push(products(10, (j) => ({ id: `${(i + j) % 25}`, title: `Velvet round${i}` }))),
      ),
    );
    const list = (await shop.items('?limit=100')).body.rows as { id: string; title: string }[];
    const titles = async (where: Shop) =>
      Object.fromEntries(
        (await where.search({ q: 'velvet', per_page: '100' })).body.hits.map((hit: { id: string; title: string }) => [
          hit.id,
          hit.title,
        ]),
      ) as Record<string, string>;
    const expected = Object.fromEntries(list.map(({ id, title }) => [id, title]));
    for (const where of sides) {
      await eventually(async () => JSON.stringify(sort(await titles(where))) === JSON.stringify(sort(expected)));
      expect(sort(await titles(where))).toEqual(sort(expected));
    }
  });

  test('a lost signal is made good', async () => {
    expect(await there.found('velvet')).toEqual([]);
    const database = service.app.get(Database);
    // As a write whose notification never arrives: everything but the signal.
    await shop.push([product('a', { title: 'Linen sofa' })]);
    await eventually(async () => (await there.found('linen')).length === 1);
    await database.system((tx) =>
      tx.query(
        `with next as (update catalogs set version = version + 1 where tenant_id = $1 returning version)
                update items set document = null, hash = null, version = (select version from next) where tenant_id = $1`,
        [tenant.context.tenantId],
      ),
    );
    await eventually(async () => (await there.found('linen')).length === 0);
  });

  test('a cut listening connection is made good', async () => {
    expect(await there.found('velvet')).toEqual([]);
    await service.app
      .get(Database)
      .dataSource.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mirabel signals'`,
      );
    await shop.push([product('a', { title: 'Velvet sofa' })]);
    await eventually(async () => (await there.found('velvet')).length === 1);
  });

  test('a write that finds everything as it asks for is searched at that version too', async () => {
    expect(await there.found('velvet')).toEqual([]);
    const sofa = product('a', { title: 'Velvet sofa' });
    for (let round = 0; round < 5; round++) {
      await service.app
        .get(Database)
        .dataSource.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mirabel signals'`,
        );
      const changed = { ...sofa, title: `Velvet sofa ${round}` };
      await shop.push([changed]);
      expect((await there.push([changed])).body).toMatchObject({ results: [{ status: 'unchanged' }] });
      expect((await there.search({ q: 'velvet' })).body.hits[0].title).toBe(changed.title);
    }
  });

  test('a rebuild is asked of every process', async () => {
    await shop.push(products(1000));
    for (const where of [shop, there]) await where.found('product');
    const version = await service.app.get(IndexingService).requestRebuild(tenant.context);
    expect(version).toBe(2);
    await eventually(async () => (await shop.search({ q: 'product' })).body.total === 1000 && engine.rebuilt === 1);
    expect((await there.search({ q: 'product' })).body.total).toBe(1000);
  });
});

test('a catalogue larger than a page of the feed arrives whole, versions never split', async () => {
  const cold = await startTestApp({ databaseUrl: service.databaseUrl, engine: new FaultyEngine() });
  try {
    for (let part = 0; part < 3; part++) {
      await shop.push(products(900, (i) => ({ id: `${part}-${i}`, title: 'Velvet bulk' })));
    }
    await shop.push(products(100, (i) => ({ id: `0-${i}`, title: 'Linen bulk' })));
    const there = new Shop(cold, tenant);
    expect((await there.search({ q: 'velvet' })).body.total).toBe(2600);
    expect((await there.search({ q: 'linen' })).body.total).toBe(100);
  } finally {
    await cold.close();
  }
});

test('each change is applied once by the process that made it', async () => {
  const { tenantId } = tenant.context;
  await shop.push([product('a')]);
  await shop.found('product');
  engine.applied.length = 0;
  for (let i = 0; i < 10; i++) await shop.push([product('a', { price: i })]);
  // Catalogues of earlier tests are brought on at rest, which may be now.
  const applied = engine.applied.filter((change) => change.tenantId === tenantId);
  expect(applied).toEqual(Array.from({ length: 10 }, (_, i) => ({ tenantId, version: i + 2, ids: ['a'] })));
});

describe('faults of the engine', () => {
  beforeEach(async () => {
    await shop.push([product('a', { title: 'Velvet sofa' })]);
    // In memory from here on.
    await shop.found('velvet');
  });

  test('an index dropped in the middle of a search is opened again', async () => {
    engine.before.search = failing(2);
    expect(await shop.found('velvet')).toEqual(['a']);
  });

  test('a failing search is 503 with Retry-After', async () => {
    engine.before.search = failing(1, new EngineError('broken'));
    const answer = await shop.search({ q: 'velvet' });
    expect(answer).toMatchObject({ status: 503, body: { code: 'engine_unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.text).not.toContain('broken');
    expect(await shop.found('velvet')).toEqual(['a']);
  });

  test('an engine that takes no changes loses none: what is committed is counted, and found when it recovers', async () => {
    engine.before.apply = () => {
      throw new EngineError('broken');
    };
    expect(await shop.push([product('b', { title: 'Velvet chair' })])).toMatchObject({
      status: 200,
      body: { indexed: 1 },
    });
    expect(await shop.found('velvet')).toEqual(['a']);
    // Catalogues of earlier tests may be behind too.
    const told = (lag: RegExp): Promise<void> =>
      eventually(async () => lag.test((await ask(service.url, 'GET', '/metrics')).text));
    await told(/^mirabel_index_lag_documents [1-9]/m);
    engine.before = {};
    expect(await shop.found('velvet')).toEqual(['a', 'b']);
    await told(/^mirabel_index_lag_documents 0$/m);
  });

  test('an index that cannot be opened at all is 503', async () => {
    const cold = new FaultyEngine();
    cold.before.open = () => {
      throw new EngineError('no disk');
    };
    const other = await startTestApp({ databaseUrl: service.databaseUrl, engine: cold });
    try {
      const there = new Shop(other, tenant);
      expect(await there.search({ q: 'velvet' })).toMatchObject({ status: 503, body: { code: 'engine_unavailable' } });
      expect((await there.push([product('c', { title: 'Velvet lamp' })])).status).toBe(200);
      cold.before = {};
      expect(await there.found('velvet')).toEqual(['a', 'c']);
    } finally {
      await other.close();
    }
  });

  test('a push does not wait for an index that is still being read', async () => {
    const gate = Promise.withResolvers<void>();
    const cold = new FaultyEngine();
    cold.before.apply = () => gate.promise;
    const other = await startTestApp({ databaseUrl: service.databaseUrl, engine: cold });
    try {
      const there = new Shop(other, tenant);
      const search = there.found('velvet');
      expect((await there.push([product('c', { title: 'Velvet lamp' })])).status).toBe(200);
      gate.resolve();
      expect(await search).toContain('a');
      expect(await there.found('velvet')).toEqual(['a', 'c']);
    } finally {
      await other.close();
    }
  });
});

describe('a restart', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mirabel-restart-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const restarted = async (use: (there: Shop) => Promise<void>): Promise<void> => {
    const app = await startTestApp({ databaseUrl: service.databaseUrl, settings: { dataDir } });
    try {
      await use(new Shop(app, tenant));
    } finally {
      await app.close();
    }
  };

  test('goes on from its snapshot', async () => {
    await shop.push([product('a', { title: 'Velvet sofa' }), product('b', { title: 'Velvet chair' })]);
    await restarted(async (there) => expect(await there.found('velvet')).toEqual(['a', 'b']));
    await shop.push([product('c', { title: 'Velvet stool' }), { id: 'a', deleted: true }]);
    await restarted(async (there) => {
      // Many at once: none may be answered from the snapshot alone.
      const answers = await Promise.all(Array.from({ length: 10 }, () => there.found('velvet')));
      for (const found of answers) expect(found).toEqual(['b', 'c']);
    });
  });

  test('after tombstones that it has not seen were purged it starts anew', async () => {
    await shop.push([product('a', { title: 'Velvet sofa' }), product('b', { title: 'Velvet chair' })]);
    await restarted(async (there) => expect(await there.found('velvet')).toEqual(['a', 'b']));
    await shop.remove('/a');
    await service.app.get(ItemsJobs).purgeTombstones(0);
    const [row] = await service.app.get(Database).system((tx) =>
      tx.query<{ purged: number; rows: number }>(
        `select c.purged_version::int as purged, (select count(*)::int from items i where i.tenant_id = c.tenant_id) as rows
           from catalogs c where tenant_id = $1`,
        [tenant.context.tenantId],
      ),
    );
    expect(row).toEqual({ purged: 2, rows: 1 });
    await restarted(async (there) => expect(await there.found('velvet')).toEqual(['b']));
  });

  test('on a database that was put back to an older state it starts anew', async () => {
    await shop.push([product('a', { title: 'Velvet sofa' })]);
    await shop.push([product('b', { title: 'Velvet chair' })]);
    await restarted(async (there) => expect(await there.found('velvet')).toEqual(['a', 'b']));
    await service.app.get(Database).system(async (tx) => {
      await tx.query('update catalogs set version = 1 where tenant_id = $1', [tenant.context.tenantId]);
      await tx.query('delete from items where tenant_id = $1 and version = 2', [tenant.context.tenantId]);
    });
    await restarted(async (there) => expect(await there.found('velvet')).toEqual(['a']));
  });

  test('young tombstones are kept', async () => {
    await shop.push([product('a')]);
    await shop.remove('/a');
    await service.app.get(ItemsJobs).purgeTombstones();
    const [row] = await service.app
      .get(Database)
      .system((tx) =>
        tx.query<{ rows: number }>('select count(*)::int as rows from items where tenant_id = $1', [
          tenant.context.tenantId,
        ]),
      );
    expect(row).toEqual({ rows: 1 });
  });
});

function sort(value: Record<string, string>): [string, string][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
