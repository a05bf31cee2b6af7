import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';
import { ConnectorsRepository } from './connectors.repository.ts';
import { SYNC_QUEUED } from './sync-runner.ts';
import { SyncsRepository } from './syncs.repository.ts';
import { afterInterval } from './timing.ts';

const JOB = 'schedule-connectors';
/** Connectors a transaction. */
const CHUNK = 200;

/** Queues the syncs that are due: the timer of every process asks for it, the job queue sees that one does it. */
@Injectable()
export class ConnectorSchedule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly connectors: ConnectorsRepository,
    private readonly syncs: SyncsRepository,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define({
      name: JOB,
      work: async () => {
        await this.queueDue();
      },
    });
  }

  @Cron('*/30 * * * * *')
  async ask(): Promise<void> {
    await this.jobs.send(JOB, {}, { singletonKey: JOB });
  }

  /** Returns how many were queued. */
  async queueDue(): Promise<number> {
    let queued = 0;
    for (let found = CHUNK; found === CHUNK;) {
      found = await this.database.system(async (tx) => {
        const now = this.clock.now();
        const due = await this.connectors.due(tx, new Date(now), CHUNK);
        for (const connector of due) {
          const sync = await this.syncs.enqueue(tx, connector.tenant_id, {
            id: newId(),
            connector_id: connector.id,
            trigger: connector.failures > 0 ? 'retry' : 'schedule',
            queued_at: new Date(now),
          });
          // The end of the sync sets it anew; until then it must not be found due again.
          await this.connectors.postpone(tx, connector, afterInterval(now, connector.interval_minutes));
          if (sync) {
            queued++;
            await this.bus.send(tx, SYNC_QUEUED, connector.tenant_id, sync.id);
          }
        }
        return due.length;
      });
    }
    return queued;
  }
}
