import { COUNTING_SETTINGS } from '../../../platform/database/index.ts';
import { ABANDONED } from './abandoned.ts';
import type { EvidenceWindow } from './evidence.ts';
import { isIn, isNew, NEAR } from './new-events.sql.ts';

const HOUR = 3_600_000;
/** What a failed search needs to see after it: its rescue and the clicks on that. */
export const AFTERMATH = HOUR;
/** Sessions live a day: so far back things are read with the window; what came later than that is looked for. */
const LATE = 48 * HOUR;
/** The intake takes no event older than 30 days. */
const LATEST_DAYS = 31;
/** Clocks of shoppers' events are at most this much ahead. */
const AHEAD = HOUR;

/** Where looking for what came late begins, and where it ends. Null when no day before that has other events than at `from`. */
export function latePeriod({ from }: EvidenceWindow, changed: number | null): { since: number; until: number } | null {
  const until = from - LATE;
  return changed !== null && changed < until ? { since: changed, until } : null;
}

/** $2 to $8 of the statements below. As values, so that the planner leaves out the partitions of other days. */
export const periodOf = ({ from, to, seen }: EvidenceWindow, sees: string | null, since = from - LATE): unknown[] => [
  new Date(from),
  new Date(to),
  seen,
  sees,
  new Date(from - AFTERMATH),
  new Date(since),
  new Date(to + AHEAD),
];
const WINDOW = { from: '$2', to: '$3', seen: '$4', sees: '$5' };
const [AFTERMATH_FROM, LATE_FROM, UNTIL] = ['$6::timestamptz', '$7::timestamptz', '$8::timestamptz'];

/** A chain of growing prefixes this close together is one search being typed. */
const KEYSTROKE = `interval '30 seconds'`;

/**
 * By the index of sessions: a slice of a large shop's day is sorted in memory and takes a second. $11: these alone, unless null;
 * $12: without these.
 */
const IN_SLICE = `session_id > $9 and session_id <= $10 and ($11::uuid[] is null or session_id = any($11))
  and session_id <> all($12::uuid[])`;

/** Events of one table that this window reads: what it brought, and all of a session of which something came late. */
const inWindow = (table: string): string => `
  tenant_id = $1 and occurred_at >= ${LATE_FROM} and occurred_at < ${UNTIL} and ${isIn(WINDOW, table)} and ${IN_SLICE}
  and (occurred_at >= ${AFTERMATH_FROM} or session_id in (select session_id from late))`;

const cameLate = (table: string, until: string): string => `
  select session_id from ${table}
  where tenant_id = $1 and occurred_at >= ${LATE_FROM} and occurred_at < ${until}
    and ${isIn(WINDOW, table)} and ${isNew(WINDOW, table)} and ${IN_SLICE}`;

/** $1 tenant, $2 to $5 as in `periodOf`, $6 since, $7 until, $8 how many: sessions to which something came later than `LATE`. */
export const LATE_SESSIONS = ['searches', 'clicks', 'conversions']
  .map(
    (table) => `
  select session_id from ${table}
  where tenant_id = $1 and occurred_at >= $6::timestamptz and occurred_at < $7::timestamptz
    and ${isIn(WINDOW, table)} and ${isNew(WINDOW, table)}`,
  )
  .join(' union ')
  .concat(' limit $8');

const NO_MACHINES = 'session_id not in (select session_id from machine_sessions where tenant_id = $1)';

const SAMPLED = 0.02;

/** Up to so many are read at once, by plans that are kept: planning takes longer than reading them. */
const SMALL = 5_000;

/**
 * Where days of the shop's reports begin that have events which they did not have before $2: not counted yet, or counted since
 * then. A mark does not say by which clock its day was cut: its day may begin a day before that of the database.
 */
const CHANGED_DAYS = `
  select (day - 1)::timestamp at time zone 'UTC' as start from rollup_marks
  where tenant_id = $1 and day >= $3::date - ${LATEST_DAYS}
  union all select day::timestamp at time zone zone from rollup_days
  where tenant_id = $1 and day >= $3::date - ${LATEST_DAYS} and rolled_at >= $2::timestamptz - ${NEAR}`;

/**
 * $1 tenant, $2 from, $3 until: how many searches there are, roughly; more than `slice` are many. Sets the plans that follow: those that are kept leave out
 * the partitions of other days too, but are made for any tenant. (Custom plans must not be forced: functions of the database would
 * plan their own statements with every row.)
 */
export const surveyBy = (slice: number): string => `
  select pg_current_snapshot()::text as snapshot, ${ABANDONED}, ${COUNTING_SETTINGS},
    set_config('plan_cache_mode', case when found <= ${SMALL} then 'force_generic_plan' else 'auto' end, true),
    case when found <= ${SMALL} then 'small' when found <= ${slice} then 'medium' else 'large' end as size,
    (select extract(epoch from min(start))::float8 * 1000 from (${CHANGED_DAYS}) changed) as changed
  from (
    select count(*) as found from (
      select from searches where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 limit ${slice + 1}) s) counted`;

/** $1 tenant, $2 from, $3 until: sessions that cut the day into slices of so many searches, whatever their ids are made of. */
export const cutsBy = (slice: number): string => `
  with sampled as (
    select session_id, row_number() over (order by session_id) as n
    from searches tablesample system (${SAMPLED * 100})
    where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3)
  select session_id from sampled where n % ${Math.ceil(slice * SAMPLED)} = 0 group by 1 order by 1`;

/** Without spaces: Japanese being typed is cut into other words with every letter. */
const letters = (query: string): string => `replace(${query}, ' ', '')`;

const GROWS = `
  (next_query = query or (length(${letters('next_query')}) > length(${letters('query')})
    and starts_with(${letters('next_query')}, ${letters('query')})))`;
/** Being deleted to make room for other words, which follow at once. */
const SHRINKS = `
  (previous_at >= occurred_at - ${KEYSTROKE} and length(${letters('previous_query')}) > length(${letters('query')})
    and starts_with(${letters('previous_query')}, ${letters('query')}))`;

/** $1 tenant, then `periodOf`, $9 to $12 which sessions. */
export const STEPS = `
  with late as materialized (
    ${cameLate('searches', AFTERMATH_FROM)}
    union ${cameLate('clicks', AFTERMATH_FROM)}
    union ${cameLate('conversions', '$3::timestamptz')}),
  typed as (
    select session_id, occurred_at, id, normalized_query as query, query as typed, results_count as results,
           accept_language, ${isNew(WINDOW, 'searches')} as fresh
    from searches where ${inWindow('searches')} and normalized_query <> '' and ${NO_MACHINES}),
  neighbours as (
    select *, lead(occurred_at) over w as next_at, lead(query) over w as next_query,
           lag(occurred_at) over w as previous_at, lag(query) over w as previous_query
    from typed window w as (partition by session_id order by occurred_at, id)),
  settled as materialized (
    select session_id, occurred_at, query, typed, results, accept_language, fresh, next_at is null as last
    from neighbours
    where next_at is null or next_at > occurred_at + ${KEYSTROKE} or not (${GROWS} or coalesce(${SHRINKS}, false))),
  clicked as (
    select session_id, normalized_query as query, array_agg(item_id) as items
    from clicks where ${inWindow('clicks')} group by 1, 2),
  bought as (
    select session_id, attributed_query as query, array_agg(item_id) as items
    from conversions where ${inWindow('conversions')} and attributed_query is not null group by 1, 2),
  steps as (
    select s.*, c.items as clicked, b.items as bought
    from settled s
    left join clicked c on c.session_id = s.session_id and c.query = s.query
    left join bought b on b.session_id = s.session_id and b.query = s.query),
  judged as (
    select *, bool_or(results = 0) over session
              or (count(*) over session > 1 and bool_or(clicked is null and bought is null) over session) as troubled
    from steps window session as (partition by session_id))
  select encode(smart_session(t.ip_salt, session_id), 'hex') as session,
         extract(epoch from occurred_at)::float8 * 1000 as at, query, typed, results,
         lower(substring(accept_language from '^ *([A-Za-z]{2,3})')) as language, clicked, bought,
         fresh, null::float8 as searches, null::float8 as sessions, session_id, occurred_at
  from judged, (select ip_salt from tenants where id = $1) t where troubled
  union all
  select null, 0, '', '', 0, null, null, null, true, count(*) filter (where fresh), count(*) filter (where fresh and last),
         null, null
  from settled
  order by session_id nulls last, occurred_at`;

/** $1 tenant, $2 sightings as JSON. A rescue that came later wins over none; none never takes a rescue away. */
export const STORE = `
  insert into smart_sightings as s
    (tenant_id, session, failed, rescue, seen_at, failed_typed, rescue_typed, results_failed, results_rescue, bought,
     language, items)
  select $1, decode(session, 'hex'), failed, rescue, seen_at, failed_typed, rescue_typed, results_failed, results_rescue,
         bought, language, items
  from json_to_recordset($2::json) as r
    (session text, failed text, rescue text, seen_at timestamptz, failed_typed text, rescue_typed text,
     results_failed integer, results_rescue integer, bought boolean, language text, items jsonb)
  on conflict (tenant_id, session, failed) do update set
    rescue = excluded.rescue, seen_at = excluded.seen_at, failed_typed = excluded.failed_typed,
    rescue_typed = excluded.rescue_typed, results_failed = excluded.results_failed,
    results_rescue = excluded.results_rescue, bought = excluded.bought, language = excluded.language,
    items = excluded.items
  where excluded.rescue <> '' or s.rescue = ''`;

/** Rows of memory that one statement groups: three seconds. */
export const PART = 2_000_000;

/** $1 tenant, $2 since: rows remembered, and of them rescues. What is older goes. */
export const REMEMBERED = `
  with forgotten as (delete from smart_sightings where tenant_id = $1 and seen_at < $2)
  select count(*)::float8 as rows, count(*) filter (where rescue <> '')::float8 as rescued
  from smart_sightings where tenant_id = $1 and seen_at >= $2`;

/** $1 tenant, $2 since, $3 sessions that a pair needs, $4 the shop's language, $5 which of $6 parts, by the failed query. */
export const PAIRS = `
  with mine as materialized (
    select * from smart_sightings where tenant_id = $1 and ($6 = 1 or (hashtext(failed) & 65535) % $6 = $5)),
  failures as (select failed, count(*)::float8 as sessions from mine group by 1),
  grouped as (
    select failed, rescue, count(*)::float8 as rescues, max(seen_at) as last_seen
    from mine where rescue <> '' group by 1, 2),
  counts as (
    select count(*)::float8 as found, count(*) filter (where rescues < $3)::float8 as few
    from grouped where last_seen >= $2),
  pairs as (
    select failed, rescue, count(*)::float8 as rescues, count(*) filter (where bought)::float8 as bought,
           avg(results_failed)::float8 as results_failed, avg(results_rescue)::float8 as results_rescue,
           avg((language <> $4)::integer)::float8 as foreign_share,
           mode() within group (order by coalesce(failed_typed, failed)) as failed_typed,
           mode() within group (order by coalesce(rescue_typed, rescue)) as rescue_typed,
           min(seen_at) as first_seen, max(seen_at) as last_seen
    from mine join (select failed, rescue from grouped where rescues >= $3) g using (failed, rescue) group by 1, 2)
  select p.*, f.sessions, c.found, c.few
  from counts c left join (pairs p join failures f using (failed)) on true`;

/** $1 tenant, $2 queries: sessions that each of them rescued. */
export const RESCUES = `
  select rescue, count(*)::float8 as rescues from smart_sightings
  where tenant_id = $1 and rescue = any($2) group by 1`;

/**
 * $1 tenant, $2 from, $3 to, $4 pairs as JSON. Items of the failed query are those clicked for it directly or after another
 * rescue, so that a rescue does not bear witness for itself.
 */
export const SHARED_ITEMS = `
  with pairs as (select failed, rescue from json_to_recordset($4::json) as p (failed text, rescue text)),
  rescued as (
    select failed, rescue, item from smart_sightings, jsonb_array_elements_text(items) item
    where tenant_id = $1 and rescue <> ''
      and (failed in (select failed from pairs) or rescue in (select rescue from pairs))),
  direct as (
    select normalized_query as query, item_id as item from clicks
    where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and ${NO_MACHINES}
      and normalized_query in (select failed from pairs union select rescue from pairs)
    group by 1, 2),
  of_failed as (
    select failed as query, rescue as via, item from rescued where failed in (select failed from pairs)
    union select query, '', item from direct),
  of_rescue as (
    select rescue as query, item from rescued where rescue in (select rescue from pairs)
    union select query, item from direct)
  select p.failed, p.rescue, count(distinct f.item)::float8 as items
  from pairs p join of_failed f on f.query = p.failed and f.via <> p.rescue
  join of_rescue r on r.query = p.rescue and r.item = f.item
  group by 1, 2`;
