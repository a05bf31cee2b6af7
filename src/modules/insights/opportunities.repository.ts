import { Injectable } from '@nestjs/common';
import { addDays, dayAt, localDay, type LocalDay } from '../tracking/index.ts';
import { failedByDay, failedOneByOne, type FailedQuery } from './failures.ts';
import type { Scope } from './metrics.reader.ts';
import { QueryOrders } from './query-orders.ts';
import { namesBy, rankedList } from './ranked-list.ts';

interface Named {
  normalized_query: string;
  times: number;
  found: boolean;
}

/** How far back it is looked for clicks, and for results. */
const CLICK_DAYS = 90;
const SOLD_DAYS = 400;
/** Frequent queries with which a typo may have been mixed up. */
const KNOWN = 1_000;

@Injectable()
export class OpportunitiesRepository {
  constructor(private readonly orders: QueryOrders) {}

  /** What failed at least `minCount` times, the most frequent first. */
  async failedNames(scope: Scope, minCount: number, limit: number): Promise<string[]> {
    // One more: the empty query is none.
    const page = { limit: limit + 1, offset: 0 };
    const ordered = await this.orders.page(scope, 'no_results', page);
    const named = ordered
      ? ordered.queries.map((query, place) => ({ normalized_query: query, times: ordered.weights[place]! }))
      : (await rankedList<Named>(scope, namesBy('no_results'), page)).rows;
    return named
      .filter((row) => row.normalized_query !== '' && row.times >= minCount)
      .map((row) => row.normalized_query)
      .slice(0, limit);
  }

  /** What is told of these, in any order. */
  failed(scope: Scope, queries: readonly string[]): Promise<FailedQuery[]> {
    return (scope.period.whole ? failedByDay : failedOneByOne)(scope, queries);
  }

  /** They had results on a day that is rolled up, or items were clicked for them that are gone or sold out. */
  async soldBefore(scope: Scope, queries: readonly string[]): Promise<Set<string>> {
    const { tx, tenant, period } = scope;
    const last = dayAt(period.end - 1, period.zone).day;
    const listed = await tx.query<{ normalized_query: string; day: string; found: boolean; clicked: boolean }>(
      `select normalized_query, day::text, searches > no_results as found, clicks > 0 as clicked from rollup_queries
       where tenant_id = $1 and channel = '*' and normalized_query = any($2)
         and day = any(array(select g::date from generate_series($3::date - ${SOLD_DAYS}, $3::date, interval '1 day') g))`,
      [tenant.tenantId, queries, last],
    );
    const sold = new Set(listed.filter(({ found }) => found).map((row) => row.normalized_query));
    const open = queries.filter((query) => !sold.has(query));
    const clicks = listed.filter((row) => row.clicked && !sold.has(row.normalized_query)).map(({ day }) => day);
    for (const query of await this.#clickedInVain(scope, open, clicks, last)) sold.add(query);
    return sold;
  }

  /**
   * Reads the clicks of the days on which there were some, and of days whose rollups do not hold: not those of a quarter. A
   * snapshot of a large day that goes on says, too, whether there were some.
   */
  async #clickedInVain(
    { tx, tenant, period: { zone, end: until }, rolled }: Scope,
    queries: readonly string[],
    clicked: readonly string[],
    last: string,
  ): Promise<string[]> {
    if (queries.length === 0) return [];
    const marked = await tx.query<{ day: string }>(
      `select distinct day::text from rollup_marks
       where tenant_id = $1 and day between $2::date - ${CLICK_DAYS} and $2 and day <> all($3::date[])`,
      [tenant.tenantId, last, rolled],
    );
    const days = new Set([
      ...clicked.filter((day) => day > addDays(last, -CLICK_DAYS)),
      ...marked.map(({ day }) => day),
    ]);
    const found = new Set<string>();
    for (const { start, end } of stretches([...days].sort().map((day) => localDay(day, zone)))) {
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
    const rows = (await this.#knownInOrder(scope)) ?? (await this.#knownOfList(scope));
    return rows.filter((row) => row.normalized_query !== '' && row.found).map((row) => row.normalized_query);
  }

  async #knownOfList(scope: Scope): Promise<Named[]> {
    return (await rankedList<Named>(scope, namesBy('searches'), { limit: KNOWN, offset: 0 })).rows;
  }

  async #knownInOrder(scope: Scope): Promise<Omit<Named, 'times'>[] | null> {
    const known = await this.orders.page(scope, 'searches', { limit: KNOWN, offset: 0 });
    const inVain = known && (await this.orders.weights(scope, 'no_results', known.queries));
    if (!inVain) return null;
    return known.queries.map((query, place) => ({
      normalized_query: query,
      found: known.weights[place]! > inVain[place]!,
    }));
  }
}

/** Days in order, those that follow each other as one: a statement takes longer to plan for a day than for its neighbours too. */
function stretches(days: readonly LocalDay[]): Pick<LocalDay, 'start' | 'end'>[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of days) {
    const last = found.at(-1);
    if (last?.end === start) last.end = end;
    else found.push({ start, end });
  }
  return found;
}
