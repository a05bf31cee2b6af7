import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database } from '../../platform/database/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';
import { SessionsRepository } from './sessions.repository.ts';

const JOB = 'purge-panel-sessions';

/** Sessions and links that have expired open nothing; nobody needs to know of them any more. */
@Injectable()
export class AccountsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: JOB, work: () => this.purge() });
  }

  @Cron('37 * * * *')
  async schedule(): Promise<void> {
    await this.jobs.send(JOB, {}, { singletonKey: JOB });
  }

  purge(): Promise<void> {
    return this.database.system((tx) => this.sessions.deleteExpired(tx, new Date(this.clock.now())));
  }
}
