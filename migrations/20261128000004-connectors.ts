import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['connectors', 'connector_syncs', 'connector_pages'];

export class Connectors20261128000004 implements MigrationInterface {
  name = 'Connectors20261128000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table connectors (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        source text not null,
        enabled boolean not null,
        interval_minutes integer not null,
        prune_missing boolean not null,
        -- how a page is fetched and mapped, without credentials
        config jsonb not null,
        auth_type text check (auth_type in ('bearer', 'header')),
        -- AES-256-GCM with the id of the key that sealed it
        auth_sealed text,
        next_sync_at timestamptz,
        -- failed syncs in a row
        failures integer not null default 0,
        paused_at timestamptz,
        pause_reason text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        unique (tenant_id, source),
        check ((auth_type is null) = (auth_sealed is null))
      );
      create index connectors_due on connectors (next_sync_at) where enabled and paused_at is null;

      create table connector_syncs (
        tenant_id uuid not null,
        id uuid not null,
        connector_id uuid not null,
        trigger text not null check (trigger in ('schedule', 'manual', 'retry')),
        status text not null check (status in ('queued', 'running', 'succeeded', 'partial', 'failed', 'skipped')),
        queued_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz,
        next_sync_at timestamptz,
        pages integer not null default 0,
        items integer not null default 0,
        created integer not null default 0,
        updated integer not null default 0,
        unchanged integer not null default 0,
        removed integer not null default 0,
        failed integer not null default 0,
        truncated boolean not null default false,
        errors jsonb not null default '[]',
        -- removals that wait for approval; the number stays when a later listing has made the ids void
        held_removals integer not null default 0,
        held_ids text[],
        -- where the listing stands after the last stored page: what a takeover goes on with
        listing jsonb,
        -- the process that works on it, until when by the database's clock, and how often it was taken
        lease_owner uuid,
        lease_until timestamptz,
        fence integer not null default 0,
        primary key (tenant_id, id),
        foreign key (tenant_id, connector_id) references connectors on delete cascade
      );
      create unique index connector_syncs_open on connector_syncs (tenant_id, connector_id)
        where status in ('queued', 'running');
      create unique index connector_syncs_one_a_tenant on connector_syncs (tenant_id) where status = 'running';
      create index connector_syncs_claim on connector_syncs (queued_at) where status in ('queued', 'running');
      create index connector_syncs_history on connector_syncs (tenant_id, connector_id, id desc);

      -- What a sync has listed, page by page: what is missing can be removed, and an unchanged page is not read again.
      create table connector_pages (
        tenant_id uuid not null,
        connector_id uuid not null,
        sync_id uuid not null,
        number integer not null,
        url_hash bytea not null,
        -- of the configuration: pages read under another one prove nothing
        fingerprint bytea not null,
        item_ids text[] not null,
        outcome jsonb not null,
        etag text,
        last_modified text,
        -- of the catalogue when the page was stored
        version bigint not null,
        primary key (tenant_id, connector_id, sync_id, number),
        foreign key (tenant_id, sync_id) references connector_syncs on delete cascade
      );
      create index connector_pages_url on connector_pages (tenant_id, connector_id, url_hash);
    `);
    for (const table of TABLES) {
      await runner.query(`
        alter table ${table} enable row level security;
        alter table ${table} force row level security;
        create policy own_rows on ${table} to mirabel_app
          using (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
          with check (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
        create policy every_row on ${table} to mirabel_system using (true) with check (true);
        grant select, insert, update, delete on ${table} to mirabel_app, mirabel_system;`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const [row] = (await runner.query('select count(*)::int as rows from connectors')) as { rows: number }[];
    if (row && row.rows > 0) throw new Error('There are connectors in this database: down would lose them.');
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table}`);
  }
}
