import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  EngineError,
  IndexClosedError,
  type EngineHit,
  SEARCH_ENGINE,
  type IndexStats,
  type SearchEngine,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
  type SimilarQuery,
} from '../../engine/port/index.ts';
import { ApiError } from '../../kernel/errors.ts';
import { tenantContext, type TenantContext } from '../../kernel/tenant-context.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { CatalogFeed, CatalogWriter } from '../items/index.ts';
import { IndexFollower } from './index-follower.ts';
import { KnownBehaviour, type BehaviourState } from './known-behaviour.ts';
import { Line } from './line.ts';

export interface CatalogIndexesOptions {
  /** False for a process that only writes: its signals reach those that serve. */
  serveIndexes: boolean;
}

export const CATALOG_INDEXES_OPTIONS = Symbol('CatalogIndexesOptions');

/** Milliseconds. A lost signal is made good by looking at the versions of the loaded catalogues this often, an engine that fails is tried this often. */
const POLL = 2_000;
/** Signals of one tenant within this time cause one replay; our own write is applied by then and needs none. */
const GATHER = 50;
/** An index that is not in memory is read so long after the last write of its tenant. */
const AT_REST = 2_000;
/** A changed index is written to disk this long after, so that a restart replays little. */
const SNAPSHOT_AFTER = 20_000;
/** Tenants asked for at once, of those with files. */
const ORPHANS_A_QUESTION = 1_000;
/** What is not written by then is replayed by the next start. */
const SHUTDOWN = 10_000;
/** Times that one search opens an index which others push out of memory. */
const MAX_ATTEMPTS = 6;

/** The indexes of this process: opened on first use, following the catalogue's changes wherever they are made. */
@Injectable()
export class CatalogIndexes implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger('CatalogIndexes');
  readonly #followers = new Map<string, IndexFollower>();
  /** Since when an index has changes that no snapshot holds. */
  readonly #changed = new Map<string, number>();
  readonly #gathering = new Map<string, NodeJS.Timeout>();
  readonly #resting = new Map<string, NodeJS.Timeout>();
  /** For indexes that do not fit into memory side by side: opened together, each would push the others out again. */
  readonly #line = new Line();
  readonly #behaviour = new KnownBehaviour();
  readonly #drops = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #polling = false;
  /** Changes that indexes were behind by when last counted. */
  #missing = 0;
  #stopped = false;

  constructor(
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
    @Inject(CATALOG_INDEXES_OPTIONS) private readonly options: CatalogIndexesOptions,
    private readonly feed: CatalogFeed,
    private readonly writer: CatalogWriter,
    private readonly bus: SignalBus,
  ) {}

  /** Of the loaded indexes: for how long the first has been behind, and how many changes are missing in all of them. */
  get lag(): { milliseconds: number; documents: number } {
    const lags = this.#lags();
    const milliseconds = Math.max(0, ...lags.map((lag) => lag.milliseconds));
    return { milliseconds, documents: lags.length === 0 ? 0 : this.#missing };
  }

  onModuleInit(): void {
    // A command too: no service may be running, and the files hold the tenant's documents.
    this.bus.on('tenant-deleted', ({ tenantId, value }) => this.#dropDeleted(tenantContext(tenantId, value)));
    if (!this.options.serveIndexes) return;
    this.writer.onCommit(async (tenant, version, batch) => {
      const follower = this.#follower(tenant);
      await follower.applyCommitted(version, batch).catch((error: unknown) => {
        this.#logger.warn({ err: error, tenant: tenant.slug, msg: 'a committed change is not in the index yet' });
      });
      // Not in memory yet: whoever searches waits for it, the one who pushed need not.
      if (follower.behind && !follower.loaded) this.#followAtRest(follower);
      else if (follower.behind && !follower.failing && !this.#line.busy) this.#follow(follower);
      this.#noteChange(tenant.tenantId);
    });
    this.writer.onConfirm(async (tenant, version) => {
      // One that is not in memory reads the catalogue as it is when it is searched.
      await this.#followers
        .get(tenant.tenantId)
        ?.applyCommitted(version, null)
        .catch(() => {});
    });
    this.bus.on('catalog', ({ tenantId, value }) => this.#hear(tenantId, Number(value)));
    this.bus.onGap(() => void this.#poll());
    void this.#dropOrphans();
    this.#timer = setInterval(() => void this.#poll(), POLL);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    for (const timer of [...this.#gathering.values(), ...this.#resting.values()]) clearTimeout(timer);
    await Promise.all(this.#drops);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('snapshots were not written in time')), SHUTDOWN);
    await Promise.race([this.engine.close(), late.promise])
      .catch((error: unknown) => this.#logger.warn({ err: error, msg: 'the next start replays more changes' }))
      .finally(() => clearTimeout(timer));
  }

  /**
   * `behaviour` is what is known of the items by now: an index that has older knowledge, or was dropped from memory since,
   * gets it first. Without it the index goes by what it has.
   * @throws ApiError `engine_unavailable`
   */
  search(tenant: TenantContext, query: SearchQuery, behaviour?: BehaviourState): Promise<SearchResult> {
    return this.#with(tenant, async (index) => {
      if (behaviour) await this.#behaviour.bring(index, behaviour);
      return index.search(query);
    });
  }

  /** @throws ApiError `engine_unavailable` */
  has(tenant: TenantContext, id: string): Promise<boolean> {
    return this.#with(tenant, (index) => index.has(id));
  }

  /**
   * Null when the catalogue has no such item.
   * @throws ApiError `engine_unavailable`
   */
  similar(tenant: TenantContext, query: SimilarQuery): Promise<EngineHit[] | null> {
    return this.#with(tenant, (index) => index.similar(query));
  }

  /** @throws ApiError `engine_unavailable` */
  stats(tenant: TenantContext): Promise<IndexStats> {
    return this.#with(tenant, async (index) => index.stats());
  }

  /** For work in the background: an index that is not in memory now leaves it again when the answer is called. */
  borrow(tenant: TenantContext): () => Promise<void> {
    const loaded = this.#followers.get(tenant.tenantId)?.loaded ?? false;
    return async () => {
      if (!loaded) await this.engine.release?.(tenant);
    };
  }

  /** Of tenants that were deleted while no process of this data folder was up to hear of it. */
  async #dropOrphans(): Promise<void> {
    try {
      const stored = await this.engine.stored();
      for (let from = 0; from < stored.length && !this.#stopped; from += ORPHANS_A_QUESTION) {
        const some = stored.slice(from, from + ORPHANS_A_QUESTION);
        const present = await this.feed.heads(some);
        for (const tenantId of some) if (!present.has(tenantId)) this.#dropDeleted(tenantContext(tenantId, tenantId));
      }
    } catch (error) {
      if (!this.#stopped) this.#logger.warn({ err: error, msg: 'could not look for indexes of deleted tenants' });
    }
  }

  #dropDeleted(tenant: TenantContext): void {
    const drop = this.drop(tenant).finally(() => this.#drops.delete(drop));
    this.#drops.add(drop);
  }

  /** Forgets the index, its files included; the next use builds it anew. */
  async drop(tenant: TenantContext): Promise<void> {
    this.#followers.delete(tenant.tenantId);
    this.#changed.delete(tenant.tenantId);
    await this.engine.drop(tenant).catch((error: unknown) => {
      this.#logger.warn({ err: error, tenant: tenant.slug, msg: 'could not drop an index' });
    });
  }

  async #with<T>(tenant: TenantContext, work: (index: SearchIndex) => Promise<T>): Promise<T> {
    const once = async (): Promise<T> => work(await this.#follower(tenant).ready());
    let inLine = this.#line.busy && !this.#follower(tenant).loaded;
    for (let attempt = 1; ; attempt++) {
      try {
        return await (inLine ? this.#line.run(once) : once());
      } catch (error) {
        // Dropped from memory between opening and searching.
        inLine = error instanceof IndexClosedError;
        if (inLine && attempt < MAX_ATTEMPTS) continue;
        if (!(error instanceof EngineError)) throw error;
        throw new ApiError('engine_unavailable', 'The search engine failed.', { retryAfter: 2, cause: error });
      }
    }
  }

  #follower(tenant: TenantContext): IndexFollower {
    const known = this.#followers.get(tenant.tenantId);
    if (known) return known;
    const follower = new IndexFollower(tenant, this.engine, this.feed);
    this.#followers.set(tenant.tenantId, follower);
    return follower;
  }

  /** An index that is not in memory catches up when it is asked for. */
  #hear(tenantId: string, version: number): void {
    const follower = this.#followers.get(tenantId);
    follower?.hear(version);
    if (!follower?.loaded || !follower.behind || this.#gathering.has(tenantId) || this.#stopped) return;
    const again = (): void => {
      this.#gathering.delete(tenantId);
      if (follower.loaded && follower.behind) this.#follow(follower);
    };
    const timer = setTimeout(again, follower.failing ? POLL : GATHER);
    this.#gathering.set(tenantId, timer);
  }

  /**
   * When the writes pause: a catalogue that is being filled is indexed in one go then, not beside each write, which took
   * twice the memory. A search in between does not wait for the pause.
   */
  #followAtRest(follower: IndexFollower): void {
    const { tenantId } = follower.tenant;
    clearTimeout(this.#resting.get(tenantId));
    const timer = setTimeout(() => {
      this.#resting.delete(tenantId);
      const wanted = this.#followers.get(tenantId) === follower && follower.behind;
      if (wanted && !this.#line.busy && !this.#stopped) this.#follow(follower);
    }, AT_REST).unref();
    this.#resting.set(tenantId, timer);
  }

  #follow(follower: IndexFollower): void {
    follower.catchUp().then(
      () => this.#noteChange(follower.tenant.tenantId),
      (error: unknown) => {
        if (this.#stopped) return;
        this.#logger.warn({ err: error, tenant: follower.tenant.slug, msg: 'cannot follow a catalogue' });
      },
    );
  }

  #lags(): { tenantId: string; version: number; milliseconds: number }[] {
    return [...this.#followers.values()].flatMap(({ tenant: { tenantId }, lag }) => (lag ? { tenantId, ...lag } : []));
  }

  #noteChange(tenantId: string): void {
    if (!this.#changed.has(tenantId)) this.#changed.set(tenantId, performance.now());
  }

  async #poll(): Promise<void> {
    if (this.#polling || this.#stopped) return;
    this.#polling = true;
    try {
      const loaded = [...this.#followers.values()].filter((follower) => follower.loaded).map(({ tenant }) => tenant);
      if (loaded.length > 0) {
        const heads = await this.feed.heads(loaded.map(({ tenantId }) => tenantId));
        for (const [tenantId, version] of heads) this.#hear(tenantId, version);
        for (const tenant of loaded) if (!heads.has(tenant.tenantId)) this.#dropDeleted(tenant);
      }
      const lags = this.#lags();
      this.#missing = lags.length === 0 ? 0 : await this.feed.countAfter(lags);
    } catch (error) {
      if (!this.#stopped) this.#logger.warn({ err: error, msg: 'could not look for changes of catalogues' });
    }
    await this.#snapshotChanged();
    this.#polling = false;
  }

  async #snapshotChanged(): Promise<void> {
    for (const [tenantId, since] of this.#changed) {
      if (performance.now() - since < SNAPSHOT_AFTER) continue;
      this.#changed.delete(tenantId);
      await this.#followers
        .get(tenantId)
        ?.snapshot()
        .catch((error: unknown) => this.#logger.warn({ err: error, tenantId, msg: 'could not write a snapshot' }));
    }
  }
}
