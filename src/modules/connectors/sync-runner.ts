import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { ApiError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { Database, sqlState } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { ClaimedWork, keepLease, LeaseLost } from '../../platform/jobs/index.ts';
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
  readonly #aborts = new Set<AbortController>();
  readonly #work: ClaimedWork<Claim>;

  constructor(
    private readonly database: Database,
    private readonly syncs: SyncsRepository,
    private readonly worker: SyncWorker,
    private readonly bus: SignalBus,
    private readonly timing: ConnectorTiming,
  ) {
    this.#work = new ClaimedWork({
      name: 'sync of a connector',
      slots: timing.concurrency,
      take: () => this.#claim(null),
      work: (claim) => this.#run(claim),
      giveBack: (claim) => this.#giveBack(claim).catch((error: unknown) => this.#waits(claim, error)),
      onFault: (error) => this.#logger.warn({ err: error, msg: 'no sync could be taken' }),
    });
  }

  onModuleInit(): void {
    this.bus.on(SYNC_QUEUED, () => void this.fill());
  }

  /** Timers exist in a service only: a command takes no sync but its own. */
  @Timeout(0)
  serve(): Promise<void> {
    return this.#work.serve();
  }

  @Interval(5_000)
  poll(): Promise<void> {
    return this.fill();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const stopped = this.#work.stop();
    for (const abort of this.#aborts) abort.abort(STOPPING);
    await stopped;
  }

  /** Takes syncs until there is none or enough. */
  fill(): Promise<void> {
    return this.#work.fill();
  }

  /** Works on one queued sync to its end; false when another process has taken it. */
  async runNow(syncId: string): Promise<boolean> {
    const claim = await this.#claim(syncId);
    if (!claim) return false;
    await this.#work.run(claim);
    return true;
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

  async #run(claim: Claim): Promise<void> {
    const { tenant, sync } = claim;
    const { leaseSeconds } = this.timing;
    const abort = new AbortController();
    this.#aborts.add(abort);
    const renew = () => this.database.tenant(tenant, (tx) => this.syncs.renew(tx, tenant, sync, leaseSeconds));
    const stopRenewing = keepLease(leaseSeconds, renew, abort);
    try {
      await this.worker.run(claim, abort.signal);
    } catch (error) {
      await this.#handle(claim, error).catch((failure: unknown) => this.#waits(claim, failure));
    } finally {
      stopRenewing();
      this.#aborts.delete(abort);
    }
  }

  #giveBack({ tenant, sync }: Claim): Promise<void> {
    return this.database.tenant(tenant, (tx) => this.syncs.giveBack(tx, tenant, sync));
  }

  /** The database is away or overloaded: when the lease has ended someone goes on. */
  #waits({ sync }: Claim, error: unknown): void {
    this.#logger.warn({ err: error, sync: sync.id, msg: 'a sync waits for its lease to end' });
  }

  async #handle(claim: Claim, error: unknown): Promise<void> {
    const { sync } = claim;
    if (error instanceof LeaseLost) {
      this.#logger.log({ sync: sync.id, msg: 'a sync was taken over or deleted' });
    } else if (error === STOPPING) {
      await this.#giveBack(claim);
    } else if (error instanceof ApiError) {
      this.#waits(claim, error);
    } else {
      const reference = await this.worker.giveUp(claim);
      this.#logger.error({ err: error, sync: sync.id, reference, msg: 'a sync failed' });
    }
  }
}
