import { movedTime } from '../../platform/database/index.ts';
import { SESSION_DAYS } from '../tracking/index.ts';
import { MONTHS, OTHER_DAYS } from './months.ts';
import type { Rollup } from './replace-day.ts';

/**
 * What the reports count, as SQL over raw events. The same text makes the rollup of a closed day and reads an open one,
 * so that both agree to the last event. Every rule looks at most an hour (for a named query_id a day) around an event,
 * so that a day has the same facts whether it is counted alone or among others.
 *
 * Parameters: $1 tenant, $2 days, $3 their starts, $4 their ends, $5 the first start, $6 the last end, $7 time zone.
 */
export interface FactDays {
  days: readonly { day: string; start: number; end: number }[];
  zone: string;
}

export function factParameters(tenantId: string, { days, zone }: FactDays): unknown[] {
  const iso = (time: number): string => new Date(time).toISOString();
  const starts = days.map(({ start }) => start);
  const ends = days.map(({ end }) => end);
  // Without days the bounds are empty too: partitions are pruned by them.
  const [first, last] = days.length === 0 ? [0, 0] : [Math.min(...starts), Math.max(...ends)];
  return [tenantId, days.map(({ day }) => day), starts.map(iso), ends.map(iso), iso(first), iso(last), zone];
}

export const event = (table: string, columns: string): string => `
  select d.day, ${columns}, coalesce(e.channel, '') as channel, date_trunc('hour', e.occurred_at, $7) as hour
  from ${table} e join d on e.occurred_at >= d.lo and e.occurred_at < d.hi
  where e.tenant_id = $1 and e.occurred_at >= $5 and e.occurred_at < $6 and e.session_id not in (select session_id from m)`;

/** Nothing, unless there are searches: a day without any would read much of the next one. */
const around = (table: string, columns: string, before: string, after: string): string => `
  select ${columns} from ${table} e
  where tenant_id = $1 and occurred_at >= ${movedTime('$5', `-${before}`)}
    and occurred_at < ${movedTime('$6', after)} and session_id not in (select session_id from m)
    and exists (select from searches where tenant_id = $1 and occurred_at >= $5 and occurred_at < $6)`;

/** The local days $2 to $4, and the sessions that count nowhere. */
export const DAYS = `
  d as (select * from unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) d (day, lo, hi)),
  m as materialized (select session_id from machine_sessions where tenant_id = $1)`;

/**
 * On the days on which a session may have been before those that are counted, the first of which may be cut. The bound by
 * days is for the planner, which knows nothing of the others.
 */
export const DAYS_BEFORE = `
  occurred_at >= ${movedTime('$5', `-${SESSION_DAYS + 2} days`)} and occurred_at < $6
  and occurred_at >= (select (min(day) - ${SESSION_DAYS})::timestamp at time zone $7 from d)
  and occurred_at < (select max(day)::timestamp at time zone $7 from d)`;

export const CONVERSIONS = `
  v as (${event('conversions', 'e.session_id, e.item_id, e.attributed_query, e.revenue, e.currency, e.attribution')})`;

export const CLICKS = `c as (${event('clicks', 'e.session_id, e.item_id, e.normalized_query, e.query, e.position')})`;

/**
 * A search was clicked when a click names its query_id within a day, or, with the same words in the same session, came
 * within an hour after it with no other such search between. A click that was delivered with an earlier time than its
 * search goes to the next one within an hour. Only searches whose words their session clicked for are put in line.
 * `linked` is joined: asking whether an id is in it read all of it for each search.
 */
export const SEARCHES = `
  near_s as materialized (${around('searches', 'id, session_id, normalized_query, query, results_count, channel, occurred_at, query_id', '2 hours', '2 hours')}),
  near_c as materialized (${around('clicks', 'id, session_id, normalized_query, occurred_at, query_id', '1 hour', '1 day')}),
  by_words as materialized (
    select * from near_c c
    where occurred_at < $6::timestamptz + interval '1 hour' and not exists (
      select from near_s s where s.query_id = c.query_id
        and s.occurred_at between c.occurred_at - interval '1 hour' and c.occurred_at + interval '1 hour')),
  line as (
    select *, count(*) filter (where kind = 0) over earlier as place, max(at) filter (where kind = 0) over earlier as last,
           min(at) filter (where kind = 0) over later as next
    from (
      select 0 as kind, id, session_id, normalized_query, occurred_at as at from near_s
      where (session_id, normalized_query) in (select session_id, normalized_query from by_words)
      union all select 1, id, session_id, normalized_query, occurred_at from by_words
    ) e
    window earlier as (partition by session_id, normalized_query order by at, kind, id
                       rows between unbounded preceding and current row),
           later as (partition by session_id, normalized_query order by at, kind, id
                     rows between current row and unbounded following)),
  chosen as (
    select distinct session_id, normalized_query,
      case when last >= at - interval '1 hour' then place when next <= at + interval '1 hour' then place + 1 end as place
    from line where kind = 1),
  linked as (
    select l.id from line l join chosen using (session_id, normalized_query, place) where l.kind = 0
    union
    select s.id from near_s s join near_c c on c.query_id = s.query_id
    where c.occurred_at between s.occurred_at - interval '1 hour' and s.occurred_at + interval '1 day'),
  s as (
    select d.day, e.session_id, e.normalized_query, e.query, e.results_count, coalesce(e.channel, '') as channel,
      date_trunc('hour', e.occurred_at, $7) as hour, e.occurred_at, l.id is not null as clicked
    from near_s e join d on e.occurred_at >= d.lo and e.occurred_at < d.hi left join linked l on l.id = e.id)`;

/** A channel, or `*` for all together, of the grouping sets with and without `channel`. */
export const CHANNEL = `case when grouping(channel) = 1 then '*' else channel end as channel`;
const SEARCH_COUNTS = `
  count(*)::int as searches, count(*) filter (where results_count = 0)::int as no_results,
  count(*) filter (where results_count > 0 and not clicked)::int as no_clicks,
  count(*) filter (where clicked)::int as clicked`;

/** Searches by `keys`. By session first: counting distinct sessions would sort all of them. */
const searchesBy = (keys: string, more = ''): string => `
  select ${keys}, channel, ${more && `max(${more}) as ${more},`} sum(searches) as searches, count(*) as sessions,
    sum(no_results) as no_results, sum(no_clicks) as no_clicks, sum(clicked) as clicked
  from (
    select ${keys}, ${CHANNEL}, session_id, ${more && `max(${more}) as ${more},`} ${SEARCH_COUNTS}
    from s group by grouping sets ((${keys}, channel, session_id), (${keys}, session_id))) by_session
  group by ${keys}, channel`;

const HOUR_COUNTS =
  'searches, sessions, no_results, no_clicks, clicked, clicks, position_sum, buckets, conversions, attributed, attributed_by, converted';

/** By which a conversion is owed to a search, in the order of `attributed_by`. */
export const ATTRIBUTION_RULES = ['query_id', 'click', 'search'] as const;

const HOURS = `
  select day, hour, channel, sum(searches)::bigint as searches, sum(sessions)::bigint as sessions,
    sum(no_results)::bigint as no_results, sum(no_clicks)::bigint as no_clicks, sum(clicked)::bigint as clicked,
    sum(clicks)::bigint as clicks, sum(position_sum)::bigint as position_sum,
    array[sum(b1), sum(b2), sum(b3), sum(b4), sum(b5)]::bigint[] as buckets,
    sum(conversions)::bigint as conversions, sum(attributed)::bigint as attributed,
    array[sum(r1), sum(r2), sum(r3)]::bigint[] as attributed_by, sum(converted)::bigint as converted
  from (
    select *, 0 as clicks, 0 as position_sum, 0 as b1, 0 as b2, 0 as b3, 0 as b4, 0 as b5, 0 as conversions,
      0 as attributed, 0 as r1, 0 as r2, 0 as r3, 0 as converted
    from (${searchesBy('day, hour')}) searched
    union all
    select day, hour, ${CHANNEL}, 0, 0, 0, 0, 0, count(*), sum(position), count(*) filter (where position = 1),
      count(*) filter (where position between 2 and 3), count(*) filter (where position between 4 and 10),
      count(*) filter (where position between 11 and 20), count(*) filter (where position > 20), 0, 0, 0, 0, 0, 0
    from c group by grouping sets ((day, hour, channel), (day, hour))
    union all
    select day, hour, ${CHANNEL}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*),
      count(*) filter (where attribution <> 'none'), ${ATTRIBUTION_RULES.map((rule) => `count(*) filter (where attribution = '${rule}')`).join(', ')},
      count(distinct session_id) filter (where attribution <> 'none')
    from v group by grouping sets ((day, hour, channel), (day, hour))
  ) parts group by day, hour, channel`;

const REVENUE = `
  select day, hour, ${CHANNEL}, currency, count(*) as orders, sum(revenue) as amount,
    coalesce(sum(revenue) filter (where attribution <> 'none'), 0) as attributed_amount
  from v group by grouping sets ((day, hour, channel, currency), (day, hour, currency))`;

/** Of each active session of a day: the day within the two before on which it was active too. */
const sessionsOf = (kind: string, table: string, only: string): string => `
  select day, '${kind}' as kind, channel, previous_day, count(*) as sessions
  from (
    select a.day, a.channel, a.session_id, coalesce(max(p.day), '-infinity'::date) as previous_day
    from (
      select day, ${CHANNEL}, session_id from ${only}
      group by grouping sets ((day, channel, session_id), (day, session_id))
    ) a
    left join (
      select distinct session_id, coalesce(channel, '') as channel, (occurred_at at time zone $7)::date as day
      from ${table}
      where tenant_id = $1 and ${DAYS_BEFORE}
        and session_id in (select session_id from ${only}) ${kind === 'conversion' ? `and attribution <> 'none'` : ''}
    ) p on p.session_id = a.session_id and p.day < a.day and p.day >= a.day - ${SESSION_DAYS}
      and (a.channel = '*' or a.channel = p.channel)
    group by a.day, a.channel, a.session_id
  ) one group by day, channel, previous_day`;

const QUERIES = `
  select day, channel, normalized_query, max(query) as query, sum(searches)::bigint as searches,
    sum(sessions)::bigint as sessions, sum(no_results)::bigint as no_results, sum(no_clicks)::bigint as no_clicks,
    sum(clicked)::bigint as clicked, sum(clicks)::bigint as clicks, sum(conversions)::bigint as conversions
  from (
    select *, 0 as clicks, 0 as conversions from (${searchesBy('day, normalized_query', 'query')}) searched
    union all
    select day, normalized_query, ${CHANNEL}, max(query), 0, 0, 0, 0, 0, count(*), 0
    from c group by grouping sets ((day, channel, normalized_query), (day, normalized_query))
    union all
    select day, attributed_query, ${CHANNEL}, '', 0, 0, 0, 0, 0, 0, count(*)
    from v where attributed_query is not null
    group by grouping sets ((day, channel, attributed_query), (day, attributed_query))
  ) parts group by day, channel, normalized_query`;

const ITEMS = `
  select day, channel, item_id, currency, sum(clicks)::bigint as clicks, sum(conversions)::bigint as conversions,
    sum(revenue) as revenue
  from (
    select day, ${CHANNEL}, item_id, '' as currency, count(*) as clicks, 0 as conversions, 0::numeric as revenue
    from c group by grouping sets ((day, channel, item_id), (day, item_id))
    union all
    select day, ${CHANNEL}, item_id, '', 0, count(*), 0
    from v group by grouping sets ((day, channel, item_id), (day, item_id))
    union all
    select day, ${CHANNEL}, item_id, currency::text, 0, 0, sum(revenue)
    from v group by grouping sets ((day, channel, item_id, currency), (day, item_id, currency))
  ) parts group by day, channel, item_id, currency`;

export interface Fact extends Rollup {
  /** Common table expressions that `select` needs. */
  with: string;
  select: string;
  /** The same by month. */
  months?: string;
}

/** The sessions of conversions that are owed to a search. */
const BUYERS = `(select * from v where attribution <> 'none') owed`;

export const FACTS = {
  hours: {
    table: 'rollup_hours',
    key: 'day, hour, channel',
    counts: HOUR_COUNTS,
    with: [DAYS, SEARCHES, CLICKS, CONVERSIONS].join(', '),
    select: HOURS,
  },
  revenue: {
    table: 'rollup_revenue',
    key: 'day, hour, channel, currency',
    counts: 'orders, amount, attributed_amount',
    with: [DAYS, CONVERSIONS].join(', '),
    select: REVENUE,
  },
  sessions: {
    table: 'rollup_sessions',
    key: 'day, kind, channel, previous_day',
    counts: 'sessions',
    with: [DAYS, `s as (${event('searches', 'e.session_id')})`, CONVERSIONS].join(', '),
    select: `${sessionsOf('search', 'searches', 's')} union all ${sessionsOf('conversion', 'conversions', BUYERS)}`,
  },
  queries: {
    table: 'rollup_queries',
    key: 'day, channel, normalized_query',
    counts: 'query, searches, sessions, no_results, no_clicks, clicked, clicks, conversions',
    with: [DAYS, SEARCHES, CLICKS, CONVERSIONS].join(', '),
    select: QUERIES,
  },
  items: {
    table: 'rollup_items',
    key: 'day, channel, item_id, currency',
    counts: 'clicks, conversions, revenue',
    with: [DAYS, CLICKS, CONVERSIONS].join(', '),
    select: ITEMS,
    months: 'rollup_item_months',
  },
} as const satisfies Record<string, Fact>;

/**
 * The facts of a period: `$8` are its days whose rollups hold, `$2` to `$7` those that are counted from raw events.
 * `where` speaks of the columns; further parameters begin with `$9`. Read twice, only the rollups are: open days are
 * counted once.
 */
export function factsOf(name: keyof typeof FACTS, where: string): string {
  const { table, key, counts, with: ctes, select, months }: Fact = FACTS[name];
  const columns = `${key}, ${counts}`;
  const rolled = (from: string, days: string): string =>
    `select ${columns} from ${from} where tenant_id = $1 and day = any(${days}) and ${where}`;
  return `with ${ctes}, live as materialized (select ${columns} from (${select}) counted where ${where}),
    ${months ? `${MONTHS},` : ''}
    facts as not materialized (
      ${
        months
          ? `${rolled(table, `array(${OTHER_DAYS})`)} union all ${rolled(months, 'array(select day from months)')}`
          : rolled(table, '$8::date[]')
      }
      union all
      select ${columns} from live)`;
}
