import { SchedulerRegistry } from '@nestjs/schedule';
import { Database } from '../../src/platform/database/index.ts';
import { JOBS_SCHEMA } from '../../src/platform/jobs/index.ts';
import { startTestApp } from '../support/app.ts';
import { eventually } from '../support/poll.ts';

test('each timer asks for its job, and each job ends well in a shop where nothing has happened', async () => {
  const service = await startTestApp();
  try {
    await service.createTenant();
    const timers = [...service.app.get(SchedulerRegistry, { strict: false }).getCronJobs().values()];
    expect(timers.length).toBeGreaterThan(10);
    for (const timer of timers) await timer.fireOnTick();
    const jobs = async () =>
      (await service.app
        .get(Database)
        .dataSource.query(`select name, state::text from ${JOBS_SCHEMA}.job where name <> 'failed-jobs'`)) as {
        name: string;
        state: string;
      }[];
    await eventually(async () => new Set((await jobs()).map(({ name }) => name)).size === timers.length);
    await eventually(async () => (await jobs()).every(({ state }) => state === 'completed'));
  } finally {
    await service.close();
  }
});
