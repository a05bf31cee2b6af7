import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/index.ts';
import type { TenantSettings } from '../../tenants/index.ts';
import { memoryHash } from '../memory.ts';
import type { Claim } from '../runs/runs.repository.ts';
import { HOLDOUT } from '../synonym-effect.ts';
import { HoldoutReview } from './holdout-review.ts';
import { Reopening } from './reopening.ts';
import { TargetReview } from './target-review.ts';
import { UpkeepRepository, type Overview } from './upkeep.repository.ts';

export interface UpkeepPlan {
  overview: Overview;
  memory: string;
  freshSince: Date;
}

/** What a run does about suggestions that it did not meet: it opens, takes back and forgets. */
@Injectable()
export class Upkeep {
  constructor(
    private readonly repository: UpkeepRepository,
    private readonly targets: TargetReview,
    private readonly holdouts: HoldoutReview,
    private readonly reopening: Reopening,
  ) {}

  /** What there is to do, by what is stored: null for nothing. */
  async plan(tx: Transaction, { tenant, run }: Claim, settings: TenantSettings): Promise<UpkeepPlan | null> {
    const memory = memoryHash(settings.business_memory_md);
    const freshSince = new Date(run.window.from - HOLDOUT);
    const overview = await this.repository.overview(tx, tenant, { memory, freshSince, runId: run.id });
    const { rejectedBefore, withTarget, fresh } = overview;
    return rejectedBefore + withTarget + fresh === 0 ? null : { overview, memory, freshSince };
  }

  async run(claim: Claim, { overview, memory, freshSince }: UpkeepPlan, signal: AbortSignal): Promise<void> {
    if (overview.rejectedBefore > 0) await this.reopening.reopen(claim, memory);
    signal.throwIfAborted();
    if (overview.withTarget > 0) await this.targets.review(claim, signal);
    if (overview.fresh > 0) await this.holdouts.review(claim, freshSince);
    signal.throwIfAborted();
  }
}
