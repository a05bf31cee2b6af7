import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a run has read is known by the database's snapshot, not by clocks: an event that was received before a window's end and
 * committed after the run had read is the next run's.
 */
export class SmartWindows20261128000013 implements MigrationInterface {
  name = 'SmartWindows20261128000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table smart_runs
        -- what the run before it had seen when it read
        add column window_seen pg_snapshot,
        -- what this one saw
        add column read_snapshot pg_snapshot;

      -- A row of the last two thousand million transactions: xmin has lost its epoch.
      create function smart_has_seen(row_xmin xid, seen pg_snapshot) returns boolean
      language sql stable parallel safe
      return (
        with numbers as (
          select row_xmin::text::bigint as x, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next),
        whole as (select (next >> 32 << 32) + x as id, next from numbers),
        aged as (select case when id >= next then id - 4294967296 else id end as id from whole)
        select case when id < 3 then true else pg_visible_in_snapshot(id::text::xid8, seen) end from aged);`);
    await runner.query('revoke execute on function smart_has_seen from public');
    await runner.query('grant execute on function smart_has_seen to mirabel_app, mirabel_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function smart_has_seen');
    await runner.query('alter table smart_runs drop column window_seen, drop column read_snapshot');
  }
}
