import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['smart_runs', 'smart_suggestions'];

export class Smart20261128000006 implements MigrationInterface {
  name = 'Smart20261128000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table smart_runs (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        trigger text not null check (trigger in ('cron', 'manual')),
        mode text not null check (mode in ('off', 'shadow', 'hybrid', 'auto')),
        status text not null check (status in ('running', 'succeeded', 'failed', 'skipped')),
        -- the local date whose nightly run it is; null when a person started it
        night date,
        -- events received in between; the end is excluded
        window_from timestamptz not null,
        window_to timestamptz not null,
        started_at timestamptz not null,
        finished_at timestamptz,
        metrics jsonb not null,
        ai jsonb not null,
        cost_usd_cents integer not null default 0,
        error text,
        -- version of the catalogue that this run has looked through for itself
        catalog_version bigint,
        lease_owner uuid,
        lease_until timestamptz,
        -- how often it was taken up; each write proves by it that nobody else has
        fence integer not null default 0,
        primary key (tenant_id, id)
      );
      -- once a night and tenant, whatever process or clock
      create unique index smart_runs_night on smart_runs (tenant_id, night) where night is not null;
      create unique index smart_runs_running on smart_runs (tenant_id) where status = 'running';
      create index smart_runs_lease on smart_runs (lease_until) where status = 'running';
      create index smart_runs_window on smart_runs (tenant_id, window_to) where status = 'succeeded';

      create table smart_suggestions (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        -- normalised, with the locale ('' for every language) what tells suggestions apart
        original text not null,
        target text not null,
        locale text not null default '',
        failed text not null,
        rescue text not null,
        suggested text not null,
        kind text not null check (kind in ('typo', 'synonym', 'compound', 'plural', 'translation', 'code')),
        direction text not null check (direction in ('one_way', 'two_way')),
        confidence numeric(4,2) not null check (confidence between 0 and 1),
        reason text not null,
        evidence jsonb not null,
        status text not null
          check (status in ('pending', 'accepted', 'rejected', 'applied', 'logged', 'reverted')),
        decision text not null check (decision in ('auto', 'suggested', 'logged')),
        history jsonb not null,
        run_id uuid not null,
        -- the last run that has judged it
        judged_by uuid,
        created_at timestamptz not null,
        decided_at timestamptz,
        reject_reason text,
        -- the business memory under which a person rejected it, hashed
        memory_hash text,
        -- why a run took it back
        retired text check (retired in ('target_gone', 'unused', 'harm')),
        synonym_id uuid,
        applied_at timestamptz,
        -- hits of the suggested words when they were last asked for
        target_results integer,
        target_checked_at timestamptz,
        holdout jsonb,
        primary key (tenant_id, id),
        unique (tenant_id, original, target, locale),
        foreign key (tenant_id, run_id) references smart_runs (tenant_id, id)
      );
      create index smart_suggestions_status on smart_suggestions (tenant_id, status, confidence desc, id desc);
      create index smart_suggestions_run on smart_suggestions (tenant_id, run_id);

      alter table synonyms
        -- until then a share of the sessions searches without it, so that its effect can be seen
        add column held_back_until timestamptz,
        add column last_used_on date;`);
    for (const table of TABLES) await runner.query('select isolate_tenants($1::regclass)', [table]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const [row] = (await runner.query('select count(*)::int as rows from tenants')) as { rows: number }[];
    if (row && row.rows > 0) throw new Error('There are tenants in this database: down would lose their suggestions.');
    await runner.query('alter table synonyms drop column held_back_until, drop column last_used_on');
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table}`);
  }
}
