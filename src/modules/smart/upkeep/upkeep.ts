import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.ts';
import type { TenantSettings } from '../../tenants/index.ts';
import { memoryHash } from '../memory.ts';
import type { Claim } from '../runs/runs.repository.ts';
import { HOLDOUT } from '../synonym-effect.ts';
import { HoldoutReview } from './holdout-review.ts';
import { Reopening } from './reopening.ts';
import { TargetReview } from './target-review.ts';
import { UpkeepRepository } from './upkeep.repository.ts';

/** What a run does about suggestions that it did not meet: it opens, takes back and forgets. */
@Injectable()
export class Upkeep {
  constructor(
    private readonly database: Database,
    private readonly repository: UpkeepRepository,
    private readonly targets: TargetReview,
    private readonly holdouts: HoldoutReview,
    private readonly reopening: Reopening,
  ) {}

  async run(claim: Claim, settings: TenantSettings, signal: AbortSignal): Promise<void> {
    const { tenant, run } = claim;
    const memory = memoryHash(settings.business_memory_md);
    const freshSince = new Date(run.window.from - HOLDOUT);
    const overview = await this.database.tenant(tenant, (tx) =>
      this.repository.overview(tx, tenant, { memory, freshSince, runId: run.id }),
    );
    if (overview.rejectedBefore > 0) await this.reopening.reopen(claim, memory);
    signal.throwIfAborted();
    if (overview.withTarget > 0) await this.targets.review(claim, signal);
    if (overview.fresh > 0) await this.holdouts.review(claim, freshSince);
    signal.throwIfAborted();
  }
}
