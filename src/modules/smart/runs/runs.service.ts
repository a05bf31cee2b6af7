import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { ApiError, notFound } from '../../../kernel/errors.ts';
import { isUuid, newId } from '../../../kernel/ids.ts';
import type { Page, PageRequest } from '../../../kernel/paging.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../../platform/database/index.ts';
import { SignalBus } from '../../../platform/events/index.ts';
import { AuditTrail, type Changes } from '../../audit/index.ts';
import { RUN_CANCELLED } from './run-keeper.ts';
import { RUN_ADDED } from './run-runner.ts';
import type { Run } from './run.ts';
import { RunsRepository } from './runs.repository.ts';

@Injectable()
export class RunsService {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly bus: SignalBus,
    private readonly audit: AuditTrail,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds a run for any process to take; in mode `off` one that is skipped. `until`: as if it were that time, in
   * milliseconds since 1970. @throws ApiError `run_already_running`
   */
  async start(tenant: TenantContext, until?: number): Promise<Run> {
    return this.database.tenant(tenant, async (tx) => {
      const now = this.clock.now();
      const run = { id: newId(), trigger: 'manual', night: null, startedAt: now } as const;
      const added = await this.runs.insert(tx, tenant, { ...run, windowTo: Math.min(until ?? now, now) }, null);
      if (!added) {
        throw new ApiError('run_already_running', 'A run of this tenant is already running.', {
          retryAfter: 5,
          members: { run_id: await this.runs.running(tx, tenant) },
        });
      }
      await this.#record(tx, tenant, 'start', added.run);
      if (added.run.status === 'running') await this.bus.send(tx, RUN_ADDED, tenant.tenantId, added.run.id);
      return added.run;
    });
  }

  list(tenant: TenantContext, { limit, offset }: PageRequest): Promise<Page<Run>> {
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.runs.list(tx, tenant, { limit, offset })),
      limit,
      offset,
    }));
  }

  read(tenant: TenantContext, id: string): Promise<Run> {
    return this.database.tenant(tenant, async (tx) => {
      const run = isUuid(id) ? await this.runs.find(tx, tenant, id) : undefined;
      if (!run) throw notFound('run');
      return run;
    });
  }

  /** It ends as failed, at once: whoever works on it writes nothing more. @throws ApiError `conflict` when it is over */
  cancel(tenant: TenantContext, id: string): Promise<Run> {
    return this.database.tenant(tenant, async (tx) => {
      const run = isUuid(id) ? await this.runs.find(tx, tenant, id) : undefined;
      if (!run) throw notFound('run');
      const ended = await this.runs.cancel(tx, tenant, id, this.clock.now(), 'A person cancelled it.');
      if (!ended) throw new ApiError('conflict', `This run is over: it has ${run.status}.`);
      await this.#record(tx, tenant, 'cancel', ended);
      await this.bus.send(tx, RUN_CANCELLED, tenant.tenantId, id);
      return ended;
    });
  }

  #record(tx: Transaction, tenant: TenantContext, action: 'start' | 'cancel', run: Run): Promise<void> {
    const { id, mode, started_at } = run;
    const changes: Changes = action === 'start' ? { mode: { to: mode } } : {};
    return this.audit.record(tx, tenant, {
      kind: 'run',
      action,
      subjectId: id,
      subject: started_at.toISOString(),
      changes,
    });
  }
}
