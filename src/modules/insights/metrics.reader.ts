import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { COUNTING_PLAN, Database, type Transaction } from '../../platform/database/index.ts';
import { SettingsReader } from '../tenants/index.ts';
import { rawHorizon } from '../tracking/index.ts';
import { factParameters, factsOf, type FACTS } from './facts.ts';
import { readPeriod, since, type Period } from './period.ts';

/** All channels together, as the rollups have it. */
export const ALL_CHANNELS = '*';

export interface MetricsRequest {
  from?: string;
  to?: string;
  channel?: string;
}

/** Milliseconds for which the snapshot of a large day that goes on stands for its events; without one they are counted. */
export const SNAPSHOT_AGE = 15 * 60_000;

/** What is known of a day without its raw events. */
export interface Rolled {
  /** Another one whenever it is rolled up again. */
  version: string | null;
  /** Of a day that goes on: when it was counted. */
  takenAt: Date | null;
  /** There are sets of its queries. */
  listed: boolean;
  /** It is known by number what its queries weigh. */
  weighed: boolean;
  /** There are counts of what was picked for its queries. */
  paired: boolean;
  /** There are counts of its searches without results. */
  failures: boolean;
}

/** What a report is asked over: its period, and where the facts of its days stand. */
export class Scope {
  /** When the day that goes on was counted last, if it is too large to be counted now; null: all events until now are in. */
  readonly asOf: Date | null;
  /** Days that are read from rollups have sets of their queries. */
  readonly listed: boolean;
  /** And what their queries weigh is known by number. */
  readonly weighed: boolean;
  /** Days that are read from rollups. */
  readonly rolled: readonly string[];
  /** Those of them that say of all raw events that are kept, and no others: no snapshots, and no days of which events are gone. */
  readonly settled: readonly string[];
  /** These are all of its days: no raw events are read. */
  readonly closed: boolean;
  /** Which rollups these are. */
  readonly version: string;
  readonly #parameters: unknown[];

  constructor(
    readonly tx: Transaction,
    readonly tenant: TenantContext,
    readonly period: Period,
    readonly channel: string,
    rolledUp: ReadonlyMap<string, Rolled>,
    horizon: string,
  ) {
    const whole = (day: Period['days'][number]): boolean => period.whole || isWhole(period, day);
    const rolled = period.days.filter((day) => whole(day) && rolledUp.has(day.day));
    const open = period.days.filter((day) => !rolled.includes(day));
    const known = rolled.map(({ day }) => rolledUp.get(day)!);
    this.asOf = known.find(({ takenAt }) => takenAt !== null)?.takenAt ?? null;
    this.listed = known.every(({ listed }) => listed);
    this.weighed = known.every(({ weighed }) => weighed);
    this.closed = open.length === 0;
    this.rolled = rolled.map(({ day }) => day);
    this.settled = this.rolled.filter((day) => day >= horizon && rolledUp.get(day)!.takenAt === null);
    this.version = rolled.map(({ day }) => `${day}@${rolledUp.get(day)!.version}`).join(' ');
    this.#parameters = [...factParameters(tenant.tenantId, { days: open, zone: period.zone }), this.rolled, channel];
  }

  /** Rows of `select` over the facts named; `$9` is the channel, further parameters follow. */
  facts<Row>(name: keyof typeof FACTS, select: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.query<Row>(`${factsOf(name, 'channel = $9')} ${select}`, parameters);
  }

  /** As `facts`, of a statement that reads them itself: `$1` to `$9` are theirs. */
  query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.tx.query<Row>(sql, [...this.#parameters, ...parameters]);
  }
}

const isWhole = ({ days, start, end }: Period, day: Period['days'][number]): boolean =>
  day !== days[0] && day !== days.at(-1) ? true : day.start > start && day.end < end;

/** Opens reports: one transaction each, so that its parts belong together. */
@Injectable()
export class MetricsReader {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async period(tenant: TenantContext, request: MetricsRequest): Promise<Period> {
    const { timezone } = await this.settings.get(tenant);
    return readPeriod(request.from, request.to, timezone, this.clock.now());
  }

  /** The part of it that still has its raw events, and what is counted from few of them; null when all are gone. */
  async keptPart(tenant: TenantContext, period: Period): Promise<Period | null> {
    return since(period, rawHorizon(await this.settings.get(tenant), this.clock.now()));
  }

  async read<T>(
    tenant: TenantContext,
    period: Period,
    channel: string | undefined,
    work: (scope: Scope) => Promise<T>,
    usable: (day: Rolled) => boolean = () => true,
  ): Promise<T> {
    const now = this.clock.now();
    const horizon = rawHorizon(await this.settings.get(tenant), now);
    return this.database.tenant(tenant, async (tx) => {
      await tx.query(COUNTING_PLAN);
      const rows = await tx.query<Omit<Rolled, 'takenAt'> & { day: string; taken_at: Date | null }>(
        `select d.day::text, null::timestamptz as taken_at, d.xmin::text as version,
           d.listed_at is not distinct from d.rolled_at as listed, d.weighed_at is not distinct from d.rolled_at as weighed,
           d.paired_at is not distinct from d.rolled_at as paired, d.failures_at is not distinct from d.rolled_at as failures
         from rollup_days d
         where d.tenant_id = $1 and d.day between $2 and $3 and d.day >= $5 and d.zone = $4
           and not exists (select from rollup_marks m where m.tenant_id = d.tenant_id and m.day = d.day)
         union all select day::text, taken_at, xmin::text, listed_at is not distinct from taken_at,
           weighed_at is not distinct from taken_at,
           paired_at is not distinct from taken_at, failures_at is not distinct from taken_at from rollup_snapshots
         where tenant_id = $1 and day between $2 and $3 and zone = $4 and taken_at > $6
         union all select g.day::date::text, null, d.xmin::text, d.listed_at is not distinct from d.rolled_at,
           d.weighed_at is not distinct from d.rolled_at, true, true
         from generate_series($2::date, least($3::date, $5::date - 1), interval '1 day') g (day)
         left join rollup_days d on d.tenant_id = $1 and d.day = g.day::date`,
        [
          tenant.tenantId,
          period.days[0]!.day,
          period.days.at(-1)!.day,
          period.zone,
          horizon.day,
          new Date(now - SNAPSHOT_AGE),
        ],
      );
      const days = rows.map(({ day, taken_at: takenAt, ...parts }) => [day, { takenAt, ...parts }] as const);
      const rolledUp = new Map(days.filter(([, day]) => usable(day)));
      return work(new Scope(tx, tenant, period, channel ?? ALL_CHANNELS, rolledUp, horizon.day));
    });
  }
}
