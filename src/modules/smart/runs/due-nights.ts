import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { tenantContext, type TenantContext } from '../../../kernel/tenant-context.ts';
import { Database, sqlState } from '../../../platform/database/index.ts';
import { latestNight } from './nights.ts';
import { RunsRepository, type Claim } from './runs.repository.ts';

export interface DueNight {
  tenant: TenantContext;
  /** Local date. */
  night: string;
}

interface DueRow {
  id: string;
  slug: string;
  night: string;
}

const FOREIGN_KEY_VIOLATION = '23503';

/** The local hour of a tenant, as it stands in its settings. */
const HOUR_OF = `coalesce(s.overrides->>'timezone', 'UTC') as zone, coalesce((s.overrides->>'smart_hour')::int, 3) as hour`;

const DUE = `
  with nights as (select * from unnest($1::text[], $2::int[], $3::date[], $4::timestamptz[]) n (zone, hour, night, since)),
  o as (select s.tenant_id, coalesce(s.overrides->>'smart_mode', 'shadow') as mode, ${HOUR_OF} from tenant_settings s)
  select t.id, t.slug, n.night::text as night
  from o join nights n using (zone, hour) join tenants t on t.id = o.tenant_id
  where o.mode <> 'off' and t.created_at < n.since
    and not exists (select from smart_runs r where r.tenant_id = t.id and r.night >= n.night)
    and not exists (select from smart_runs r where r.tenant_id = t.id and r.status = 'running')
  order by random() limit $5`;

/** Which tenants' night has come, and the begin of its run. */
@Injectable()
export class DueNights {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Tenants whose latest night has had no run, in no particular order, so that processes that look at the same time seldom
   * reach for the same. Nights before are covered by it. A tenant that was made since waits for its first night. Zones are
   * read here, because PostgreSQL may not know one that we know.
   */
  list(limit: number): Promise<DueNight[]> {
    return this.database.system(async (tx) => {
      const hours = await tx.query<{ zone: string; hour: number }>(`select distinct ${HOUR_OF} from tenant_settings s`);
      const now = this.clock.now();
      const nights = hours.map(({ zone, hour }) => ({ zone, hour, ...latestNight(now, zone, hour) }));
      const rows = await tx.query<DueRow>(DUE, [
        nights.map(({ zone }) => zone),
        nights.map(({ hour }) => hour),
        nights.map(({ day }) => day),
        nights.map(({ since }) => new Date(since)),
        limit,
      ]);
      return rows.map(({ id, slug, night }) => ({ tenant: tenantContext(id, slug), night }));
    });
  }

  /** Null when another process has begun it, the tenant is gone or has switched it off since. */
  async begin({ tenant, night }: DueNight, owner: string, leaseSeconds: number): Promise<Claim | null> {
    const now = this.clock.now();
    const run = { id: newId(), trigger: 'cron', night, startedAt: now, windowTo: now } as const;
    try {
      return await this.runs.insertNight(this.database, tenant, run, { owner, seconds: leaseSeconds });
    } catch (error) {
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) return null;
      throw error;
    }
  }
}
