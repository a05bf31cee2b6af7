import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import { SEARCH_ENGINE, type SearchEngine, type SearchIndex } from '../../src/engine/port/index.ts';
import { CatalogIndexes } from '../../src/modules/indexing/index.ts';
import { TenantsService } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestTenant } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import { FaultyEngine } from '../support/faulty-engine.ts';
import { eventually } from '../support/poll.ts';
import { runCommand } from '../support/service-process.ts';

let service: TestApp;
let tenant: TestTenant;
let shop: Shop;
let folder: string;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  tenant = await service.createTenant();
  shop = new Shop(service, tenant);
  folder = await mkdtemp(join(tmpdir(), 'mirabel-lifecycle-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => service.close());

/** A process beside `service`, with the data folder that the last one left. */
async function beside<T>(use: (there: Shop, other: TestApp) => Promise<T>, options: TestAppOptions = {}): Promise<T> {
  const other = await startTestApp({ databaseUrl: service.databaseUrl, settings: { dataDir: folder }, ...options });
  try {
    return await use(new Shop(other, tenant), other);
  } finally {
    await other.close();
  }
}

const filesOf = (dataDir: string): Promise<string[]> =>
  readdir(join(dataDir, 'indexes', tenant.context.tenantId)).catch(() => []);
const writeSnapshot = async ({ app }: TestApp): Promise<void> =>
  (await app.get<SearchEngine>(SEARCH_ENGINE).open(tenant.context)).snapshot();

test('a restart reads the snapshot and replays the tail alone', async () => {
  await shop.push(products(50, () => ({ title: 'Velvet sofa' })));
  await beside(async (there) => expect(await there.found('velvet')).toHaveLength(50));
  await shop.push([product('p-7', { title: 'Linen sofa' }), product('new', { title: 'Velvet lamp' })]);
  await shop.remove('/p-9');
  const engine = new FaultyEngine(join(folder, 'indexes'));
  await beside(
    async (there) => {
      expect(await there.found('velvet')).toHaveLength(49);
      expect(await there.found('linen')).toEqual(['p-7']);
    },
    { engine },
  );
  expect(engine.applied.flatMap(({ ids }) => ids).sort()).toEqual(['new', 'p-7', 'p-9']);
});

test('an index that background work alone needed leaves memory with it, one that shoppers use stays', async () => {
  await shop.push(products(5, () => ({ title: 'Velvet sofa' })));
  await beside(async (there, { app }) => {
    const open = (): Promise<SearchIndex> => app.get<SearchEngine>(SEARCH_ENGINE).open(tenant.context);
    const indexes = app.get(CatalogIndexes);
    const leave = indexes.borrow(tenant.context);
    expect((await indexes.stats(tenant.context)).documents).toBe(5);
    const borrowed = await open();
    await leave();
    expect(borrowed.closed).toBe(true);

    expect(await there.found('velvet')).toHaveLength(5);
    const used = await open();
    await indexes.borrow(tenant.context)();
    expect(used.closed).toBe(false);
  });
});

type Damage = [string, (path: string) => Promise<void>];
const ofSegments =
  (harm: (file: string) => Promise<void>): Damage[1] =>
  async (path) => {
    const files = (await readdir(path)).filter((name) => name.endsWith('.seg'));
    expect(files).not.toEqual([]);
    for (const name of files) await harm(join(path, name));
  };
const flip = async (file: string, at: (bytes: number) => number): Promise<void> => {
  const bytes = await readFile(file);
  bytes[at(bytes.length)]! ^= 0x41;
  await writeFile(file, bytes);
};

const DAMAGES: Damage[] = [
  ['a segment with a bit that fell over in its middle', ofSegments((file) => flip(file, (length) => length >> 1))],
  ['a segment with another first byte', ofSegments((file) => flip(file, () => 0))],
  ['a segment with another last byte', ofSegments((file) => flip(file, (length) => length - 1))],
  ['a segment cut off', ofSegments((file) => truncate(file, 100))],
  ['an empty segment', ofSegments((file) => truncate(file, 0))],
  ['no segment', ofSegments((file) => rm(file))],
  ['a manifest with another byte', (path) => flip(join(path, 'manifest'), (length) => length >> 1)],
  ['a manifest cut off', (path) => truncate(join(path, 'manifest'), 20)],
  ['an empty manifest', (path) => truncate(join(path, 'manifest'), 0)],
  ['a manifest of something else', (path) => writeFile(join(path, 'manifest'), '{"version":99999,"segments":[]}')],
  [
    'a folder in the place of the manifest',
    async (path) => {
      await rm(join(path, 'manifest'));
      await mkdir(join(path, 'manifest'));
    },
  ],
  [
    'a file in the place of the folder',
    async (path) => {
      await rm(path, { recursive: true });
      await writeFile(path, 'x');
    },
  ],
];

test('a snapshot that is damaged in any way: the next start answers right and writes a sound one', async () => {
  const cases = await Promise.all(
    DAMAGES.map(async ([name, harm]) => ({ name, harm, tenant: await service.createTenant() })),
  );
  const each = async (other: TestApp, use: (there: Shop, name: string) => Promise<unknown>): Promise<void> => {
    for (const { name, tenant: own } of cases) await use(new Shop(other, own), name);
  };
  await beside((_there, other) =>
    each(other, async (there) => {
      await there.push(products(30, () => ({ title: 'Velvet sofa' })));
      await there.found('velvet');
    }),
  );
  for (const { harm, tenant: own } of cases) await harm(join(folder, 'indexes', own.context.tenantId));
  await each(service, (here) => here.push([{ id: 'p-3', deleted: true }]));
  await beside((_there, other) =>
    each(other, async (there, name) => {
      expect([name, (await there.found('velvet')).length]).toEqual([name, 29]);
      expect((await there.push([product('p-4', { title: 'Linen sofa' })])).status).toBe(200);
      expect([name, await there.found('linen')]).toEqual([name, ['p-4']]);
    }),
  );
  const engine = new FaultyEngine(join(folder, 'indexes'));
  await beside(
    (_there, other) =>
      each(other, async (there, name) => {
        expect([name, (await there.found('velvet')).length]).toEqual([name, 28]);
        expect([name, engine.applied]).toEqual([name, []]);
      }),
    { engine },
  );
});

test('files of a tenant that was deleted while nobody listened are removed', async () => {
  const { tenantId } = tenant.context;
  const gone = '11111111-2222-4333-8444-555555555555';
  for (const id of [tenantId, gone]) await mkdir(join(folder, 'indexes', id), { recursive: true });
  await beside(async () => {
    await eventually(async () => !(await readdir(join(folder, 'indexes'))).includes(gone));
    expect(await readdir(join(folder, 'indexes'))).toContain(tenantId);
  });
});

test('what is pushed while nobody searches is indexed by itself when the writes pause', async () => {
  const engine = new FaultyEngine(join(folder, 'indexes'));
  await beside(
    async (there) => {
      for (const id of ['a', 'b', 'c']) expect((await there.push([product(id)])).status).toBe(200);
      await eventually(async () => new Set(engine.applied.flatMap(({ ids }) => ids)).size === 3);
      expect(await there.found('')).toEqual(['a', 'b', 'c']);
    },
    { engine },
  );
});

describe('memory for one index at most', () => {
  test.each([
    ['with snapshots', true],
    ['without', false],
  ])('%s: searches and pushes of many tenants are answered, and right', async (_, kept) => {
    let dropped = 0;
    const engine = createEmbeddedEngine({
      directory: kept ? join(folder, 'indexes') : null,
      memoryBudgetBytes: 1,
      log: ({ message }) => {
        if (message.includes('dropped from memory')) dropped++;
      },
    });
    const tenants = await Promise.all(Array.from({ length: 6 }, () => service.createTenant()));
    await beside(
      async (_there, other) => {
        const shops = tenants.map((each) => new Shop(other, each));
        const lane = async (mine: Shop, at: number): Promise<void> => {
          for (let round = 0; round < 12; round++) {
            const title = `Velvet r${round}x`;
            const pushed = await mine.push(products(at + 1, () => ({ title })));
            expect(pushed).toMatchObject({ status: 200, body: { version: round + 1 } });
            expect(await mine.search({ q: title })).toMatchObject({ status: 200, body: { total: at + 1 } });
          }
        };
        const lanes = await Promise.allSettled(shops.map(lane));
        expect(lanes).toEqual(lanes.map(() => ({ status: 'fulfilled', value: undefined })));
        for (const [at, mine] of shops.entries()) {
          expect((await mine.search({ q: 'velvet r11x' })).body.total).toBe(at + 1);
        }
        // One that is being written or read is not dropped: in turn they are at rest.
        await eventually(async () => {
          for (const mine of shops) await mine.search({ q: 'velvet' });
          return dropped > 0;
        });
      },
      { engine },
    );
  });
});

describe('mirabel reindex', () => {
  test('an index that lost its way is built anew by every process', async () => {
    await shop.push([product('a', { title: 'Velvet sofa' }), product('b', { title: 'Velvet chair' })]);
    await beside(async (there) => {
      for (const where of [shop, there]) expect(await where.found('velvet')).toEqual(['a', 'b']);
      // Behind our back: no version, no signal.
      await service.app
        .get(Database)
        .system((tx) =>
          tx.query(
            `update items set document = jsonb_set(document::jsonb, '{title}', '"Linen sofa"') where tenant_id = $1`,
            [tenant.context.tenantId],
          ),
        );
      for (const where of [shop, there]) expect(await where.found('linen')).toEqual([]);
      const { code, stdout, stderr } = await runCommand(['reindex', '--tenant', tenant.slug, '--json'], {
        DATABASE_URL: service.databaseUrl,
        MB_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        MB_DATA_DIR: folder,
      });
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({ tenant: tenant.slug, version: 2 });
      for (const where of [shop, there]) await eventually(async () => (await where.found('linen')).length === 2);
    });
    await beside(async (there) => expect(await there.found('linen')).toEqual(['a', 'b']));
  });
});

describe('a deleted tenant', () => {
  const gone = async (dataDir: string): Promise<boolean> => (await filesOf(dataDir)).length === 0;

  test('leaves no file in any process', async () => {
    await shop.push(products(20));
    await beside(async (there, other) => {
      for (const where of [shop, there]) expect(await where.found('product')).toHaveLength(20);
      for (const app of [service, other]) await writeSnapshot(app);
      for (const { dataDir } of [service, other]) expect(await filesOf(dataDir)).toContain('manifest');
      await service.app.get(TenantsService).delete(tenant.context);
      for (const { dataDir } of [service, other]) await eventually(() => gone(dataDir));
      expect((await there.search({ q: 'product' })).body.code).toBe('invalid_api_key');
    });
    for (const { dataDir } of [service, { dataDir: folder }]) expect(await gone(dataDir)).toBe(true);
  });

  test('whose signal was lost leaves no file either', async () => {
    await shop.push(products(20));
    await shop.found('product');
    await writeSnapshot(service);
    await service.app
      .get(Database)
      .system((tx) => tx.query('delete from tenants where id = $1', [tenant.context.tenantId]));
    await eventually(() => gone(service.dataDir));
    expect(await filesOf(service.dataDir)).toEqual([]);
  });

  test('leaves none when no service runs', async () => {
    await shop.push(products(20));
    await beside(async (there) => expect(await there.found('product')).toHaveLength(20));
    expect(await filesOf(folder)).toContain('manifest');
    const ended = await runCommand(['tenant', 'delete', tenant.slug, '--yes'], {
      DATABASE_URL: service.databaseUrl,
      MB_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      MB_DATA_DIR: folder,
    });
    expect(ended).toMatchObject({ code: 0 });
    expect(await filesOf(folder)).toEqual([]);
  });

  test('waits for the push that is under way without standing in its way', async () => {
    const runner = service.app.get(Database).dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select 1 from catalogs where tenant_id = $1 for update', [tenant.context.tenantId]);
    const deletion = service.app.get(TenantsService).delete(tenant.context);
    const isWaiting = async (): Promise<boolean> =>
      ((await runner.query('select 1 from pg_locks where not granted')) as unknown[]).length > 0;
    await eventually(isWaiting);
    // As the push does with new ids, whose foreign key looks at the tenant. Less than a deadlock takes to be found.
    await runner.query(`set local lock_timeout = '300ms'`);
    await runner.query(
      `insert into items (tenant_id, id, source, doc_type, document, version) values ($1, 'new', 'erp', 'product', '{}', 1)`,
      [tenant.context.tenantId],
    );
    await runner.commitTransaction();
    await runner.release();
    await expect(deletion).resolves.toBeUndefined();
  });

  test('takes no more writes, and says why', async () => {
    await shop.push([product('a')]);
    expect((await shop.patch('a', { price: 1 })).status).toBe(200);
    // The keys are still remembered: this is the moment before their signal arrives.
    await service.app
      .get(Database)
      .system((tx) => tx.query('delete from tenants where id = $1', [tenant.context.tenantId]));
    for (const headers of [{}, { 'idempotency-key': 'late' }] as Record<string, string>[]) {
      const answers = [
        await shop.push([product('b')], 'erp', { headers }),
        await shop.push([{ id: 'none', deleted: true }], 'erp', { headers }),
        await shop.patch('a', { price: 2 }, { headers }),
        await shop.remove('/a', { headers }),
        await shop.remove('?source=erp', { headers }),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [401, 'invalid_api_key']),
      );
    }
    expect([401, 404]).toContain((await shop.item('a')).status);
    expect((await shop.search({ q: 'product' })).status).toBeLessThan(500);
  });

  test('in the middle of its pushes: each is answered, and the deletion is done', async () => {
    await shop.push(products(500));
    const pushes = Array.from({ length: 12 }, (_, round) => shop.push(products(500, () => ({ round }))));
    await Promise.race(pushes);
    await service.app.get(TenantsService).delete(tenant.context);
    for (const { status } of await Promise.all(pushes)) expect([200, 401]).toContain(status);
    expect((await shop.push([product('late')])).status).toBe(401);
  });
});
