import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { RunLedger } from './run-ledger.ts';
import { RunsRepository, type Claim, type RunEnding } from './runs.repository.ts';

@Injectable()
export class RunEndings {
  constructor(
    private readonly ledger: RunLedger,
    private readonly runs: RunsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** `warning`: what it did without. `catalogVersion`: the catalogue that it looked through, null when it did not. */
  succeed(claim: Claim, run: { warning: string | null; catalogVersion: number | null }): Promise<void> {
    return this.#finish(claim, 'succeeded', run.warning, run.catalogVersion);
  }

  fail(claim: Claim, error: string): Promise<void> {
    return this.#finish(claim, 'failed', error, null);
  }

  async #finish(claim: Claim, status: RunEnding['status'], error: string | null, version: number | null) {
    const { tenant, run } = claim;
    const ending = { status, finishedAt: this.clock.now(), error };
    await this.ledger.write(claim, (tx) => this.runs.finish(tx, tenant, run.id, ending, version));
  }
}
