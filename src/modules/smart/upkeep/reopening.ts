import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { reopen } from '../applier.ts';
import { RunLedger } from '../runs/run-ledger.ts';
import type { Claim } from '../runs/runs.repository.ts';
import { SuggestionsRepository } from '../suggestions.repository.ts';
import { UpkeepRepository } from './upkeep.repository.ts';

/** Rejected ones that a run opens again; the next night goes on. */
const MAX_REOPENED = 1_000;

/** Rejected suggestions are looked at once more when the business memory says something else. */
@Injectable()
export class Reopening {
  constructor(
    private readonly repository: UpkeepRepository,
    private readonly suggestions: SuggestionsRepository,
    private readonly ledger: RunLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async reopen(claim: Claim, memory: string): Promise<void> {
    await this.ledger.write(claim, async (tx, { metrics }) => {
      const found = await this.repository.rejectedBefore(tx, claim.tenant, memory, MAX_REOPENED);
      const rows = await this.suggestions.lockMany(
        tx,
        claim.tenant,
        found.map(({ id }) => id),
      );
      const rejected = rows.filter(({ status }) => status === 'rejected');
      for (const suggestion of rejected) {
        reopen(suggestion, this.clock.now());
        metrics.reopened++;
        metrics.pending++;
      }
      this.suggestions.save(tx, claim.tenant, rejected);
    });
  }
}
