import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Jobs } from '../../platform/jobs/index.ts';
import { Rollups } from './rollups.ts';

const ROLLUPS = 'roll-up-days';

@Injectable()
export class InsightsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly rollups: Rollups,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: ROLLUPS, work: () => this.rollups.run(), expiresAfter: 3_600 });
  }

  @Cron('*/5 * * * *')
  async schedule(): Promise<void> {
    await this.jobs.send(ROLLUPS, {}, { singletonKey: ROLLUPS });
  }
}
