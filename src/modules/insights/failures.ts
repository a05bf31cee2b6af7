import type { TenantContext } from '../../kernel/tenant-context.ts';
import { movedTime, type Transaction } from '../../platform/database/index.ts';
import { SESSION_DAYS, type LocalDay } from '../tracking/index.ts';
import { DAYS, DAYS_BEFORE, event, factParameters } from './facts.ts';
import type { Scope } from './metrics.reader.ts';
import { replaceDay } from './replace-day.ts';

/** Queries without results, as they were typed. */
export interface FailedQuery {
  normalized_query: string;
  searches: number;
  sessions: number;
  first_seen: Date;
  last_seen: Date;
  variants: { query: string; count: number }[];
}

const MAX_VARIANTS = 20;
/** So many sessions find the same next before it is believed. */
const RESCUED_SESSIONS = 2;

/**
 * Searches without results by day, as SQL over raw events: the same text rolls a day up and reads an open one. Parameters as
 * of the facts. `which` speaks of `normalized_query`.
 */
const failed = (which = 'true'): string => `${DAYS},
  failed as materialized (
    select * from (${event('searches', 'e.session_id, e.normalized_query, e.query, e.results_count, e.occurred_at')}) s
    where results_count = 0 and normalized_query <> '' and ${which})`;

const SPELLINGS = `
  select day, normalized_query, query, count(*) as searches, min(occurred_at) as first_seen, max(occurred_at) as last_seen
  from failed group by day, normalized_query, query`;

/** Of each session of a day: on which of the two days before it failed with the same. */
const sessions = (which = 'true'): string => `
  select day, normalized_query, previous_day, count(*) as sessions
  from (
    select f.day, f.normalized_query, f.session_id, coalesce(max(b.day), '-infinity'::date) as previous_day
    from (select distinct day, normalized_query, session_id from failed) f
    left join (
      select distinct (occurred_at at time zone $7)::date as day, normalized_query, session_id from searches
      where tenant_id = $1 and results_count = 0 and ${DAYS_BEFORE} and ${which}
    ) b on b.session_id = f.session_id and b.normalized_query = f.normalized_query
      and b.day < f.day and b.day >= f.day - ${SESSION_DAYS}
    group by f.day, f.normalized_query, f.session_id
  ) one group by day, normalized_query, previous_day`;

const RESCUES = `
  select f.day, f.normalized_query as failed, n.normalized_query as rescue, count(distinct f.session_id) as sessions
  from failed f join searches n on n.tenant_id = $1 and n.session_id = f.session_id
    and n.occurred_at > f.occurred_at and n.occurred_at < f.occurred_at + interval '30 minutes'
    and n.normalized_query <> f.normalized_query
  where n.results_count > 0 and n.normalized_query <> '' and n.occurred_at >= $5
    and n.occurred_at < ${movedTime('$6', '30 minutes')}
  group by f.day, f.normalized_query, n.normalized_query`;

/** Counts the failed searches of a day, in place of what was counted before. */
export async function countFailures(
  tx: Transaction,
  tenant: TenantContext,
  day: LocalDay,
  zone: string,
): Promise<void> {
  const parameters = factParameters(tenant.tenantId, { days: [day], zone });
  const parts = [
    {
      table: 'rollup_failed_spellings',
      key: 'day, normalized_query, query',
      counts: 'searches, first_seen, last_seen',
      select: SPELLINGS,
    },
    {
      table: 'rollup_failed_sessions',
      key: 'day, normalized_query, previous_day',
      counts: 'sessions',
      select: sessions(),
    },
    { table: 'rollup_rescues', key: 'day, failed, rescue', counts: 'sessions', select: RESCUES },
  ];
  for (const part of parts) await replaceDay(tx, part, { with: failed(), select: part.select }, parameters);
}

/** Of what is `spelled` and `heard`. */
const TOLD = `
  groups as (
    select normalized_query, sum(searches)::float8 as searches, min(first_seen) as first_seen, max(last_seen) as last_seen
    from spelled group by normalized_query),
  typed as (
    select normalized_query, query, searches,
           row_number() over (partition by normalized_query order by searches desc, query) as place
    from spelled),
  variants as (
    select normalized_query, json_agg(json_build_object('query', query, 'count', searches) order by place) as variants
    from typed where place <= ${MAX_VARIANTS} group by normalized_query)
  select normalized_query, searches, heard.sessions, first_seen, last_seen, variants
  from groups join heard using (normalized_query) join variants using (normalized_query)`;

const OF_QUERIES = 'normalized_query = any($10)';

/** Queries of whole days. A session counts once, and again when it did not fail with the same on the two days before. */
export function failedByDay(scope: Scope, queries: readonly string[]): Promise<FailedQuery[]> {
  return scope.query<FailedQuery>(
    `with ${failed(OF_QUERIES)}, named as (select $9::text),
       spelled as materialized (
         select normalized_query, query, sum(searches)::bigint as searches, min(first_seen) as first_seen,
                max(last_seen) as last_seen
         from (
           select normalized_query, query, searches, first_seen, last_seen from rollup_failed_spellings
           where tenant_id = $1 and day = any($8::date[]) and ${OF_QUERIES}
           union all select normalized_query, query, searches, first_seen, last_seen from (${SPELLINGS}) live) parts
         group by normalized_query, query),
       heard as (
         select normalized_query, (sum(sessions) filter (where previous_day < $11::date))::float8 as sessions
         from (
           select normalized_query, previous_day, sessions from rollup_failed_sessions
           where tenant_id = $1 and day = any($8::date[]) and ${OF_QUERIES}
           union all select normalized_query, previous_day, sessions from (${sessions(OF_QUERIES)}) live) parts
         group by normalized_query),
       ${TOLD}`,
    [queries, scope.period.days[0]!.day],
  );
}

/** Of a period that cuts a day: from the raw events. A session counts once, whatever the day. */
export function failedOneByOne({ tx, tenant, period }: Scope, queries: readonly string[]): Promise<FailedQuery[]> {
  return tx.query<FailedQuery>(
    `with failed as materialized (
       select normalized_query, query, session_id, occurred_at from searches
       where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and results_count = 0
         and normalized_query = any($4)
         and session_id not in (select session_id from machine_sessions where tenant_id = $1)),
     spelled as materialized (
       select normalized_query, query, count(*) as searches, min(occurred_at) as first_seen, max(occurred_at) as last_seen
       from failed group by normalized_query, query),
     heard as (
       select normalized_query, count(distinct session_id)::float8 as sessions from failed group by normalized_query),
     ${TOLD}`,
    [tenant.tenantId, new Date(period.start), new Date(period.end), queries],
  );
}

/** What most sessions of these queries found within half an hour, by query. A session counts once a day. */
export async function rescuesOf(scope: Scope, queries: readonly string[]): Promise<Map<string, string>> {
  // Few sessions of open days, each found by its index; what is switched off for counting would read all searches between.
  await scope.tx.query(`select set_config('enable_nestloop', 'on', true)`);
  const rows = await scope.query<{ failed: string; rescue: string }>(
    `with ${failed(OF_QUERIES)}, named as (select $9::text),
       counted as (
         select failed, rescue, sum(sessions) as sessions
         from (
           select failed, rescue, sessions from rollup_rescues
           where tenant_id = $1 and day = any($8::date[]) and failed = any($10)
           union all select failed, rescue, sessions from (${RESCUES}) live) parts
         group by failed, rescue)
     select distinct on (failed) failed, rescue from counted where sessions >= ${RESCUED_SESSIONS}
     order by failed, sessions desc, rescue`,
    [queries],
  );
  return new Map(rows.map((row) => [row.failed, row.rescue]));
}
