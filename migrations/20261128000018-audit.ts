import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who changed what, and a number that grows with each change of what people edit, so that the later of two is told. */
export class Audit20261128000018 implements MigrationInterface {
  name = 'Audit20261128000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_log (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        at timestamptz not null,
        actor_kind text not null check (actor_kind in ('user', 'key', 'command', 'service')),
        -- no foreign keys: the log outlives people, keys and what was changed
        actor_id uuid,
        actor text not null,
        kind text not null,
        action text not null,
        subject_id text,
        subject text not null,
        -- by field: what it was and what it became
        changes jsonb not null,
        primary key (tenant_id, id)
      );
      create index audit_log_at on audit_log (tenant_id, at desc, id desc);
      create index audit_log_actor on audit_log (tenant_id, actor, at desc);
      create index audit_log_subject on audit_log (tenant_id, kind, subject_id, at desc);
      create index audit_log_age on audit_log (at);
      select isolate_tenants('audit_log');
      -- A tenant's transaction adds to the log and can neither change it nor take from it.
      revoke update, delete on audit_log from mirabel_app;

      alter table rules add column version integer not null default 1, add column updated_at timestamptz,
        add column updated_by text;
      alter table synonyms add column version integer not null default 1, add column updated_at timestamptz,
        add column updated_by text;
      alter table connectors add column version integer not null default 1, add column updated_by text;
      alter table tenant_settings add column version integer not null default 1, add column updated_by text;
      alter table api_keys add column created_by text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_keys drop column created_by;
      alter table tenant_settings drop column version, drop column updated_by;
      alter table connectors drop column version, drop column updated_by;
      alter table synonyms drop column version, drop column updated_at, drop column updated_by;
      alter table rules drop column version, drop column updated_at, drop column updated_by;
      drop table audit_log;
    `);
  }
}
