import { Rollups } from '../../src/modules/insights/index.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { DAY, EventDays } from '../support/event-days.ts';

/** All of October, the days around it, and one that goes on. */
const days = new EventDays('2026-09-29', 37);
const PERIODS = [
  'from=2026-10-01&to=2026-10-31',
  'from=2026-09-29&to=2026-11-04',
  'from=2026-10-01&to=2026-11-02',
  'from=2026-10-02&to=2026-10-31',
  'from=2026-10-01&to=2026-10-30',
  'from=2026-09-30T12:00:00Z&to=2026-10-31T18:00:00Z',
];

let service: TestApp;
let shop: TestTenant;

const sql = <Row>(text: string): Promise<Row[]> =>
  service.app.get(Database).tenant(shop.context, (tx) => tx.query<Row>(text));
const run = (): Promise<void> => service.app.get(Rollups).runFor(shop.context);
const months = async (): Promise<string[]> =>
  (await sql<{ day: string }>('select day::text from rollup_months order by day')).map(({ day }) => day);

async function reports(): Promise<unknown[]> {
  const answers = [];
  for (const period of PERIODS)
    for (const more of [
      'by=clicks',
      'by=conversions',
      'by=revenue',
      'by=clicks&channel=overlay',
      'by=clicks&offset=5',
    ]) {
      const path = `/v1/${shop.slug}/metrics/items?${period}&${more}`;
      const answer = await ask(service.url, 'GET', path, { key: shop.keys.secret });
      expect([path, answer.status]).toEqual([path, 200]);
      answers.push([path, answer.body]);
    }
  return answers;
}

/** Other items and prices each day; every third click is of another channel. */
async function eventsOf(day: number, from: number, to: number): Promise<void> {
  const start = new Date(days.startOf(day));
  await service.app.get(Database).system(async (tx) => {
    await tx.query(
      `insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel, received_at)
       select $1, $2::timestamptz + n * interval '1 minute', gen_random_uuid(), md5('${day} ' || n)::uuid, 'q', 'q',
              'item ' || (n * 7 + ${day}) % 12, 1, case n % 3 when 0 then 'overlay' else 'results_page' end, now()
       from generate_series(${from}, ${to}) n`,
      [shop.context.tenantId, start],
    );
    await tx.query(
      `insert into conversions select $1::uuid, '${day} ' || n, 'item ' || (n + ${day}) % 9, gen_random_uuid(),
              $2::timestamptz + n * interval '1 minute', md5('${day} ' || n)::uuid, 0.1 * n, case n % 2 when 0 then 'EUR' else 'USD' end,
              1, false, null, 'click', 'q', null, null, 'overlay', now(), null
       from generate_series(${from}, ${to}, 5) n`,
      [shop.context.tenantId, start],
    );
    await tx.query('insert into rollup_marks (tenant_id, day) values ($1, $2)', [shop.context.tenantId, start]);
  });
}

beforeAll(async () => {
  service = await days.startService(0.5);
  shop = await service.createTenant();
  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, {
    key: shop.keys.secret,
    body: { retention_days: 365 },
  });
  for (let day = 0; day < days.count; day++) await eventsOf(day, 1, 30);
}, 120_000);
afterAll(() => service.close());

test('items of a month that is added up are those of its days, and of the events', async () => {
  const raw = await reports();
  await run();
  expect(await months()).toEqual(['2026-10-01']);
  expect(await reports()).toEqual(raw);
  await sql('delete from rollup_months');
  expect(await reports()).toEqual(raw);
  await run();

  // What is read is the month: without its rows nothing is left of October.
  await sql('delete from rollup_item_months');
  const path = `/v1/${shop.slug}/metrics/items?${PERIODS[0]}`;
  expect((await ask(service.url, 'GET', path, { key: shop.keys.secret })).body).toMatchObject({ total: 0 });
  await sql('delete from rollup_months');
  await run();
  expect(await reports()).toEqual(raw);
}, 180_000);

test('a late event takes its month away until its day is rolled up again', async () => {
  const october = 12;
  await eventsOf(october, 31, 45);
  const mixed = await reports();
  await run();
  expect(await months()).toEqual(['2026-10-01']);
  expect(await reports()).toEqual(mixed);
  await sql('delete from rollup_months');
  expect(await reports()).toEqual(mixed);
  await run();
  // As a version does that knows nothing of months.
  await sql(`update rollup_days set rolled_at = rolled_at where day = '2026-10-20'`);
  expect(await months()).toEqual([]);
  await run();
  expect(await months()).toEqual(['2026-10-01']);
}, 180_000);

test('a month goes with its days', async () => {
  service.clock.advance(26 * 31 * DAY);
  await service.app.get(Retention).run();
  expect(await months()).toEqual([]);
  expect(await sql('select from rollup_item_months')).toEqual([]);
}, 180_000);
