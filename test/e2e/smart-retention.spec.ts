import { RetentionJobs } from '../../src/modules/smart/retention.jobs.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { candidate, RunOf, SmartShop } from '../support/smart.ts';

let service: TestApp;
let tenant: TestTenant;
const DAY = 86_400_000;

beforeAll(async () => {
  service = await startTestApp();
  tenant = await service.createTenant();
  await new Shop(service, tenant).push([product('k', { title: 'Paper kite' })]);
});
afterAll(() => service.close());

const forget = (): Promise<void> => service.app.get(RetentionJobs).forget();
const column = async (sql: string): Promise<string[]> => {
  const rows = await service.app
    .get(Database)
    .system((tx) => tx.query<{ value: string }>(sql, [tenant.context.tenantId]));
  return rows.map(({ value }) => value);
};
const failed = () => column('select failed as value from smart_suggestions where tenant_id = $1 order by 1');
const runs = () => column('select id as value from smart_runs where tenant_id = $1 order by started_at');

test('what was logged and not met for 90 days goes, and runs of 25 months that nothing needs', async () => {
  const shop = new SmartShop(service, tenant);
  const run = new RunOf(service, tenant);
  const seen = candidate('seen', 'kite');
  const first = await run.with(
    seen,
    candidate('unseen', 'kite'),
    candidate('drachen', 'kite'),
    candidate('no', 'kite'),
  );
  for (const [query, action] of [
    ['drachen', 'accept'],
    ['no', 'reject'],
  ] as const) {
    await shop.ask('POST', `/smart/suggestions/${(await shop.about(query)).id}/${action}`);
  }
  service.clock.advance(DAY);
  const second = await run.with(seen);
  service.clock.advance(89 * DAY);
  await forget();
  expect(await failed()).toEqual(['drachen', 'no', 'seen', 'unseen']);
  service.clock.advance(DAY - 1_000);
  await forget();
  expect(await failed()).toEqual(['drachen', 'no', 'seen']);
  service.clock.advance(720 * DAY);
  await forget();
  expect(await failed()).toEqual(['drachen', 'no']);
  // The first is named by suggestions; where the second ended the next one begins, until that has succeeded.
  expect(await runs()).toEqual([first.id, second.id]);
  const third = await run.with();
  await forget();
  expect(await runs()).toEqual([first.id, third.id]);
});
