import { setTimeout as delay } from 'node:timers/promises';
import { IndexClosedError, type ChangeBatch, type SearchEngine, type SearchIndex } from '../../engine/port/index.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { CatalogFeed } from './catalog-feed.ts';

/** How long a request waits for an index that is catching up. */
const PATIENCE = 10_000;

/** Keeps one tenant's index in this process at the catalogue's version. All changes of the index go through `#inTurn`. */
export class IndexFollower {
  #index: SearchIndex | null = null;
  /** The highest version that this process has heard of. */
  #known = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #catchingUp: Promise<SearchIndex> | null = null;

  constructor(
    readonly tenant: TenantContext,
    private readonly engine: SearchEngine,
    private readonly feed: CatalogFeed,
  ) {}

  get loaded(): boolean {
    return this.#index !== null && !this.#index.closed;
  }

  get version(): number {
    return this.#index?.version ?? 0;
  }

  /** The index, holding at least every version heard of so far. */
  async ready(): Promise<SearchIndex> {
    const index = this.#index;
    if (index && !index.closed && index.version >= this.#known) return index;
    const caughtUp = this.catchUp();
    caughtUp.catch(() => {});
    const patience = new AbortController();
    try {
      return await Promise.race([caughtUp, this.#giveUp(patience.signal)]);
    } finally {
      patience.abort();
    }
  }

  /** A version was committed here or elsewhere. */
  hear(version: number): void {
    this.#known = Math.max(this.#known, version);
  }

  /** Applies a batch of this process at once when it is the next one; else the feed brings what lies between. */
  async applyCommitted(version: number, batch: ChangeBatch | null): Promise<void> {
    this.hear(version);
    const applied = await this.#inTurn(async () => {
      const index = this.#index;
      if (!index || index.closed || !batch || index.version !== version - 1) return false;
      await index.apply(batch);
      return true;
    });
    if (!applied && this.version < version) await this.catchUp();
  }

  catchUp(): Promise<SearchIndex> {
    this.#catchingUp ??= this.#inTurn(() => this.#catchUp()).finally(() => (this.#catchingUp = null));
    return this.#catchingUp;
  }

  async snapshot(): Promise<void> {
    if (this.loaded) await this.#inTurn(() => this.#index!.snapshot());
  }

  async #catchUp(): Promise<SearchIndex> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#replay(await this.#open());
      } catch (error) {
        // Dropped from memory between opening and applying.
        if (!(error instanceof IndexClosedError) || attempt > 0) throw error;
      }
    }
  }

  async #replay(index: SearchIndex): Promise<SearchIndex> {
    const { version, purged } = await this.feed.head(this.tenant);
    const stale = index.version > version || (index.version > 0 && index.version < purged);
    if (stale) await index.clear();
    if (index.version < version) {
      for await (const batch of this.feed.batches(this.tenant, index.version, version)) await index.apply(batch);
    }
    this.hear(index.version);
    return index;
  }

  async #open(): Promise<SearchIndex> {
    if (!this.#index || this.#index.closed) this.#index = await this.engine.open(this.tenant);
    return this.#index;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => {});
    return mine;
  }

  async #giveUp(signal: AbortSignal): Promise<never> {
    await delay(PATIENCE, undefined, { signal, ref: false });
    throw new ApiError('engine_unavailable', 'The index of this tenant is still being prepared.', { retryAfter: 5 });
  }
}
