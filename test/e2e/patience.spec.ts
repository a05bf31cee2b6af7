import { Database, type Transaction } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';

const MINUTE = 60_000;

let service: TestApp;
let database: Database;
let shop: TestTenant;
beforeAll(async () => {
  service = await startTestApp();
  database = service.app.get(Database);
  shop = await service.createTenant();
});
afterAll(() => service.close());

const rights = (tx: Transaction) =>
  tx.query(`select current_setting('statement_timeout') as limit, current_user as role, $1::int + 1 as sum`, [1]);

test('a transaction says how long its statements may take, for itself alone', async () => {
  expect(await database.tenant(shop.context, rights, MINUTE)).toEqual([{ limit: '1min', role: 'mirabel_app', sum: 2 }]);
  for (let round = 0; round < 10; round++)
    expect(await database.tenant(shop.context, rights)).toMatchObject([{ limit: '15s' }]);
});

test('a statement that takes longer is given up, and its transaction has no effect', async () => {
  const work = async (tx: Transaction): Promise<void> => {
    await tx.query(`insert into behaviour_marks (tenant_id, day) values ($1, '2026-01-01')`, [shop.context.tenantId]);
    await tx.query('select pg_sleep(600)');
  };
  await expect(database.tenant(shop.context, work, 100)).rejects.toMatchObject({ code: 'database_unavailable' });
  const marks = await database.tenant(shop.context, (tx) => tx.query('select day from behaviour_marks'));
  expect(marks).toEqual([]);
});
