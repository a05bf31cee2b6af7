import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days that go on and are large: as of when the rollup tables hold them. */
export class RollupSnapshots20261128000025 implements MigrationInterface {
  name = 'RollupSnapshots20261128000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table rollup_snapshots (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        zone text not null,
        -- '-infinity' while the first one is being made
        taken_at timestamptz not null,
        primary key (tenant_id, day)
      )`);
    await runner.query(`select isolate_tenants('rollup_snapshots')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rollup_snapshots');
  }
}
