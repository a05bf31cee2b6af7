import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AuditTrail } from '../audit/index.ts';
import type { RunReference } from './runs/run.ts';
import type { Suggestion, SuggestionStatus } from './suggestion.ts';

export interface SuggestionFilter {
  status: SuggestionStatus;
  minConfidence: number | null;
  runId: string | null;
  /** Part of the failed or the suggested words, as they are written. */
  text: string | null;
  sort: 'confidence' | 'created_at';
}

export type SuggestionWithRun = Suggestion & { run: RunReference };

/** What tells suggestions apart within a tenant. */
export interface SuggestionKey {
  original: string;
  target: string;
}

const COLUMNS = `g.id, g.original, g.target, g.failed, g.rescue, g.suggested, g.kind, g.direction,
  g.confidence::float8 as confidence, g.reason, g.evidence, g.status, g.decision, g.history, g.run_id, g.judged_by,
  g.created_at, g.decided_at, g.reject_reason, g.memory_hash, g.retired, g.synonym_id, g.applied_at, g.target_results,
  g.target_checked_at, g.holdout`;
const WITH_RUN = `${COLUMNS}, json_build_object('id', r.id, 'mode', r.mode, 'started_at', r.started_at,
  'cost_usd_cents', r.cost_usd_cents) as run`;
const JOINED = 'smart_suggestions g join smart_runs r on r.tenant_id = g.tenant_id and r.id = g.run_id';
const ORDER = {
  confidence: 'g.confidence desc, g.id desc',
  created_at: 'g.created_at desc, g.id desc',
} as const;

/** Columns that a judgement or a decision changes, with their types. */
const RECORD = `id uuid, original text, target text, failed text, rescue text, suggested text, kind text, direction text,
  confidence numeric, reason text, evidence jsonb, status text, decision text, history jsonb, run_id uuid, judged_by uuid,
  created_at timestamptz, decided_at timestamptz, reject_reason text, memory_hash text, retired text, synonym_id uuid,
  applied_at timestamptz, target_results integer, target_checked_at timestamptz, holdout jsonb`;
const NAMES = RECORD.split(',').map((column) => column.trim().split(' ')[0]!);
const CHANGING = NAMES.filter((name) => !['id', 'original', 'target', 'run_id', 'created_at'].includes(name));

@Injectable()
export class SuggestionsRepository {
  constructor(private readonly audit: AuditTrail) {}

  /** In the transaction of a person's decision, for the log of who made it. `reason`: in that person's words. */
  async record(
    tx: Transaction,
    tenant: TenantContext,
    { id, failed, suggested, status: from }: Suggestion,
    { to, reason }: { to: SuggestionStatus; reason: string | null },
  ): Promise<void> {
    const changes = { status: { from, to }, ...(reason && { reason: { to: reason } }) };
    const deed = {
      kind: 'suggestion',
      action: to,
      subjectId: id,
      subject: `${failed} → ${suggested}`,
      changes,
    } as const;
    await this.audit.record(tx, tenant, deed);
  }

  async list(
    tx: Transaction,
    tenant: TenantContext,
    filter: SuggestionFilter,
    page: PageRequest,
  ): Promise<{ total: number; rows: SuggestionWithRun[] }> {
    const where = `g.tenant_id = $1 and g.status = $2 and ($3::numeric is null or g.confidence >= $3)
      and ($4::uuid is null or g.run_id = $4)
      and ($5::text is null or position(lower($5) in lower(g.failed || e'\\n' || g.suggested)) > 0)`;
    const values = [tenant.tenantId, filter.status, filter.minConfidence, filter.runId, filter.text];
    const [count] = await tx.query<{ total: number }>(
      `select count(*)::int as total from smart_suggestions g where ${where}`,
      values,
    );
    const rows = await tx.query<SuggestionWithRun>(
      `select ${WITH_RUN} from ${JOINED} where ${where} order by ${ORDER[filter.sort]} limit $6 offset $7`,
      [...values, page.limit, page.offset],
    );
    return { total: count?.total ?? 0, rows: rows.map(parsed) };
  }

  async find(tx: Transaction, tenant: TenantContext, id: string): Promise<SuggestionWithRun | undefined> {
    const [row] = await tx.query<SuggestionWithRun>(
      `select ${WITH_RUN} from ${JOINED} where g.tenant_id = $1 and g.id = $2`,
      [tenant.tenantId, id],
    );
    return row && parsed(row);
  }

  /** Locked until the end of the transaction. */
  async lock(tx: Transaction, tenant: TenantContext, id: string): Promise<SuggestionWithRun | undefined> {
    await tx.query('select 1 from smart_suggestions where tenant_id = $1 and id = $2 for update', [
      tenant.tenantId,
      id,
    ]);
    return this.find(tx, tenant, id);
  }

  /**
   * Those that are there already, by `original`, a line break and `target`. Locked in one order, so that two transactions
   * wait for each other and not in a ring.
   */
  async byKey(
    tx: Transaction,
    tenant: TenantContext,
    keys: readonly SuggestionKey[],
    lock?: 'lock',
  ): Promise<Map<string, Suggestion>> {
    const rows = await tx.query<Suggestion>(
      `select ${COLUMNS} from smart_suggestions g
       where g.tenant_id = $1 and g.locale = '' and (g.original, g.target) in (select * from unnest($2::text[], $3::text[]))
       order by g.id ${lock ? 'for update' : ''}`,
      [tenant.tenantId, keys.map(({ original }) => original), keys.map(({ target }) => target)],
      { prepared: true },
    );
    return new Map(rows.map((row) => [`${row.original}\n${row.target}`, row]));
  }

  lockMany(tx: Transaction, tenant: TenantContext, ids: readonly string[]): Promise<Suggestion[]> {
    return tx.query<Suggestion>(
      `select ${COLUMNS} from smart_suggestions g where g.tenant_id = $1 and g.id = any($2) order by g.id for update`,
      [tenant.tenantId, ids],
    );
  }

  /** Suggestions in force by this synonym: two may say the same. */
  async inForceBy(tx: Transaction, tenant: TenantContext, synonymId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `select id from smart_suggestions
       where tenant_id = $1 and synonym_id = $2 and status in ('accepted', 'applied') order by id`,
      [tenant.tenantId, synonymId],
    );
    return rows.map(({ id }) => id);
  }

  /** Inserts, or replaces what may change, with the next statement or the commit. Rows that are there must be locked. */
  save(tx: Transaction, tenant: TenantContext, suggestions: readonly Suggestion[]): void {
    if (suggestions.length === 0) return;
    const columns = NAMES.join(', ');
    tx.defer(
      `insert into smart_suggestions (tenant_id, ${columns})
       select $1, ${columns} from jsonb_to_recordset($2::jsonb) as r(${RECORD})
       on conflict (tenant_id, id) do update set ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      [tenant.tenantId, JSON.stringify(suggestions)],
      { prepared: true },
    );
  }

  /** The newest suggestion about each of these normalised queries that still stands. */
  async idsFor(tx: Transaction, tenant: TenantContext, queries: readonly string[]): Promise<Map<string, string>> {
    const rows = await tx.query<{ original: string; id: string }>(
      `select distinct on (original) original, id from smart_suggestions
       where tenant_id = $1 and original = any($2) and status not in ('rejected', 'reverted')
       order by original, status = 'logged', confidence desc, id desc`,
      [tenant.tenantId, queries],
    );
    return new Map(rows.map(({ original, id }) => [original, id]));
  }
}

/** What travelled inside JSON. */
function parsed(row: SuggestionWithRun): SuggestionWithRun {
  return { ...row, run: { ...row.run, started_at: new Date(row.run.started_at) } };
}
