import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  IndexClosedError,
  type ChangeBatch,
  type FreshIndex,
  type SearchEngine,
  type SearchIndex,
} from '../../engine/port/index.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { CatalogFeed, FirstPage } from '../items/index.ts';

/** Milliseconds that a search waits for an index that is catching up, and a push until it is searchable. */
const PATIENCE = 10_000;
/** Batches of a replay on their way into the index: they are indexed together. */
const AHEAD = 4;
/** Replays for one caller: a catalogue under constant writes is always a version ahead. */
const MAX_ROUNDS = 3;

const logger = new Logger('IndexFollower');

/** Keeps one tenant's index in this process at the catalogue's version. All changes of the index go through `#inTurn`. */
export class IndexFollower {
  #index: SearchIndex | null = null;
  /** The highest version that this process has heard of. */
  #known = 0;
  /** The index was once at the catalogue's version: what it answers is a true state, if perhaps an old one. */
  #whole = false;
  /** Tombstones may have been missed: the version tells nothing until the index was rebuilt. */
  #tainted = false;
  /** Since when a version is missing in the loaded index, as `performance.now()`. */
  #since = performance.now();
  #rebuilding = false;
  /** The last change did not get in. Nobody waits for the next before one has: it is in the catalogue, and brought from there. */
  #failing = false;
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

  /** The last change did not get in: the next try comes with the next look at the versions, not with each push. */
  get failing(): boolean {
    return this.#failing;
  }

  get behind(): boolean {
    return !this.#holds(this.#known);
  }

  /** How far the index, once it is loaded, is behind: what comes after `version` is missing for `milliseconds`. */
  get lag(): { version: number; milliseconds: number } | null {
    if (!this.loaded || !this.behind) return null;
    return { version: this.#index!.version, milliseconds: performance.now() - this.#since };
  }

  /** The index at every version heard of so far; an older one when the database or the engine fails to bring the rest. */
  async ready(): Promise<SearchIndex> {
    if (!this.behind) return this.#index!;
    // A rebuild of a large catalogue takes longer than a shopper waits, as does a cluster that is being healed; what was true
    // before is answered meanwhile.
    const away = this.#failing && !this.engine.capabilities.local;
    if ((this.#rebuilding || away) && this.#whole && this.loaded) return this.#index!;
    try {
      return await this.#inTime(this.#reach(this.#known));
    } catch (error) {
      const index = this.#index;
      if (!index || index.closed || !this.#whole) throw error;
      logger.warn({ err: error, tenant: this.tenant.slug, msg: 'a search is answered from an older state' });
      return index;
    }
  }

  /** A version was committed here or elsewhere. */
  hear(version: number): void {
    if (version > this.#known && !this.behind) this.#since = performance.now();
    this.#known = Math.max(this.#known, version);
  }

  /** Applies a batch of this process at once when it is the next one; else the feed brings what lies between. */
  async applyCommitted(version: number, batch: ChangeBatch | null): Promise<void> {
    this.hear(version);
    // Also while a long replay is under way: whoever searches waits for it, the one who pushed need not.
    if (!this.loaded || !this.#whole || (this.#failing && !this.engine.capabilities.local)) return;
    await this.#inTime(this.#noting(this.#applyOrReach(version, batch)));
  }

  /** Up to the catalogue's present version, unless every version heard of is there by the time it is our turn. */
  catchUp(): Promise<SearchIndex> {
    this.#catchingUp ??= this.#noting(this.#inTurn(() => this.#catchUp())).finally(() => (this.#catchingUp = null));
    return this.#catchingUp;
  }

  async snapshot(): Promise<void> {
    if (this.loaded) await this.#index!.snapshot();
  }

  #holds(version: number): boolean {
    return this.loaded && this.#whole && this.#index!.version >= version;
  }

  async #applyOrReach(version: number, batch: ChangeBatch | null): Promise<void> {
    await this.#inTurn(async () => {
      const index = this.#index;
      if (batch && index && !index.closed && index.version === version - 1) await index.apply(batch);
    });
    await this.#reach(version);
  }

  /** A replay under way may have begun before `version` was committed. */
  async #reach(version: number): Promise<SearchIndex> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (this.#holds(version)) return this.#index!;
      await this.catchUp();
    }
    return this.catchUp();
  }

  async #catchUp(): Promise<SearchIndex> {
    // Our own write's signal may come while the write is being applied.
    if (this.#holds(this.#known)) return this.#index!;
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
    const release = index.hold();
    try {
      const heard = this.#known;
      const { page, ...head } = await this.feed.start(this.tenant, index.version);
      if (index.version > head.version) {
        // Of another history: nothing that it answers is true.
        this.#whole = false;
        await this.#rebuild(index, head.version);
      } else if (this.#tainted || isPast(index.version, head.purged)) {
        await this.#rebuild(index, head.version);
      } else {
        const from = index.version;
        await this.#applyFeed(index, head.version, page);
        // Tombstones that were purged while we read were perhaps not read: what they deleted would stay.
        const late = !page.isLast && from < head.version && isPast(from, (await this.feed.head(this.tenant)).purged);
        if (late) {
          this.#whole = false;
          this.#tainted = true;
          await this.#rebuild(index, head.version);
        }
      }
      this.#whole = true;
      // A version that the database does not have (any more) must not be waited for.
      if (this.#known === heard) this.#known = index.version;
      return index;
    } finally {
      release();
    }
  }

  async #rebuild(index: SearchIndex, head: number): Promise<void> {
    this.#rebuilding = true;
    try {
      await index.rebuild((fresh) => this.#applyFeed(fresh, head));
      this.#tainted = false;
    } finally {
      this.#rebuilding = false;
    }
  }

  async #applyFeed(index: FreshIndex, head: number, first: FirstPage | null = null): Promise<void> {
    if (index.version >= head) return;
    const under: Promise<void>[] = [];
    let failed = false;
    for await (const batch of this.feed.batches(this.tenant, index.version, head, first)) {
      // What comes after a batch that did not get in would say that it did: the version tells all that came before.
      if (failed) break;
      const applied = index.apply(batch);
      applied.catch(() => (failed = true));
      under.push(applied);
      if (under.length >= AHEAD) await under.shift();
    }
    await Promise.all(under);
  }

  async #open(): Promise<SearchIndex> {
    // One that all processes share may have been brought on by another one.
    if (this.#index && !this.#index.closed && this.engine.capabilities.local) return this.#index;
    const before = this.#index;
    const index = await this.engine.open(this.tenant);
    if (index !== before) {
      this.#whole = false;
      this.#since = performance.now();
    }
    return (this.#index = index);
  }

  async #noting<T>(work: Promise<T>): Promise<T> {
    try {
      const done = await work;
      this.#failing = false;
      return done;
    } catch (error) {
      this.#failing = true;
      throw error;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => {});
    return mine;
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    const patience = new AbortController();
    try {
      return await Promise.race([work, this.#giveUp(patience.signal)]);
    } finally {
      patience.abort();
    }
  }

  async #giveUp(signal: AbortSignal): Promise<never> {
    await delay(PATIENCE, undefined, { signal, ref: false });
    throw new ApiError('engine_unavailable', 'The index of this tenant is still being prepared.', { retryAfter: 5 });
  }
}

/** Tombstones after `version` are gone, so the feed cannot bring an index from there. An empty one has nothing to lose. */
function isPast(version: number, purged: number): boolean {
  return version > 0 && version < purged;
}
