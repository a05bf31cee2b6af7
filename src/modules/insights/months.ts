import type { TenantContext } from '../../kernel/tenant-context.ts';
import { COUNTING_PLAN, COUNTING_TIMEOUT, type Database } from '../../platform/database/index.ts';

const MONTH_OF = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;
const DAYS_OF = (month: string): string => `(${month} + interval '1 month')::date - ${month}`;
/** Searches of a month from which a query is added up; what is rarer is on few of its days. */
const LEAST_SEARCHES = 3;

/** Of the days `$8` those whose months are added up, by the names that the facts read them under. */
export const MONTHS = `
  months as materialized (
    select day from rollup_months join (
      select ${MONTH_OF('day')} as day, count(*) as days from unnest($8::date[]) r (day) group by 1) asked using (day)
    where tenant_id = $1 and queries and days = ${DAYS_OF('day')})`;
/** The days `$8` that are in none of them. */
export const OTHER_DAYS = `select day from unnest($8::date[]) r (day) where ${MONTH_OF('day')} not in (select day from months)`;

const COUNTS = ['searches', 'sessions', 'no_results', 'no_clicks', 'clicked', 'clicks', 'conversions'];
const COLUMNS = `normalized_query, query, ${COUNTS.join(', ')}`;
const SUMS = (columns: readonly string[]): string => columns.map((column) => `sum(${column})`).join(', ');

/**
 * What the facts say of the queries `$10`, as `parts`: by the month of those that are added up in all months of the period, by
 * the day of the others.
 */
export const QUERY_PARTS = `
  ${MONTHS},
  held as materialized (
    select ${COLUMNS} from rollup_query_months
    where tenant_id = $1 and day = any(array(select day from months)) and channel = $9 and normalized_query = any($10::text[])),
  added as materialized (
    select normalized_query from held group by normalized_query having count(*) = (select count(*) from months)),
  parts as (
    select ${COLUMNS} from held where normalized_query in (select normalized_query from added)
    union all
    select ${COLUMNS} from rollup_queries
    where tenant_id = $1 and day = any(array(${OTHER_DAYS})) and channel = $9
      and normalized_query = any(array(select normalized_query from added))
    union all
    select ${COLUMNS} from rollup_queries
    where tenant_id = $1 and day = any($8::date[]) and channel = $9
      and normalized_query = any(array(select unnest($10::text[]) except select normalized_query from added))
    union all
    select ${COLUMNS} from live where normalized_query = any($10::text[]))`;

/**
 * Adds up the items and the frequent queries of months whose days are all rolled up: what a shop sold in a year is read from
 * twelve months and the days at its ends. A day that is rolled up again, or of which rare queries go, takes its month away,
 * until it is added up anew.
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
          `insert into rollup_months (tenant_id, day, queries)
           select $1, day, true from (${COMPLETE}) complete where day = $2
           on conflict (tenant_id, day) do update set queries = true returning day`,
          key,
        );
        if (still.length === 0) return;
        const ofMonth = `tenant_id = $1 and day >= $2::date and day < $2::date + interval '1 month'`;
        await tx.query('delete from rollup_item_months where tenant_id = $1 and day = $2', key);
        await tx.query(
          `insert into rollup_item_months (tenant_id, day, channel, item_id, currency, clicks, conversions, revenue)
           select $1, $2, channel, item_id, currency, ${SUMS(['clicks', 'conversions', 'revenue'])} from rollup_items
           where ${ofMonth} group by channel, item_id, currency order by channel, item_id, currency`,
          key,
        );
        await tx.query('delete from rollup_query_months where tenant_id = $1 and day = $2', key);
        await tx.query(
          `insert into rollup_query_months (tenant_id, day, channel, ${COLUMNS})
           select $1, $2, channel, normalized_query, max(query), ${SUMS(COUNTS)} from rollup_queries
           where ${ofMonth} group by channel, normalized_query having sum(searches) >= ${LEAST_SEARCHES}
           order by channel, normalized_query`,
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
    and not exists (select from rollup_months m where m.tenant_id = $1 and m.day = ${MONTH_OF('d.day')} and m.queries)
    and not exists (select from rollup_snapshots s where s.tenant_id = $1 and ${MONTH_OF('s.day')} = ${MONTH_OF('d.day')})
  group by 1 having count(*) filter (where d.weighed_at = d.rolled_at) = ${DAYS_OF(MONTH_OF('min(d.day)'))}`;
