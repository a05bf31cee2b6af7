import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['behaviour_days', 'behaviour_totals', 'behaviour_positions', 'behaviour_marks'];

/**
 * What shoppers pick, added up. Days are UTC days, as those of `ip_hash`. A row is a query with an item; query '' is the
 * item whatever was asked, item '' is the query whatever was picked. No row holds who did it, and none outlives the raw
 * events it was counted from.
 */
const BEHAVIOUR = `
  create table behaviour_days (
    tenant_id uuid not null references tenants on delete cascade,
    normalized_query text not null,
    item_id text not null,
    day date not null,
    -- sessions that asked (item '') or picked
    sessions integer not null,
    -- clicks that the places it was shown at explain
    expected float8 not null,
    -- clicks and, weighted, purchases
    gain float8 not null,
    -- the part of it that more than one visitor, or the shop itself, vouches for
    corroborated float8 not null,
    -- how the query was mostly written (item '')
    spelling text,
    primary key (tenant_id, normalized_query, item_id, day)
  );
  create index behaviour_days_day on behaviour_days (tenant_id, day);

  -- Sums over all days, a day weighing twice as much as one 30 days before it: see DECAY in the learner.
  create table behaviour_totals (
    tenant_id uuid not null references tenants on delete cascade,
    normalized_query text not null,
    item_id text not null,
    -- not decayed
    sessions bigint not null,
    asked float8 not null,
    expected float8 not null,
    gain float8 not null,
    corroborated float8 not null,
    spelling text,
    primary key (tenant_id, normalized_query, item_id)
  );
  create index behaviour_totals_item on behaviour_totals (tenant_id, item_id, gain);
  create index behaviour_totals_asked on behaviour_totals (tenant_id, asked) where item_id = '';

  -- What the share of clicks that a place draws is learned from: clicks there, and how attractive was what stood there.
  create table behaviour_positions (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    position integer not null,
    clicks float8 not null,
    attraction float8 not null,
    primary key (tenant_id, day, position)
  );

  -- Days whose events changed. Taken away by the learner once it has counted them.
  create table behaviour_marks (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    id bigint generated always as identity,
    marked_at timestamptz not null default now(),
    primary key (tenant_id, day, id)
  );

  -- bought together
  create index conversions_item on conversions (tenant_id, item_id);`;

export class Behaviour20261128000007 implements MigrationInterface {
  name = 'Behaviour20261128000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BEHAVIOUR);
    for (const table of TABLES) await runner.query('select isolate_tenants($1::regclass)', [table]);
    // What was tracked before there was learning.
    await runner.query('set local role mirabel_system');
    await runner.query(`
      insert into behaviour_marks (tenant_id, day)
      select distinct e.tenant_id, e.day from (
        select tenant_id, (occurred_at at time zone 'UTC')::date as day from searches
        union select tenant_id, (occurred_at at time zone 'UTC')::date from conversions
      ) e join tenants t on t.id = e.tenant_id`);
    await runner.query('reset role');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index conversions_item');
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table}`);
  }
}
