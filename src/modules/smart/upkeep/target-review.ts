import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.ts';
import { Replays } from '../replay/replay.ts';
import type { Claim } from '../runs/runs.repository.ts';
import { RetirementOfTargets } from './retirement-of-targets.ts';
import { UpkeepRepository } from './upkeep.repository.ts';

/** Targets that a run looks up, those that waited longest first. */
const MAX_LOOKED_UP = 500;

/** Suggestions whose words once found something and find nothing any more: the catalogue does not sell it. */
@Injectable()
export class TargetReview {
  constructor(
    private readonly database: Database,
    private readonly repository: UpkeepRepository,
    private readonly replays: Replays,
    private readonly change: RetirementOfTargets,
  ) {}

  async review(claim: Claim, signal: AbortSignal): Promise<void> {
    const { tenant, run } = claim;
    const due = await this.database.tenant(tenant, (tx) => this.repository.targets(tx, tenant, run.id, MAX_LOOKED_UP));
    const replay = await this.replays.withoutSample(tenant);
    // A catalogue that is emptied to be filled again has not given up its goods.
    if ((await replay.documents()) === 0) return;
    const gone: string[] = [];
    for (const { id, target } of due) {
      signal.throwIfAborted();
      if ((await replay.results(target)) === 0) gone.push(id);
    }
    await this.change.retire(
      claim,
      due.map(({ id }) => id),
      gone,
    );
  }
}
