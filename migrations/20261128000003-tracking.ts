import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Divided by UTC days of `occurred_at`: a day is read by its partition, and retention drops whole ones. */
const PARTITIONED = ['searches', 'clicks'];
const TABLES = [
  'conversions',
  'served_searches',
  'event_keys',
  'click_pairs',
  'machine_sessions',
  'crawler_counts',
  'rollup_marks',
  'rollup_days',
  'rollup_hours',
  'rollup_revenue',
  'rollup_sessions',
  'rollup_queries',
  'rollup_items',
];

/** Policies of a table whose rows belong to tenants; in SQL, because partitions get them too when they are made. */
const ISOLATE = `
  create function isolate_tenants(target regclass) returns void language plpgsql as $$
  begin
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    execute format($policy$create policy own_rows on %s to mirabel_app
      using (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)$policy$, target);
    execute format('create policy every_row on %s to mirabel_system using (true) with check (true)', target);
    execute format('grant select, insert, update, delete on %s to mirabel_app, mirabel_system', target);
  end $$;
  revoke execute on function isolate_tenants from public;`;

/**
 * Partitions are made and dropped by the owner of the tables on behalf of the system role. A table is attached after it
 * was made, because that does not lock the parent against writers, and one at a time, because two processes may want it.
 */
function partitionFunctions(schema: string): string {
  return `
  create function make_event_partitions(from_day date, to_day date) returns integer
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
  declare
    parent text;
    day date;
    part text;
    made integer := 0;
  begin
    for day in select generate_series(from_day, to_day, interval '1 day')::date loop
      foreach parent in array array['${PARTITIONED.join("', '")}'] loop
        part := parent || to_char(day, '_YYYYMMDD');
        continue when to_regclass(part) is not null;
        perform pg_advisory_xact_lock(hashtextextended('event partitions', 0));
        continue when to_regclass(part) is not null;
        execute format('create table %I (like %I including defaults including constraints including indexes)', part, parent);
        perform isolate_tenants(part::regclass);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
          day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
        made := made + 1;
      end loop;
    end loop;
    return made;
  end $$;

  create function event_partition_days() returns setof date
  language sql stable security definer set search_path = ${schema}, pg_temp as $$
    select distinct to_date(right(c.relname, 8), 'YYYYMMDD')
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in (${PARTITIONED.map((table) => `'${table}'::regclass`).join(', ')}) order by 1
  $$;

  create function drop_event_partitions(day date) returns void
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
  declare parent text;
  begin
    -- Waiting for a long report would make every writer wait behind us: the job tries again.
    perform set_config('lock_timeout', '2s', true);
    foreach parent in array array['${PARTITIONED.join("', '")}'] loop
      execute format('drop table if exists %I', parent || to_char(day, '_YYYYMMDD'));
    end loop;
  end $$;

  -- The hot tables have no foreign key, which would look the tenant up for every event.
  create function delete_events_of_tenant() returns trigger language plpgsql as $$
  begin
    delete from searches where tenant_id = old.id;
    delete from clicks where tenant_id = old.id;
    delete from served_searches where tenant_id = old.id;
    delete from event_keys where tenant_id = old.id;
    delete from click_pairs where tenant_id = old.id;
    return null;
  end $$;
  create trigger delete_events after delete on tenants for each row execute function delete_events_of_tenant();

  revoke execute on function make_event_partitions, event_partition_days, drop_event_partitions from public;
  grant execute on function make_event_partitions, event_partition_days, drop_event_partitions to mirabel_system;`;
}

const EVENTS = `
  create table searches (
    tenant_id uuid not null,
    occurred_at timestamptz not null,
    id uuid not null,
    session_id uuid not null,
    query text not null,
    normalized_query text not null,
    results_count integer not null,
    channel text not null check (channel in ('overlay', 'results_page')),
    accept_language text,
    query_id uuid,
    received_at timestamptz not null,
    ip_hash bytea,
    primary key (tenant_id, occurred_at, id)
  ) partition by range (occurred_at);
  -- what a session did before and after: attribution, erasure, learning
  create index searches_session on searches (tenant_id, session_id, occurred_at);
  -- opportunities read these alone; few, so that the intake hardly pays for it
  create index searches_failed on searches (tenant_id, occurred_at) where results_count = 0;

  create table clicks (
    tenant_id uuid not null,
    occurred_at timestamptz not null,
    id uuid not null,
    session_id uuid not null,
    query text not null,
    normalized_query text not null,
    item_id text not null,
    position integer not null,
    channel text check (channel in ('overlay', 'results_page')),
    query_id uuid,
    received_at timestamptz not null,
    ip_hash bytea,
    primary key (tenant_id, occurred_at, id)
  ) partition by range (occurred_at);
  create index clicks_session on clicks (tenant_id, session_id, occurred_at);

  -- Not partitioned: an order's item counts once for as long as it is kept, whatever its day.
  create table conversions (
    tenant_id uuid not null references tenants on delete cascade,
    order_id text not null,
    item_id text not null,
    id uuid not null,
    occurred_at timestamptz not null,
    session_id uuid not null,
    revenue numeric(15,4) not null,
    currency char(3) not null,
    quantity integer not null,
    verified boolean not null,
    query_id uuid,
    attribution text not null check (attribution in ('query_id', 'click', 'search', 'none')),
    -- what it was attributed to, as far as it is known
    attributed_query text,
    attributed_query_id uuid,
    attributed_at timestamptz,
    channel text check (channel in ('overlay', 'results_page')),
    received_at timestamptz not null,
    ip_hash bytea,
    primary key (tenant_id, order_id, item_id)
  );
  create index conversions_time on conversions (tenant_id, occurred_at);
  create index conversions_session on conversions (tenant_id, session_id);
  create index conversions_age on conversions (occurred_at);

  -- What a search answered, for attribution only, 24 h.
  create table served_searches (
    tenant_id uuid not null,
    query_id uuid not null,
    session_id uuid not null,
    served_at timestamptz not null,
    channel text,
    normalized_query text not null,
    total integer not null,
    first_position integer not null,
    item_ids text[] not null,
    primary key (tenant_id, query_id)
  );
  create index served_searches_session on served_searches (tenant_id, session_id, served_at);
  create index served_searches_age on served_searches (served_at);

  -- Ids that senders gave their events: what arrives again is a duplicate, across all days.
  create table event_keys (
    tenant_id uuid not null,
    kind text not null,
    event_id uuid not null,
    seen_at timestamptz not null,
    primary key (tenant_id, kind, event_id)
  );
  create index event_keys_age on event_keys using brin (seen_at);

  -- The last counted click on an item, by session and query: clicks without an id are told apart by it.
  create table click_pairs (
    tenant_id uuid not null,
    pair uuid not null,
    event_id uuid not null,
    clicked_at timestamptz not null,
    seen_at timestamptz not null,
    primary key (tenant_id, pair)
  );
  create index click_pairs_age on click_pairs using brin (seen_at);

  -- Sessions that behave like machines: their events are kept and count nowhere.
  create table machine_sessions (
    tenant_id uuid not null references tenants on delete cascade,
    session_id uuid not null,
    reason text not null,
    marked_at timestamptz not null,
    primary key (tenant_id, session_id)
  );

  create table crawler_counts (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    kind text not null,
    events bigint not null,
    primary key (tenant_id, day, kind)
  );`;

const ROLLUPS = `
  -- A committed change of a day that its rollup may not know. Taken away by the rollup that has seen it.
  create table rollup_marks (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    id bigint generated always as identity,
    primary key (tenant_id, day, id)
  );

  -- Local days that are rolled up, and by which clock they were cut.
  create table rollup_days (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    zone text not null,
    rolled_at timestamptz not null,
    primary key (tenant_id, day)
  );

  -- In all rollups channel '*' is all channels together, and '' is none.
  create table rollup_hours (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    hour timestamptz not null,
    channel text not null,
    searches bigint not null,
    sessions bigint not null,
    no_results bigint not null,
    no_clicks bigint not null,
    clicked bigint not null,
    clicks bigint not null,
    position_sum bigint not null,
    -- clicks at 1, 2 to 3, 4 to 10, 11 to 20, beyond
    buckets bigint[] not null,
    conversions bigint not null,
    attributed bigint not null,
    -- sessions with an attributed conversion
    converted bigint not null,
    primary key (tenant_id, day, hour, channel)
  );

  create table rollup_revenue (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    hour timestamptz not null,
    channel text not null,
    currency char(3) not null,
    orders bigint not null,
    amount numeric not null,
    attributed_amount numeric not null,
    primary key (tenant_id, day, hour, channel, currency)
  );

  -- How many sessions were active, by the day on which they were active before: a sum over a period with the earlier day
  -- outside of it counts each session once.
  create table rollup_sessions (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    kind text not null check (kind in ('search', 'conversion')),
    channel text not null,
    previous_day date not null,
    sessions bigint not null,
    primary key (tenant_id, day, kind, channel, previous_day)
  );

  create table rollup_queries (
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

  -- One row an item with currency '' for its counts, one for each currency of its revenue.
  create table rollup_items (
    tenant_id uuid not null references tenants on delete cascade,
    day date not null,
    channel text not null,
    item_id text not null,
    currency text not null,
    clicks bigint not null,
    conversions bigint not null,
    revenue numeric not null,
    primary key (tenant_id, day, channel, item_id, currency)
  );`;

export class Tracking20261128000003 implements MigrationInterface {
  name = 'Tracking20261128000003';

  async up(runner: QueryRunner): Promise<void> {
    const [row] = (await runner.query('select quote_ident(current_schema()) as schema')) as { schema: string }[];
    await runner.query(EVENTS);
    await runner.query(ROLLUPS);
    await runner.query(ISOLATE);
    await runner.query(partitionFunctions(row!.schema));
    for (const table of [...PARTITIONED, ...TABLES]) {
      await runner.query('select isolate_tenants($1::regclass)', [table]);
    }
    await runner.query('select make_event_partitions(current_date - 1, current_date + 7)');
  }

  async down(runner: QueryRunner): Promise<void> {
    const [row] = (await runner.query('select count(*)::int as rows from tenants')) as { rows: number }[];
    if (row && row.rows > 0) throw new Error('There are tenants in this database: down would lose their events.');
    await runner.query('drop trigger delete_events on tenants; drop function delete_events_of_tenant');
    await runner.query('drop function make_event_partitions, event_partition_days, drop_event_partitions');
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table}`);
    for (const table of PARTITIONED) await runner.query(`drop table ${table}`);
    await runner.query('drop function isolate_tenants');
  }
}
