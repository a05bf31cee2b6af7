import { randomUUID } from 'node:crypto';
import { BehaviourLearner } from '../../src/modules/behaviour/index.ts';
import { Rollups } from '../../src/modules/insights/index.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

const DAY = 86_400_000;

let service: TestApp;
let database: Database;
let healthy: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  database = service.app.get(Database);
  // Work goes through tenants by their names.
  const [first, second] = [await service.createTenant(), await service.createTenant()].sort((a, b) =>
    a.slug < b.slug ? -1 : 1,
  );
  healthy = second!;
  const body = { session_id: randomUUID(), query: 'lamp', results_count: 1, channel: 'results_page' };
  const key = healthy.keys.public;
  expect((await ask(service.url, 'POST', `/v1/${healthy.slug}/track/search`, { key, body })).status).toBe(202);
  // No version accepts these; a zone may go from the list of zones.
  await database.system((tx) =>
    tx.query(
      `update tenant_settings set overrides = '{"timezone": "Mars/Olympus", "retention_days": "x"}' where tenant_id = $1`,
      [first!.context.tenantId],
    ),
  );
});
afterAll(() => service.close());

const count = (table: string): Promise<number> =>
  database.tenant(healthy.context, async (tx) => {
    const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return row!.count;
  });

test('a tenant whose settings make no sense does not keep the others from their rollups', async () => {
  service.clock.advance(2 * DAY);
  await expect(service.app.get(Rollups).run()).rejects.toThrow('Mars/Olympus');
  expect(await count('rollup_days')).toBe(1);
});

test('nor from what is to be forgotten', async () => {
  expect(await count('searches')).toBe(1);
  service.clock.advance(400 * DAY);
  await expect(service.app.get(Retention).run()).rejects.toThrow('Mars/Olympus');
  expect(await count('searches')).toBe(0);
  await expect(service.app.get(BehaviourLearner).forget()).rejects.toThrow(RangeError);
});
