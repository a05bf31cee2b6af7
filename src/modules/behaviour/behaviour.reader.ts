import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ItemAppeal, ItemBehaviour } from '../../engine/port/index.ts';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { personalDataIn } from '../../text/index.ts';
import { appealOf, demandOf, itemAttraction, pairAttraction, queryRate, shopRate, vouched } from './appeal.ts';
import { BEHAVIOUR_TOPIC } from './behaviour-learner.ts';
import { BehaviourRepository, type ItemRow, type PairRow, type QueryRow } from './behaviour.repository.ts';
import { presentValue } from './decay.ts';
import { LearnedBehaviour, type LearnedQuery } from './learned-behaviour.ts';

/** Of a tenant in memory: what is asked and sold most. */
export const LIMITS = { items: 20_000, queries: 5_000, pairs: 50_000, pairsOfQuery: 200 } as const;
/** Entries of all tenants together, some 80 bytes each; the least recently used go first. */
const MAX_ENTRIES = 1_000_000;
const QUERIES_A_TURN = 100;
/** Milliseconds from a reading that failed until the next try; searches come by the hundred meanwhile. */
const RETRY_AFTER = 5_000;
/** Milliseconds after which knowledge is read anew while signals may be getting lost. */
const STALE_AFTER = 60_000;

interface Kept {
  tenant: TenantContext;
  learned: LearnedBehaviour;
  /** A signal said that there is more; by then a search still goes by what it has. */
  stale: boolean;
  readAt: number;
  /** A reading failed: not again before. */
  retryAt: number;
}

/**
 * What is known of each tenant's shoppers. A signal has it read anew, one tenant after another; searches go by what there
 * is until then, and wait only for a tenant's first load.
 */
@Injectable()
export class BehaviourReader implements BeforeApplicationShutdown {
  readonly #logger = new Logger('BehaviourReader');
  readonly #kept = new LRUCache<string, Kept>({
    max: 20_000,
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ learned }) => learned.size,
  });
  readonly #loading = new Map<string, Promise<LearnedBehaviour>>();
  /** Tenants that a signal named while they were being read. */
  readonly #overtaken = new Set<string>();
  /** Tenants that are to be read anew, each once. */
  readonly #queued = new Set<string>();
  #line: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    private readonly database: Database,
    private readonly behaviour: BehaviourRepository,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    bus.on(BEHAVIOUR_TOPIC, ({ tenantId }) => this.#outdate(tenantId));
    bus.on('tenant-deleted', ({ tenantId }) => this.#kept.delete(tenantId));
    bus.onGap(() => {
      for (const tenantId of [...this.#kept.keys(), ...this.#loading.keys()]) this.#outdate(tenantId);
    });
  }

  async get(tenant: TenantContext): Promise<LearnedBehaviour> {
    const kept = this.#kept.get(tenant.tenantId);
    if (!kept) return this.#read(tenant);
    if (!this.bus.healthy && performance.now() - kept.readAt > STALE_AFTER) kept.stale = true;
    if (kept.stale) this.#enqueue(tenant);
    return kept.learned;
  }

  /** Reads what is known by now. */
  async refresh(tenant: TenantContext): Promise<LearnedBehaviour> {
    await this.#loading.get(tenant.tenantId)?.catch(() => {});
    return this.#read(tenant);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.#line;
  }

  #outdate(tenantId: string): void {
    const kept = this.#kept.peek(tenantId);
    if (kept) {
      kept.stale = true;
      this.#enqueue(kept.tenant);
    }
    if (this.#loading.has(tenantId)) this.#overtaken.add(tenantId);
  }

  #enqueue(tenant: TenantContext): void {
    const retryAt = this.#kept.peek(tenant.tenantId)?.retryAt ?? 0;
    if (this.#stopped || this.#queued.has(tenant.tenantId) || performance.now() < retryAt) return;
    this.#queued.add(tenant.tenantId);
    this.#line = this.#readAnew(this.#line, tenant);
  }

  async #readAnew(before: Promise<void>, tenant: TenantContext): Promise<void> {
    await before;
    this.#queued.delete(tenant.tenantId);
    const kept = this.#kept.peek(tenant.tenantId);
    if (this.#stopped || !kept?.stale) return;
    try {
      await this.#read(tenant);
    } catch (error) {
      kept.retryAt = performance.now() + RETRY_AFTER;
      this.#logger.warn({ err: error, tenant: tenant.slug, msg: 'ranking goes by older behaviour' });
    }
  }

  #read(tenant: TenantContext): Promise<LearnedBehaviour> {
    const { tenantId } = tenant;
    const running = this.#loading.get(tenantId);
    if (running) return running;
    const loading = this.#load(tenant)
      .then((learned) => {
        const stale = this.#overtaken.has(tenantId);
        this.#kept.set(tenantId, { tenant, learned, stale, readAt: performance.now(), retryAt: 0 });
        if (stale) this.#enqueue(tenant);
        return learned;
      })
      .finally(() => {
        this.#loading.delete(tenantId);
        this.#overtaken.delete(tenantId);
      });
    this.#loading.set(tenantId, loading);
    return loading;
  }

  #load(tenant: TenantContext): Promise<LearnedBehaviour> {
    const value = presentValue(this.clock.now());
    return this.database.tenant(tenant, async (tx) => {
      const items = await this.behaviour.items(tx, tenant, value, LIMITS.items);
      const queries = await this.behaviour.queries(tx, tenant, value, LIMITS.queries);
      // Not a shared one: it may come after another.
      if (items.length === 0 && queries.length === 0) return new LearnedBehaviour([], [], new Map());
      const shop = shopRate(items);
      const attractions = new Map(items.map((item) => [item.item_id, itemAttraction(item, shop)]));
      const appeals = new Map<string, readonly ItemAppeal[]>();
      let pairs = 0;
      for (let from = 0; from < queries.length && pairs < LIMITS.pairs; from += QUERIES_A_TURN) {
        const names = queries.slice(from, from + QUERIES_A_TURN).map(({ normalized_query }) => normalized_query);
        const rows = await this.behaviour.pairs(tx, tenant, value, names, LIMITS.pairsOfQuery);
        for (const [query, own] of byQuery(rows)) {
          const found = appealsOf(own, shop, attractions);
          if (found.length > 0 && pairs + found.length <= LIMITS.pairs) appeals.set(query, found);
          pairs += found.length;
        }
        await nextTurn();
      }
      return new LearnedBehaviour(itemsOf(items, attractions), queries.map(asLearned).filter(isShowable), appeals);
    });
  }
}

/** Rows of one query stand together. */
function byQuery(rows: readonly PairRow[]): Map<string, PairRow[]> {
  const found = new Map<string, PairRow[]>();
  for (const row of rows) {
    const own = found.get(row.normalized_query);
    if (own) own.push(row);
    else found.set(row.normalized_query, [row]);
  }
  return found;
}

/** Appeals that differ from what the item has by itself. */
function appealsOf(rows: readonly PairRow[], shop: number, attractions: ReadonlyMap<string, number>): ItemAppeal[] {
  const query = queryRate(rows, shop);
  return rows.flatMap((row) => {
    const own = attractions.get(row.item_id) ?? 1;
    const appeal = appealOf(pairAttraction(row, query, own));
    return appeal === appealOf(own) ? [] : [{ id: row.item_id, appeal }];
  });
}

function itemsOf(rows: readonly ItemRow[], attractions: ReadonlyMap<string, number>): ItemBehaviour[] {
  const most = rows.reduce((max, item) => Math.max(max, vouched(item)), 0);
  return rows
    .map((item) => ({
      id: item.item_id,
      appeal: appealOf(attractions.get(item.item_id)!),
      demand: demandOf(item, most),
    }))
    .filter(({ appeal, demand }) => appeal !== 0 || demand !== 0);
}

function asLearned({ normalized_query, spelling, sessions, asked }: QueryRow): LearnedQuery {
  return { normalized: normalized_query, query: spelling, sessions, asked };
}

/** Fewer may be one person; and what looks like a person's data is nobody else's business. */
const MIN_SESSIONS = 3;

function isShowable({ query, sessions }: LearnedQuery): boolean {
  return sessions >= MIN_SESSIONS && personalDataIn(query) === null;
}
