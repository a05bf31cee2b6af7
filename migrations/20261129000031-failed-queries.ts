import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What opportunities are told from: by day, how queries without results were typed, in how many sessions, and what these
 * found next. The job makes them for days that are rolled up already.
 */
export class FailedQueries20261129000031 implements MigrationInterface {
  name = 'FailedQueries20261129000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- As long as raw events live: what one person typed is among them.
      create table rollup_failed_spellings (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        normalized_query text not null,
        query text not null,
        searches bigint not null,
        first_seen timestamptz not null,
        last_seen timestamptz not null,
        primary key (tenant_id, day, normalized_query, query)
      );

      -- A session counts on each of its days; on which of the two days before it failed with the same, previous_day says.
      create table rollup_failed_sessions (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        normalized_query text not null,
        previous_day date not null,
        sessions bigint not null,
        primary key (tenant_id, day, normalized_query, previous_day)
      );

      -- What sessions found within half an hour.
      create table rollup_rescues (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        failed text not null,
        rescue text not null,
        sessions bigint not null,
        primary key (tenant_id, day, failed, rescue)
      );

      -- Of which rollup these are, as listed_at is.
      alter table rollup_days add column failures_at timestamptz;
      alter table rollup_snapshots add column failures_at timestamptz;`);
    for (const table of ['rollup_failed_spellings', 'rollup_failed_sessions', 'rollup_rescues'])
      await runner.query('select isolate_tenants($1::regclass)', [table]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rollup_snapshots drop column failures_at;
      alter table rollup_days drop column failures_at;
      drop table rollup_rescues;
      drop table rollup_failed_sessions;
      drop table rollup_failed_spellings;`);
  }
}
