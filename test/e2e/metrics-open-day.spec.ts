import { randomUUID } from 'node:crypto';
import { Rollups } from '../../src/modules/insights/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** As many as make a day large. */
const SEARCHES = 20_000;

let service: TestApp;
let shop: TestTenant;
beforeAll(async () => {
  service = await startTestApp();
  service.clock.advance(Date.parse('2026-11-20T12:00:00Z') - service.clock.now());
  shop = await service.createTenant();
});
afterAll(() => service.close());

const session = randomUUID();
const search = async (query: string): Promise<void> => {
  const body = { session_id: session, query, results_count: 3, channel: 'overlay' };
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/track/search`, { key: shop.keys.public, body });
  expect(answer.body.status).toBe('accepted');
};

/** What SDKs would have sent one by one. */
const manySearches = (): Promise<unknown> =>
  service.app.get(Database).system((tx) =>
    tx.query(
      `insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
       select $1, $2::timestamptz + n * interval '0.5 seconds', gen_random_uuid(), gen_random_uuid(), 'word ' || n % 50,
              'word ' || n % 50, n % 3, case n % 2 when 0 then 'overlay' else 'results_page' end, now()
       from generate_series(1, ${SEARCHES}) n`,
      [shop.context.tenantId, new Date('2026-11-20T08:00:00Z')],
    ),
  );

async function reports(): Promise<Record<string, unknown>[]> {
  const paths = [
    'overview',
    'overview?channel=overlay',
    'timeseries?metric=sessions&interval=day',
    'timeseries?metric=searches&interval=hour&from=2026-11-20',
    'queries?kind=top',
    'queries?kind=no_results',
    'items?by=clicks',
  ];
  const answers = await Promise.all(
    paths.map((path) => ask(service.url, 'GET', `/v1/${shop.slug}/metrics/${path}`, { key: shop.keys.secret })),
  );
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return answers.map(({ body }) => body);
}
const counted = async (): Promise<unknown> => (await reports())[0]!.searches;
const run = (): Promise<void> => service.app.get(Rollups).runFor(shop.context);

test('a large day that goes on is reported as of a moment ago, for a while; erasure is seen at once; the end of the day too', async () => {
  await search('lamp');
  await manySearches();
  const raw = await reports();
  expect(raw[0]).toMatchObject({ searches: SEARCHES + 1, as_of: null });
  const as_of = new Date(service.clock.now()).toISOString();
  const snapshot = raw.map((report) => ('as_of' in report ? { ...report, as_of } : report));
  await run();
  expect(await reports()).toEqual(snapshot);

  service.clock.advance(MINUTE);
  await search('desk');
  expect(await reports()).toEqual(snapshot);
  const erased = await ask(service.url, 'POST', `/v1/${shop.slug}/privacy/erase`, {
    key: shop.keys.secret,
    body: { session_id: session },
  });
  expect(erased.body.erased).toMatchObject({ searches: 2 });
  expect(await counted()).toBe(SEARCHES);

  // Longer than a snapshot may rest.
  service.clock.advance(11 * MINUTE);
  const again = await reports();
  await run();
  await search('chair');
  expect((await reports()).slice(4)).toEqual(again.slice(4));
  expect(await counted()).toBe(SEARCHES);
  service.clock.advance(16 * MINUTE);
  expect(await counted()).toBe(SEARCHES + 1);

  service.clock.advance(14 * HOUR);
  await run();
  expect(await counted()).toBe(SEARCHES + 1);
  const left = await service.app
    .get(Database)
    .tenant(shop.context, (tx) => tx.query('select from rollup_snapshots union all select from rollup_marks'));
  expect(left).toEqual([]);
}, 120_000);
