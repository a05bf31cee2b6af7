import type { TenantContext } from '../../kernel/tenant-context.ts';
import { COUNTING_PLAN, COUNTING_TIMEOUT, type Database } from '../../platform/database/index.ts';

const MONTH_OF = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;
const DAYS_OF = (month: string): string => `(${month} + interval '1 month')::date - ${month}`;

/** Of the days `$8` those whose months are added up, by the names that the facts read them under. */
export const MONTHS = `
  months as materialized (
    select day from rollup_months join (
      select ${MONTH_OF('day')} as day, count(*) as days from unnest($8::date[]) r (day) group by 1) asked using (day)
    where tenant_id = $1 and days = ${DAYS_OF('day')})`;
/** The days `$8` that are in none of them. */
export const OTHER_DAYS = `select day from unnest($8::date[]) r (day) where ${MONTH_OF('day')} not in (select day from months)`;

/**
 * Adds the items of months up whose days are all rolled up: what a shop sold in a year is read from twelve months and the
 * days at its ends. A day that is rolled up again takes its month away, until it is added up anew.
 */
export async function addUpMonths(database: Database, tenant: TenantContext): Promise<void> {
  const months = await database.tenant(tenant, (tx) =>
    tx.query<{ day: string }>(`select day::text from (${COMPLETE}) complete`, [tenant.tenantId]),
  );
  for (const { day } of months) {
    const key = [tenant.tenantId, day];
    await database.tenant(
      tenant,
      async (tx) => {
        await tx.query(COUNTING_PLAN);
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rollup months ${tenant.tenantId}`]);
        const still = await tx.query(
          `insert into rollup_months (tenant_id, day) select $1, day from (${COMPLETE}) complete where day = $2 returning day`,
          key,
        );
        if (still.length === 0) return;
        await tx.query('delete from rollup_item_months where tenant_id = $1 and day = $2', key);
        await tx.query(
          `insert into rollup_item_months (tenant_id, day, channel, item_id, currency, clicks, conversions, revenue)
           select $1, $2, channel, item_id, currency, sum(clicks), sum(conversions), sum(revenue) from rollup_items
           where tenant_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
           group by channel, item_id, currency order by channel, item_id, currency`,
          key,
        );
      },
      COUNTING_TIMEOUT,
    );
  }
}

/** Months that lack nothing but to be added up. */
const COMPLETE = `
  select ${MONTH_OF('d.day')} as day from rollup_days d
  where d.tenant_id = $1
    and not exists (select from rollup_months m where m.tenant_id = $1 and m.day = ${MONTH_OF('d.day')})
    and not exists (select from rollup_snapshots s where s.tenant_id = $1 and ${MONTH_OF('s.day')} = ${MONTH_OF('d.day')})
  group by 1 having count(*) = ${DAYS_OF(MONTH_OF('min(d.day)'))}`;
