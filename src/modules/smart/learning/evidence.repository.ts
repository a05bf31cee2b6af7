import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import type { EvidenceWindow } from './evidence.ts';
import type { Sighting } from './sightings.ts';
import {
  AFTERMATH,
  cutsBy,
  LATE_SESSIONS,
  latePeriod,
  PAIRS,
  PART,
  periodOf,
  REMEMBERED,
  RESCUES,
  SHARED_ITEMS,
  STEPS,
  STORE,
  surveyBy,
} from './evidence.sql.ts';

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
  /** The window brought it; the others tell what became of a session. */
  fresh: boolean;
  searches: number | null;
  sessions: number | null;
}

interface SharedRow {
  failed: string;
  rescue: string;
  items: number;
}

/** Rows of the memory, and how many of them are of a rescue. */
export interface Remembered {
  rows: number;
  rescued: number;
}

export interface Survey {
  snapshot: string;
  /** More than one statement takes is `large`; what is `small` is read at once. */
  size: 'small' | 'medium' | 'large';
  /** Where the first day of the last month begins that has other events than when the window began, ms since 1970. */
  changed: number | null;
}

export interface SessionSighting extends Sighting {
  session: string;
  /** The failed search is of this window. */
  fresh: boolean;
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

const PREPARED = { prepared: true };
/** Rows a fetch: some 5 ms to parse. */
const FETCH = 1_000;
const PAIRS_AT_ONCE = 5_000;
/** Sessions of the last month to which something came late, at most. */
const LATE_AT_ONCE = 100_000;
/** The nil UUID is what a client sends that has no sessions: it is left out. */
const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const searchesOf = (tenant: TenantContext, { from, to }: EvidenceWindow): unknown[] => [
  tenant.tenantId,
  new Date(from - AFTERMATH),
  new Date(to),
];

@Injectable()
export class EvidenceRepository {
  /** Searches that one statement takes at once. */
  protected readonly slice: number = 100_000;

  /**
   * What the database shows as of now: what is committed later is not in it. And how many searches there are. First in its
   * transaction, whose plans it sets.
   */
  async survey(tx: Transaction, tenant: TenantContext, window: EvidenceWindow): Promise<Survey> {
    const [row] = await tx.query<Survey>(surveyBy(this.slice), searchesOf(tenant, window), PREPARED);
    return row!;
  }

  /**
   * Searches of sessions in which something failed, session by session in the order of time; counts between them. The
   * database makes the next rows while the caller is at these.
   */
  async *steps(
    tx: Transaction,
    tenant: TenantContext,
    window: EvidenceWindow,
    survey: Survey,
  ): AsyncIterable<StepRow[]> {
    const period = [tenant.tenantId, ...periodOf(window, survey.snapshot)];
    const late = latePeriod(window, survey.changed);
    const sessions = late ? await this.#lateSessions(tx, period, late) : [];
    if (survey.size === 'small') {
      yield await tx.query<StepRow>(STEPS, [...period, NIL, MAX, null, sessions], PREPARED);
    } else {
      const slices = await this.#slices(tx, tenant, window, survey.size === 'large');
      for (const slice of slices) yield* this.#fetched(tx, [...period, ...slice, null, sessions]);
    }
    if (!late || sessions.length === 0) return;
    const longer = periodOf(window, survey.snapshot, late.since);
    yield* this.#fetched(tx, [tenant.tenantId, ...longer, NIL, MAX, sessions, []]);
  }

  async *#fetched(tx: Transaction, parameters: unknown[]): AsyncIterable<StepRow[]> {
    await tx.query(`declare steps no scroll cursor for ${STEPS}`, parameters);
    const fetch = (): Promise<StepRow[]> => tx.query<StepRow>(`fetch ${FETCH} from steps`);
    let rows = await fetch();
    while (rows.length === FETCH) {
      const next = fetch();
      // Its failure is met when it is awaited, also when the caller has stopped before.
      next.catch(() => {});
      yield rows;
      rows = await next;
    }
    if (rows.length > 0) yield rows;
    await tx.query('close steps');
  }

  /** They are read once, by themselves and as far back as they reach, and not with the others. */
  async #lateSessions(tx: Transaction, period: unknown[], { since, until }: { since: number; until: number }) {
    const parameters = [...period.slice(0, 5), new Date(since), new Date(until), LATE_AT_ONCE];
    const rows = await tx.query<{ session_id: string }>(LATE_SESSIONS, parameters);
    return rows.map(({ session_id }) => session_id);
  }

  async #slices(tx: Transaction, tenant: TenantContext, window: EvidenceWindow, large: boolean) {
    const cuts = large ? await tx.query<{ session_id: string }>(cutsBy(this.slice), searchesOf(tenant, window)) : [];
    const edges = [NIL, ...cuts.map(({ session_id }) => session_id), MAX];
    return edges.slice(1).map((edge, before) => [edges[before]!, edge] as const);
  }

  /** With the next statement. */
  store(tx: Transaction, tenant: TenantContext, sightings: readonly SessionSighting[]): void {
    tx.defer(STORE, [tenant.tenantId, JSON.stringify(sightings.map(toRecord))], PREPARED);
  }

  /** Forgets what is older. */
  async remembered(tx: Transaction, tenant: TenantContext, since: number): Promise<Remembered> {
    const [row] = await tx.query<Remembered>(REMEMBERED, [tenant.tenantId, new Date(since)], PREPARED);
    return row!;
  }

  /** Pairs of enough sessions, in parts that end with what the part has found. */
  async *pairs(
    tx: Transaction,
    tenant: TenantContext,
    options: { from: number; locale: string; minSessions: number; remembered: number },
  ): AsyncIterable<PairRow[]> {
    const language = options.locale.split(/[-_]/)[0]!.toLowerCase();
    const parts = Math.max(1, Math.ceil(options.remembered / PART));
    for (let part = 0; part < parts; part++) {
      const since = new Date(options.from - AFTERMATH);
      const parameters = [tenant.tenantId, since, options.minSessions, language, part, parts];
      yield await tx.query<PairRow>(PAIRS, parameters, PREPARED);
    }
  }

  /** How many sessions each of these queries rescued. */
  async rescues(tx: Transaction, tenant: TenantContext, queries: readonly string[]): Promise<Map<string, number>> {
    const rows = await tx.query<{ rescue: string; rescues: number }>(RESCUES, [tenant.tenantId, queries], PREPARED);
    return new Map(rows.map(({ rescue, rescues }) => [rescue, rescues]));
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
      const parameters = [tenant.tenantId, new Date(window.from), new Date(window.to), JSON.stringify(some)];
      const rows = await tx.query<SharedRow>(SHARED_ITEMS, parameters, PREPARED);
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
