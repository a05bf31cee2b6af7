import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { RunLedger } from './run-ledger.ts';
import type { Claim, RunEnding, RunState } from './runs.repository.ts';

/** `warning`: what it did without. `catalogVersion`: the catalogue that it looked through, null when it did not. */
type Success = { warning: string | null; catalogVersion: number | null };

@Injectable()
export class RunEndings {
  constructor(
    private readonly ledger: RunLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** With what the transaction that holds the run does. */
  succeedWith(state: RunState, { warning, catalogVersion }: Success): void {
    state.ending = this.#ending('succeeded', warning, catalogVersion);
  }

  succeed(claim: Claim, run: Success): Promise<void> {
    return this.ledger.write(claim, async (_, state) => this.succeedWith(state, run));
  }

  fail(claim: Claim, error: string): Promise<void> {
    return this.ledger.write(claim, async (_, state) => void (state.ending = this.#ending('failed', error, null)));
  }

  #ending(status: RunEnding['status'], error: string | null, catalogVersion: number | null): RunEnding {
    return { status, finishedAt: this.clock.now(), error, catalogVersion };
  }
}
