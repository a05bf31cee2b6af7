import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Database } from '../database/index.ts';
import { Jobs } from '../jobs/index.ts';
import { IDEMPOTENCY_HOURS } from './idempotency.interceptor.ts';

const JOB = 'purge-idempotency-keys';
/** Rows a statement, so that none holds its locks for long. */
const CHUNK = 5_000;

@Injectable()
export class IdempotencyJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: JOB, work: () => this.purge() });
  }

  @Cron('7 * * * *')
  async schedule(): Promise<void> {
    await this.jobs.send(JOB, {}, { singletonKey: JOB });
  }

  async purge(): Promise<void> {
    for (let deleted = CHUNK; deleted === CHUNK;) {
      deleted = await this.database.system(async (tx) => {
        const rows = await tx.query(
          `delete from idempotency_keys where ctid = any(array(
             select ctid from idempotency_keys where created_at < now() - make_interval(hours => $1) limit $2))
           returning 1`,
          [IDEMPOTENCY_HOURS, CHUNK],
        );
        return rows.length;
      });
    }
  }
}
