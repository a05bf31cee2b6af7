import { isolateTenants } from 'mirabel';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A table of your own: its key begins with `tenant_id`, and `isolateTenants` puts row-level security on it. */
export class CuratedLists20261128090000 implements MigrationInterface {
  name = 'CuratedLists20261128090000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table curated_lists (
        tenant_id uuid not null references tenants on delete cascade,
        name text not null,
        item_ids text[] not null,
        primary key (tenant_id, name)
      )`);
    await isolateTenants(runner, 'curated_lists');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table curated_lists');
  }
}
