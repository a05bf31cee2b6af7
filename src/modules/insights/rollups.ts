import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { tenantContext, type TenantContext } from '../../kernel/tenant-context.ts';
import { COUNTING_PLAN, COUNTING_TIMEOUT, Database } from '../../platform/database/index.ts';
import { SettingsReader, TenantsService } from '../tenants/index.ts';
import { isClosed, localDay, rawHorizon, ROLLUP_DELAY, type LocalDay } from '../tracking/index.ts';
import { FACTS, factParameters } from './facts.ts';

/**
 * Rolls up days that have ended. A mark says that a day has changed. Marks are read before the events and only those are
 * deleted afterwards, so whatever commits meanwhile leaves its own mark and the day is done again: no lock between the
 * intake and this.
 */
@Injectable()
export class Rollups {
  readonly #logger = new Logger('Rollups');

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsService,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    for (const { id, slug } of await this.tenants.list()) await this.runFor(tenantContext(id, slug));
  }

  async runFor(tenant: TenantContext): Promise<void> {
    const settings = await this.settings.get(tenant);
    const now = this.clock.now();
    const horizon = rawHorizon(settings, now);
    for (const name of await this.#pending(tenant, settings.timezone, horizon.day)) {
      const day = localDay(name, settings.timezone);
      // Its raw events are gone in part: what the rollup says is the better truth.
      if (day.day < horizon.day) await this.#forgetMarks(tenant, day.day);
      else if (isClosed(day, now) && now > day.end + ROLLUP_DELAY) await this.#roll(tenant, day, settings.timezone);
    }
  }

  async #pending(tenant: TenantContext, zone: string, horizon: string): Promise<string[]> {
    const rows = await this.database.tenant(tenant, (tx) =>
      tx.query<{ day: string }>(
        `select day::text from rollup_marks where tenant_id = $1
         union select day::text from rollup_days where tenant_id = $1 and zone <> $2 and day >= $3 order by 1`,
        [tenant.tenantId, zone, horizon],
      ),
    );
    return rows.map(({ day }) => day);
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
        const parameters = factParameters(tenant.tenantId, { days: [day], zone });
        for (const { table, columns, with: ctes, select } of Object.values(FACTS)) {
          await tx.query(`delete from ${table} where tenant_id = $1 and day = $2`, key);
          await tx.query(
            `with ${ctes} insert into ${table} (tenant_id, ${columns}) select $1, ${columns} from (${select}) facts`,
            parameters,
          );
        }
        await tx.query(
          `insert into rollup_days (tenant_id, day, zone, rolled_at) values ($1, $2, $3, $4)
         on conflict (tenant_id, day) do update set zone = excluded.zone, rolled_at = excluded.rolled_at`,
          [...key, zone, new Date(this.clock.now())],
        );
        await tx.query('delete from rollup_marks where tenant_id = $1 and day = $2 and id = any($3::bigint[])', [
          ...key,
          marks.map(({ id }) => id),
        ]);
      },
      COUNTING_TIMEOUT,
    );
    this.#logger.debug({ tenant: tenant.slug, day: day.day, msg: 'rolled up' });
  }
}
