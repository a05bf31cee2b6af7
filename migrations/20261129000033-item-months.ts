import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Items by month, for reports of long periods. The job makes them for months whose days are all rolled up. */
export class ItemMonths20261129000033 implements MigrationInterface {
  name = 'ItemMonths20261129000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The days of rollup_items added up; day is the first of the month.
      create table rollup_item_months (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        channel text not null,
        item_id text not null,
        currency text not null,
        clicks bigint not null,
        conversions bigint not null,
        revenue numeric not null,
        primary key (tenant_id, day, channel, item_id, currency)
      );

      -- The months that are what their days are.
      create table rollup_months (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        primary key (tenant_id, day)
      );

      -- A day that is rolled up again takes its month away, whichever version of the service does it. Whoever adds a month up
      -- holds the same lock: it reads the days before or after, and never just between.
      create function outdate_month() returns trigger language plpgsql as $$
      declare
        changed record := coalesce(new, old);
      begin
        perform pg_advisory_xact_lock(hashtextextended('rollup months ' || changed.tenant_id, 0));
        delete from rollup_months
        where tenant_id = changed.tenant_id and day = date_trunc('month', changed.day::timestamp)::date;
        return null;
      end $$;
      create trigger outdate_month after insert or update of zone, rolled_at or delete on rollup_days
        for each row execute function outdate_month();
      create trigger outdate_month after insert on rollup_snapshots for each row execute function outdate_month();`);
    for (const table of ['rollup_item_months', 'rollup_months'])
      await runner.query('select isolate_tenants($1::regclass)', [table]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger outdate_month on rollup_snapshots;
      drop trigger outdate_month on rollup_days;
      drop function outdate_month;
      drop table rollup_months;
      drop table rollup_item_months;`);
  }
}
