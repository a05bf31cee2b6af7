import type { Database } from '../../platform/database/index.ts';
import { NO_QUERIES, numbersLock, SET_BITS } from './query-numbers.ts';

/** Words that fewer sessions typed may be about a person: they do not outlive the raw events. */
const ANONYMOUS_SESSIONS = 3;

/**
 * Deletes up to `chunk` rows of rare queries of one month before $2, with what they are listed by.
 * Parameters: $1 tenant, $2 the first day that is kept whole, $3 how many months before it.
 */
export const forgetRareQueries = (chunk: number): string => `
  with gone as (
    delete from rollup_queries where ctid = any(array(
      select ctid from rollup_queries
      where tenant_id = $1 and sessions < ${ANONYMOUS_SESSIONS} and day < $2
        and day >= $2::date - ($3::int + 1) * interval '1 month' and day < $2::date - $3::int * interval '1 month'
      limit ${chunk}))
    returning tenant_id, day, channel, normalized_query, searches, no_results, no_clicks),
  unled as (
    delete from rollup_query_leads l using gone g, lateral (
      values ('searches', g.searches), ('no_results', g.no_results), ('no_clicks', g.no_clicks)) w (measure, weight)
    where l.tenant_id = $1 and l.day = g.day and l.channel = g.channel and l.measure = w.measure and l.weight = w.weight
      and l.normalized_query = g.normalized_query),
  masks as (
    select g.day, g.channel, n.number / ${SET_BITS} as part, bit_or(set_bit(${NO_QUERIES}, n.number % ${SET_BITS}, 1)) as mask
    from gone g join rollup_query_numbers n using (tenant_id, normalized_query) group by 1, 2, 3),
  cleared as (
    update rollup_query_sets s set bits = s.bits & ~m.mask from masks m
    where s.tenant_id = $1 and s.day = m.day and s.channel = m.channel and s.part = m.part),
  -- to be weighed anew
  unweighed as (
    update rollup_days d set weighed_at = null
    where d.tenant_id = $1 and d.weighed_at is not null and d.day in (select day from gone))
  select from gone`;

/** Takes the numbers, and with them the words, of queries that no day has any more. A part of the sets at a time. */
export async function forgetUnusedNumbers(database: Database, tenantId: string): Promise<void> {
  const parts = await database.system((tx) =>
    tx.query<{ part: number }>(
      `select generate_series(0, max(number) / ${SET_BITS}) as part from rollup_query_numbers where tenant_id = $1`,
      [tenantId],
    ),
  );
  for (const { part } of parts) {
    await database.system(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [numbersLock(tenantId)]);
      await tx.query(
        `delete from rollup_query_numbers n using (
           select coalesce(bit_or(bits), ${NO_QUERIES}) as bits from rollup_query_sets
           where tenant_id = $1 and part = $2 and measure = 'searches' and channel = '*') used
         where n.tenant_id = $1 and n.number >= $2 * ${SET_BITS} and n.number < ($2 + 1) * ${SET_BITS}
           and get_bit(used.bits, n.number % ${SET_BITS}) = 0`,
        [tenantId, part],
      );
    });
  }
}
