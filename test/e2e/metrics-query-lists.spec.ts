import fc from 'fast-check';
import { Rollups } from '../../src/modules/insights/index.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Partitions } from '../../src/modules/tracking/partitions.ts';
import { Database } from '../../src/platform/database/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { DAY, EventDays } from '../support/event-days.ts';

const days = new EventDays('2026-11-16', 5);
/** So many that no page adds all of them up. */
const PER_DAY = 20_000;

let service: TestApp;
let shop: TestTenant;

const sql = <Row>(text: string): Promise<Row[]> =>
  service.app.get(Database).tenant(shop.context, (tx) => tx.query<Row>(text));
const run = (): Promise<void> => service.app.get(Rollups).runFor(shop.context);
const get = async (path: string): Promise<Record<string, unknown>> => {
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/metrics/queries?${path}`, { key: shop.keys.secret });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Record<string, unknown>;
};

/** Some 90 frequent words, most of the others once or twice in the week; every fifth search is clicked. */
async function searchesOf(day: number, count: number, rare: number): Promise<void> {
  const start = days.startOf(day);
  const word = `case when n % 5 < 4 then 'rare ' || (n * 7919 + ${day} * 4001) % ${rare}
                     else 'word ' || floor(sqrt((n * 31) % 8000)) end`;
  await service.app.get(Database).system(async (tx) => {
    await tx.query(
      `insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
       select $1, $2::timestamptz + n * interval '2 seconds', gen_random_uuid(), md5('${day} ' || n)::uuid, w, w, n % 3,
              case n % 2 when 0 then 'overlay' else 'results_page' end, now()
       from generate_series(1, ${count}) n, lateral (select ${word} as w) words`,
      [shop.context.tenantId, new Date(start)],
    );
    await tx.query(
      `insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel, received_at)
       select tenant_id, occurred_at + interval '1 second', gen_random_uuid(), session_id, query, normalized_query, 'i', 1, channel, now()
       from searches where tenant_id = $1 and occurred_at >= $2 and occurred_at < $2::timestamptz + interval '1 day'
         and extract(epoch from occurred_at)::bigint % 10 = 0`,
      [shop.context.tenantId, new Date(start)],
    );
    await tx.query('insert into rollup_marks (tenant_id, day) values ($1, $2)', [
      shop.context.tenantId,
      new Date(start),
    ]);
  });
}

beforeAll(async () => {
  service = await days.startService(0.5);
  shop = await service.createTenant();
  for (const day of [0, 1, 2, 3]) await searchesOf(day, PER_DAY, 30_000);
  // The day that goes on has words that no other day has.
  await searchesOf(4, 600, 40_000);
  await run();
}, 120_000);
afterAll(() => service.close());

const request = fc
  .record({
    kind: fc.constantFrom('top', 'no_results', 'no_clicks'),
    channel: fc.constantFrom('', '&channel=overlay'),
    from: fc.constantFrom('2026-11-16', '2026-11-16', '2026-11-17'),
    to: fc.constantFrom('2026-11-19', '2026-11-20'),
    offset: fc.constantFrom(0, 0, 20, 60, 85, 90, 500, 9_000, 60_000),
    limit: fc.constantFrom(1, 20, 100),
  })
  .map(
    ({ kind, channel, from, to, offset, limit }) =>
      `kind=${kind}${channel}&from=${from}&to=${to}&offset=${offset}&limit=${limit}`,
  );

test('a page of the most frequent queries is what adding up all of them gives, and so is their number', async () => {
  const paths = [
    'kind=top&from=2026-11-16&to=2026-11-19',
    'kind=top&from=2026-11-16&to=2026-11-20',
    ...fc.sample(request, 40),
  ];
  const answers = [];
  for (const path of paths) answers.push(await get(path));
  // Words that only the day that goes on has stand among those that are as frequent.
  const counted = await sql<{ normalized_query: string; searches: number; fresh: boolean }>(
    `select normalized_query, count(*)::int as searches, min(occurred_at) >= '2026-11-20' as fresh from searches
     where occurred_at >= '2026-11-16' and occurred_at < '2026-11-21' group by 1 order by 2 desc, 1`,
  );
  const fresh = [...counted.keys()].filter((place) => counted[place]!.fresh);
  expect(fresh.length).toBeGreaterThan(50);
  for (const place of [5, fresh[0]!, fresh[20]!, fresh.at(-1)!]) {
    const rows = counted
      .slice(place - 5, place + 5)
      .map(({ normalized_query, searches }) => ({ normalized_query, searches }));
    const path = `kind=top&from=2026-11-16&to=2026-11-20&offset=${place - 5}&limit=10`;
    expect(await get(path)).toMatchObject({ total: counted.length, rows });
  }
  // Without sets everything is added up; the property of the reports says that this is right.
  await sql('update rollup_days set listed_at = null');
  for (const [index, path] of paths.entries()) expect([path, await get(path)]).toEqual([path, answers[index]]);

  // Days that were rolled up without sets get them, and then they are what is read.
  await sql('delete from rollup_query_leads');
  await sql('delete from rollup_query_sets');
  await run();
  expect(await get(paths[0]!)).toEqual(answers[0]);
  await sql(`update rollup_query_sets set bits = B'0'::bit(4096) where part = 0`);
  expect((await get(paths[0]!)).total).toBe((answers[0]!.total as number) - 4_096);
  await sql('update rollup_days set listed_at = null');
  await run();
  expect(await get(paths[0]!)).toEqual(answers[0]);
}, 180_000);

test('pages far down are those of the searches, before and after some come late', async () => {
  const byHand = (): Promise<{ normalized_query: string; searches: number }[]> =>
    sql(
      `select normalized_query, count(*)::int as searches from searches
       where occurred_at >= '2026-11-16' and occurred_at < '2026-11-20' group by 1 order by 2 desc, 1`,
    );
  const page = async (offset: number): Promise<void> => {
    const counted = await byHand();
    const answer = await get(`kind=top&from=2026-11-16&to=2026-11-19&offset=${offset}&limit=100`);
    expect(answer).toMatchObject({ total: counted.length, rows: counted.slice(offset, offset + 100) });
  };
  for (const offset of [9_000, 9_000, 9_100, 1_000_000]) await page(offset);
  await service.app.get(Database).system(async (tx) => {
    const at = new Date(days.startOf(3) + DAY / 2);
    await tx.query(
      `insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
       select $1, $2, gen_random_uuid(), gen_random_uuid(), w, w, 1, 'overlay', now()
       from generate_series(1, 5002) n, lateral (select case when n <= 2 then 'late' else 'heavy' end as w) words`,
      [shop.context.tenantId, at],
    );
    await tx.query('insert into rollup_marks (tenant_id, day) values ($1, $2)', [shop.context.tenantId, at]);
  });
  for (const offset of [9_000, 9_100]) await page(offset);
  await run();
  for (const offset of [9_000, 9_000, 9_100, 0]) await page(offset);
  const [wide] = await sql<{ lists: number }>(
    `select count(*)::int as lists from rollup_query_weights where position('\\xff'::bytea in more) > 0`,
  );
  expect(wide!.lists).toBeGreaterThan(0);
}, 180_000);

test('rare queries go with the raw events: from the lists, from the sets and with their words', async () => {
  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body: { retention_days: 7 } });
  service.clock.advance(10 * DAY);
  await run();
  await service.app.get(Retention).run();
  const left = await sql<{ normalized_query: string }>(
    `select normalized_query, sum(searches)::int as searches from rollup_queries where channel = '*'
     group by 1 order by 2 desc, 1`,
  );
  expect(left.length).toBeGreaterThan(50);
  expect(left.every(({ normalized_query }) => /^(word|heavy)/.test(normalized_query))).toBe(true);
  expect(await get('kind=top&from=2026-11-16&to=2026-11-20')).toMatchObject({
    total: left.length,
    rows: left.slice(0, 20),
  });
  const words = await sql<{ normalized_query: string }>('select normalized_query from rollup_query_numbers');
  expect(words.map((row) => row.normalized_query).sort()).toEqual(left.map((row) => row.normalized_query).sort());
  const leads = await sql<{ normalized_query: string }>('select distinct normalized_query from rollup_query_leads');
  expect(leads.every(({ normalized_query }) => /^(word|heavy)/.test(normalized_query))).toBe(true);
  const [sets] = await sql<{ queries: number }>(
    `select sum(bit_count(bits))::int as queries from
       (select bit_or(bits) as bits from rollup_query_sets where channel = '*' and measure = 'searches' group by part) held`,
  );
  expect(sets!.queries).toBe(left.length);

  // Numbers that are free again are given again, and mean their new queries.
  const highest = async (): Promise<number> =>
    (await sql<{ number: number }>('select max(number) as number from rollup_query_numbers'))[0]!.number;
  const last = await highest();
  await service.app.get(Partitions).ensure([days.startOf(10), days.startOf(11)]);
  await searchesOf(10, 4_000, 3_000);
  await run();
  expect(await highest()).toBe(last);
  const anew = await sql(
    `select normalized_query, searches::int from rollup_queries where channel = '*' and day = '2026-11-26'
     order by 2 desc, 1`,
  );
  expect(anew.length).toBeGreaterThan(1_600);
  const page = { total: anew.length, rows: anew.slice(1_500, 1_600) };
  const period = { from: '2026-11-26', to: '2026-11-26' };
  const path = `kind=top&${new URLSearchParams(period).toString()}&offset=1500&limit=100`;
  expect(await get(path)).toMatchObject(page);
  // Opportunities leave the order behind by which it is read then.
  await ask(service.url, 'POST', `/v1/${shop.slug}/opportunities/group`, { key: shop.keys.secret, body: period });
  const alphabet = await sql<{ numbers: Buffer }>('select numbers from rollup_query_alphabets');
  expect(alphabet[0]!.numbers.length).toBeGreaterThan(4 * anew.length);
  expect(await get(path)).toMatchObject(page);
}, 180_000);
