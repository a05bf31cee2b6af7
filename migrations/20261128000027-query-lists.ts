import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the lists of queries are read by: the heaviest of each day, and sets of a day's queries as bits, whose union says how
 * many a period has. The job makes them for days that are rolled up already.
 */
export class QueryLists20261128000027 implements MigrationInterface {
  name = 'QueryLists20261128000027';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The queries of a day that have at least 3 of what the measure counts. No index of rollup_queries: most of its rows are
      -- of rare queries, and making one would hold up the start of a large shop.
      create table rollup_query_leads (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        channel text not null,
        measure text not null check (measure in ('searches', 'no_results', 'no_clicks')),
        weight bigint not null check (weight >= 3),
        normalized_query text not null,
        primary key (tenant_id, day, channel, measure, weight, normalized_query)
      );

      -- The place of a query in the sets. It goes when no day has the query any more.
      create table rollup_query_numbers (
        tenant_id uuid not null references tenants on delete cascade,
        normalized_query text not null,
        number integer not null check (number >= 0),
        primary key (tenant_id, normalized_query)
      );
      create unique index rollup_query_numbers_number on rollup_query_numbers (tenant_id, number);

      -- The queries of a day that have some of what the measure counts, 4096 of them a row.
      create table rollup_query_sets (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        channel text not null,
        measure text not null check (measure in ('searches', 'no_results', 'no_clicks')),
        part integer not null,
        bits bit(4096) not null,
        primary key (tenant_id, day, channel, measure, part)
      );
      -- in which days a query occurs at all
      create index rollup_query_sets_part on rollup_query_sets (tenant_id, part)
        where measure = 'searches' and channel = '*';

      -- Of which rollup these are: a process of the version before makes rollups without.
      alter table rollup_days add column listed_at timestamptz;
      alter table rollup_snapshots add column listed_at timestamptz;`);
    for (const table of ['rollup_query_leads', 'rollup_query_numbers', 'rollup_query_sets'])
      await runner.query('select isolate_tenants($1::regclass)', [table]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rollup_snapshots drop column listed_at;
      alter table rollup_days drop column listed_at;
      drop table rollup_query_sets;
      drop table rollup_query_numbers;
      drop table rollup_query_leads;`);
  }
}
