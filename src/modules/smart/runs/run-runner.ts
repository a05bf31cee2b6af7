import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { newId } from '../../../kernel/ids.ts';
import { Database } from '../../../platform/database/index.ts';
import { SignalBus } from '../../../platform/events/index.ts';
import { ClaimedWork } from '../../../platform/jobs/index.ts';
import { DueNights, type DueNight } from './due-nights.ts';
import { RunKeeper } from './run-keeper.ts';
import { RunsRepository, type Claim } from './runs.repository.ts';
import { SmartTiming } from './timing.ts';

/** Sent with the commit that adds a run for anyone to take. */
export const RUN_ADDED = 'smart-run';

/** Due nights that a look finds. */
const CHUNK = 200;
const LOOK = 20_000;

/**
 * Begins the runs of due nights and takes up those that wait or were left behind, a bounded number at a time.
 * `smart_runs` is the queue: whether a night is due follows from it, so no process and no clock can lose or double one.
 */
@Injectable()
export class RunRunner implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('RunRunner');
  readonly #owner = newId();
  readonly #work: ClaimedWork<Claim>;
  #due: DueNight[] = [];
  /** Whether a run may wait for somebody: asked after each signal and poll, not before each of ten thousand nights. */
  #mayWait = true;

  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly nights: DueNights,
    private readonly keeper: RunKeeper,
    private readonly timing: SmartTiming,
    private readonly bus: SignalBus,
  ) {
    this.#work = new ClaimedWork({
      name: 'run of Smart',
      slots: timing.concurrency,
      take: async () => (await this.#takeWaiting()) ?? (await this.#beginNext()),
      work: (claim) => keeper.work(claim),
      giveBack: (claim) => keeper.giveBack(claim),
      onFault: (error) => this.#logger.warn({ err: error, msg: 'no run could be taken' }),
    });
  }

  onModuleInit(): void {
    this.bus.on(RUN_ADDED, () => void this.fill());
  }

  /** Timers exist in a service only: a command takes no run but its own. */
  @Timeout(0)
  serve(): Promise<void> {
    return this.#work.serve();
  }

  @Interval(5_000)
  poll(): Promise<void> {
    return this.fill();
  }

  @Interval(LOOK)
  async look(): Promise<void> {
    if (this.timing.nightly) await this.lookForNights();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const stopped = this.#work.stop();
    this.keeper.stop();
    await stopped;
  }

  /** Begins the runs of all due nights, as slots become free; returns when the last one has begun. */
  async lookForNights(): Promise<void> {
    if (!this.#work.serving || this.#due.length > 0) return;
    try {
      this.#due = await this.nights.list(CHUNK);
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'could not look for due nights' });
    }
    if (this.#due.length > 0) await this.fill();
  }

  /** Takes runs until there is none or enough. */
  fill(): Promise<void> {
    this.#mayWait = true;
    return this.#work.fill();
  }

  /** Works on one waiting run to its end; false when another process has taken it. */
  async runNow(runId: string): Promise<boolean> {
    const claim = await this.#claim(runId);
    if (!claim) return false;
    await this.#work.run(claim);
    return true;
  }

  async #takeWaiting(): Promise<Claim | null> {
    if (!this.#mayWait) return null;
    this.#mayWait = false;
    const claim = await this.#claim(null);
    // There may be another one.
    if (claim) this.#mayWait = true;
    return claim;
  }

  #claim(only: string | null): Promise<Claim | null> {
    return this.database.system((tx) => this.runs.claim(tx, this.#owner, this.timing.leaseSeconds, only));
  }

  /** The next due night that no other process has begun meanwhile. */
  async #beginNext(): Promise<Claim | null> {
    for (let due = this.#due.pop(); due; due = this.#due.pop()) {
      const claim = await this.nights.begin(due, this.#owner, this.timing.leaseSeconds);
      // The last one of a look: there may be more.
      if (this.#due.length === 0) setImmediate(() => void this.look());
      if (claim) return claim;
    }
    return null;
  }
}
