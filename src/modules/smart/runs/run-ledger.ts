import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../../platform/database/index.ts';
import { LeaseLost } from '../../../platform/jobs/index.ts';
import type { ClaimedRun } from './run.ts';
import { RunsRepository, type RunState } from './runs.repository.ts';

/**
 * The only way in which a run writes. Each transaction locks the run's row and proves its fence, so a process that slept
 * through its lease writes nothing, and what a transaction adds to the figures is stored with what it did.
 */
@Injectable()
export class RunLedger {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
  ) {}

  /** `work` changes the state that it is given. @throws LeaseLost */
  write<T>(
    { tenant, run }: { tenant: TenantContext; run: ClaimedRun },
    work: (tx: Transaction, state: RunState) => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(tenant, async (tx) => {
      const state = await this.runs.hold(tx, tenant, run);
      if (!state) throw new LeaseLost();
      const value = await work(tx, state);
      this.runs.store(tx, tenant, run.id, state);
      return value;
    });
  }
}
