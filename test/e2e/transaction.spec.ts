import { Database, type Transaction } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';

let service: TestApp;
let database: Database;
let shops: TestTenant[];
beforeAll(async () => {
  service = await startTestApp();
  database = service.app.get(Database);
  shops = [await service.createTenant(), await service.createTenant()];
  await database.dataSource.query('create table jottings (id integer primary key, text text not null)');
  await database.dataSource.query('grant all on jottings to mirabel_app');
});
afterAll(() => service.close());

const within = <T>(shop: number, work: (tx: Transaction) => Promise<T>) => database.tenant(shops[shop]!.context, work);
const INSERT = 'insert into jottings values ($1, $2)';
const stored = async (id: number): Promise<number> => {
  const rows = await database.dataSource.query('select from jottings where id = $1', [id]);
  return rows.length;
};
/** On every connection of the pool that is idle by now. */
const noRoleIsLeft = async (): Promise<void> => {
  const ask = () =>
    database.dataSource.query(`select current_user as role, current_setting('app.tenant', true) as tenant`);
  for (const [{ role, tenant }] of await Promise.all(Array.from({ length: 10 }, ask))) {
    expect(role).not.toMatch(/^mirabel_(app|system)$/);
    expect(tenant ?? '').toBe('');
  }
};

test.each([
  [
    'a statement with parameters',
    'select current_user as role, count(*)::int as tenants, $1::int as given from tenants',
    [7],
  ],
  ['a statement without', 'select current_user as role, count(*)::int as tenants, 7 as given from tenants', []],
])('%s that comes first has the rights of its transaction, and leaves none behind', async (_, sql, values) => {
  const rows = await within(0, (tx) => tx.query(sql, values));
  expect(rows).toEqual([{ role: 'mirabel_app', tenants: 1, given: 7 }]);
  await noRoleIsLeft();
});

test('who goes by the manager first has them too', async () => {
  const rows = await within(1, (tx) => tx.manager.query('select id, current_user as role from tenants'));
  expect(rows).toEqual([{ id: shops[1]!.context.tenantId, role: 'mirabel_app' }]);
  await noRoleIsLeft();
});

test('a transaction that asks nothing is none, and its effects happen', async () => {
  const effects: string[] = [];
  const value = await within(0, async (tx) => {
    tx.afterCommit(() => void effects.push('told'));
    return 'fine';
  });
  expect([value, effects]).toEqual(['fine', ['told']]);
});

test('a first statement that is refused undoes all that follows, and its connection serves the next', async () => {
  for (const prepared of [false, true]) {
    const work = within(0, async (tx) => {
      await tx.query('select 1 / $1::int', [0], { prepared }).catch(() => {});
      await tx.query(INSERT, [1, 'after a refusal']);
    });
    await expect(work).rejects.toThrow(/transaction is aborted/);
  }
  expect(await stored(1)).toBe(0);
  await expect(within(0, (tx) => tx.query('selekt $1', [1], { prepared: true }))).rejects.toThrow(/syntax/);
  await expect(within(0, (tx) => tx.query(INSERT, [{ a: 1 }, 'no number']))).rejects.toThrow(/invalid input syntax/);
  await noRoleIsLeft();
  await Promise.all(Array.from({ length: 10 }, (_, n) => within(0, (tx) => tx.query(INSERT, [100 + n, 'fine']))));
  expect(await stored(109)).toBe(1);
});

test('what was done is undone when the work throws later', async () => {
  const work = within(0, async (tx) => {
    await tx.query(INSERT, [2, 'undone']);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await stored(2)).toBe(0);
});

test('who keeps a transaction beyond its end gets nothing out of it', async () => {
  const kept = await within(0, async (tx) => {
    await tx.query('select $1::int', [1]);
    return [tx];
  });
  await expect(kept[0]!.query('select $1::int', [1])).rejects.toThrow(/released/);
});

test('prepared statements see what their tenant may see, first and later, and are forgotten without harm', async () => {
  const mine = (shop: number) =>
    within(shop, async (tx) => {
      const ask = () => tx.query<{ id: string }>('select id from tenants where $1::int = 1', [1], { prepared: true });
      return [await ask(), await ask()].flat().map(({ id }) => id);
    });
  const all = async (): Promise<void> => {
    const found = await Promise.all(Array.from({ length: 40 }, (_, n) => mine(n % 2)));
    for (const [n, ids] of found.entries()) {
      const { tenantId } = shops[n % 2]!.context;
      expect(ids).toEqual([tenantId, tenantId]);
    }
  };
  await all();
  await Promise.all(Array.from({ length: 20 }, () => database.dataSource.query('deallocate all')));
  await all();
});
