import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type {
  ConversionsResponse,
  ItemsResponse,
  OverviewResponse,
  QueriesResponse,
  TimeseriesResponse,
} from './dto/metrics.responses.ts';
import { conversionsOf } from './conversions.ts';
import { MetricsReader, type MetricsRequest, type Scope } from './metrics.reader.ts';
import { BUCKETS, byRule, countsBy, ratesOf, revenue, revenueBy, totals, type CountsAt } from './overview.ts';
import { periodBefore, type Period } from './period.ts';
import { QueryOrders } from './query-orders.ts';
import type { Measure } from './query-sets.ts';
import { itemsBy, queriesBy, rankedList, type Listing } from './ranked-list.ts';

export const SERIES = [
  'searches',
  'sessions',
  'no_result_rate',
  'no_click_rate',
  'ctr',
  'clicks',
  'mean_click_position',
  'conversions',
  'conversion_rate',
  'attribution_coverage',
  'revenue',
] as const;
export type Series = (typeof SERIES)[number];
export const QUERY_KINDS = ['top', 'no_results', 'no_clicks'] as const;
export const ITEM_ORDERS = ['clicks', 'conversions', 'revenue'] as const;

const MAX_POINTS = 2_000;
const HOUR = 3_600_000;

@Injectable()
export class MetricsService {
  constructor(
    private readonly reader: MetricsReader,
    private readonly orders: QueryOrders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async overview(tenant: TenantContext, request: MetricsRequest): Promise<OverviewResponse> {
    const period = await this.reader.period(tenant, request);
    const before = periodBefore(period);
    const [{ as_of, ...now }, earlier] = [
      await this.reader.read(tenant, period, request.channel, async (scope) => ({
        as_of: scope.asOf,
        ...(await overviewOf(scope)),
      })),
      await this.reader.read(tenant, before, request.channel, overviewOf),
    ];
    const previous = { from: before.from, to: before.to, ...earlier };
    return { from: period.from, to: period.to, as_of, ...now, previous };
  }

  async timeseries(
    tenant: TenantContext,
    request: MetricsRequest & { metric: Series; interval: 'hour' | 'day' },
  ): Promise<TimeseriesResponse> {
    const { metric, interval } = request;
    const period = await this.reader.period(tenant, request);
    const rows = await this.reader.read(tenant, period, request.channel, async (scope) =>
      metric === 'revenue'
        ? (await revenueBy(scope, interval)).map((row) => ({ ...row, at: row.at.toISOString() }))
        : this.#fill(period, interval, await countsBy(scope, interval), metric),
    );
    return { from: period.from, to: period.to, metric, interval, rows };
  }

  queries(
    tenant: TenantContext,
    request: MetricsRequest & PageRequest & { kind: (typeof QUERY_KINDS)[number] },
  ): Promise<QueriesResponse> {
    const measure: Measure = request.kind === 'top' ? 'searches' : request.kind;
    return this.#list(tenant, request, () => queriesBy(measure));
  }

  /** An item's revenue is ranked in the currency in which most was sold: amounts of different ones have no order. */
  items(
    tenant: TenantContext,
    request: MetricsRequest & PageRequest & { by: (typeof ITEM_ORDERS)[number] },
  ): Promise<ItemsResponse> {
    const { by } = request;
    return this.#list(tenant, request, async (scope) => {
      if (by !== 'revenue') return itemsBy(`${by}::float8`, `currency = ''`);
      const [main] = (await revenue(scope)).sort((a, b) => b.conversions - a.conversions);
      return { ...itemsBy('revenue', 'currency = $12::text'), parameters: [main?.currency ?? null] };
    });
  }

  async conversions(tenant: TenantContext, request: MetricsRequest & PageRequest): Promise<ConversionsResponse> {
    const period = await this.reader.period(tenant, request);
    const { limit, offset } = request;
    const { total, rows } = await this.reader.read(tenant, period, request.channel, (scope) =>
      conversionsOf(scope, { limit, offset }),
    );
    return { from: period.from, to: period.to, total, rows, limit, offset };
  }

  async #list<Row>(
    tenant: TenantContext,
    request: MetricsRequest & PageRequest,
    listing: (scope: Scope) => Listing | Promise<Listing>,
  ): Promise<{ from: string; to: string; total: number; rows: Row[]; limit: number; offset: number }> {
    const period = await this.reader.period(tenant, request);
    const { limit, offset } = request;
    const { total, rows } = await this.reader.read(tenant, period, request.channel, async (scope) =>
      rankedList<Row>(scope, await listing(scope), { limit, offset }, this.orders),
    );
    return { from: period.from, to: period.to, total, rows, limit, offset };
  }

  /** A point for each interval that has begun, also where nothing happened. */
  #fill(period: Period, interval: 'hour' | 'day', counts: CountsAt[], metric: Exclude<Series, 'revenue'>) {
    const times = new Set(counts.map(({ at }) => at.getTime()));
    for (const day of period.days) {
      if (interval === 'day') times.add(day.start);
      else for (let at = day.start; at < day.end; at += HOUR) times.add(at);
    }
    if (times.size > MAX_POINTS) {
      const message = `A series has at most ${MAX_POINTS} points: ask for days, or for a shorter period.`;
      throw new ApiError('invalid_parameter', message, { errors: [{ field: 'interval', code: 'range', message }] });
    }
    const byTime = new Map(counts.map((row) => [row.at.getTime(), row]));
    const now = this.clock.now();
    return [...times]
      .filter((time) => time <= now)
      .sort((a, b) => a - b)
      .map((time) => ({ at: new Date(time).toISOString(), value: valueOf(byTime.get(time), metric) }));
  }
}

const EMPTY = {
  searches: 0,
  no_results: 0,
  no_clicks: 0,
  clicked: 0,
  clicks: 0,
  position_sum: 0,
  buckets: [0, 0, 0, 0, 0],
  conversions: 0,
  attributed: 0,
  attributedBy: [0, 0, 0],
  sessions: 0,
  converted: 0,
};

function valueOf(counts: CountsAt | undefined, metric: Exclude<Series, 'revenue'>): number | null {
  const all = { ...EMPTY, ...counts };
  const values = { ...all, ...ratesOf(all) };
  return values[metric];
}

async function overviewOf(scope: Scope) {
  const counts = await totals(scope);
  return {
    searches: counts.searches,
    sessions: counts.sessions,
    clicks: counts.clicks,
    ...ratesOf(counts),
    click_position_buckets: BUCKETS.map((positions, index) => ({ positions, clicks: counts.buckets[index]! })),
    conversions: counts.conversions,
    attributed_conversions: counts.attributed,
    attribution: byRule(counts),
    revenue: await revenue(scope),
  };
}
