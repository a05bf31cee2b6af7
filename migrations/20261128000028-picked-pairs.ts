import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What repeated clicks are read from: how often each item was picked for the same words, by day. */
export class PickedPairs20261128000028 implements MigrationInterface {
  name = 'PickedPairs20261128000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Words and an item, without them.
      create function picked_pair(words text, item text) returns uuid
      language sql immutable parallel safe
      return md5(length(words)::text || ' ' || words || item)::uuid;

      -- Of every pair, as long as raw events live. A session counts on each of its days; on which of the two days before it
      -- picked the same, previous_day says.
      create table rollup_pairs (
        tenant_id uuid not null references tenants on delete cascade,
        pair uuid not null,
        day date not null,
        channel text not null,
        previous_day date not null,
        sessions bigint not null,
        clicks bigint not null,
        positions bigint not null,
        primary key (tenant_id, pair, day, channel, previous_day)
      );
      -- a day is counted anew
      create index rollup_pairs_day on rollup_pairs (tenant_id, day);

      -- The same once more of the pairs that are named here: all that three sessions picked on some days.
      create table rollup_repeated_pairs (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        channel text not null,
        pair uuid not null,
        previous_day date not null,
        sessions bigint not null,
        clicks bigint not null,
        positions bigint not null,
        primary key (tenant_id, day, channel, pair, previous_day)
      );
      create table rollup_pair_names (
        tenant_id uuid not null references tenants on delete cascade,
        pair uuid not null,
        normalized_query text not null,
        item_id text not null,
        primary key (tenant_id, pair)
      );

      -- Of which rollup these are, as listed_at is.
      alter table rollup_days add column paired_at timestamptz;
      alter table rollup_snapshots add column paired_at timestamptz;`);
    for (const table of ['rollup_pairs', 'rollup_repeated_pairs', 'rollup_pair_names'])
      await runner.query('select isolate_tenants($1::regclass)', [table]);
    await runner.query('revoke execute on function picked_pair from public');
    await runner.query('grant execute on function picked_pair to mirabel_app, mirabel_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rollup_snapshots drop column paired_at;
      alter table rollup_days drop column paired_at;
      drop table rollup_pair_names;
      drop table rollup_repeated_pairs;
      drop table rollup_pairs;
      drop function picked_pair;`);
  }
}
