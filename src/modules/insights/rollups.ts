import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { COUNTING_PLAN, COUNTING_TIMEOUT, Database, type Transaction } from '../../platform/database/index.ts';
import { SettingsReader, TenantsService } from '../tenants/index.ts';
import { isClosed, localDay, rawHorizon, ROLLUP_DELAY, type LocalDay } from '../tracking/index.ts';
import { OF_DAY, readEvents } from './day-events.ts';
import { FACTS } from './facts.ts';
import { countFailures } from './failures.ts';
import { addUpMonths } from './months.ts';
import { pairClicks } from './pairs.ts';
import { listQueries } from './query-sets.ts';
import { weighNumbered, weighQueries } from './query-weights.ts';
import { replaceDay } from './replace-day.ts';

/** Searches of a day from which its reports would take too long from raw events. */
const LARGE_DAY = 20_000;
/** Of the time that a snapshot took, so much passes before the next one, at most `LONGEST_REST` milliseconds. */
const REST = 10;
const LONGEST_REST = 10 * 60_000;

/** What came to be made of a day later than its facts. */
interface Part {
  /** The column of `rollup_days` that says of which rollup it is. */
  at: 'listed_at' | 'weighed_at' | 'paired_at' | 'failures_at';
  /** It is made from raw events; otherwise from the facts. */
  raw: boolean;
  make: (tx: Transaction, tenant: TenantContext, day: LocalDay, zone: string) => Promise<void>;
}
const PARTS: readonly Part[] = [
  { at: 'listed_at', raw: false, make: (tx, tenant, { day }) => listQueries(tx, tenant, day) },
  { at: 'weighed_at', raw: false, make: (tx, tenant, { day }) => weighNumbered(tx, tenant, day) },
  {
    at: 'paired_at',
    raw: true,
    make: async (tx, tenant, day, zone) => pairClicks(tx, tenant, day, await readEvents(tx, tenant, day, zone, ['c'])),
  },
  { at: 'failures_at', raw: true, make: countFailures },
];

/**
 * Rolls up days that have ended. A mark says that a day has changed. Marks are read before the events and only those are
 * deleted afterwards, so whatever commits meanwhile leaves its own mark and the day is done again: no lock between the
 * intake and this.
 *
 * A day that goes on is rolled up too, again and again, when it is too large to be counted for each report: a snapshot, which
 * reports use while it is young. Its marks stay, so that the day is rolled up for good when it has ended.
 */
@Injectable()
export class Rollups {
  readonly #logger = new Logger('Rollups');
  /** When the next snapshot of a tenant's day is worth its cost. */
  readonly #nextSnapshot = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsService,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.tenants.forEach((tenant) => this.runFor(tenant));
  }

  async runFor(tenant: TenantContext): Promise<void> {
    const settings = await this.settings.get(tenant);
    const now = this.clock.now();
    const horizon = rawHorizon(settings, now);
    const { changed, lacking } = await this.#todo(tenant, settings.timezone, horizon.day);
    for (const name of changed) {
      const day = localDay(name, settings.timezone);
      // Its raw events are gone in part: what the rollup says is the better truth.
      if (day.day < horizon.day) await this.#forgetMarks(tenant, day.day);
      else if (isClosed(day, now) && now > day.end + ROLLUP_DELAY) await this.#roll(tenant, day, settings.timezone);
      else if (day.start <= now) await this.#snapshot(tenant, day, settings.timezone);
    }
    for (const { part, day } of lacking)
      await this.#add(tenant, part, localDay(day, settings.timezone), settings.timezone);
    await addUpMonths(this.database, tenant);
  }

  /**
   * Days that have changed, and days that a version rolled up which did not make a part, as far as it can be made, the latest
   * first. One statement: with ten thousand tenants most runs find nothing.
   */
  async #todo(
    tenant: TenantContext,
    zone: string,
    horizon: string,
  ): Promise<{ changed: string[]; lacking: { part: Part; day: string }[] }> {
    const lacking = PARTS.map(
      ({ at, raw }) =>
        `union all select day::text, '${at}' from rollup_days
         where tenant_id = $1 and ${at} is distinct from rolled_at ${raw ? 'and zone = $2 and day >= $3' : ''}`,
    );
    const rows = await this.database.tenant(tenant, (tx) =>
      tx.query<{ day: string; at: Part['at'] | null }>(
        `select day::text, null as at from rollup_marks where tenant_id = $1
         union select day::text, null from rollup_days where tenant_id = $1 and zone <> $2 and day >= $3
         ${lacking.join(' ')} order by day`,
        [tenant.tenantId, zone, horizon],
      ),
    );
    const changed = rows.filter(({ at }) => at === null).map(({ day }) => day);
    const rolled = new Set(changed.filter((day) => day >= horizon));
    return {
      changed,
      lacking: PARTS.flatMap((part) => {
        const days = rows.filter(({ at, day }) => at === part.at && !rolled.has(day));
        return days.toReversed().map(({ day }) => ({ part, day }));
      }),
    };
  }

  #add(tenant: TenantContext, { at, make }: Part, day: LocalDay, zone: string): Promise<void> {
    const key = [tenant.tenantId, day.day];
    return this.database.tenant(
      tenant,
      async (tx) => {
        await tx.query(COUNTING_PLAN);
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rollup ${key.join(' ')}`]);
        const [before] = await tx.query<{ version: string }>(
          'select xmin::text as version from rollup_days where tenant_id = $1 and day = $2',
          key,
        );
        await make(tx, tenant, day, zone);
        // Unless retention took something out of the day meanwhile: then it is made again.
        await tx.query(
          `update rollup_days set ${at} = rolled_at where tenant_id = $1 and day = $2 and xmin::text = $3`,
          [...key, before?.version],
        );
      },
      COUNTING_TIMEOUT,
    );
  }

  #forgetMarks(tenant: TenantContext, day: string): Promise<unknown> {
    return this.database.tenant(tenant, (tx) =>
      tx.query('delete from rollup_marks where tenant_id = $1 and day = $2', [tenant.tenantId, day]),
    );
  }

  async #roll(tenant: TenantContext, day: LocalDay, zone: string): Promise<void> {
    const key = [tenant.tenantId, day.day];
    await this.database.tenant(
      tenant,
      async (tx) => {
        await tx.query(COUNTING_PLAN);
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rollup ${key.join(' ')}`]);
        const marks = await tx.query<{ id: string }>(
          'select id from rollup_marks where tenant_id = $1 and day = $2',
          key,
        );
        await countFacts(tx, tenant, day, zone);
        await tx.query(
          `insert into rollup_days (tenant_id, day, zone, rolled_at, listed_at, weighed_at, paired_at, failures_at)
           values ($1, $2, $3, $4, $4, $4, $4, $4)
           on conflict (tenant_id, day) do update set zone = excluded.zone, rolled_at = excluded.rolled_at,
             listed_at = excluded.listed_at, weighed_at = excluded.weighed_at, paired_at = excluded.paired_at, failures_at = excluded.failures_at`,
          [...key, zone, new Date(this.clock.now())],
        );
        await tx.query('delete from rollup_marks where tenant_id = $1 and day = $2 and id = any($3::bigint[])', [
          ...key,
          marks.map(({ id }) => id),
        ]);
        await tx.query('delete from rollup_snapshots where tenant_id = $1 and day = $2', key);
      },
      COUNTING_TIMEOUT,
    );
    this.#logger.debug({ tenant: tenant.slug, day: day.day, msg: 'rolled up' });
  }

  /**
   * Its row is there before the events are read: an erasure that comes in between takes the row away, and then the snapshot,
   * which may hold what was erased, is not used.
   */
  async #snapshot(tenant: TenantContext, day: LocalDay, zone: string): Promise<void> {
    const key = [tenant.tenantId, day.day];
    const now = this.clock.now();
    if (now < (this.#nextSnapshot.get(key.join(' ')) ?? 0) || !(await this.#isLarge(tenant, day))) return;
    await this.database.tenant(tenant, (tx) =>
      tx.query(
        `insert into rollup_snapshots (tenant_id, day, zone, taken_at) values ($1, $2, $3, '-infinity')
         on conflict (tenant_id, day) do nothing`,
        [...key, zone],
      ),
    );
    const began = performance.now();
    await this.database.tenant(
      tenant,
      async (tx) => {
        await tx.query(COUNTING_PLAN);
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rollup ${key.join(' ')}`]);
        await countFacts(tx, tenant, day, zone);
        await tx.query(
          `update rollup_snapshots set zone = $3, taken_at = $4, listed_at = $4, weighed_at = $4, paired_at = $4,
             failures_at = $4
           where tenant_id = $1 and day = $2`,
          [...key, zone, new Date(now)],
        );
      },
      COUNTING_TIMEOUT,
    );
    const rest = Math.min(REST * (performance.now() - began), LONGEST_REST);
    this.#nextSnapshot.set(key.join(' '), now + rest);
    this.#logger.debug({ tenant: tenant.slug, day: day.day, msg: 'took a snapshot of a day that goes on' });
  }

  async #isLarge(tenant: TenantContext, { start, end }: LocalDay): Promise<boolean> {
    const [row] = await this.database.tenant(tenant, (tx) =>
      tx.query<{ searches: number }>(
        `select count(*)::int as searches from (
           select from searches where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 limit ${LARGE_DAY}) found`,
        [tenant.tenantId, new Date(start), new Date(end)],
      ),
    );
    return row!.searches >= LARGE_DAY;
  }
}

/** In place of what the rollups say of the day. */
async function countFacts(tx: Transaction, tenant: TenantContext, day: LocalDay, zone: string): Promise<void> {
  const parameters = await readEvents(tx, tenant, day, zone);
  for (const fact of Object.values(FACTS)) {
    await replaceDay(tx, fact, { with: OF_DAY, select: fact.select }, parameters);
  }
  await listQueries(tx, tenant, day.day);
  await weighQueries(tx, tenant, day.day);
  await pairClicks(tx, tenant, day, parameters);
  await countFailures(tx, tenant, day, zone);
}
