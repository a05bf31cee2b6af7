import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Repeats are told by `event_keys` and `click_pairs`, in every partition: a unique key of the events beside them only cost
 * the intake (see docs/decisions.md). Reports and retention read by time.
 */
export class TrackingEventIndexes20261128000008 implements MigrationInterface {
  name = 'TrackingEventIndexes20261128000008';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['searches', 'clicks']) {
      await runner.query(`alter table ${table} drop constraint ${table}_pkey`);
      await runner.query(`create index ${table}_time on ${table} (tenant_id, occurred_at)`);
    }
    await runner.query(`alter table event_keys alter column kind type "char" 
      using case kind when 'search' then 's' when 'click' then 'c' else 'p' end::"char"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table event_keys alter column kind type text
      using case kind when 's' then 'search' when 'c' then 'click' else 'conversion' end`);
    for (const table of ['searches', 'clicks']) {
      await runner.query(`drop index ${table}_time`);
      await runner.query(`alter table ${table} add primary key (tenant_id, occurred_at, id)`);
    }
  }
}
