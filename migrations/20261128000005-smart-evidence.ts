import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The memory of learning: in which sessions a query failed, and what rescued it. The session is known by a keyed hash, so
 * that a shopper counts once, can be erased, and cannot be found again in `searches` by who has this table alone. What
 * looks personal or is too long never comes in; rows live 30 days at most.
 */
const SIGHTINGS = `
  create table smart_sightings (
    tenant_id uuid not null references tenants on delete cascade,
    session bytea not null,
    failed text not null,
    -- empty: nothing did
    rescue text not null,
    seen_at timestamptz not null,
    -- as typed, where that differs
    failed_typed text,
    rescue_typed text,
    results_failed integer not null,
    results_rescue integer not null,
    bought boolean not null,
    -- the first language that the browser asked for, without its region
    language text,
    -- clicked or bought after the rescue, at most 3
    items jsonb not null,
    primary key (tenant_id, session, failed)
  );
  create index smart_sightings_time on smart_sightings (tenant_id, seen_at);

  create function smart_session(salt bytea, session_id uuid) returns bytea
  language sql immutable parallel safe
  return substring(sha256(salt || uuid_send(session_id)) for 8);`;

export class SmartEvidence20261128000005 implements MigrationInterface {
  name = 'SmartEvidence20261128000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SIGHTINGS);
    await runner.query(`select isolate_tenants('smart_sightings')`);
    await runner.query('revoke execute on function smart_session from public');
    await runner.query('grant execute on function smart_session to mirabel_app, mirabel_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table smart_sightings');
    await runner.query('drop function smart_session');
  }
}
