import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/paging.ts';
import { tenantContext, type TenantContext } from '../../../kernel/tenant-context.ts';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { ABANDONED } from '../learning/index.ts';
import {
  NO_AI,
  NO_METRICS,
  type ClaimedRun,
  type Run,
  type RunAi,
  type RunMetrics,
  type RunStatus,
  type RunTrigger,
} from './run.ts';

const PREPARED = { prepared: true };
const COLUMNS = 'id, mode, trigger, status, started_at, finished_at, metrics, ai, cost_usd_cents, error';
/** Events that the first run of a tenant looks at. */
const FIRST_DAYS = 14;

export interface NewRun {
  id: string;
  trigger: RunTrigger;
  /** Local date of a nightly run. */
  night: string | null;
  /** Milliseconds since 1970. */
  startedAt: number;
  windowTo: number;
}

export interface Claim {
  tenant: TenantContext;
  run: ClaimedRun;
}

interface ClaimRow {
  tenant_id: string;
  slug: string;
  id: string;
  mode: ClaimedRun['mode'];
  window_from: Date;
  window_to: Date;
  window_seen: string | null;
  fence: number;
}

/** What a run holds while it writes. */
export interface RunState {
  /** What the settings say by now, whatever the run began as. */
  modeNow: Run['mode'];
  metrics: RunMetrics;
  ai: RunAi;
  cost_usd_cents: number;
  /** What the run has read (`Evidence.snapshot`), once it has. */
  readSnapshot?: string;
  /** Ends the run. */
  ending?: RunEnding;
}

export interface RunEnding {
  status: Exclude<RunStatus, 'running'>;
  finishedAt: number;
  error: string | null;
  /** The catalogue that it looked through; null when it did not. */
  catalogVersion: number | null;
}

const CLAIMED = `returning r.tenant_id, t.slug, r.id, r.mode, r.window_from, r.window_to, r.window_seen, r.fence`;
/** Of tenant $1. */
const MODE = `coalesce((select overrides->>'smart_mode' from tenant_settings where tenant_id = $1), 'shadow')`;
const LEASE = 'clock_timestamp() + make_interval(secs => $2)';
const ENDED = `, status = $7, finished_at = $8, error = $9, catalog_version = $10, lease_owner = null, lease_until = null`;

const INSERT = `
  insert into smart_runs (tenant_id, id, trigger, mode, status, night, window_from, window_to, window_seen, started_at,
                          finished_at, metrics, ai, lease_owner, lease_until, fence)
  select $1, $2, $3, m.mode, case m.mode when 'off' then 'skipped' else 'running' end, $4,
         coalesce(b.window_to, $5::timestamptz - make_interval(days => ${FIRST_DAYS})), $5, b.read_snapshot, $6::timestamptz,
         case m.mode when 'off' then $6::timestamptz end, $7, $8, $9,
         clock_timestamp() + make_interval(secs => $10), $11
  from (select ${MODE} as mode) m
  left join lateral (
    select window_to, read_snapshot from smart_runs
    where tenant_id = $1 and status = 'succeeded' and window_to < $5 order by window_to desc limit 1) b on true
  where m.mode <> 'off' or $4::date is null
  on conflict do nothing`;

const insertValues = (tenant: TenantContext, run: NewRun, lease: { owner: string; seconds: number } | null) => [
  tenant.tenantId,
  run.id,
  run.trigger,
  run.night,
  new Date(run.windowTo),
  new Date(run.startedAt),
  JSON.stringify(NO_METRICS),
  JSON.stringify(NO_AI),
  lease?.owner ?? null,
  lease?.seconds ?? 0,
  lease ? 1 : 0,
];

@Injectable()
export class RunsRepository {
  /**
   * In the mode that the settings say by now. Null when one of this tenant is running, or when the night has had its run
   * or is off; by hand one that is off is skipped. With a lease of its maker, else whoever looks first may take it.
   */
  async insert(
    tx: Transaction,
    tenant: TenantContext,
    run: NewRun,
    lease: { owner: string; seconds: number } | null,
  ): Promise<{ run: Run; claim: Claim } | null> {
    const [row] = await tx.query<Run & Omit<ClaimRow, 'slug'>>(
      `${INSERT} returning tenant_id, ${COLUMNS}, window_from, window_to, window_seen, fence`,
      insertValues(tenant, run, lease),
      PREPARED,
    );
    if (!row) return null;
    const { id, mode, trigger, status, started_at, finished_at, metrics, ai, cost_usd_cents, error } = row;
    const seen = { id, mode, trigger, status, started_at, finished_at, metrics, ai, cost_usd_cents, error };
    return { run: seen, claim: claimOf({ ...(row as Omit<ClaimRow, 'slug'>), slug: tenant.slug }) };
  }

  /** The same for a night with a lease, as a transaction of its own in one round trip. */
  async insertNight(
    database: Database,
    tenant: TenantContext,
    run: NewRun,
    lease: { owner: string; seconds: number },
  ): Promise<Claim | null> {
    const values = insertValues(tenant, run, lease).map((value) =>
      value instanceof Date ? value.toISOString() : String(value),
    );
    const [row] = await database.systemStatement({
      sql: `${INSERT} returning mode, extract(epoch from window_from) * 1000, window_seen, fence`,
      values,
      name: 'smart_night',
    });
    if (!row) return null;
    const [mode, from, seen, fence] = row as [ClaimedRun['mode'], string, string | null, string];
    const window = { from: Math.floor(Number(from)), to: run.windowTo, seen };
    return { tenant, run: { id: run.id, mode, window, fence: Number(fence) } };
  }

  async list(tx: Transaction, tenant: TenantContext, page: PageRequest): Promise<{ total: number; rows: Run[] }> {
    const [count] = await tx.query<{ total: number }>(
      'select count(*)::int as total from smart_runs where tenant_id = $1',
      [tenant.tenantId],
    );
    const rows = await tx.query<Run>(
      `select ${COLUMNS} from smart_runs where tenant_id = $1 order by started_at desc, id desc limit $2 offset $3`,
      [tenant.tenantId, page.limit, page.offset],
    );
    return { total: count?.total ?? 0, rows };
  }

  async find(tx: Transaction, tenant: TenantContext, id: string): Promise<Run | undefined> {
    const [row] = await tx.query<Run>(`select ${COLUMNS} from smart_runs where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      id,
    ]);
    return row;
  }

  async running(tx: Transaction, tenant: TenantContext): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(
      `select id from smart_runs where tenant_id = $1 and status = 'running'`,
      [tenant.tenantId],
    );
    return row?.id ?? null;
  }

  /** One that waits for a process, or whose process has gone; with `only` that one or none. Needs a system transaction. */
  async claim(tx: Transaction, owner: string, leaseSeconds: number, only: string | null): Promise<Claim | null> {
    const [row] = await tx.query<ClaimRow>(
      `with next as (
         select tenant_id, id from smart_runs
         where status = 'running' and lease_until <= clock_timestamp() and ($3::uuid is null or id = $3)
         order by lease_owner is not null, lease_until limit 1 for update skip locked)
       update smart_runs r set lease_owner = $1, lease_until = ${LEASE}, fence = r.fence + 1
       from next, tenants t where r.tenant_id = next.tenant_id and r.id = next.id and t.id = r.tenant_id
       ${CLAIMED}`,
      [owner, leaseSeconds, only],
    );
    return row ? claimOf(row) : null;
  }

  /** Locked until the end of the transaction; null when another process has taken over or the run is over. */
  async hold(tx: Transaction, tenant: TenantContext, { id, fence }: ClaimedRun): Promise<RunState | null> {
    const [row] = await tx.query<RunState>(
      `select metrics, ai, cost_usd_cents, ${MODE} as "modeNow", ${ABANDONED} from smart_runs
       where tenant_id = $1 and id = $2 and fence = $3 and status = 'running' for update`,
      [tenant.tenantId, id, fence],
      PREPARED,
    );
    if (!row) return null;
    const { modeNow, metrics, ai, cost_usd_cents } = row;
    return { modeNow, metrics, ai, cost_usd_cents };
  }

  async renew(tx: Transaction, tenant: TenantContext, run: ClaimedRun, leaseSeconds: number): Promise<boolean> {
    const rows = await tx.query(
      `update smart_runs set lease_until = ${LEASE}
       where tenant_id = $1 and id = $3 and fence = $4 and status = 'running' returning 1`,
      [tenant.tenantId, leaseSeconds, run.id, run.fence],
    );
    return rows.length > 0;
  }

  /** For another process to go on with, at once. */
  async giveBack(tx: Transaction, tenant: TenantContext, { id, fence }: ClaimedRun): Promise<void> {
    await tx.query(
      `update smart_runs set lease_owner = null, lease_until = clock_timestamp()
       where tenant_id = $1 and id = $2 and fence = $3 and status = 'running'`,
      [tenant.tenantId, id, fence],
    );
  }

  /** With the next statement or the commit. Needs that the run is held in this transaction. */
  store(tx: Transaction, tenant: TenantContext, id: string, state: RunState): void {
    const { metrics, ai, cost_usd_cents, readSnapshot, ending } = state;
    const values: unknown[] = [tenant.tenantId, id, JSON.stringify(metrics), JSON.stringify(ai), cost_usd_cents];
    values.push(readSnapshot ?? null);
    if (ending) values.push(ending.status, new Date(ending.finishedAt), ending.error, ending.catalogVersion);
    tx.defer(
      `update smart_runs set metrics = $3, ai = $4, cost_usd_cents = $5,
         read_snapshot = coalesce($6::pg_snapshot, read_snapshot) ${ending ? ENDED : ''}
       where tenant_id = $1 and id = $2`,
      values,
      PREPARED,
    );
  }

  /** Ends a running one; the fence moves on, so that its process writes nothing more. Null when it is over. */
  async cancel(tx: Transaction, tenant: TenantContext, id: string, at: number, error: string): Promise<Run | null> {
    const [row] = await tx.query<Run>(
      `update smart_runs set status = 'failed', finished_at = $3, error = $4, fence = fence + 1,
         lease_owner = null, lease_until = null
       where tenant_id = $1 and id = $2 and status = 'running' returning ${COLUMNS}`,
      [tenant.tenantId, id, new Date(at), error],
    );
    return row ?? null;
  }

  /** The version of the catalogue that a run has looked through last; 0 for none. */
  async seenCatalog(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ seen: string | null }>(
      `select max(catalog_version) as seen from smart_runs where tenant_id = $1 and status = 'succeeded'`,
      [tenant.tenantId],
      PREPARED,
    );
    return Number(row?.seen ?? 0);
  }
}

function claimOf(row: ClaimRow): Claim {
  const window = { from: row.window_from.getTime(), to: row.window_to.getTime(), seen: row.window_seen };
  return {
    tenant: tenantContext(row.tenant_id, row.slug),
    run: { id: row.id, mode: row.mode, window, fence: row.fence },
  };
}
