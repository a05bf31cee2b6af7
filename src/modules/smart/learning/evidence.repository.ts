import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { COUNTING_PLAN, type Transaction } from '../../../platform/database/index.ts';
import type { EvidenceWindow } from './evidence.ts';
import type { Sighting } from './sightings.ts';
import { CUTS, IS_LARGE, PAIRS, PART, REMEMBERED, RESCUES, SHARED_ITEMS, STEPS, STORE } from './evidence.sql.ts';

/** One search as it comes from the database; a row without a session has the counts of a slice. */
export interface StepRow {
  session: string | null;
  at: number;
  query: string;
  typed: string;
  results: number;
  language: string | null;
  clicked: string[] | null;
  bought: string[] | null;
  searches: number | null;
  sessions: number | null;
}

export interface SessionSighting extends Sighting {
  session: string;
  language: string | null;
}

export interface PairRow {
  failed: string | null;
  rescue: string;
  failed_typed: string;
  rescue_typed: string;
  sessions: number;
  rescues: number;
  bought: number;
  results_failed: number;
  results_rescue: number;
  foreign_share: number | null;
  first_seen: Date;
  last_seen: Date;
  found: number;
  few: number;
}

/** Rows a fetch: some 5 ms to parse. */
const FETCH = 1_000;
const PAIRS_AT_ONCE = 5_000;
/** The nil UUID is what a client sends that has no sessions: it is left out. */
const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

@Injectable()
export class EvidenceRepository {
  /** Searches of sessions in which something failed, session by session in the order of time; counts between them. */
  async *steps(tx: Transaction, tenant: TenantContext, window: EvidenceWindow): AsyncIterable<StepRow[]> {
    await tx.query(COUNTING_PLAN);
    const period = [tenant.tenantId, new Date(window.from), new Date(window.to)];
    for (const [after, last] of await this.#slices(tx, period)) {
      await tx.query(`declare steps no scroll cursor for ${STEPS}`, [...period, after, last]);
      for (;;) {
        const rows = await tx.query<StepRow>(`fetch ${FETCH} from steps`);
        if (rows.length > 0) yield rows;
        if (rows.length < FETCH) break;
      }
      await tx.query('close steps');
    }
  }

  async #slices(tx: Transaction, period: readonly unknown[]): Promise<(readonly [string, string])[]> {
    const [size] = await tx.query<{ large: boolean }>(IS_LARGE, period);
    const cuts = size?.large ? await tx.query<{ session_id: string }>(CUTS, period) : [];
    const edges = [NIL, ...cuts.map(({ session_id }) => session_id), MAX];
    return edges.slice(1).map((edge, before) => [edges[before]!, edge] as const);
  }

  async store(tx: Transaction, tenant: TenantContext, sightings: readonly SessionSighting[]): Promise<void> {
    await tx.query(STORE, [tenant.tenantId, JSON.stringify(sightings.map(toRecord))]);
  }

  async forget(tx: Transaction, tenant: TenantContext, before: number): Promise<void> {
    await tx.query('delete from smart_sightings where tenant_id = $1 and seen_at < $2', [
      tenant.tenantId,
      new Date(before),
    ]);
  }

  /** Pairs of enough sessions, in parts that end with what the part has found. */
  async *pairs(
    tx: Transaction,
    tenant: TenantContext,
    options: { from: number; locale: string; minSessions: number },
  ): AsyncIterable<PairRow[]> {
    const language = options.locale.split(/[-_]/)[0]!.toLowerCase();
    const [memory] = await tx.query<{ rows: number }>(REMEMBERED, [tenant.tenantId]);
    const parts = Math.max(1, Math.ceil((memory?.rows ?? 0) / PART));
    for (let part = 0; part < parts; part++) {
      const parameters = [tenant.tenantId, new Date(options.from), options.minSessions, language, part, parts];
      yield await tx.query<PairRow>(PAIRS, parameters);
    }
  }

  /** How many sessions each of these queries rescued, and how many were rescued at all. */
  async rescues(
    tx: Transaction,
    tenant: TenantContext,
    queries: readonly string[],
  ): Promise<{ of: Map<string, number>; all: number }> {
    const [memory] = await tx.query<{ rescued: number }>(REMEMBERED, [tenant.tenantId]);
    const rows = await tx.query<{ rescue: string; rescues: number }>(RESCUES, [tenant.tenantId, queries]);
    return { of: new Map(rows.map(({ rescue, rescues }) => [rescue, rescues])), all: memory?.rescued ?? 0 };
  }

  async sharedItems(
    tx: Transaction,
    tenant: TenantContext,
    window: EvidenceWindow,
    pairs: readonly { failed: string; rescue: string }[],
  ): Promise<Map<string, number>> {
    const shared = new Map<string, number>();
    for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE) {
      const some = pairs.slice(at, at + PAIRS_AT_ONCE).map(({ failed, rescue }) => ({ failed, rescue }));
      const rows = await tx.query<{ failed: string; rescue: string; items: number }>(SHARED_ITEMS, [
        tenant.tenantId,
        new Date(window.from),
        new Date(window.to),
        JSON.stringify(some),
      ]);
      for (const { failed, rescue, items } of rows) shared.set(pairKey(failed, rescue), items);
    }
    return shared;
  }
}

export const pairKey = (failed: string, rescue: string): string => `${failed}\n${rescue}`;

function toRecord({ session, language, at, failed, failedTyped, resultsFailed, rescue }: SessionSighting) {
  return {
    session,
    language,
    seen_at: new Date(at).toISOString(),
    failed,
    failed_typed: failedTyped === failed ? null : failedTyped,
    results_failed: resultsFailed,
    rescue: rescue?.query ?? '',
    rescue_typed: !rescue || rescue.typed === rescue.query ? null : rescue.typed,
    results_rescue: rescue?.results ?? 0,
    bought: rescue?.bought ?? false,
    items: rescue?.items ?? [],
  };
}
