import type { PageRequest } from '../../kernel/paging.ts';
import { SET_BITS } from '../tracking/index.ts';
import { QUERY_PARTS } from './months.ts';
import type { Scope } from './metrics.reader.ts';
import type { QueryOrders } from './query-orders.ts';
import { LEAST_LEAD, type Measure } from './query-sets.ts';

/** A list by a column of the facts, the heaviest first. */
export interface Listing {
  facts: 'queries' | 'items';
  key: string;
  weight: string;
  where: string;
  /** Columns of a row, added up over `shown`. */
  row: string;
  /** `$12` and following of `where`. */
  parameters?: readonly unknown[];
  /** Of a list of queries: where sets tell how many there are. */
  measure?: Measure;
}

export const queriesBy = (measure: Measure): Listing => ({
  facts: 'queries',
  measure,
  key: 'normalized_query',
  weight: `${measure}::float8`,
  where: `${measure} > 0`,
  row: `max(query) as query, sum(searches::float8) as searches, sum(sessions::float8) as sessions,
    sum(no_results::float8) as no_results, sum(no_clicks::float8) as no_clicks, sum(clicked::float8) as clicked,
    sum(clicks::float8) as clicks, sum(conversions::float8) as conversions,
    sum(clicked::float8) / nullif(sum(searches::float8), 0) as ctr,
    sum(no_results::float8) / nullif(sum(searches::float8), 0) as no_result_rate`,
});

/** The queries alone, what they weigh, and whether any search for them had results. */
export const namesBy = (measure: Measure): Listing => ({
  ...queriesBy(measure),
  row: `sum(${measure})::float8 as times, sum(searches) > sum(no_results) as found`,
});

export const itemsBy = (weight: string, where: string): Listing => ({
  facts: 'items',
  key: 'item_id',
  weight,
  where,
  row: `(select i.document->>'title' from items i where i.tenant_id = $1 and i.id = shown.item_id) as title,
    sum(clicks::float8) as clicks, sum(conversions::float8) as conversions,
    coalesce((select json_agg(json_build_object('currency', currency, 'amount', amount) order by currency)
      from (select currency, sum(revenue) as amount from shown a where a.item_id = shown.item_id and currency <> ''
            group by currency) a), '[]') as revenue`,
});

interface Ranked<Row> {
  total: number;
  rows: Row[];
}

/** Queries of days, one by one, up to which all are added up for a page: that takes some 100 ms. */
const FEW = 40_000;
/** Rows that may be looked up by their key, a query of a day each; beyond, adding up all is faster. */
const LOOKUPS = 40_000;
/** Of periods of weeks, whose pages reach further: so many queries, as long as adding up all does not take less. */
const LEAST_LISTED = 2_500;
const MOST_LOOKUPS = 150_000;
/** Pages up to here of periods of weeks are found faster without the order, unless it is kept. */
const NEAR = 100;
const NEAR_DAYS = 31;
/** Rows of sets that say whether a period has many queries. */
const SAMPLE = 5_000;

/**
 * A page of a list and how many there are in all. Of a period with many queries only those are added up that can be on the
 * page, as long as they are few: it is a page of the most frequent ones.
 */
export async function rankedList<Row>(
  scope: Scope,
  listing: Listing,
  page: PageRequest,
  orders?: QueryOrders,
): Promise<Ranked<Row>> {
  if (listing.measure && scope.listed) {
    const { measure } = listing;
    if (orders?.isKept(scope, measure)) {
      const kept = await inOrder<Row>(scope, listing, measure, page, orders);
      if (kept) return kept;
    }
    const { rows, days } = await sizeOfSets(scope, measure);
    // Of a long period the sample tells little, and an order is found by numbers alone.
    if (rows > FEW || (orders && days > NEAR_DAYS)) {
      const near = days <= NEAR_DAYS && page.offset + page.limit <= NEAR;
      const led = (): Promise<Ranked<Row> | null> => heaviest<Row>(scope, listing, { measure, days }, page);
      const ordered = (): Promise<Ranked<Row> | null> => inOrder<Row>(scope, listing, measure, page, orders);
      const found = near ? ((await led()) ?? (await ordered())) : ((await ordered()) ?? (await led()));
      if (found) return found;
    }
  }
  return addedUp<Row>(scope, listing, page);
}

/**
 * In two steps: what ranks is added up for all keys, the rest for those of the page alone. Most queries are rare, and
 * sorting and adding up all columns of half a million of them took over a second.
 */
async function addedUp<Row>(scope: Scope, listing: Listing, { limit, offset }: PageRequest): Promise<Ranked<Row>> {
  const { key, weight, where, parameters = [] } = listing;
  const [answer] = await scope.facts<Ranked<Row>>(
    listing.facts,
    `, weights as materialized (
       select ${key}, sum(${weight}) as weight from facts where ${where} group by ${key} having sum(${weight}) > 0),
     ${pageOf(listing)}
     select (select count(*)::int from weights) as total, ${ROWS(key)}`,
    [limit, offset, ...parameters],
  );
  return answer!;
}

/** A page of an order that was found before, or is found now. Null when there is none. */
async function inOrder<Row>(
  scope: Scope,
  listing: Listing,
  measure: Measure,
  page: PageRequest,
  orders?: QueryOrders,
): Promise<Ranked<Row> | null> {
  const order = await orders?.page(scope, measure, page);
  if (!order) return null;
  const [answer] = await scope.facts<Pick<Ranked<Row>, 'rows'>>(
    'queries',
    `, page as (select * from unnest($10::text[]) with ordinality page (normalized_query, place)),
     ${QUERY_PARTS},
     listed as (select normalized_query, ${listing.row} from parts group by normalized_query)
     select coalesce((select json_agg(listed order by place) from listed join page using (normalized_query)), '[]') as rows`,
    [order.queries],
  );
  return { total: order.total, rows: answer!.rows };
}

const pageOf = ({ key, row }: Listing): string => `
  page as materialized (select * from weights order by weight desc, ${key} limit $10 offset $11),
  shown as materialized (select * from facts where ${key} = any(array(select ${key} from page))),
  listed as (select ${key}, ${row} from shown group by ${key})`;

const ROWS = (key: string): string => `
  (select coalesce(json_agg(listed order by weight desc, ${key}), '[]') from listed join page using (${key})) as rows`;

/** Queries of the period's sets, where one of several days counts on each, as far as a sample goes; and the days that have some. */
async function sizeOfSets(
  { tx, tenant, rolled, channel }: Scope,
  measure: Measure,
): Promise<{ rows: number; days: number }> {
  const [size] = await tx.query<{ rows: number; days: number }>(
    `select
       (select coalesce(sum(bit_count(bits)), 0)::float8 from (
          select bits from rollup_query_sets
          where tenant_id = $1 and day = any($2::date[]) and channel = $3 and measure = $4 limit ${SAMPLE}) sample) as rows,
       (select count(*)::int from unnest($2::date[]) r (day), lateral (
          select from rollup_query_sets
          where tenant_id = $1 and day = r.day and channel = $3 and measure = $4 limit 1) listed) as days`,
    [tenant.tenantId, rolled, channel, measure],
  );
  return size!;
}

/**
 * The heaviest queries without adding up all ("three-phase uniform threshold"). The last one that the page needs weighs at
 * least as much as the last one of what each day's own heaviest sum up to. A query that reaches no day's share of that
 * weighs less, so it is not on the page; all others are added up. The days that are counted from raw events are one of the
 * parts. Null when so many reach their share that adding up all queries is faster, and when the share is less than leads have.
 *
 * How many there are in all is the size of the union of the days' sets, and of the new ones of the raw events.
 */
async function heaviest<Row>(
  scope: Scope,
  listing: Listing,
  { measure, days }: { measure: Measure; days: number },
  { limit, offset }: PageRequest,
): Promise<Ranked<Row> | null> {
  const most = Math.ceil(Math.max(LOOKUPS / days, Math.min(LEAST_LISTED, MOST_LOOKUPS / days)));
  if (limit + offset > most) return null;
  const ofDay = (where: string, count: string): string => `
    unnest($8::date[]) r (day), lateral (
      select normalized_query, weight from rollup_query_leads
      where tenant_id = $1 and day = r.day and channel = $9 and measure = '${measure}' ${where}
      order by weight desc limit ${count}) q`;
  const [answer] = await scope.facts<Ranked<Row> & { few: boolean }>(
    'queries',
    `, fresh as materialized (
         select normalized_query, sum(${measure}) as weight from live where ${measure} > 0 group by normalized_query),
       known as (
         select normalized_query, sum(weight) as weight
         from (select q.normalized_query, q.weight from ${ofDay('', '$10::int + $11::int')} union all select * from fresh) parts
         group by normalized_query),
       share as materialized (
         select ceil(coalesce((select weight from known order by weight desc offset $10::int + $11::int - 1 limit 1), 0)
                     / ($12::int + 1))::bigint as least),
       candidates as materialized (
         select q.normalized_query
         from ${ofDay(`and weight >= (select least from share)`, String(most + 1))}
         union select normalized_query from fresh where weight >= (select least from share)),
       few as materialized (
         select least >= ${LEAST_LEAD} and (select count(*) from candidates) <= ${most} as yes from share),
       weights as materialized (
         select normalized_query, sum(${measure}::float8) as weight from facts
         where ${measure} > 0 and normalized_query = any(
           case when (select yes from few) then array(select normalized_query from candidates) end)
         group by normalized_query),
       ${pageOf(listing)},
       held as materialized (
         select part, bit_or(bits) as bits from rollup_query_sets
         where tenant_id = $1 and day = any($8::date[]) and channel = $9 and measure = '${measure}'
           and (select yes from few) group by part),
       numbers as (
         select normalized_query, number from rollup_query_numbers
         where tenant_id = $1 and normalized_query = any(array(select normalized_query from fresh))),
       unheard as (
         select from fresh left join numbers using (normalized_query) left join held on part = number / ${SET_BITS}
         where bits is null or get_bit(bits, number % ${SET_BITS}) = 0)
     select (select yes from few) as few,
            ((select coalesce(sum(bit_count(bits)), 0) from held) + (select count(*) from unheard))::int as total,
            ${ROWS('normalized_query')}`,
    [limit, offset, days],
  );
  const { few, ...ranked } = answer!;
  return few ? ranked : null;
}
