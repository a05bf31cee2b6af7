import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { Database } from '../../src/platform/database/index.ts';

let service: TestApp;
let shop: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
  other = await service.createTenant();
});
afterAll(() => service.close());

async function tenantTables(): Promise<string[]> {
  const rows = (await service.app.get(Database).dataSource.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`,
  )) as { name: string }[];
  return rows.map((row) => row.name);
}

test('every table of tenants forces row-level security and has a key that begins with the tenant', async () => {
  const tables = await tenantTables();
  expect(tables).toEqual(expect.arrayContaining(['api_keys', 'items', 'synonyms', 'rules']));
  const rows = (await service.app.get(Database).dataSource.query(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
            (select array_agg(distinct a.attname::text) from pg_index i
             join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
             where i.indrelid = c.oid and (i.indisprimary or not exists (
               select from pg_index k where k.indrelid = c.oid and k.indisprimary))) as first
     from pg_class c where c.relname = any($1) and c.relkind in ('r', 'p')`,
    [tables],
  )) as { name: string; forced: boolean; first: string[] }[];
  // Events have no primary key (their repeats are told elsewhere): then every index begins so.
  for (const row of rows) expect(row).toEqual({ name: row.name, forced: true, first: ['tenant_id'] });
});

test("a tenant's transaction sees its own rows only, whatever the statement says", async () => {
  const database = service.app.get(Database);
  for (const table of await tenantTables()) {
    const rows = await database.tenant(shop.context, (tx) =>
      tx.query<{ tenant_id: string }>(`select tenant_id from ${table}`),
    );
    expect(rows.filter((row) => row.tenant_id !== shop.context.tenantId)).toEqual([]);
  }
  const keys = await database.tenant(shop.context, (tx) => tx.query('select id from api_keys'));
  expect(keys).toHaveLength(3);
});

test('a transaction of TypeORM within ours is a savepoint of it, with the same rights', async () => {
  const database = service.app.get(Database);
  const seen = await database.tenant(shop.context, async (tx) => {
    await expect(tx.manager.transaction((inner) => inner.query('select 1 / 0'))).rejects.toThrow('division by zero');
    await tx.manager.transaction((inner) => inner.query('select 1'));
    return tx.query(`select current_user::text as role, current_setting('app.tenant') as tenant`);
  });
  expect(seen).toEqual([{ role: 'mirabel_app', tenant: shop.context.tenantId }]);
});

test('a tenant is a value of the statement that begins a transaction, never a part of it', async () => {
  const hostile = { tenantId: String.raw`x\'; set role mirabel_system; --`, slug: 'x' };
  const seen = await service.app
    .get(Database)
    .tenant(hostile, (tx) => tx.query(`select current_user::text as role, current_setting('app.tenant') as tenant`));
  expect(seen).toEqual([{ role: 'mirabel_app', tenant: hostile.tenantId }]);
});

test("a tenant's transaction can not write another tenant's rows", async () => {
  const database = service.app.get(Database);
  const touched = await database.tenant(shop.context, (tx) =>
    tx.query(`update api_keys set name = 'stolen' where tenant_id = $1 returning id`, [other.context.tenantId]),
  );
  expect(touched).toEqual([]);
  const insert = database.tenant(shop.context, (tx) =>
    tx.query(`insert into tenant_settings (tenant_id) values ($1) on conflict do nothing`, [other.context.tenantId]),
  );
  await expect(insert).rejects.toThrow(/row-level security/);
});

test('a role does not stay on the pooled connection', async () => {
  const database = service.app.get(Database);
  await database.tenant(shop.context, (tx) => tx.query('select 1'));
  const [row] = (await database.dataSource.query(
    `select current_user = session_user as reset, nullif(current_setting('app.tenant', true), '') as tenant`,
  )) as { reset: boolean; tenant: string | null }[];
  expect(row).toEqual({ reset: true, tenant: null });
});
