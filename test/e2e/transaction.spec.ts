import type { PoolClient } from 'pg';
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

test('work that goes on after a refusal as if nothing had happened is told that nothing was stored', async () => {
  const effects: string[] = [];
  const refused = (tx: Transaction, sql: string, values: number[]) => tx.query(sql, values).catch(() => {});
  for (const [sql, values] of [['select 1 / $1::int', [0]] as const, ['select 1 / 0', []] as const]) {
    const work = within(0, async (tx) => {
      await tx.query(INSERT, [3, 'undone']);
      tx.afterCommit(() => void effects.push('told'));
      await refused(tx, sql, [...values]);
      return 'stored';
    });
    await expect(work).rejects.toThrow(/Nothing was stored/);
  }
  expect([await stored(3), effects]).toEqual([0, []]);
  await noRoleIsLeft();
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

describe('in one round trip', () => {
  /** How many a transaction of this work makes. */
  async function roundTrips(work: (tx: Transaction) => Promise<unknown>): Promise<number> {
    let trips = 0;
    let restore = (): void => {};
    await within(0, async (tx) => {
      const { runner } = tx as unknown as { runner: { connect(): Promise<PoolClient> } };
      const client = await runner.connect();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      Object.assign(client, { query: (...args: unknown[]) => (trips++, query(...args)) });
      restore = () => void Reflect.deleteProperty(client, 'query');
      await work(tx);
    }).finally(() => restore());
    return trips;
  }

  test('goes what is asked at once, in its order, and each gets its own answer', async () => {
    const text = 'select $1::text as text';
    const ask = (tx: Transaction) =>
      Promise.all([
        tx.query(INSERT, [20, 'twenty']),
        tx.query(text, ['a'], { prepared: true }),
        tx.query(text, ['b'], { prepared: true }),
        tx.query('select id, current_user as role from jottings where id = $1', [20]),
      ]);
    let answers: unknown;
    // The second is the commit.
    expect(await roundTrips(async (tx) => (answers = await ask(tx)))).toBe(2);
    expect(answers).toEqual([[], [{ text: 'a' }], [{ text: 'b' }], [{ id: 20, role: 'mirabel_app' }]]);
    expect(await stored(20)).toBe(1);
    await noRoleIsLeft();
  });

  test('goes what was deferred with the next statement or the commit', async () => {
    const work = async (tx: Transaction) => {
      tx.defer(INSERT, [21, 'with the next']);
      expect(await tx.query('select text from jottings where id = $1', [21])).toEqual([{ text: 'with the next' }]);
      tx.defer(INSERT, [22, 'with the commit'], { prepared: true });
    };
    expect(await roundTrips(work)).toBe(2);
    expect(await roundTrips(async (tx) => tx.defer(INSERT, [23, 'alone']))).toBe(1);
    expect(await Promise.all([21, 22, 23].map(stored))).toEqual([1, 1, 1]);
    await noRoleIsLeft();
  });

  test('goes nothing of what was deferred when the work throws', async () => {
    const work = within(0, async (tx) => {
      tx.defer(INSERT, [24, 'never']);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await stored(24)).toBe(0);
  });
});

test('who goes by the manager, or asks without parameters, finds what was deferred before', async () => {
  await within(0, async (tx) => {
    tx.defer(INSERT, [25, 'first']);
    expect(await tx.query('select text from jottings where id = 25')).toEqual([{ text: 'first' }]);
    tx.defer(INSERT, [26, 'second']);
    expect(await tx.manager.query('select text from jottings where id = 26')).toEqual([{ text: 'second' }]);
  });
});

test('one of several that is refused refuses those that went with it, and undoes them', async () => {
  const refused = 'select 1 / $1::int';
  const together = within(0, async (tx) => {
    const asked = await Promise.allSettled([tx.query(INSERT, [27, 'undone']), tx.query(refused, [0])]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await tx.query(INSERT, [28, 'too late']);
  });
  await expect(together).rejects.toThrow(/transaction is aborted/);
  const first = (next: (tx: Transaction) => Promise<unknown>) =>
    within(0, async (tx) => {
      tx.defer(INSERT, [29, 'undone']);
      tx.defer(refused, [0]);
      await next(tx);
    });
  await expect(first(async () => {})).rejects.toThrow(/division by zero/);
  await expect(first((tx) => tx.query('select $1::int', [1]))).rejects.toThrow(/division by zero/);
  await expect(first((tx) => tx.query('select 1'))).rejects.toThrow(/division by zero/);
  await expect(first((tx) => tx.manager.query('select 1'))).rejects.toThrow(/division by zero/);
  expect(await Promise.all([27, 28, 29].map(stored))).toEqual([0, 0, 0]);
  await noRoleIsLeft();
});

test('a value that cannot be written refuses its statement and leaves the connection whole', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  await expect(within(0, (tx) => tx.query(INSERT, [30, circle]))).rejects.toThrow(/circular/i);
  await within(0, (tx) => tx.query(INSERT, [30, 'fine']));
  expect(await stored(30)).toBe(1);
});
