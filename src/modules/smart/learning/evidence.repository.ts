import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import type { EvidenceWindow } from './evidence.ts';
import type { Sighting } from './sightings.ts';
import { PAIRS, PREPARE, SHARED_ITEMS, STEPS, STORE } from './evidence.sql.ts';

/** One search as it comes from the database; the last row of all has no session but the counts. */
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
  rescue_share: number;
  foreign_share: number | null;
  first_seen: Date;
  last_seen: Date;
  found: number;
  few: number;
}

/** Rows a fetch: some 5 ms to parse. */
const FETCH = 1_000;

@Injectable()
export class EvidenceRepository {
  /** Searches of sessions in which something failed, session by session in the order of time, then the counts. */
  async *steps(tx: Transaction, tenant: TenantContext, window: EvidenceWindow): AsyncIterable<StepRow[]> {
    await tx.query(PREPARE);
    await tx.query(`declare steps no scroll cursor for ${STEPS}`, [
      tenant.tenantId,
      new Date(window.from),
      new Date(window.to),
    ]);
    for (;;) {
      const rows = await tx.query<StepRow>(`fetch ${FETCH} from steps`);
      if (rows.length > 0) yield rows;
      if (rows.length < FETCH) break;
    }
    await tx.query('close steps');
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

  pairs(
    tx: Transaction,
    tenant: TenantContext,
    options: { from: number; locale: string; minSessions: number; maxPairs: number },
  ): Promise<PairRow[]> {
    const { from, locale, minSessions, maxPairs } = options;
    const language = locale.split(/[-_]/)[0]!.toLowerCase();
    return tx.query<PairRow>(PAIRS, [tenant.tenantId, new Date(from), minSessions, language, maxPairs]);
  }

  async sharedItems(
    tx: Transaction,
    tenant: TenantContext,
    window: EvidenceWindow,
    pairs: readonly { failed: string; rescue: string }[],
  ): Promise<Map<string, number>> {
    const rows = await tx.query<{ failed: string; rescue: string; items: number }>(SHARED_ITEMS, [
      tenant.tenantId,
      new Date(window.from),
      new Date(window.to),
      JSON.stringify(pairs.map(({ failed, rescue }) => ({ failed, rescue }))),
    ]);
    return new Map(rows.map(({ failed, rescue, items }) => [pairKey(failed, rescue), items]));
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
