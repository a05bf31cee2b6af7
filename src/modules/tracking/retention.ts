import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SettingsReader, TenantsService } from '../tenants/index.ts';
import { rawHorizon } from './horizon.ts';
import { partitionOf, Partitions } from './partitions.ts';
import { forgetUnrepeatedPairs } from './picked-pairs.ts';
import { forgetRareQueries, forgetUnusedNumbers } from './rare-queries.ts';

const DAY = 86_400_000;
const CHUNK = 5_000;
/** At least 7 days are promised; a clock that is a little off must not cost the last hours. */
const EVENT_KEY_DAYS = 8;
const CLICK_PAIR_DAYS = 2;
const SERVED_HOURS = 25;
/** Learning forgets after 30 days by itself, where it runs. */
const SIGHTING_DAYS = 31;
/** The limit under which the French authority exempts audience measurement from consent. */
export const AGGREGATE_MONTHS = 25;

const ROLLUPS = [
  'rollup_hours',
  'rollup_revenue',
  'rollup_sessions',
  'rollup_queries',
  'rollup_query_leads',
  'rollup_query_sets',
  'rollup_query_weights',
  'rollup_items',
  'rollup_item_months',
  'rollup_query_months',
  'rollup_days',
];

/** Those that live as long as raw events: they tell of a few sessions. */
const RAW_ROLLUPS = [
  'rollup_pairs',
  'rollup_repeated_pairs',
  'rollup_failed_spellings',
  'rollup_failed_sessions',
  'rollup_rescues',
];

/** Takes away what has been kept long enough, in short transactions, or by dropping whole partitions. */
@Injectable()
export class Retention {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsService,
    private readonly settings: SettingsReader,
    private readonly partitions: Partitions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What is kept for hours or days, whatever the tenant. */
  async forgetShortLived(): Promise<void> {
    const now = this.clock.now();
    await this.#purge('served_searches', 'served_at', now - SERVED_HOURS * 3_600_000);
    await this.#purge('click_pairs', 'seen_at', now - CLICK_PAIR_DAYS * DAY);
    await this.#purge('event_keys', 'seen_at', now - EVENT_KEY_DAYS * DAY);
  }

  /** Raw events by each tenant's `retention_days`, aggregates after 25 months. */
  async run(): Promise<void> {
    let oldest = this.clock.now() - DAY;
    await this.tenants.forEach(async (tenant) => {
      const horizon = rawHorizon(await this.settings.get(tenant), this.clock.now());
      oldest = Math.min(oldest, horizon.start);
      await this.#forget(tenant, horizon);
    });
    // Not reached when one tenant failed: how long its events are kept may not be known.
    for (const day of await this.partitions.days()) {
      if (Date.parse(day) + DAY > oldest) continue;
      await this.partitions.drop(day);
      this.#logger.log({ day, msg: 'dropped the events of a day' });
    }
  }

  async #forget(tenant: TenantContext, horizon: { day: string; start: number }): Promise<void> {
    await this.#forgetEvents(tenant, horizon.start);
    const remembered = Math.max(horizon.start, this.clock.now() - SIGHTING_DAYS * DAY);
    await this.#inChunks(
      `delete from smart_sightings where ctid = any(array(
         select ctid from smart_sightings where tenant_id = $1 and seen_at < $2 limit ${CHUNK})) returning 1`,
      [tenant.tenantId, new Date(remembered).toISOString()],
    );
    for (const table of RAW_ROLLUPS) await this.#forgetDays(table, tenant, horizon.day);
    await forgetUnrepeatedPairs(this.database, tenant.tenantId);
    await this.#forgetRareQueries(tenant, horizon.day);
    const aggregates = new Date(this.clock.now());
    aggregates.setUTCMonth(aggregates.getUTCMonth() - AGGREGATE_MONTHS);
    for (const table of [...ROLLUPS, 'crawler_counts'])
      await this.#forgetDays(table, tenant, aggregates.toISOString().slice(0, 10));
    await forgetUnusedNumbers(this.database, tenant.tenantId);
  }

  #forgetDays(table: string, { tenantId }: TenantContext, before: string): Promise<void> {
    return this.#inChunks(
      `with old as (select ctid from ${table} where tenant_id = $1 and day < $2 limit ${CHUNK})
       delete from ${table} where ctid = any(array(select ctid from old)) returning 1`,
      [tenantId, before],
    );
  }

  /** A partition at a time, by its own name: only then are rows found by their place alone, whatever the planner thinks. */
  async #forgetEvents({ tenantId }: TenantContext, horizon: number): Promise<void> {
    const before = [tenantId, new Date(horizon)];
    for (const table of ['searches', 'clicks'] as const) {
      const oldest = async (): Promise<Date | null> => {
        const sql = `select min(occurred_at) as at from ${table} where tenant_id = $1 and occurred_at < $2`;
        const rows = await this.database.system((tx) => tx.query<{ at: Date | null }>(sql, before));
        return rows[0]!.at;
      };
      for (let at = await oldest(); at; at = await oldest()) {
        const part = partitionOf(table, at);
        await this.#inChunks(
          `delete from ${part} where ctid = any(array(
             select ctid from ${part} where tenant_id = $1 and occurred_at < $2 limit ${CHUNK})) returning 1`,
          before,
        );
      }
    }
    await this.#inChunks(
      `delete from conversions where ctid = any(array(
         select ctid from conversions where tenant_id = $1 and occurred_at < $2 limit ${CHUNK})) returning 1`,
      [tenantId, new Date(horizon)],
    );
  }

  /** A month at a time: looking for the few that are rare among years of others would take too long. */
  async #forgetRareQueries({ tenantId }: TenantContext, horizon: string): Promise<void> {
    for (let month = AGGREGATE_MONTHS; month >= 0; month--) {
      await this.#inChunks(forgetRareQueries(CHUNK), [tenantId, horizon, month]);
    }
  }

  #purge(table: string, column: string, before: number): Promise<void> {
    return this.#inChunks(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} < $1 limit ${CHUNK}))
       returning 1`,
      [new Date(before).toISOString()],
    );
  }

  async #inChunks(sql: string, parameters: unknown[]): Promise<void> {
    for (let gone = CHUNK; gone === CHUNK;) {
      gone = (await this.database.system((tx) => tx.query(sql, parameters))).length;
    }
  }
}
