import type { QueryRunner } from 'typeorm';

/**
 * For migrations of outside modules: row-level security on a table whose key begins with `tenant_id`, so that a request
 * sees its tenant's rows alone and jobs (`database.system`) see all.
 * @throws when the name is no plain identifier.
 */
export async function isolateTenants(runner: QueryRunner, table: string): Promise<void> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(table)) throw new Error(`"${table}" is no plain table name.`);
  await runner.query(`
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy own_rows on ${table} to mirabel_app
      using (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
    create policy every_row on ${table} to mirabel_system using (true) with check (true);
    grant select, insert, update, delete on ${table} to mirabel_app, mirabel_system;`);
}
