import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Jobs } from '../../platform/jobs/index.ts';
import { Partitions } from './partitions.ts';
import { Retention } from './retention.ts';

const PARTITIONS = 'make-event-partitions';
const SHORT_LIVED = 'forget-short-lived-events';
const RETENTION = 'event-retention';

@Injectable()
export class TrackingJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly partitions: Partitions,
    private readonly retention: Retention,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: PARTITIONS, work: () => this.partitions.makeAhead() });
    this.jobs.define({ name: SHORT_LIVED, work: () => this.retention.forgetShortLived() });
    this.jobs.define({ name: RETENTION, work: () => this.retention.run(), expiresAfter: 3_600 });
  }

  @Cron('11 */6 * * *')
  async schedulePartitions(): Promise<void> {
    await this.jobs.send(PARTITIONS, {}, { singletonKey: PARTITIONS });
  }

  @Cron('*/10 * * * *')
  async scheduleShortLived(): Promise<void> {
    await this.jobs.send(SHORT_LIVED, {}, { singletonKey: SHORT_LIVED });
  }

  @Cron('41 2 * * *')
  async scheduleRetention(): Promise<void> {
    await this.jobs.send(RETENTION, {}, { singletonKey: RETENTION });
  }
}
