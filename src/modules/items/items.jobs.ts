import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Database } from '../../platform/database/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';
import { ItemsRepository } from './items.repository.ts';

const PURGE = 'purge-tombstones';
/** An index that was not loaded for longer is rebuilt instead of replayed. */
export const TOMBSTONE_DAYS = 7;
const CHUNK = 5_000;

@Injectable()
export class ItemsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly items: ItemsRepository,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: PURGE, work: () => this.purgeTombstones() });
  }

  @Cron('23 3 * * *')
  async schedule(): Promise<void> {
    await this.jobs.send(PURGE, {}, { singletonKey: PURGE });
  }

  async purgeTombstones(days = TOMBSTONE_DAYS): Promise<void> {
    for (const tenantId of await this.database.system((tx) => this.items.tenantsWithTombstones(tx, days))) {
      for (let purged = CHUNK; purged === CHUNK;) {
        purged = await this.database.system((tx) => this.items.purgeTombstones(tx, tenantId, days, CHUNK));
      }
    }
  }
}
