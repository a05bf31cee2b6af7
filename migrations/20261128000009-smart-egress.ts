import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SmartEgress20261128000009 implements MigrationInterface {
  name = 'SmartEgress20261128000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table smart_egress (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        -- no foreign key: the ledger outlives the run
        run_id uuid not null,
        sent_at timestamptz not null,
        provider text not null,
        model text not null,
        payload text not null,
        sha256 bytea not null,
        pairs integer not null,
        status text not null check (status in ('sent', 'answered', 'truncated', 'refused', 'timeout', 'rate_limited',
          'unavailable', 'rejected', 'unreadable', 'cancelled')),
        input_tokens integer,
        output_tokens integer,
        -- US cents, exact; the most that the call can cost until it is settled
        cost_cents numeric(30,12) not null,
        answer text,
        primary key (tenant_id, id)
      );
      create index smart_egress_run on smart_egress (tenant_id, run_id);
      create index smart_egress_sent on smart_egress (tenant_id, sent_at);
      create index smart_egress_answer on smart_egress (tenant_id, sha256) where status = 'answered';
      select isolate_tenants('smart_egress');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table smart_egress');
  }
}
