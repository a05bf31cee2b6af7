import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Jobs } from '../../platform/jobs/index.ts';
import { BehaviourLearner } from './behaviour-learner.ts';

const LEARN = 'learn-behaviour';
const FORGET = 'forget-behaviour';

@Injectable()
export class BehaviourJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly learner: BehaviourLearner,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: LEARN, work: (_, signal) => this.learner.run(signal), expiresAfter: 600 });
    this.jobs.define({ name: FORGET, work: () => this.learner.forget(), expiresAfter: 3_600 });
  }

  /** Every minute, while days are marked; a run that takes longer delays the next. */
  @Cron('* * * * *')
  async scheduleLearning(): Promise<void> {
    await this.jobs.send(LEARN, {}, { singletonKey: LEARN });
  }

  @Cron('23 3 * * *')
  async scheduleForgetting(): Promise<void> {
    await this.jobs.send(FORGET, {}, { singletonKey: FORGET });
  }
}
