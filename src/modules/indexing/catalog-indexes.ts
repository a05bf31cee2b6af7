import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  EngineError,
  IndexClosedError,
  SEARCH_ENGINE,
  type IndexStats,
  type SearchEngine,
  type SearchQuery,
  type SearchResult,
} from '../../engine/port/index.ts';
import { ApiError } from '../../kernel/errors.ts';
import { tenantContext, type TenantContext } from '../../kernel/tenant-context.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { CatalogWriter } from '../items/index.ts';
import { CatalogFeed } from './catalog-feed.ts';
import { IndexFollower } from './index-follower.ts';

export interface CatalogIndexesOptions {
  /** False for a process that only writes: its signals reach those that serve. */
  serveIndexes: boolean;
}

export const CATALOG_INDEXES_OPTIONS = Symbol('CatalogIndexesOptions');

/** A lost signal is made good by looking at the versions of the loaded catalogues this often. */
const POLL = 2_000;
/** A changed index is written to disk this long after, so that a restart replays little. */
const SNAPSHOT_AFTER = 20_000;

/** The indexes of this process: opened on first use, following the catalogue's changes wherever they are made. */
@Injectable()
export class CatalogIndexes implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger('CatalogIndexes');
  readonly #followers = new Map<string, IndexFollower>();
  readonly #changed = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #polling = false;

  constructor(
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
    @Inject(CATALOG_INDEXES_OPTIONS) private readonly options: CatalogIndexesOptions,
    private readonly feed: CatalogFeed,
    private readonly writer: CatalogWriter,
    private readonly bus: SignalBus,
  ) {}

  onModuleInit(): void {
    if (!this.options.serveIndexes) return;
    this.writer.onCommit(async (tenant, version, batch) => {
      await this.#follower(tenant).applyCommitted(version, batch);
      this.#noteChange(tenant.tenantId);
    });
    this.bus.on('catalog', ({ tenantId, value }) => this.#hear(tenantId, Number(value)));
    this.bus.on('tenant-deleted', ({ tenantId, value }) => void this.drop(tenantContext(tenantId, value)));
    this.bus.onGap(() => void this.#poll());
    this.#timer = setInterval(() => void this.#poll(), POLL);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.engine.close();
  }

  /** @throws ApiError `engine_unavailable` */
  async search(tenant: TenantContext, query: SearchQuery): Promise<SearchResult> {
    for (let attempt = 0; ; attempt++) {
      try {
        const index = await this.#follower(tenant).ready();
        return await index.search(query);
      } catch (error) {
        // Dropped from memory between opening and searching.
        if (error instanceof IndexClosedError && attempt < 3) continue;
        if (!(error instanceof EngineError)) throw error;
        throw new ApiError('engine_unavailable', 'The search engine failed.', { retryAfter: 2, cause: error });
      }
    }
  }

  async stats(tenant: TenantContext): Promise<IndexStats> {
    return (await this.#follower(tenant).ready()).stats();
  }

  async drop(tenant: TenantContext): Promise<void> {
    this.#followers.delete(tenant.tenantId);
    this.#changed.delete(tenant.tenantId);
    await this.engine.drop(tenant).catch((error: unknown) => {
      this.#logger.warn({ err: error, tenant: tenant.slug, msg: 'could not drop an index' });
    });
  }

  #follower(tenant: TenantContext): IndexFollower {
    const known = this.#followers.get(tenant.tenantId);
    if (known) return known;
    const follower = new IndexFollower(tenant, this.engine, this.feed);
    this.#followers.set(tenant.tenantId, follower);
    return follower;
  }

  #hear(tenantId: string, version: number): void {
    const follower = this.#followers.get(tenantId);
    if (!follower) return;
    follower.hear(version);
    // An index that is not in memory catches up when it is asked for.
    if (follower.loaded && follower.version < version) this.#follow(follower);
  }

  #follow(follower: IndexFollower): void {
    follower.catchUp().then(
      () => this.#noteChange(follower.tenant.tenantId),
      (error: unknown) =>
        this.#logger.warn({ err: error, tenant: follower.tenant.slug, msg: 'cannot follow a catalogue' }),
    );
  }

  #noteChange(tenantId: string): void {
    if (!this.#changed.has(tenantId)) this.#changed.set(tenantId, performance.now());
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      const loaded = [...this.#followers.values()].filter((follower) => follower.loaded);
      if (loaded.length > 0) {
        const heads = await this.feed.heads(loaded.map((follower) => follower.tenant.tenantId));
        for (const [tenantId, version] of heads) this.#hear(tenantId, version);
      }
      await this.#snapshotChanged();
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'could not look for changes of catalogues' });
    } finally {
      this.#polling = false;
    }
  }

  async #snapshotChanged(): Promise<void> {
    for (const [tenantId, since] of this.#changed) {
      if (performance.now() - since < SNAPSHOT_AFTER) continue;
      this.#changed.delete(tenantId);
      await this.#followers.get(tenantId)?.snapshot();
    }
  }
}
