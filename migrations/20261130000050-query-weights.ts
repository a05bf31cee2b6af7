import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What long lists of queries are ranked by: what each query of a day weighs, and the alphabet of the queries, both by their
 * numbers; and what frequent queries have in a month. The job makes them for days that are rolled up already.
 */
export class QueryWeights20261130000050 implements MigrationInterface {
  name = 'QueryWeights20261130000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The queries of a day that have some of what the measure counts, by number, each as its distance from the one before: a byte,
      -- or 255 and an integer. Those that have one stand in once; those that have more, each with how many, in more.
      create table rollup_query_weights (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        channel text not null,
        measure text not null check (measure in ('searches', 'no_results', 'no_clicks')),
        once bytea not null,
        more bytea not null,
        primary key (tenant_id, day, channel, measure)
      );
      -- Distances are hardly repeated: compressing them takes time and spares nothing.
      alter table rollup_query_weights alter once set storage external, alter more set storage external;

      -- The numbers of all queries in the order of their words, an integer each.
      create table rollup_query_alphabets (
        tenant_id uuid primary key references tenants on delete cascade,
        numbers bytea not null
      );
      alter table rollup_query_alphabets alter numbers set storage external;

      -- Of which rollup the weights are, as listed_at is.
      alter table rollup_days add column weighed_at timestamptz;
      alter table rollup_snapshots add column weighed_at timestamptz;

      -- The days of rollup_queries added up, of queries that are searched for at least 3 times in the month.
      create table rollup_query_months (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        channel text not null,
        normalized_query text not null,
        query text not null,
        searches bigint not null,
        sessions bigint not null,
        no_results bigint not null,
        no_clicks bigint not null,
        clicked bigint not null,
        clicks bigint not null,
        conversions bigint not null,
        primary key (tenant_id, day, channel, normalized_query)
      );
      alter table rollup_months add column queries boolean not null default false;

      -- A day of which rare queries go is weighed anew, and takes its month away as one that is rolled up again does.
      drop trigger outdate_month on rollup_days;
      create trigger outdate_month after insert or update of zone, rolled_at, weighed_at or delete on rollup_days
        for each row execute function outdate_month();`);
    for (const table of ['rollup_query_weights', 'rollup_query_alphabets', 'rollup_query_months'])
      await runner.query('select isolate_tenants($1::regclass)', [table]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger outdate_month on rollup_days;
      create trigger outdate_month after insert or update of zone, rolled_at or delete on rollup_days
        for each row execute function outdate_month();
      alter table rollup_months drop column queries;
      drop table rollup_query_months;
      alter table rollup_snapshots drop column weighed_at;
      alter table rollup_days drop column weighed_at;
      drop table rollup_query_alphabets;
      drop table rollup_query_weights;`);
  }
}
