import { Rollups } from '../../src/modules/insights/index.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { DAY, EventDays } from '../support/event-days.ts';

/** All of October, the days around it, and one that goes on. */
const days = new EventDays('2026-09-29', 37);
const PERIODS = [
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-09-29', to: '2026-11-03' },
  { from: '2026-10-02', to: '2026-10-31' },
];

let service: TestApp;
let shop: TestTenant;

const sql = <Row>(text: string): Promise<Row[]> =>
  service.app.get(Database).tenant(shop.context, (tx) => tx.query<Row>(text));
const run = (): Promise<void> => service.app.get(Rollups).runFor(shop.context);

/** Every day a few words often, one now and then, and two that no other day has; each third search is in vain. */
async function searchesOf(day: number): Promise<void> {
  const start = new Date(days.startOf(day));
  await service.app.get(Database).system(async (tx) => {
    await tx.query(
      `insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
       select $1, $2::timestamptz + n * interval '1 minute', gen_random_uuid(), md5('${day} ' || n)::uuid, w, w, n % 3, 'overlay', now()
       from generate_series(1, 60) n, lateral (select
         case when n > 58 then 'rare ${day} ' || n when n > 54 and ${day} % 9 = 0 then 'seldom' else 'word ' || n % 7 end as w) words`,
      [shop.context.tenantId, start],
    );
    await tx.query('insert into rollup_marks (tenant_id, day) values ($1, $2)', [shop.context.tenantId, start]);
  });
}

/** As they are added up, by the day; then by the order that opportunities leave behind, by the month. */
async function failedQueries(period: { from: string; to: string }, ordered: boolean): Promise<unknown> {
  const key = shop.keys.secret;
  if (ordered)
    expect(
      await ask(service.url, 'POST', `/v1/${shop.slug}/opportunities/group`, { key, body: { ...period, limit: 1 } }),
    ).toMatchObject({ status: 200 });
  const asked = new URLSearchParams({ kind: 'no_results', ...period, limit: '100' });
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/metrics/queries?${asked.toString()}`, { key });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

beforeAll(async () => {
  service = await days.startService(0.5);
  shop = await service.createTenant();
  for (let day = 0; day < days.count; day++) await searchesOf(day);
}, 120_000);
afterAll(() => service.close());

test('queries of a month that is added up are those of its days, and of the events', async () => {
  const raw = [];
  for (const period of PERIODS) raw.push(await failedQueries(period, false));
  await run();
  for (const [at, period] of PERIODS.entries()) {
    expect(await failedQueries(period, false)).toEqual(raw[at]);
    expect(await failedQueries(period, true)).toEqual(raw[at]);
  }
  expect(await sql(`select from rollup_query_months where normalized_query like 'rare%'`)).toEqual([]);

  // What is read is the month.
  await sql(`update rollup_query_months set no_results = no_results + 1000 where normalized_query = 'word 3'`);
  const changed = (await failedQueries(PERIODS[0]!, true)) as { rows: { normalized_query: string }[] };
  const before = (raw[0] as { rows: { normalized_query: string; no_results: number }[] }).rows.find(
    (row) => row.normalized_query === 'word 3',
  )!;
  expect(changed.rows.find((row) => row.normalized_query === 'word 3')).toMatchObject({
    no_results: before.no_results + 1_000,
  });
  await sql(`update rollup_days set rolled_at = rolled_at where day = '2026-10-20'`);
  await run();
  expect(await failedQueries(PERIODS[0]!, true)).toEqual(raw[0]);
}, 180_000);

test('rare queries go from the months and the weights of their days', async () => {
  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body: { retention_days: 7 } });
  service.clock.advance(10 * DAY);
  await run();
  await service.app.get(Retention).run();
  expect(await sql('select from rollup_months')).toEqual([]);
  expect(await sql(`select from rollup_days where weighed_at is null`)).not.toEqual([]);
  const byDay = await failedQueries(PERIODS[0]!, true);
  await run();
  expect(await sql(`select from rollup_days where weighed_at is null`)).toEqual([]);
  expect(await sql<{ day: string }>('select day::text from rollup_months')).toEqual([{ day: '2026-10-01' }]);
  expect(await failedQueries(PERIODS[0]!, true)).toEqual(byDay);
  const rows = (byDay as { rows: { normalized_query: string }[] }).rows.map((row) => row.normalized_query);
  expect(rows).toContain('word 3');
  expect(rows.filter((query) => query.startsWith('rare'))).toEqual([]);
}, 180_000);

test('months go with their days', async () => {
  service.clock.advance(26 * 31 * DAY);
  await service.app.get(Retention).run();
  expect(await sql('select from rollup_query_months')).toEqual([]);
  expect(await sql('select from rollup_query_weights')).toEqual([]);
}, 180_000);
