import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';

export interface FailedQuery {
  normalized_query: string;
  searches: number;
  sessions: number;
  first_seen: Date;
  last_seen: Date;
  variants: { query: string; count: number }[];
}

export interface Evidence {
  normalized_query: string;
  rescue: string | null;
  sold_before: boolean;
}

const MAX_VARIANTS = 20;
const NO_MACHINES = 'session_id not in (select session_id from machine_sessions where tenant_id = $1)';

@Injectable()
export class OpportunitiesRepository {
  failed(
    tx: Transaction,
    tenant: TenantContext,
    period: { start: number; end: number },
    minCount: number,
    limit: number,
  ): Promise<FailedQuery[]> {
    return tx.query<FailedQuery>(
      `with failed as (
         select normalized_query, query, session_id, occurred_at from searches
         where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and results_count = 0
           and normalized_query <> '' and ${NO_MACHINES}),
       groups as (
         select normalized_query, count(*)::float8 as searches, count(distinct session_id)::float8 as sessions,
                min(occurred_at) as first_seen, max(occurred_at) as last_seen
         from failed group by 1 having count(*) >= $4 order by 2 desc, 1 limit $5)
       select g.*, v.variants from groups g, lateral (
         select json_agg(json_build_object('query', query, 'count', count) order by count desc, query) as variants
         from (select query, count(*) from failed f where f.normalized_query = g.normalized_query
               group by query order by 2 desc, 1 limit ${MAX_VARIANTS}) v) v
       order by g.searches desc, g.normalized_query`,
      [tenant.tenantId, new Date(period.start), new Date(period.end), minCount, limit],
    );
  }

  /** What their sessions found within half an hour, and whether the same words found something before. */
  evidence(tx: Transaction, tenant: TenantContext, queries: readonly string[], end: number): Promise<Evidence[]> {
    return tx.query<Evidence>(
      `select q.normalized_query,
         (select n.normalized_query from searches f
          join searches n on n.tenant_id = f.tenant_id and n.session_id = f.session_id and n.results_count > 0
            and n.occurred_at > f.occurred_at and n.occurred_at < f.occurred_at + interval '30 minutes'
            and n.normalized_query <> f.normalized_query
          where f.tenant_id = $1 and f.results_count = 0 and f.normalized_query = q.normalized_query
            and f.occurred_at > $3::timestamptz - interval '30 days' and f.occurred_at < $3
            and n.occurred_at > $3::timestamptz - interval '30 days'
          group by 1 having count(distinct f.session_id) >= 2
          order by count(distinct f.session_id) desc, 1 limit 1) as rescue,
         exists (select from rollup_queries r
                 where r.tenant_id = $1 and r.channel = '*' and r.normalized_query = q.normalized_query
                   and r.searches > r.no_results and r.day > ($3::timestamptz - interval '400 days')::date)
         or exists (select from clicks c left join items i on i.tenant_id = c.tenant_id and i.id = c.item_id
                    where c.tenant_id = $1 and c.normalized_query = q.normalized_query
                      and c.occurred_at > $3::timestamptz - interval '90 days' and c.occurred_at < $3
                      and (i.document is null or (i.document->>'stock')::numeric <= 0)) as sold_before
       from unnest($2::text[]) q (normalized_query)`,
      [tenant.tenantId, queries, new Date(end)],
    );
  }

  async knownQueries(tx: Transaction, tenant: TenantContext, start: number, end: number): Promise<string[]> {
    const rows = await tx.query<{ normalized_query: string }>(
      `select normalized_query from searches
       where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and results_count > 0 and normalized_query <> ''
         and ${NO_MACHINES}
       group by 1 order by count(distinct session_id) desc, 1 limit 1000`,
      [tenant.tenantId, new Date(start), new Date(end)],
    );
    return rows.map((row) => row.normalized_query);
  }
}
