import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../../platform/database/index.ts';
import { DistinctCount } from './distinct-count.ts';
import {
  EvidenceRepository,
  pairKey,
  type PairRow,
  type Remembered,
  type SessionSighting,
  type StepRow,
} from './evidence.repository.ts';
import { AFTERMATH } from './evidence.sql.ts';
import type { Evidence, EvidenceCounts, EvidenceLimits, EvidenceWindow } from './evidence.ts';
import type { Pair } from './pair.ts';
import { QueryScreen } from './query-screen.ts';
import { sightingsOf } from './sightings.ts';

const DAY = 86_400_000;
/** Evidence of a pair adds up over this long. */
const MEMORY_DAYS = 30;
const DEFAULTS = { minSessions: 3, maxPairs: 20_000 };
/** Rescues that a small shop is imagined to have had beside those it had (Laplace): so one pair alone is no rule. */
const UNSEEN = 20;
/** Sightings an insert. */
const BATCH = 1_000;

/**
 * Reads what shoppers did since the last run into the memory of 30 days, and answers the pairs that memory holds. One
 * transaction: all of a window or nothing. The same window again changes nothing, and windows may overlap.
 */
@Injectable()
export class EvidenceGatherer {
  constructor(
    private readonly database: Database,
    private readonly evidence: EvidenceRepository,
  ) {}

  gather(tenant: TenantContext, window: EvidenceWindow, limits: EvidenceLimits): Promise<Evidence> {
    return this.database.tenant(tenant, async (tx) => {
      const screen = new QueryScreen(limits.maxQueryLength);
      const survey = await this.evidence.survey(tx, tenant, window);
      const steps = this.evidence.steps(tx, tenant, window, survey);
      const read = await this.#remember(tx, tenant, steps, screen, limits.signal);
      limits.signal?.throwIfAborted();
      const memory = await this.evidence.remembered(tx, tenant, window.to - MEMORY_DAYS * DAY);
      const { rows, ...found } = await this.#recall(tx, tenant, window, memory, { ...DEFAULTS, ...limits });
      const pairs = rows.length === 0 ? [] : await this.#describe(tx, tenant, window, memory, rows);
      const skipped = { skipped_length: screen.skipped('length'), skipped_personal: screen.skipped('personal') };
      return { pairs, counts: { ...read, ...found, ...skipped }, snapshot: survey.snapshot };
    });
  }

  /** The most frequent pairs of the last 30 days. */
  async #recall(
    tx: Transaction,
    tenant: TenantContext,
    window: EvidenceWindow,
    memory: Remembered,
    limits: EvidenceLimits & typeof DEFAULTS,
  ): Promise<{ rows: KnownPair[]; pairs_found: number; skipped_few_sessions: number }> {
    let rows: KnownPair[] = [];
    const counts = { pairs_found: 0, skipped_few_sessions: 0 };
    for await (const part of this.evidence.pairs(tx, tenant, {
      ...limits,
      from: window.from,
      remembered: memory.rows,
    })) {
      limits.signal?.throwIfAborted();
      counts.pairs_found += part[0]?.found ?? 0;
      counts.skipped_few_sessions += part[0]?.few ?? 0;
      rows = [...rows, ...part.filter(isKnown)].sort(mostRescued).slice(0, limits.maxPairs);
    }
    return { rows, ...counts };
  }

  async #describe(
    tx: Transaction,
    tenant: TenantContext,
    window: EvidenceWindow,
    memory: Remembered,
    rows: readonly KnownPair[],
  ) {
    const queries = [...new Set(rows.map(({ rescue }) => rescue))];
    const [shared, rescues] = await Promise.all([
      this.evidence.sharedItems(tx, tenant, window, rows),
      this.evidence.rescues(tx, tenant, queries),
    ]);
    return rows.map((row) => {
      const others = (rescues.get(row.rescue) ?? row.rescues) - row.rescues;
      const share = (others + 1) / (memory.rescued - row.rescues + UNSEEN);
      return toPair(row, shared.get(pairKey(row.failed, row.rescue)) ?? 0, share);
    });
  }

  async #remember(
    tx: Transaction,
    tenant: TenantContext,
    steps: AsyncIterable<StepRow[]>,
    screen: QueryScreen,
    signal?: AbortSignal,
  ): Promise<Pick<EvidenceCounts, 'sessions' | 'queries_analysed' | 'failed_queries'>> {
    const failed = new DistinctCount();
    const counts = { sessions: 0, queries_analysed: 0, failed_queries: 0 };
    let session: StepRow[] = [];
    let pending: SessionSighting[] = [];
    const finish = (): void => {
      for (const sighting of sightingsOfSession(session)) {
        if (sighting.fresh) failed.add(sighting.failed);
        const kept = screened(sighting, screen);
        if (kept) pending.push(kept);
      }
      session = [];
    };
    for await (const rows of steps) {
      signal?.throwIfAborted();
      for (const row of rows) {
        if (session.length > 0 && session[0]!.session !== row.session) finish();
        if (row.session !== null) session.push(row);
        else {
          counts.sessions += row.sessions ?? 0;
          counts.queries_analysed += row.searches ?? 0;
        }
      }
      if (pending.length >= BATCH) pending = this.#flush(tx, tenant, pending);
      await nextTurn();
    }
    finish();
    this.#flush(tx, tenant, pending);
    return { ...counts, failed_queries: failed.count };
  }

  #flush(tx: Transaction, tenant: TenantContext, sightings: SessionSighting[]): SessionSighting[] {
    for (let at = 0; at < sightings.length; at += BATCH) {
      this.evidence.store(tx, tenant, sightings.slice(at, at + BATCH));
    }
    return [];
  }
}

function sightingsOfSession(rows: readonly StepRow[]): SessionSighting[] {
  if (rows.length === 0) return [];
  const steps = rows.map(({ at, query, typed, results, clicked, bought }) => ({
    at,
    query,
    typed,
    results,
    clicked: clicked !== null,
    bought: bought !== null,
    items: [...(bought ?? []), ...(clicked ?? [])],
  }));
  const language = rows.find((row) => row.language !== null)?.language ?? null;
  const fresh = new Set(rows.filter((row) => row.fresh).map(({ query }) => query));
  const session = rows[0]!.session!;
  return sightingsOf(steps).map((one) => ({ ...one, session, language, fresh: fresh.has(one.failed) }));
}

/** A failed query that may be kept, without its rescue when that may not. */
function screened(sighting: SessionSighting, screen: QueryScreen): SessionSighting | null {
  const { rescue, fresh } = sighting;
  if (!screen.passes(sighting.failed, sighting.failedTyped, fresh)) return null;
  return rescue && !screen.passes(rescue.query, rescue.typed, fresh) ? { ...sighting, rescue: null } : sighting;
}

type KnownPair = PairRow & { failed: string };

/** A part in which no pair has enough sessions is a row of counts alone. */
const isKnown = (row: PairRow): row is KnownPair => row.failed !== null;

const mostRescued = (a: KnownPair, b: KnownPair): number =>
  b.rescues - a.rescues || compare(a.failed, b.failed) || compare(a.rescue, b.rescue);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether `pairs_found` counts it: pairs are of 30 days, and that is of the window. */
export function isOfWindow(pair: Pair, window: Pick<EvidenceWindow, 'from'>): boolean {
  return Date.parse(pair.evidence.lastSeen) >= window.from - AFTERMATH;
}

function toPair(row: KnownPair, sharedItems: number, rescueShare: number): Pair {
  return {
    failed: row.failed,
    rescue: row.rescue,
    failedDisplay: row.failed_typed,
    rescueDisplay: row.rescue_typed,
    evidence: {
      sessions: row.sessions,
      rescues: row.rescues,
      // A rescue is one by its click or purchase.
      clicks: row.rescues,
      conversions: row.bought,
      resultsFailed: Math.round(row.results_failed),
      resultsRescue: Math.round(row.results_rescue),
      sharedItems,
      rescueShare,
      foreignShare: row.foreign_share,
      firstSeen: row.first_seen.toISOString(),
      lastSeen: row.last_seen.toISOString(),
    },
  };
}
