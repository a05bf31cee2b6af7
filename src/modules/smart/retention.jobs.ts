import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database } from '../../platform/database/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';

const NAME = 'forget-old-smart';
/** Tenants a transaction. */
const CHUNK = 100;
/** Nothing was decided, and no run has met it for so long. */
const LOGGED_DAYS = 90;
/** As long as aggregates live. */
const RUN_MONTHS = 25;

/** $1 tenants, $2 the time. What a person has said once is remembered: no run may overrule it. */
const FORGET_LOGGED = `
  delete from smart_suggestions
  where tenant_id = any($1) and status = 'logged' and coalesce(target_checked_at, created_at) < $2
    and not history @> '[{"by": "person"}]'`;

/** $1 tenants, $2 the time. Not those that suggestions name, nor the last one that succeeded: the next one begins there. */
const FORGET_RUNS = `
  delete from smart_runs r
  where tenant_id = any($1) and started_at < $2 and status <> 'running'
    and not exists (select from smart_suggestions g where g.tenant_id = r.tenant_id and g.run_id = r.id)
    and exists (select from smart_runs later where later.tenant_id = r.tenant_id and later.status = 'succeeded'
      and later.window_to > r.window_to)`;

/** Suggestions about which nothing was decided, and runs, do not stay for ever. */
@Injectable()
export class RetentionJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define({ name: NAME, work: () => this.forget() });
  }

  @Cron('37 4 * * *')
  async schedule(): Promise<void> {
    await this.jobs.send(NAME, {}, { singletonKey: NAME });
  }

  async forget(): Promise<void> {
    const logged = new Date(this.clock.now() - LOGGED_DAYS * 86_400_000);
    const runs = new Date(this.clock.now());
    runs.setUTCMonth(runs.getUTCMonth() - RUN_MONTHS);
    for (let after: string | null = null; ;) {
      const ids: string[] = await this.#forgetSome(after, logged, runs);
      if (ids.length < CHUNK) return;
      after = ids.at(-1)!;
    }
  }

  /** The tenants that were gone through. */
  #forgetSome(after: string | null, logged: Date, runs: Date): Promise<string[]> {
    return this.database.system(async (tx) => {
      const tenants = await tx.query<{ id: string }>(
        'select id from tenants where $1::uuid is null or id > $1 order by id limit $2',
        [after, CHUNK],
      );
      const ids = tenants.map(({ id }) => id);
      await tx.query(FORGET_LOGGED, [ids, logged]);
      await tx.query(FORGET_RUNS, [ids, runs]);
      return ids;
    });
  }
}
