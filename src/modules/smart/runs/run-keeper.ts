import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ApiError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { Database } from '../../../platform/database/index.ts';
import { SignalBus } from '../../../platform/events/index.ts';
import { keepLease, LeaseLost } from '../../../platform/jobs/index.ts';
import { RunWorker } from './run-worker.ts';
import { RunsRepository, type Claim } from './runs.repository.ts';
import { SmartTiming } from './timing.ts';

/** Sent with the commit that cancels a run; its value is the run. */
export const RUN_CANCELLED = 'smart-run-cancelled';

const STOPPING = Symbol('stopping');
/** Times a run may be taken up: what brings down a process again and again must end. */
const MAX_TAKEUPS = 10;

/** Keeps the lease of a run while it is worked on, and says what its failure means. */
@Injectable()
export class RunKeeper implements OnModuleInit {
  readonly #logger = new Logger('RunKeeper');
  readonly #aborts = new Map<string, AbortController>();

  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly worker: RunWorker,
    private readonly timing: SmartTiming,
    private readonly bus: SignalBus,
  ) {}

  onModuleInit(): void {
    this.bus.on(RUN_CANCELLED, ({ value }) => this.#aborts.get(value)?.abort(new LeaseLost()));
  }

  stop(): void {
    for (const abort of this.#aborts.values()) abort.abort(STOPPING);
  }

  /** Resolves when the run is over, or is another process's. Never rejects. */
  async work(claim: Claim): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(claim.run.id, abort);
    const { tenant, run } = claim;
    const { leaseSeconds } = this.timing;
    const renew = () => this.database.tenant(tenant, (tx) => this.runs.renew(tx, tenant, run, leaseSeconds));
    const stopRenewing = keepLease(leaseSeconds, renew, abort);
    try {
      if (claim.run.fence > MAX_TAKEUPS) await this.worker.fail(claim, 'It was interrupted too often.');
      else await this.worker.run(claim, abort.signal);
    } catch (error) {
      await this.#handle(claim, abort.signal.aborted ? abort.signal.reason : error).catch((failure: unknown) =>
        this.#logger.warn({ err: failure, run: claim.run.id, msg: 'a run waits for its lease to end' }),
      );
    } finally {
      stopRenewing();
      this.#aborts.delete(claim.run.id);
    }
  }

  /** For another process to go on with. Never rejects: without it the lease ends by itself. */
  async giveBack({ tenant, run }: Claim): Promise<void> {
    try {
      await this.database.tenant(tenant, (tx) => this.runs.giveBack(tx, tenant, run));
    } catch (error) {
      this.#logger.warn({ err: error, run: run.id, msg: 'a run waits for its lease to end' });
    }
  }

  async #handle(claim: Claim, error: unknown): Promise<void> {
    const { tenant, run } = claim;
    if (error instanceof LeaseLost) {
      this.#logger.warn({ run: run.id, msg: 'a run was taken over or cancelled' });
    } else if (error === STOPPING) {
      await this.giveBack(claim);
    } else if (error instanceof ApiError && error.status === 503) {
      // The database or the engine is away: when the lease has ended someone goes on.
      this.#logger.warn({ err: error, run: run.id, msg: 'a run waits for its lease to end' });
    } else {
      const reference = newId();
      this.#logger.error({ err: error, run: run.id, tenant: tenant.slug, reference, msg: 'a run failed' });
      await this.worker.fail(claim, `Something failed on our side; it is logged as ${reference}.`);
    }
  }
}
