import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { movedTime, type Transaction } from '../../../platform/database/index.ts';
import { isIn, isNew } from '../learning/index.ts';
import type { ClaimedRun } from '../runs/run.ts';

/** What there is to look after; most tenants have nothing on most nights. */
export interface Overview {
  live: number;
  rejectedBefore: number;
  withTarget: number;
  fresh: number;
}

export interface FreshSynonym {
  id: string;
  original: string;
  synonym_id: string;
  applied_at: Date;
}

export interface SessionOutcome {
  original: string;
  session_id: string;
  no_click: boolean;
  no_result: boolean;
}

const LIVE = `status in ('accepted', 'applied')`;
/** Their words have found something so far. */
const TARGETED = `(${LIVE} or status = 'pending') and target_results > 0`;
/** Sessions a run looks at, over all fresh synonyms. */
const MAX_OUTCOMES = 200_000;
const WINDOW = { from: '$2', to: '$3', seen: '$6', sees: '(select read_snapshot from run)' };

@Injectable()
export class UpkeepRepository {
  /** `withTarget`: what this run has not judged, and thereby looked up, itself. */
  async overview(
    tx: Transaction,
    tenant: TenantContext,
    { memory, freshSince, runId }: { memory: string; freshSince: Date; runId: string },
  ): Promise<Overview> {
    const [row] = await tx.query<Overview>(
      `select count(*) filter (where ${LIVE})::int as live,
              count(*) filter (where status = 'rejected' and memory_hash is distinct from $2)::int as "rejectedBefore",
              count(*) filter (where ${TARGETED} and judged_by is distinct from $4)::int as "withTarget",
              count(*) filter (where status = 'applied' and applied_at > $3)::int as fresh
       from smart_suggestions where tenant_id = $1`,
      [tenant.tenantId, memory, freshSince, runId],
      { prepared: true },
    );
    return row!;
  }

  rejectedBefore(tx: Transaction, tenant: TenantContext, memory: string, limit: number): Promise<{ id: string }[]> {
    return tx.query(
      `select id from smart_suggestions where tenant_id = $1 and status = 'rejected' and memory_hash is distinct from $2
       order by decided_at limit $3`,
      [tenant.tenantId, memory, limit],
    );
  }

  /** Their number is bounded by that of the synonyms. */
  live(tx: Transaction, tenant: TenantContext): Promise<{ id: string; synonym_id: string | null }[]> {
    const text = `select id, synonym_id from smart_suggestions where tenant_id = $1 and ${LIVE}`;
    return tx.query(text, [tenant.tenantId], { prepared: true });
  }

  /** Those whose target was looked up longest ago, without those that this run has judged. */
  targets(
    tx: Transaction,
    tenant: TenantContext,
    runId: string,
    limit: number,
  ): Promise<{ id: string; target: string }[]> {
    return tx.query(
      `select id, target from smart_suggestions
       where tenant_id = $1 and ${TARGETED} and judged_by is distinct from $2
       order by target_checked_at limit $3`,
      [tenant.tenantId, runId, limit],
    );
  }

  async noteChecked(tx: Transaction, tenant: TenantContext, ids: readonly string[], at: Date): Promise<void> {
    await tx.query('update smart_suggestions set target_checked_at = $3 where tenant_id = $1 and id = any($2) ', [
      tenant.tenantId,
      ids,
      at,
    ]);
  }

  fresh(tx: Transaction, tenant: TenantContext, since: Date): Promise<FreshSynonym[]> {
    return tx.query<FreshSynonym>(
      `select id, original, synonym_id, applied_at from smart_suggestions
       where tenant_id = $1 and status = 'applied' and applied_at > $2 and synonym_id is not null`,
      [tenant.tenantId, since],
    );
  }

  /** What became of the sessions that asked for one of these since it was applied. */
  outcomes(
    tx: Transaction,
    tenant: TenantContext,
    { id, window }: ClaimedRun,
    fresh: readonly FreshSynonym[],
  ): Promise<SessionOutcome[]> {
    return tx.query<SessionOutcome>(
      `with run as (select read_snapshot from smart_runs where tenant_id = $1 and id = $7),
       asked as (
         select o.original, s.session_id, min(s.occurred_at) as at, bool_and(s.results_count = 0) as no_result
         from unnest($4::text[], $5::timestamptz[]) o (original, since)
         join searches s on s.tenant_id = $1 and s.normalized_query = o.original and s.occurred_at >= o.since
           and s.occurred_at >= ${movedTime('$2', '-1 day')} and s.occurred_at < ${movedTime('$3', '1 hour')}
           and ${isIn(WINDOW, 's')} and ${isNew(WINDOW, 's')}
         where s.session_id not in (select session_id from machine_sessions where tenant_id = $1)
         group by 1, 2 limit ${MAX_OUTCOMES})
       select a.original, a.session_id, a.no_result, not exists (
         select from clicks c where c.tenant_id = $1 and c.session_id = a.session_id
           and c.occurred_at between a.at and a.at + interval '30 minutes'
           and c.occurred_at >= ${movedTime('$2', '-1 day')} and c.occurred_at < ${movedTime('$3', '2 hours')}) as no_click
       from asked a`,
      [
        tenant.tenantId,
        new Date(window.from),
        new Date(window.to),
        fresh.map(({ original }) => original),
        fresh.map(({ applied_at }) => applied_at),
        window.seen,
        id,
      ],
    );
  }
}
