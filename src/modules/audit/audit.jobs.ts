import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database } from '../../platform/database/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';
import { AuditRepository } from './audit.repository.ts';

const JOB = 'purge-audit-log';
/** Two years: long enough to be asked about, and the names of people do not stay for good. */
export const AUDIT_DAYS = 730;
const CHUNK = 5_000;

@Injectable()
export class AuditJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly entries: AuditRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: JOB, work: () => this.purge() });
  }

  @Cron('53 4 * * *')
  async schedule(): Promise<void> {
    await this.jobs.send(JOB, {}, { singletonKey: JOB });
  }

  async purge(): Promise<void> {
    const before = new Date(this.clock.now() - AUDIT_DAYS * 86_400_000);
    for (let gone = CHUNK; gone === CHUNK;) {
      gone = await this.database.system((tx) => this.entries.deleteBefore(tx, before, CHUNK));
    }
  }
}
