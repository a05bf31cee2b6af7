import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import type { Transaction } from '../../../platform/database/index.ts';

/** A query of the tenant's shoppers. */
export interface FrequentQuery {
  /** Normalised. */
  query: string;
  searches: number;
}

/** Days that are rolled up from their rollups, the others from raw events: the open day, and what came late. */
const FREQUENT = `
  with rolled as (
    select day from rollup_days where tenant_id = $1 and zone = $4 and day between ($2 at time zone $4)::date + 1
      and ($3 at time zone $4)::date),
  counts as (
    select normalized_query as query, sum(searches) as searches from rollup_queries
    where tenant_id = $1 and channel = '*' and day in (select day from rolled) group by 1
    union all
    select normalized_query, count(*) from searches
    where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3
      and (occurred_at at time zone $4)::date not in (select day from rolled)
      and session_id not in (select session_id from machine_sessions where tenant_id = $1)
    group by 1)
  select query, sum(searches)::float8 as searches from counts where query <> '' group by 1 order by 2 desc, 1 limit $5`;

@Injectable()
export class ReplayRepository {
  /** The most frequent queries of a period. */
  frequent(
    tx: Transaction,
    tenant: TenantContext,
    period: { from: number; to: number; zone: string },
    limit: number,
  ): Promise<FrequentQuery[]> {
    const { from, to, zone } = period;
    return tx.query<FrequentQuery>(FREQUENT, [tenant.tenantId, new Date(from), new Date(to), zone, limit], {
      prepared: true,
    });
  }
}
