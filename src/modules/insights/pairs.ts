import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { PageRequest } from '../../kernel/paging.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { pairsLock, REPEATED_SESSIONS, SESSION_DAYS, UNREPEATED, type LocalDay } from '../tracking/index.ts';
import { OF_DAY } from './day-events.ts';
import { CHANNEL, CLICKS, DAYS, DAYS_BEFORE } from './facts.ts';
import type { Scope } from './metrics.reader.ts';
import { replaceDay } from './replace-day.ts';

/** An item that was picked for the same words. */
export interface RepeatedPair {
  query: string;
  item_id: string;
  title: string | null;
  clicks: number;
  sessions: number;
  mean_position: number;
  share: number;
}

const ROLLUP = {
  table: 'rollup_pairs',
  key: 'pair, day, channel, previous_day',
  counts: 'sessions, clicks, positions',
};
const COLUMNS = 'day, channel, previous_day, sessions, clicks, positions';

/**
 * Picks by pair and day, as SQL over the clicks `c`: the same text rolls a day up and reads an open one. Parameters as of the
 * facts. Of each session of a day it is known on which of the two days before it picked the same.
 */
const PICKS = `
  picked as materialized (
    select day, ${CHANNEL}, normalized_query, item_id, session_id, count(*) as clicks, sum(position) as positions
    from c where normalized_query <> ''
    group by grouping sets ((day, channel, normalized_query, item_id, session_id), (day, normalized_query, item_id, session_id))),
  before as (
    select distinct (e.occurred_at at time zone $7)::date as day, coalesce(e.channel, '') as channel, e.normalized_query,
      e.item_id, e.session_id
    from clicks e join (select distinct session_id from picked) p using (session_id)
    where e.tenant_id = $1 and ${DAYS_BEFORE}),
  sessions as (
    select p.day, p.channel, p.normalized_query, p.item_id, p.clicks, p.positions,
      coalesce(max(b.day), '-infinity'::date) as previous_day
    from picked p left join before b on b.session_id = p.session_id and b.normalized_query = p.normalized_query
      and b.item_id = p.item_id and b.day < p.day and b.day >= p.day - ${SESSION_DAYS}
      and (p.channel = '*' or p.channel = b.channel)
    group by p.day, p.channel, p.normalized_query, p.item_id, p.session_id, p.clicks, p.positions),
  picks as (
    select day, channel, picked_pair(normalized_query, item_id) as pair, normalized_query, item_id, previous_day,
      count(*) as sessions, sum(clicks)::bigint as clicks, sum(positions)::bigint as positions
    from sessions group by day, channel, normalized_query, item_id, previous_day)`;

/**
 * Counts the pairs of a day, in place of what was counted before. Pairs that three sessions picked, on whatever days, are
 * named, and stand once more where reports read them: no other can be in a report, and they are few among all. One day of
 * a tenant at a time. Its clicks were read, with the parameters given.
 */
export async function pairClicks(
  tx: Transaction,
  tenant: TenantContext,
  day: LocalDay,
  parameters: readonly unknown[],
): Promise<void> {
  const key = [tenant.tenantId, day.day];
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [pairsLock(tenant.tenantId)]);
  await replaceDay(tx, ROLLUP, { with: `${OF_DAY}, ${PICKS}`, select: 'select * from picks' }, parameters);
  // What only an erased session made repeated loses its words.
  await tx.query(
    `delete from rollup_pair_names n where n.tenant_id = $1 and ${UNREPEATED}
       and n.pair in (select pair from rollup_repeated_pairs where tenant_id = $1 and day = $2)`,
    key,
  );
  await tx.query('delete from rollup_repeated_pairs where tenant_id = $1 and day = $2', key);
  await nameRepeated(tx, tenant, day);
  await tx.query(
    `insert into rollup_repeated_pairs (tenant_id, pair, ${COLUMNS})
     select tenant_id, pair, ${COLUMNS} from rollup_pairs join rollup_pair_names using (tenant_id, pair)
     where tenant_id = $1 and day = $2 order by channel, pair`,
    key,
  );
}

/** With the days on which they were picked before. */
function nameRepeated(tx: Transaction, tenant: TenantContext, day: LocalDay): Promise<unknown> {
  return tx.query(
    `with today as (select distinct pair from rollup_pairs where tenant_id = $1 and day = $2 and channel = '*'),
       repeated as materialized (
         select t.pair from today t, lateral (
           select sum(sessions) as sessions from (
             select sessions from rollup_pairs p
             where p.tenant_id = $1 and p.pair = t.pair and p.channel = '*' limit ${REPEATED_SESSIONS}) counted) known
         where known.sessions >= ${REPEATED_SESSIONS}
           and not exists (select from rollup_pair_names n where n.tenant_id = $1 and n.pair = t.pair)),
       named as (
         insert into rollup_pair_names (tenant_id, pair, normalized_query, item_id)
         select $1, pair, min(normalized_query), min(item_id)
         from (select normalized_query, item_id, picked_pair(normalized_query, item_id) as pair from clicks
               where tenant_id = $1 and occurred_at >= $3 and occurred_at < $4 and normalized_query <> '') clicked
         join repeated using (pair) group by pair returning pair)
     insert into rollup_repeated_pairs (tenant_id, pair, ${COLUMNS})
     select tenant_id, pair, ${COLUMNS} from rollup_pairs
     where tenant_id = $1 and day <> $2 and pair = any(array(select pair from named))
     order by day, channel, pair
     on conflict do nothing`,
    [tenant.tenantId, day.day, new Date(day.start), new Date(day.end)],
  );
}

/**
 * Pairs of whole days, the ones of most sessions first. What an open day adds may make a pair repeated that is not named:
 * the days before are looked up for all pairs of open days.
 */
export async function repeatedPairs(
  scope: Scope,
  { limit, offset }: PageRequest,
): Promise<{ total: number; rows: RepeatedPair[] }> {
  const [found] = await scope.query<{ total: number; rows: RepeatedPair[] }>(
    `with ${DAYS}, ${CLICKS}, ${PICKS},
       live as materialized (select * from picks where channel = $9),
       parts as (
         select pair, previous_day, sessions, clicks, positions from rollup_repeated_pairs r
         where tenant_id = $1 and day = any($8::date[]) and channel = $9
           and not exists (select from live where live.pair = r.pair)
         union all
         select pair, previous_day, sessions, clicks, positions from rollup_pairs
         where tenant_id = $1 and pair = any(array(select pair from live)) and day = any($8::date[]) and channel = $9
         union all
         select pair, previous_day, sessions, clicks, positions from live),
       repeated as materialized (
         -- whole numbers, which these add up exactly, and faster
         select pair, sum(sessions::float8) filter (where previous_day < $10) as sessions, sum(clicks::float8) as clicks,
           sum(positions::float8) as positions
         from parts group by pair having sum(sessions::float8) filter (where previous_day < $10) >= ${REPEATED_SESSIONS}),
       -- in the order of their words and items within the same counts
       top as materialized (
         select * from repeated order by sessions desc, clicks desc
         fetch first (select $11::int + $12::int) rows with ties),
       names as (
         select pair, normalized_query as query, item_id from rollup_pair_names
         where tenant_id = $1 and pair = any(array(select pair from top))
         union select pair, normalized_query, item_id from live where pair = any(array(select pair from top))),
       page as materialized (
         select * from top join names using (pair) order by sessions desc, clicks desc, query, item_id
         limit $11 offset $12),
       words as (select distinct query from page),
       asked as (
         select query, sum(clicks) as clicks from (
           select normalized_query as query, clicks from rollup_queries
           where tenant_id = $1 and day = any($8::date[]) and channel = $9
             and normalized_query = any(array(select query from words))
           union all select normalized_query, clicks from live) parts
         join words using (query) group by query),
       listed as (
         select query, item_id,
           (select i.document->>'title' from items i where i.tenant_id = $1 and i.id = page.item_id) as title,
           page.clicks, sessions, (positions::numeric / page.clicks::numeric)::float8 as mean_position,
           (page.clicks::numeric / asked.clicks)::float8 as share
         from page join asked using (query))
     select (select count(*)::int from repeated) as total,
       coalesce((select json_agg(listed order by sessions desc, clicks desc, query, item_id) from listed), '[]') as rows`,
    [scope.period.days[0]!.day, limit, offset],
  );
  return found!;
}

/** Of a period that cuts a day: from the raw events. A click counts once a session, whatever the day. */
export async function pairsOneByOne(
  { tx, tenant, period, channel }: Scope,
  { limit, offset }: PageRequest,
): Promise<{ total: number; rows: RepeatedPair[] }> {
  const [found] = await tx.query<{ total: number; rows: RepeatedPair[] }>(
    `with picked as (
       select normalized_query as query, item_id, session_id, count(*) as clicks, sum(position) as positions
       from clicks
       where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and ($4 = '*' or channel = $4)
         and normalized_query <> '' and session_id not in (select session_id from machine_sessions where tenant_id = $1)
       group by 1, 2, 3),
     pairs as (
       select query, item_id, sum(clicks) as clicks, count(*) as sessions, sum(positions) / sum(clicks) as mean_position,
              sum(clicks) / sum(sum(clicks)) over (partition by query) as share
       from picked group by query, item_id),
     repeated as materialized (select * from pairs where sessions >= ${REPEATED_SESSIONS}),
     listed as (
       select query, item_id,
         (select i.document->>'title' from items i where i.tenant_id = $1 and i.id = page.item_id) as title,
         clicks::float8 as clicks, sessions::float8 as sessions, mean_position::float8 as mean_position,
         share::float8 as share
       from (select * from repeated order by sessions desc, clicks desc, query, item_id limit $5 offset $6) page)
     select (select count(*)::int from repeated) as total,
       coalesce((select json_agg(listed order by sessions desc, clicks desc, query, item_id) from listed), '[]') as rows`,
    [tenant.tenantId, new Date(period.start), new Date(period.end), channel, limit, offset],
  );
  return found!;
}
