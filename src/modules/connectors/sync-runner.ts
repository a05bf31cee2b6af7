import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { ApiError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { Database, sqlState } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { LeaseLost } from './page-writer.ts';
import { SyncWorker } from './sync-worker.ts';
import { SyncsRepository, type Claim } from './syncs.repository.ts';
import { ConnectorTiming } from './timing.ts';

/** Sent with the commit that queues a sync. */
export const SYNC_QUEUED = 'connector-sync';

const STOPPING = Symbol('stopping');
const UNIQUE_VIOLATION = '23505';

/**
 * Works on syncs, a bounded number at a time. `connector_syncs` is the queue, because a sync must be gone on with where it
 * stood and a tenant has one at a time: a lease says who works on it, its fence refuses what a process writes late.
 */
@Injectable()
export class SyncRunner implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('SyncRunner');
  readonly #owner = newId();
  readonly #running = new Map<string, { abort: AbortController; ended: Promise<void> }>();
  #serving = false;
  #stopping = false;
  #filling: Promise<void> | null = null;
  #again = false;

  constructor(
    private readonly database: Database,
    private readonly syncs: SyncsRepository,
    private readonly worker: SyncWorker,
    private readonly bus: SignalBus,
    private readonly timing: ConnectorTiming,
  ) {}

  onModuleInit(): void {
    this.bus.on(SYNC_QUEUED, () => void this.fill());
  }

  /** Timers exist in a service only: a command takes no sync but its own. */
  @Timeout(0)
  serve(): Promise<void> {
    this.#serving = true;
    return this.fill();
  }

  @Interval(5_000)
  poll(): Promise<void> {
    return this.fill();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    for (const { abort } of this.#running.values()) abort.abort(STOPPING);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    await this.#filling;
  }

  /** Takes syncs until there is none or enough. */
  async fill(): Promise<void> {
    if (!this.#serving || this.#stopping) return;
    this.#again = this.#filling !== null;
    this.#filling ??= this.#take().finally(() => {
      this.#filling = null;
      if (this.#again) void this.fill();
    });
    await this.#filling;
  }

  /** Works on one queued sync to its end; false when another process has taken it. */
  async runNow(syncId: string): Promise<boolean> {
    const claim = await this.#claim(syncId);
    if (!claim) return false;
    await this.#start(claim);
    return true;
  }

  async #take(): Promise<void> {
    try {
      while (!this.#stopping && this.#running.size < this.timing.concurrency) {
        const claim = await this.#claim(null);
        if (!claim) return;
        void this.#start(claim).then(() => this.fill());
      }
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'no sync could be taken' });
    }
  }

  async #claim(only: string | null): Promise<Claim | null> {
    try {
      return await this.database.system((tx) => this.syncs.claim(tx, this.#owner, this.timing.leaseSeconds, only));
    } catch (error) {
      // Another process began one of the same tenant in the same moment.
      if (sqlState(error) === UNIQUE_VIOLATION) return null;
      throw error;
    }
  }

  #start(claim: Claim): Promise<void> {
    const abort = new AbortController();
    const ended = this.#work(claim, abort).finally(() => this.#running.delete(claim.sync.id));
    this.#running.set(claim.sync.id, { abort, ended });
    return ended;
  }

  async #work(claim: Claim, abort: AbortController): Promise<void> {
    const stopRenewing = this.#keepLease(claim, abort);
    try {
      await this.worker.run(claim, abort.signal);
    } catch (error) {
      await this.#handle(claim, error).catch((failure: unknown) =>
        this.#logger.warn({ err: failure, sync: claim.sync.id, msg: 'a sync waits for its lease to end' }),
      );
    } finally {
      stopRenewing();
    }
  }

  async #handle(claim: Claim, error: unknown): Promise<void> {
    const { tenant, sync } = claim;
    if (error instanceof LeaseLost) {
      this.#logger.log({ sync: sync.id, msg: 'a sync was taken over or deleted' });
    } else if (error === STOPPING) {
      await this.database.tenant(tenant, (tx) => this.syncs.giveBack(tx, tenant, sync));
    } else if (error instanceof ApiError) {
      // The database is away or overloaded: when the lease has ended someone goes on.
      this.#logger.warn({ err: error, sync: sync.id, msg: 'a sync waits for its lease to end' });
    } else {
      const reference = await this.worker.giveUp(claim);
      this.#logger.error({ err: error, sync: sync.id, reference, msg: 'a sync failed' });
    }
  }

  /** Stops the work when the lease can not be kept: by its end another process may have begun. */
  #keepLease({ tenant, sync }: Claim, abort: AbortController): () => void {
    const lease = this.timing.leaseSeconds;
    let renewedAt = performance.now();
    const renew = async (): Promise<void> => {
      const askedAt = performance.now();
      try {
        const held = await this.database.tenant(tenant, (tx) => this.syncs.renew(tx, tenant, sync, lease));
        if (held) renewedAt = askedAt;
        else abort.abort(new LeaseLost());
      } catch {
        if (performance.now() - renewedAt > lease * 1_000) abort.abort(new LeaseLost());
      }
    };
    const timer = setInterval(() => void renew(), (lease * 1_000) / 4);
    return () => clearInterval(timer);
  }
}
