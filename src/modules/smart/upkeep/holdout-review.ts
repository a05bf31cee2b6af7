import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { Database } from '../../../platform/database/index.ts';
import { isHeldBack } from '../../synonyms/index.ts';
import { RunLedger } from '../runs/run-ledger.ts';
import type { Claim } from '../runs/runs.repository.ts';
import type { Holdout } from '../suggestion.ts';
import { SuggestionsRepository } from '../suggestions.repository.ts';
import { SynonymEffect } from '../synonym-effect.ts';
import { findHarm, noHoldout, type Harm } from './harm.ts';
import { retire } from './retire.ts';
import { UpkeepRepository, type FreshSynonym, type SessionOutcome } from './upkeep.repository.ts';

/** Compares the sessions that had a fresh synonym with those that were kept from it, and takes back what does harm. */
@Injectable()
export class HoldoutReview {
  constructor(
    private readonly database: Database,
    private readonly repository: UpkeepRepository,
    private readonly suggestions: SuggestionsRepository,
    private readonly effect: SynonymEffect,
    private readonly ledger: RunLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async review(claim: Claim, since: Date): Promise<void> {
    const { tenant, run } = claim;
    const { fresh, outcomes } = await this.database.tenant(tenant, async (tx) => {
      const found = await this.repository.fresh(tx, tenant, since);
      return { fresh: found, outcomes: await this.repository.outcomes(tx, tenant, run, found) };
    });
    const counted = countOutcomes(fresh, outcomes);
    if (counted.size === 0) return;
    await this.ledger.write(claim, async (tx, { metrics }) => {
      const rows = await this.suggestions.lockMany(tx, tenant, [...counted.keys()]);
      // Not what a person has decided meanwhile, nor what this run has counted before it was taken up again.
      const open = rows.filter(({ status, holdout }) => status === 'applied' && holdout?.run_id !== run.id);
      for (const suggestion of open) {
        const holdout = sum(suggestion.holdout ?? noHoldout(), counted.get(suggestion.id)!);
        suggestion.holdout = { ...holdout, run_id: run.id };
        const harm = findHarm(holdout);
        if (!harm) continue;
        retire(suggestion, 'harm', describe(harm, holdout), this.clock.now());
        await this.effect.remove(tx, tenant, suggestion);
        metrics.reverted++;
      }
      this.suggestions.save(tx, tenant, open);
    });
  }
}

function countOutcomes(fresh: readonly FreshSynonym[], outcomes: readonly SessionOutcome[]): Map<string, Holdout> {
  const byOriginal = Map.groupBy(outcomes, ({ original }) => original);
  const counted = new Map<string, Holdout>();
  for (const { id, original, synonym_id: synonymId } of fresh) {
    const holdout = noHoldout();
    for (const { session_id, no_click, no_result } of byOriginal.get(original) ?? []) {
      const group = isHeldBack(session_id, synonymId) ? holdout.without : holdout.with;
      group.sessions++;
      if (no_click) group.no_click++;
      if (no_result) group.no_result++;
    }
    if (holdout.with.sessions + holdout.without.sessions > 0) counted.set(id, holdout);
  }
  return counted;
}

function sum(a: Holdout, b: Holdout): Holdout {
  const add = (side: keyof Holdout) => ({
    sessions: a[side].sessions + b[side].sessions,
    no_click: a[side].no_click + b[side].no_click,
    no_result: a[side].no_result + b[side].no_result,
  });
  return { with: add('with'), without: add('without') };
}

function describe({ outcome, p }: Harm, holdout: Holdout): string {
  const share = ({ sessions, ...counts }: Holdout['with']): string =>
    `${counts[outcome]} of ${sessions} (${Math.round((100 * counts[outcome]) / sessions)} %)`;
  const what = outcome === 'no_click' ? 'clicked nothing' : 'found nothing';
  return `With it ${share(holdout.with)} sessions ${what}, without it ${share(holdout.without)}; p = ${p.toPrecision(2)}.`;
}
