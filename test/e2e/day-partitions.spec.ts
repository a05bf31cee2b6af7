import { randomUUID } from 'node:crypto';
import { Database, movedTime } from '../../src/platform/database/index.ts';
import { Partitions, partitionOf } from '../../src/modules/tracking/partitions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';

const DAY = 86_400_000;

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const sql = <Row>(text: string, parameters: unknown[]): Promise<Row[]> =>
  service.app.get(Database).system((tx) => tx.query<Row>(text, parameters));

it('a moved time is so much earlier or later, whatever the time zone of the session', async () => {
  const moves = { '-1 hour': -3_600_000, '30 minutes': 1_800_000, '-2 days': -2 * DAY, '30 days': 30 * DAY };
  // Clocks changed on these days in Berlin.
  for (const at of ['2026-03-29T00:30:00.123Z', '2026-10-25T01:00:00Z'].map((time) => new Date(time)))
    for (const [by, milliseconds] of Object.entries(moves)) {
      const rows = await service.app.get(Database).system(async (tx) => {
        await tx.query(`set local time zone 'Europe/Berlin'`);
        return tx.query<{ moved: Date }>(`select ${movedTime('$1', by)} as moved`, [at]);
      });
      expect([by, rows[0]!.moved.toISOString()]).toEqual([by, new Date(at.getTime() + milliseconds).toISOString()]);
    }
});

it('what is about some days is not planned for others', async () => {
  const now = service.clock.now();
  await service.app.get(Partitions).ensure(Array.from({ length: 60 }, (_, day) => now - day * DAY));
  const plan = await sql<{ 'QUERY PLAN': string }>(
    `explain select from clicks where occurred_at >= ${movedTime('$1', '-1 day')} and occurred_at < ${movedTime('$2', '1 minute')}`,
    [new Date(now - 5 * DAY), new Date(now - 5 * DAY)],
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  const planned = new Set(text.match(/clicks_\d{8}/g));
  const wanted = [6, 5].map((days) => partitionOf('clicks', new Date(now - days * DAY)));
  for (const partition of wanted) expect(planned).toContain(partition);
  // A minute later may be the next day.
  expect(planned.size).toBeLessThanOrEqual(3);
  expect(text).not.toContain('Subplans Removed');
});

it('clicks, purchases and reports do not wait for a day that they are not about', async () => {
  const { slug, keys } = await service.createTenant();
  const old = new Date(service.clock.now() - 59 * DAY);
  await service.app.get(Partitions).ensure([old.getTime()]);
  const event = { session_id: randomUUID(), item_id: 'lamp' };
  const send = async (kind: string, body: object): Promise<number> =>
    (await ask(service.url, 'POST', `/v1/${slug}/track/${kind}`, { key: keys.secret, body })).status;
  const statuses = await service.app.get(Database).system(async (tx) => {
    await tx.query('reset role');
    for (const table of ['searches', 'clicks'] as const)
      await tx.query(`lock table ${partitionOf(table, old)} in access exclusive mode`);
    return [
      await send('search', { session_id: event.session_id, query: 'lamp', results_count: 1, channel: 'results_page' }),
      await send('click', { ...event, query: 'lamp', position: 1 }),
      await send('conversion', { ...event, order_id: 'o1', revenue: '9.90', currency: 'EUR' }),
      ...(await Promise.all(
        ['metrics/overview', 'metrics/timeseries?metric=sessions', 'metrics/queries?kind=top'].map(
          async (path) => (await ask(service.url, 'GET', `/v1/${slug}/${path}`, { key: keys.secret })).status,
        ),
      )),
    ];
  });
  expect(statuses).toEqual([202, 202, 202, 200, 200, 200]);
});
