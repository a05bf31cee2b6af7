import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { addDays, dayAt, localDay } from '../tracking/index.ts';
import type { Scope } from './metrics.reader.ts';
import type { Period } from './period.ts';
import { queriesBy, rankedList } from './ranked-list.ts';

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

interface Listed {
  normalized_query: string;
  searches: number;
  no_results: number;
}

const MAX_VARIANTS = 20;
/** How far back it is looked for what sessions said instead, for clicks, and for results. */
const RESCUE_DAYS = 30;
const CLICK_DAYS = 90;
const SOLD_DAYS = 400;
/** Frequent queries with which a typo may have been mixed up. */
const KNOWN = 1_000;
const NO_MACHINES = 'session_id not in (select session_id from machine_sessions where tenant_id = $1)';

@Injectable()
export class OpportunitiesRepository {
  /** The most frequent groups: found in the reports, told from raw events. */
  async failed(scope: Scope, minCount: number, limit: number): Promise<FailedQuery[]> {
    // One more: the empty query is none.
    const { rows } = await rankedList<Listed>(scope, queriesBy('no_results'), { limit: limit + 1, offset: 0 });
    const queries = rows.map((row) => row.normalized_query).filter((query) => query !== '');
    const found = await scope.tx.query<FailedQuery>(
      `with failed as materialized (
         select normalized_query, query, session_id, occurred_at from searches
         where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and results_count = 0
           and normalized_query = any($4) and ${NO_MACHINES}),
       groups as (
         select normalized_query, count(*)::float8 as searches, count(distinct session_id)::float8 as sessions,
                min(occurred_at) as first_seen, max(occurred_at) as last_seen
         from failed group by 1 having count(*) >= $5),
       typed as (
         select normalized_query, query, count(*) as count,
                row_number() over (partition by normalized_query order by count(*) desc, query) as place
         from failed group by 1, 2),
       variants as (
         select normalized_query, json_agg(json_build_object('query', query, 'count', count) order by place) as variants
         from typed where place <= ${MAX_VARIANTS} group by 1)
       select * from groups join variants using (normalized_query) order by searches desc, normalized_query`,
      [scope.tenant.tenantId, new Date(scope.period.start), new Date(scope.period.end), queries, minCount],
    );
    return found.slice(0, limit);
  }

  /** What their sessions found within half an hour, and whether the same words found something before. */
  async evidence(
    tx: Transaction,
    tenant: TenantContext,
    queries: readonly string[],
    period: Period,
  ): Promise<Evidence[]> {
    const rescues = await this.#rescues(tx, tenant, queries, period.end);
    const sold = await this.#soldBefore(tx, tenant, queries, period);
    return queries.map((normalized_query) => ({
      normalized_query,
      rescue: rescues.get(normalized_query) ?? null,
      sold_before: sold.has(normalized_query),
    }));
  }

  async #rescues(tx: Transaction, tenant: TenantContext, queries: readonly string[], end: number) {
    // Few sessions, each found by its index; what reports switch off for the sake of counting would read all events.
    await tx.query(`select set_config('enable_nestloop', 'on', true)`);
    const rows = await tx.query<{ failed: string; rescue: string }>(
      `with failed as materialized (
         select normalized_query, session_id, occurred_at from searches
         where tenant_id = $1 and results_count = 0 and normalized_query = any($2)
           and occurred_at > $3::timestamptz - interval '${RESCUE_DAYS} days' and occurred_at < $3),
       next as (
         select f.normalized_query as failed, n.normalized_query as rescue, count(distinct f.session_id) as sessions
         from failed f join searches n on n.tenant_id = $1 and n.session_id = f.session_id and n.results_count > 0
           and n.occurred_at > f.occurred_at and n.occurred_at < f.occurred_at + interval '30 minutes'
           and n.normalized_query <> f.normalized_query
         where n.occurred_at > $3::timestamptz - interval '${RESCUE_DAYS} days'
           and n.occurred_at < $3::timestamptz + interval '1 hour'
         group by 1, 2)
       select distinct on (failed) failed, rescue from next where sessions >= 2 order by failed, sessions desc, rescue`,
      [tenant.tenantId, queries, new Date(end)],
    );
    await tx.query(`select set_config('enable_nestloop', 'off', true)`);
    return new Map(rows.map(({ failed, rescue }) => [failed, rescue]));
  }

  /** They had results on a day that is rolled up, or items were clicked for them that are gone or sold out. */
  async #soldBefore(tx: Transaction, tenant: TenantContext, queries: readonly string[], { zone, end }: Period) {
    const last = dayAt(end - 1, zone).day;
    const listed = await tx.query<{ normalized_query: string; day: string; found: boolean; clicked: boolean }>(
      `select normalized_query, day::text, searches > no_results as found, clicks > 0 as clicked from rollup_queries
       where tenant_id = $1 and channel = '*' and normalized_query = any($2)
         and day = any(array(select g::date from generate_series($3::date - ${SOLD_DAYS}, $3::date, interval '1 day') g))`,
      [tenant.tenantId, queries, last],
    );
    const sold = new Set(listed.filter(({ found }) => found).map((row) => row.normalized_query));
    const open = queries.filter((query) => !sold.has(query));
    const clicks = listed.filter((row) => row.clicked && !sold.has(row.normalized_query)).map(({ day }) => day);
    for (const query of await this.#clickedInVain(tx, tenant, open, clicks, { zone, last, end })) sold.add(query);
    return sold;
  }

  /** Reads the clicks of the days on which there were some, and of days that are not rolled up: not those of a quarter. */
  async #clickedInVain(
    tx: Transaction,
    tenant: TenantContext,
    queries: readonly string[],
    clicked: readonly string[],
    { zone, last, end: until }: { zone: string; last: string; end: number },
  ): Promise<string[]> {
    if (queries.length === 0) return [];
    const marked = await tx.query<{ day: string }>(
      `select distinct day::text from rollup_marks where tenant_id = $1 and day between $2::date - ${CLICK_DAYS} and $2`,
      [tenant.tenantId, last],
    );
    const days = new Set([
      ...clicked.filter((day) => day > addDays(last, -CLICK_DAYS)),
      ...marked.map(({ day }) => day),
    ]);
    const found = new Set<string>();
    for (const { start, end } of [...days].map((day) => localDay(day, zone))) {
      const rows = await tx.query<{ normalized_query: string }>(
        `select distinct c.normalized_query from clicks c left join items i on i.tenant_id = c.tenant_id and i.id = c.item_id
         where c.tenant_id = $1 and c.normalized_query = any($2) and c.occurred_at >= $3 and c.occurred_at < $4
           and (i.document is null or (i.document->>'stock')::numeric <= 0)`,
        [tenant.tenantId, queries, new Date(start), new Date(Math.min(end, until))],
      );
      for (const row of rows) found.add(row.normalized_query);
    }
    return [...found];
  }

  /** Queries with results, most frequent first. */
  async knownQueries(scope: Scope): Promise<string[]> {
    const { rows } = await rankedList<Listed>(scope, queriesBy('searches'), { limit: KNOWN, offset: 0 });
    return rows
      .filter((row) => row.normalized_query !== '' && row.searches > row.no_results)
      .map((row) => row.normalized_query);
  }
}
