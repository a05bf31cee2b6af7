import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database } from '../../platform/database/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.ts';
import { SIGN_IN_WINDOW } from './sign-in-limits.ts';
import { SessionsRepository } from './sessions.repository.ts';

const JOB = 'purge-panel-sessions';

/** Sessions and links that have expired open nothing, and old guesses count for nothing; nobody needs to know of them any more. */
@Injectable()
export class AccountsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly attempts: SignInAttemptsRepository,
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
    const now = this.clock.now();
    return this.database.system(async (tx) => {
      await this.sessions.deleteExpired(tx, new Date(now));
      await this.attempts.deleteBefore(tx, new Date(now - SIGN_IN_WINDOW));
    });
  }
}
