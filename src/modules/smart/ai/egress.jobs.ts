import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { Database } from '../../../platform/database/index.ts';
import { Jobs } from '../../../platform/jobs/index.ts';
import { EgressRepository } from './egress.repository.ts';

const NAME = 'forget-old-egress';
const CHUNK = 1_000;
/** As long as aggregates live. */
const KEEP_MONTHS = 25;

@Injectable()
export class EgressJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly egress: EgressRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: NAME, work: () => this.forget() });
  }

  @Cron('23 4 * * *')
  async schedule(): Promise<void> {
    await this.jobs.send(NAME, {}, { singletonKey: NAME });
  }

  async forget(): Promise<void> {
    const before = new Date(this.clock.now());
    before.setUTCMonth(before.getUTCMonth() - KEEP_MONTHS);
    let gone: number;
    do gone = await this.database.system((tx) => this.egress.forget(tx, before, CHUNK));
    while (gone === CHUNK);
  }
}
