import { movedTime } from '../../platform/database/index.ts';

/**
 * What the events of one UTC day say about queries and items, as SQL over raw events.
 *
 * Parameters: $1 tenant, $2 start and $3 end of the day, $4 expected clicks by position (the last for all beyond),
 * $5 whether what was shown is counted too.
 */

/** Longer queries are pasted texts; an index row of PostgreSQL holds no more than 2.7 kB with the item's id. */
const MAX_QUERY_BYTES = 256;
const MAX_ITEM_BYTES = 2_048;
/** A shopper who picks more for one query in a day is reading a list out. */
const MAX_PICKS = 20;
/** An address counts for a query with its first sessions of the day: a family or an office, not a farm. */
export const SESSIONS_AN_ADDRESS = 3;
/** A click, and what a purchase is worth in clicks; one that only a browser reports has half the weight. */
export const GAIN = { click: 1, unverified: 4, verified: 8 } as const;
/** Rows of a day that are kept, the most telling first. */
export const PAIRS_A_DAY = 20_000;

const EVENTS = `
  m as materialized (select session_id from machine_sessions where tenant_id = $1),
  s as materialized (
    select session_id, normalized_query, query, occurred_at, coalesce(encode(ip_hash, 'hex'), session_id::text) as address
    from searches
    where tenant_id = $1 and occurred_at >= ${movedTime('$2', '-1 hour')} and occurred_at < $3
      and normalized_query <> '' and octet_length(normalized_query) <= ${MAX_QUERY_BYTES}
      and session_id not in (select session_id from m)),
  asked as materialized (
    select * from (
      select *, row_number() over (partition by normalized_query, address order by occurred_at, session_id) as place
      from (
        select distinct on (normalized_query, session_id) * from s order by normalized_query, session_id, occurred_at
      ) one
    ) numbered where place <= ${SESSIONS_AN_ADDRESS}),
  c as (
    select c.session_id, c.normalized_query, c.item_id, c.position, c.occurred_at,
           coalesce(encode(c.ip_hash, 'hex'), c.session_id::text) as address
    from clicks c
    where c.tenant_id = $1 and c.occurred_at >= $2 and c.occurred_at < $3 and octet_length(c.item_id) <= ${MAX_ITEM_BYTES}
      and exists (
        -- a sender's clock may be a little off
        select from s where s.session_id = c.session_id and s.normalized_query = c.normalized_query
          and s.occurred_at > c.occurred_at - interval '1 hour' and s.occurred_at < c.occurred_at + interval '1 minute')
      and exists (
        select from asked a where a.session_id = c.session_id and a.normalized_query = c.normalized_query)),
  -- once a session, query and item
  opinions as (
    select *, count(*) over (partition by session_id, normalized_query) as breadth
    from (select distinct on (session_id, normalized_query, item_id) * from c
          order by session_id, normalized_query, item_id, occurred_at) one),
  -- and once an address and item, whatever was asked: one machine is one shopper a day
  picked as materialized (
    select * from (
      select *, row_number() over (partition by address, item_id order by occurred_at, session_id) as place
      from opinions where breadth <= ${MAX_PICKS}
    ) numbered where place = 1),
  v as (
    select distinct on (session_id, attributed_query, item_id) session_id, attributed_query as normalized_query, item_id,
      verified, occurred_at, order_id, coalesce(encode(ip_hash, 'hex'), session_id::text) as address
    from conversions
    where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and attribution <> 'none'
      and attributed_query <> '' and octet_length(attributed_query) <= ${MAX_QUERY_BYTES}
      and octet_length(item_id) <= ${MAX_ITEM_BYTES}
      and attributed_at > occurred_at - interval '24 hours' and session_id not in (select session_id from m)
    order by session_id, attributed_query, item_id, verified desc, occurred_at),
  bought as (
    select * from (
      select *, row_number() over (partition by verified, address, item_id order by occurred_at, session_id) as place from v
    ) numbered where verified or place = 1)`;

/** What the counted sessions were shown, sessions with the same page together. */
const SHOWN = `
  pages as materialized (
    select normalized_query, first_position, item_ids, count(*) as times from (
      select distinct on (p.session_id, p.normalized_query, p.first_position)
        p.session_id, p.normalized_query, p.first_position, p.item_ids
      from served_searches p join asked a using (session_id, normalized_query)
      where $5 and p.tenant_id = $1 and p.served_at >= $2 and p.served_at < $3
      order by p.session_id, p.normalized_query, p.first_position, p.served_at desc
    ) latest group by normalized_query, first_position, item_ids),
  shown as materialized (
    select p.normalized_query, i.item_id, least(p.first_position + i.place - 1, array_length($4::float8[], 1)) as position,
           sum(p.times) as times
    from pages p, unnest(p.item_ids) with ordinality i (item_id, place)
    where octet_length(i.item_id) <= ${MAX_ITEM_BYTES}
    group by 1, 2, 3),
  seen as (
    select session_id, normalized_query from asked a
    where exists (select from served_searches p where p.tenant_id = $1 and p.session_id = a.session_id
                    and p.normalized_query = a.normalized_query and p.served_at >= $2 and p.served_at < $3)),
  -- Whoever searches by another way than ours tells us positions of clicks only: an item that is clicked is taken to
  -- stand where it was clicked in all searches of its query that we did not serve.
  blind as (
    select normalized_query, count(*) as times from asked a
    where occurred_at >= $2 and not exists (
      select from seen where seen.session_id = a.session_id and seen.normalized_query = a.normalized_query)
    group by normalized_query),
  assumed as (
    select p.normalized_query, p.item_id,
           least(greatest(round(avg(p.position)), 1), array_length($4::float8[], 1))::integer as position,
           max(b.times) as times
    from picked p join blind b using (normalized_query)
    where not exists (
      select from seen where seen.session_id = p.session_id and seen.normalized_query = p.normalized_query)
    group by p.normalized_query, p.item_id),
  places as materialized (
    select * from shown union all select * from assumed)`;

/**
 * Rows of a day. What was shown is known for a day only; later its part of a row stays as it was, for as long as someone
 * who asked for the query is still known.
 */
const ROWS = `
  acts as (
    select normalized_query, item_id, session_id, address, ${GAIN.click}::float8 as gain, false as trusted from picked
    union all
    select normalized_query, item_id, session_id, case when verified then order_id else address end,
           case when verified then ${GAIN.verified} else ${GAIN.unverified} end, verified
    from bought),
  visitors as (
    select coalesce(normalized_query, '') as normalized_query, item_id, address, trusted,
           count(distinct session_id) as sessions, sum(gain) as gain
    from acts group by grouping sets ((normalized_query, item_id, address, trusted), (item_id, address, trusted))),
  -- less what the keenest of the day may have made up
  gains as (
    select normalized_query, item_id, sum(sessions)::integer as sessions, sum(gain) as gain,
           sum(gain) - coalesce(max(gain) filter (where not trusted), 0) as corroborated
    from visitors group by normalized_query, item_id),
  expectations as (
    select coalesce(normalized_query, '') as normalized_query, item_id, sum(times * ($4::float8[])[position]) as expected,
           sum(times) as times
    from places group by grouping sets ((normalized_query, item_id), (item_id))),
  before as (
    select normalized_query, item_id, expected from behaviour_days
    where not $5 and tenant_id = $1 and day = ($2::timestamptz at time zone 'UTC')::date and item_id <> ''
      and (normalized_query = '' or normalized_query in (select normalized_query from asked))),
  pairs as (
    select normalized_query, item_id, coalesce(g.sessions, 0) as sessions,
           coalesce(b.expected, e.expected, 0) as expected, coalesce(g.gain, 0) as gain,
           coalesce(g.corroborated, 0) as corroborated
    from gains g
    full join expectations e using (normalized_query, item_id)
    full join before b using (normalized_query, item_id)
    -- shown once and left alone says nothing yet
    where g.gain > 0 or b.expected > 0 or normalized_query = '' or e.times > 1
      or exists (select from behaviour_totals t where t.tenant_id = $1 and t.normalized_query = coalesce(g.normalized_query, e.normalized_query, b.normalized_query)
                   and t.item_id = coalesce(g.item_id, e.item_id, b.item_id))
    order by gain desc, expected desc, normalized_query, item_id limit ${PAIRS_A_DAY}),
  queries as (
    select normalized_query, count(*)::integer as sessions, mode() within group (order by query) as spelling
    from asked a
    where occurred_at >= $2
      -- a session that goes on over midnight is the same one
      and not exists (
        select from searches e where e.tenant_id = $1 and e.session_id = a.session_id
          and e.occurred_at >= ${movedTime('$2', '-2 days')} and e.occurred_at < $2
          and e.normalized_query = a.normalized_query)
    group by normalized_query
    order by sessions desc, normalized_query limit ${PAIRS_A_DAY}),
  evidence as materialized (
    select normalized_query, item_id, sessions, expected, gain, corroborated, null::text as spelling from pairs
    union all
    select normalized_query, '', sessions, 0, 0, 0, spelling from queries)`;

/** How often each item stood at each position, and was clicked there: what positions are learned from. */
const PLACEMENTS = `placements as materialized (
  select item_id, position::integer, sum(times)::float8 as shown, sum(clicks)::float8 as clicks from (
    select item_id, position, times, 0 as clicks from shown
    union all
    select p.item_id, least(p.position, array_length($4::float8[], 1)), 0, 1
    from picked p join seen using (session_id, normalized_query)
  ) all_of_them
  where item_id in (select item_id from shown group by item_id order by sum(times) desc limit 5000)
  group by item_id, position)`;

/** Common table expressions: `evidence` and `placements` of the day, whose events they read once. */
export const DAY_EVIDENCE = [EVENTS, SHOWN, ROWS, PLACEMENTS].join(',');
