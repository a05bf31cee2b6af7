import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { RunLedger } from '../runs/run-ledger.ts';
import type { Claim } from '../runs/runs.repository.ts';
import { SuggestionsRepository } from '../suggestions.repository.ts';
import { SynonymEffect } from '../synonym-effect.ts';
import { retire } from './retire.ts';
import { UpkeepRepository } from './upkeep.repository.ts';

@Injectable()
export class RetirementOfTargets {
  constructor(
    private readonly ledger: RunLedger,
    private readonly repository: UpkeepRepository,
    private readonly suggestions: SuggestionsRepository,
    private readonly effect: SynonymEffect,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async retire({ tenant, run }: Claim, lookedUp: readonly string[], gone: readonly string[]): Promise<void> {
    await this.ledger.write({ tenant, run }, async (tx, { metrics }) => {
      const now = this.clock.now();
      await this.repository.noteChecked(tx, tenant, lookedUp, new Date(now));
      const rows = (await this.suggestions.lockMany(tx, tenant, gone)).filter(
        ({ status }) => status === 'accepted' || status === 'applied' || status === 'pending',
      );
      for (const suggestion of rows) {
        retire(suggestion, 'target_gone', `The catalogue has nothing for "${suggestion.suggested}" any more.`, now);
        await this.effect.remove(tx, tenant, suggestion);
        suggestion.target_results = 0;
        metrics.expired++;
      }
      this.suggestions.save(tx, tenant, rows);
    });
  }
}
