import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { addDays, dayAt, localDay } from '../tracking/index.ts';
import { failedByDay, failedOneByOne, type FailedQuery } from './failures.ts';
import type { Scope } from './metrics.reader.ts';
import { queriesBy, rankedList } from './ranked-list.ts';

interface Listed {
  normalized_query: string;
  searches: number;
  no_results: number;
}

/** How far back it is looked for clicks, and for results. */
const CLICK_DAYS = 90;
const SOLD_DAYS = 400;
/** Frequent queries with which a typo may have been mixed up. */
const KNOWN = 1_000;

@Injectable()
export class OpportunitiesRepository {
  /** The most frequent groups. */
  async failed(scope: Scope, minCount: number, limit: number): Promise<FailedQuery[]> {
    // One more: the empty query is none.
    const { rows } = await rankedList<Listed>(scope, queriesBy('no_results'), { limit: limit + 1, offset: 0 });
    const queries = rows.map((row) => row.normalized_query).filter((query) => query !== '');
    const found = await (scope.period.whole ? failedByDay : failedOneByOne)(scope, queries, minCount);
    return found.slice(0, limit);
  }

  /** They had results on a day that is rolled up, or items were clicked for them that are gone or sold out. */
  async soldBefore({ tx, tenant, period: { zone, end } }: Scope, queries: readonly string[]): Promise<Set<string>> {
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
