import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that hold rows of tenants; each gets the same policies. */
const TENANT_TABLES = ['tenant_settings', 'api_keys', 'catalogs', 'items', 'synonyms', 'rules', 'idempotency_keys'];

export class Foundation20261128000002 implements MigrationInterface {
  name = 'Foundation20261128000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tenants (
        id uuid primary key,
        slug text not null unique,
        name text not null,
        ip_salt bytea not null,
        created_at timestamptz not null default now()
      );
      alter table tenants enable row level security;
      alter table tenants force row level security;
      create policy own_tenant on tenants to mirabel_app
        using (id = nullif(current_setting('app.tenant', true), '')::uuid);
      create policy every_tenant on tenants to mirabel_system using (true) with check (true);
      grant select on tenants to mirabel_app;
      grant select, insert, update, delete on tenants to mirabel_system;

      create table tenant_settings (
        tenant_id uuid primary key references tenants on delete cascade,
        -- only what differs from the defaults in code
        overrides jsonb not null default '{}',
        updated_at timestamptz not null default now()
      );

      create table api_keys (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        kind text not null check (kind in ('public', 'secret', 'indexer')),
        name text not null,
        hash bytea not null unique,
        last4 text not null,
        allowed_origins text[] not null default '{}',
        expires_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        revoked_at timestamptz,
        primary key (tenant_id, id)
      );

      -- One row a tenant: its lock orders the commits of catalogue writes.
      create table catalogs (
        tenant_id uuid primary key references tenants on delete cascade,
        version bigint not null default 0,
        -- tombstones up to here are gone: an index older than this must be rebuilt
        purged_version bigint not null default 0
      );

      create table items (
        tenant_id uuid not null references tenants on delete cascade,
        id text not null,
        source text not null,
        doc_type text not null,
        -- null: deleted, kept as a tombstone for the change feed
        document json,
        hash bytea,
        version bigint not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (tenant_id, id)
      );
      create unique index items_feed on items (tenant_id, version, id);
      -- the nightly purge
      create index items_tombstones on items (updated_at) where document is null;
      create index items_source on items (tenant_id, source, id) where document is not null;
      create index items_doc_type on items (tenant_id, doc_type, id) where document is not null;

      create table synonyms (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        type text not null check (type in ('two_way', 'one_way')),
        input text,
        terms text[] not null,
        locale text,
        source text not null check (source in ('manual', 'learned', 'import')),
        confidence numeric(4,2) check (confidence between 0 and 1),
        enabled boolean not null default true,
        suggestion_id uuid,
        -- normalised type, input, terms and locale: the same synonym twice is one
        fingerprint bytea not null,
        created_at timestamptz not null default now(),
        primary key (tenant_id, id),
        unique (tenant_id, fingerprint),
        check ((type = 'one_way') = (input is not null))
      );

      create table rules (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        enabled boolean not null default true,
        priority integer not null default 0,
        conditions jsonb not null,
        actions jsonb not null,
        starts_at timestamptz,
        ends_at timestamptz,
        created_at timestamptz not null default now(),
        primary key (tenant_id, id)
      );

      create table idempotency_keys (
        tenant_id uuid not null references tenants on delete cascade,
        key_id uuid not null,
        method text not null,
        path text not null,
        idempotency_key text not null,
        body_hash bytea not null,
        status integer not null,
        headers jsonb not null,
        body text not null,
        created_at timestamptz not null default now(),
        primary key (tenant_id, key_id, method, path, idempotency_key)
      );
      create index idempotency_keys_age on idempotency_keys (created_at);
    `);
    for (const table of TENANT_TABLES) {
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
    const [row] = (await runner.query('select count(*)::int as rows from tenants')) as { rows: number }[];
    if (row && row.rows > 0) throw new Error('There are tenants in this database: down would lose their data.');
    for (const table of [...TENANT_TABLES].reverse()) await runner.query(`drop table ${table}`);
    await runner.query('drop table tenants');
  }
}
