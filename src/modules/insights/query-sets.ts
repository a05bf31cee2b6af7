import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { NO_QUERIES, numbersLock, SET_BITS } from '../tracking/index.ts';

/** By what queries are listed. */
export const MEASURES = ['searches', 'no_results', 'no_clicks'] as const;
export type Measure = (typeof MEASURES)[number];

/** When the last number is so many times as high as there are numbers, those that were taken away are given again. */
const SPREAD = 2;
/** What a query must have of a measure to be among the leads of a day. */
export const LEAST_LEAD = 3;

export const WEIGHTS = `lateral (values ${MEASURES.map((name) => `('${name}', q.${name})`).join(', ')}) w (measure, weight)`;

/** From the rollup of a day: what its queries are listed by. */
export async function listQueries(tx: Transaction, tenant: TenantContext, day: string): Promise<void> {
  const key = [tenant.tenantId, day];
  await tx.query('delete from rollup_query_leads where tenant_id = $1 and day = $2', key);
  await tx.query(
    `insert into rollup_query_leads (tenant_id, day, channel, measure, weight, normalized_query)
     select q.tenant_id, q.day, q.channel, w.measure, w.weight, q.normalized_query from rollup_queries q, ${WEIGHTS}
     where q.tenant_id = $1 and q.day = $2 and w.weight >= ${LEAST_LEAD}`,
    key,
  );
  await makeQuerySets(tx, tenant, day);
}

/**
 * The sets of a day's queries: each query of a tenant has a number, and a set has the bit of its number. One roll of a
 * tenant at a time gives numbers.
 */
async function makeQuerySets(tx: Transaction, tenant: TenantContext, day: string): Promise<void> {
  const key = [tenant.tenantId, day];
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [numbersLock(tenant.tenantId)]);
  await forgetNumbersOf(tx, key);
  const [given] = await tx.query<{ numbered: boolean }>(
    `with fresh as materialized (
       select q.normalized_query, row_number() over () as place
       from rollup_queries q left join rollup_query_numbers n using (tenant_id, normalized_query)
       where q.tenant_id = $1 and q.day = $2 and q.channel = '*' and q.searches > 0 and n.number is null),
     size as materialized (
       select coalesce(max(number), -1) as last, count(*) as given from rollup_query_numbers where tenant_id = $1),
     free as materialized (
       select number, row_number() over () as place from size, generate_series(0, last) number
       where last > ${SPREAD} * given
         and not exists (select from rollup_query_numbers n where n.tenant_id = $1 and n.number = number.number)),
     inserted as (
       insert into rollup_query_numbers (tenant_id, normalized_query, number)
       select $1, normalized_query, coalesce(number, last + place - (select count(*) from free))
       from fresh left join free using (place), size)
     select exists (select from fresh) as numbered`,
    key,
  );
  if (given!.numbered) await orderNumbers(tx, tenant);
  await tx.query('delete from rollup_query_sets where tenant_id = $1 and day = $2', key);
  await tx.query(
    `insert into rollup_query_sets (tenant_id, day, channel, measure, part, bits)
     select q.tenant_id, q.day, q.channel, w.measure, n.number / ${SET_BITS},
       bit_or(set_bit(${NO_QUERIES}, n.number % ${SET_BITS}, 1))
     from rollup_queries q join rollup_query_numbers n using (tenant_id, normalized_query), ${WEIGHTS}
     where q.tenant_id = $1 and q.day = $2 and w.weight > 0 group by 1, 2, 3, 4, 5`,
    key,
  );
}

/** The numbers of all queries of a tenant in the order of their words. By who holds the lock of the numbers. */
export async function orderNumbers(tx: Transaction, tenant: TenantContext): Promise<void> {
  await tx.query(
    `insert into rollup_query_alphabets (tenant_id, numbers)
     select $1, coalesce(string_agg(int4send(number), ''::bytea order by normalized_query), '') from rollup_query_numbers
     where tenant_id = $1
     on conflict (tenant_id) do update set numbers = excluded.numbers`,
    [tenant.tenantId],
  );
}

/** Of a day that was listed before, as after an erasure: numbers, and with them the words, that only it had and has no more. */
async function forgetNumbersOf(tx: Transaction, key: readonly string[]): Promise<void> {
  const sets = `tenant_id = $1 and measure = 'searches' and channel = '*'`;
  await tx.query(
    `delete from rollup_query_numbers n using (
       select part, bits & ~coalesce(
         (select bit_or(bits) from rollup_query_sets other where ${sets} and other.part = own.part and day <> $2),
         ${NO_QUERIES}) as bits
       from rollup_query_sets own where ${sets} and day = $2) lost
     where n.tenant_id = $1 and n.number / ${SET_BITS} = lost.part and get_bit(lost.bits, n.number % ${SET_BITS}) = 1
       and not exists (
         select from rollup_queries q where q.tenant_id = $1 and q.day = $2 and q.channel = '*' and q.searches > 0
           and q.normalized_query = n.normalized_query)`,
    [...key],
  );
}
