import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People and their sessions. A person belongs to several tenants, so only the memberships are a tenant's rows. */
export class Accounts20261128000017 implements MigrationInterface {
  name = 'Accounts20261128000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id uuid primary key,
        -- in lower case
        email text not null unique,
        name text not null default '',
        -- null until the person has chosen one
        password_hash text,
        -- an identity provider has vouched for the address
        email_verified_at timestamptz,
        created_at timestamptz not null
      );

      create table memberships (
        tenant_id uuid not null references tenants on delete cascade,
        user_id uuid not null references users on delete cascade,
        role text not null check (role in ('owner', 'editor', 'viewer')),
        created_at timestamptz not null,
        created_by text not null,
        -- null: invited, the person has not come yet
        accepted_at timestamptz,
        primary key (tenant_id, user_id)
      );
      create index memberships_user on memberships (user_id);
      select isolate_tenants('memberships');

      create table panel_sessions (
        id uuid primary key,
        token_hash bytea not null unique,
        user_id uuid not null references users on delete cascade,
        method text not null check (method in ('password', 'link', 'oidc')),
        user_agent text not null,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index panel_sessions_user on panel_sessions (user_id);
      create index panel_sessions_end on panel_sessions (expires_at);

      create table sign_in_links (
        token_hash bytea primary key,
        user_id uuid not null references users on delete cascade,
        -- the shop whose owner made it; null: who runs the service did
        invited_to uuid references tenants on delete cascade,
        created_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index sign_in_links_user on sign_in_links (user_id);
      create index sign_in_links_end on sign_in_links (expires_at);
    `);
    for (const table of ['users', 'panel_sessions', 'sign_in_links']) {
      await runner.query(`
        alter table ${table} enable row level security;
        alter table ${table} force row level security;
        create policy every_row on ${table} to mirabel_system using (true) with check (true);
        grant select, insert, update, delete on ${table} to mirabel_system;`);
    }
    // A tenant sees who its members are, and nothing of their passwords and sessions.
    await runner.query(`
      create policy members on users for select to mirabel_app
        using (exists (select from memberships m where m.user_id = users.id));
      grant select (id, email, name, created_at) on users to mirabel_app;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_links, panel_sessions, memberships, users');
  }
}
