import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two roles that nobody logs in with: the login user owns the tables and assumes one of them per transaction.
 * `mirabel_app` sees one tenant's rows, `mirabel_system` (jobs, key look-up, change feed) sees all through policies of
 * its own, so that no BYPASSRLS, which managed databases do not grant, is needed.
 */
export class Roles20261128000001 implements MigrationInterface {
  name = 'Roles20261128000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const role of ['mirabel_app', 'mirabel_system']) {
      // Roles belong to the cluster, not the database: another database's migration may be making them right now.
      await runner.query(`
        do $$ begin
          if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
        exception when duplicate_object or unique_violation then null;
        end $$`);
      // Without inheritance the policies of the roles do not hold for the login user itself, until it assumes one.
      await runner.query(`
        do $$ begin
          if current_setting('server_version_num')::int >= 160000 then
            execute format('grant ${role} to %I with inherit false, set true', current_user);
          else
            execute format('grant ${role} to %I', current_user);
          end if;
        exception when insufficient_privilege then
          -- An administrator has granted it, or nobody has and we cannot go on.
          if not pg_has_role(current_user, '${role}', 'MEMBER') then raise; end if;
        end $$`);
    }
    await runner.query(
      `do $$ begin execute format('grant usage on schema %I to mirabel_app, mirabel_system', current_schema()); end $$`,
    );
  }

  async down(): Promise<void> {
    // The roles stay: another database of the cluster may use them.
  }
}
