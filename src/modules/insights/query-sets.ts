import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { NO_QUERIES, numbersLock, SET_BITS } from '../tracking/index.ts';

/** By what queries are listed. */
export const MEASURES = ['searches', 'no_results', 'no_clicks'] as const;
export type Measure = (typeof MEASURES)[number];

/** What a query must have of a measure to be among the leads of a day. */
export const LEAST_LEAD = 3;

const WEIGHTS = `lateral (values ${MEASURES.map((name) => `('${name}', q.${name})`).join(', ')}) w (measure, weight)`;

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
  await tx.query(
    `insert into rollup_query_numbers (tenant_id, normalized_query, number)
     select $1, q.normalized_query,
       row_number() over () + (select coalesce(max(number), -1) from rollup_query_numbers where tenant_id = $1)
     from rollup_queries q left join rollup_query_numbers n using (tenant_id, normalized_query)
     where q.tenant_id = $1 and q.day = $2 and q.channel = '*' and q.searches > 0 and n.number is null`,
    key,
  );
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
