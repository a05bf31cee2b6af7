import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type Answer } from '../support/client.ts';
import { Rollups } from '../../src/modules/insights/index.ts';

let service: TestApp;
let shop: TestTenant;
beforeAll(async () => {
  service = await startTestApp();
  // Three weeks after clocks were changed in New York.
  service.clock.advance(Date.parse('2026-11-20T12:00:00Z') - service.clock.now());
});
beforeEach(async () => {
  shop = await service.createTenant();
});
afterAll(() => service.close());

const track = async (kind: string, body: object, key = shop.keys.public): Promise<void> => {
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/track/${kind}`, { key, body });
  expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
};
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(service.url, 'GET', `/v1/${shop.slug}/metrics/${path}`, { key: shop.keys.secret, headers });
const patch = (body: object) => ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body });

type Figures = Record<string, unknown>;
const A = randomUUID();
const B = randomUUID();
const today = () => new Date(service.clock.now()).toISOString().slice(0, 10);

async function aDay(): Promise<void> {
  await track('search', { session_id: A, query: 'Lámp', results_count: 5, channel: 'overlay' });
  await track('search', { session_id: A, query: 'desk', results_count: 2, channel: 'results_page' });
  await track('search', { session_id: B, query: 'lamp', results_count: 5, channel: 'results_page' });
  await track('search', { session_id: B, query: 'xyz', results_count: 0, channel: 'results_page' });
  await track('click', { session_id: A, query: 'lamp', item_id: 'l1', position: 1, channel: 'overlay' });
  await track('click', { session_id: A, query: 'LAMP', item_id: 'l2', position: 4, channel: 'overlay' });
  await track('conversion', { session_id: A, item_id: 'l1', order_id: 'o1', revenue: '0.1', currency: 'EUR' });
  await track('conversion', { session_id: A, item_id: 'l2', order_id: 'o1', revenue: '0.2', currency: 'EUR' });
  await track('conversion', { session_id: B, item_id: 'd1', order_id: 'o2', revenue: 7, currency: 'USD' });
}

const EXPECTED = {
  searches: 4,
  sessions: 2,
  clicks: 2,
  no_result_rate: 0.25,
  no_click_rate: 2 / 3,
  ctr: 0.25,
  mean_click_position: 2.5,
  click_position_buckets: [
    { positions: '1', clicks: 1 },
    { positions: '2-3', clicks: 0 },
    { positions: '4-10', clicks: 1 },
    { positions: '11-20', clicks: 0 },
    { positions: '21+', clicks: 0 },
  ],
  conversions: 3,
  attributed_conversions: 2,
  attribution: [
    { rule: 'query_id', conversions: 0 },
    { rule: 'click', conversions: 2 },
    { rule: 'search', conversions: 0 },
    { rule: 'none', conversions: 1 },
  ],
  conversion_rate: 0.5,
  attribution_coverage: 2 / 3,
  revenue: [
    { currency: 'EUR', amount: 0.3, attributed_amount: 0.3, conversions: 2 },
    { currency: 'USD', amount: 7, attributed_amount: 0, conversions: 1 },
  ],
};

const NOTHING = {
  searches: 0,
  sessions: 0,
  no_result_rate: null,
  no_click_rate: null,
  ctr: null,
  mean_click_position: null,
  conversions: 0,
  conversion_rate: null,
  attribution_coverage: null,
  revenue: [],
};

test('without events figures are 0 and rates null', async () => {
  const { status, body } = await get('overview');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...NOTHING, previous: NOTHING, to: today() });
  const days = (Date.parse(body.to) - Date.parse(body.from)) / 86_400_000 + 1;
  expect(days).toBe(8);
  expect((await get('timeseries?metric=ctr')).body.rows).toHaveLength(8);
  for (const list of ['queries', 'items', 'conversions'])
    expect((await get(list)).body).toMatchObject({ total: 0, rows: [], limit: 20, offset: 0 });
});

test('the definitions, from raw events and from rollups', async () => {
  await aDay();
  const day = today();
  const period = `from=${day}&to=${day}`;
  const figures = async () => ({
    overview: (await get(`overview?${period}`)).body,
    overlay: (await get(`overview?${period}&channel=overlay`)).body,
    top: (await get(`queries?${period}`)).body,
    none: (await get(`queries?${period}&kind=no_results`)).body,
    ignored: (await get(`queries?${period}&kind=no_clicks`)).body,
    items: (await get(`items?${period}`)).body,
    sold: (await get(`items?${period}&by=revenue`)).body,
    conversions: (await get(`conversions?${period}`)).body,
    hours: (await get(`timeseries?${period}&metric=revenue&interval=hour`)).body,
  });
  const raw = await figures();
  expect(raw.overview).toMatchObject({ from: day, to: day, ...EXPECTED, previous: NOTHING });
  expect(raw.overlay).toMatchObject({ searches: 1, sessions: 1, ctr: 1, no_result_rate: 0, clicks: 2, conversions: 2 });
  expect(raw.top).toMatchObject({
    total: 3,
    rows: [
      { normalized_query: 'lamp', searches: 2, no_clicks: 1, clicked: 1, clicks: 2, ctr: 0.5, conversions: 2 },
      { normalized_query: 'desk', searches: 1, no_clicks: 1 },
      { normalized_query: 'xyz', searches: 1, no_clicks: 0, no_results: 1, no_result_rate: 1 },
    ],
  });
  expect(raw.none.rows.map((row: { query: string }) => row.query)).toEqual(['xyz']);
  expect(raw.ignored.rows.map((row: { query: string }) => row.query)).toEqual(['desk', 'lamp']);
  expect(raw.items.rows).toMatchObject([
    { item_id: 'l1', title: null, clicks: 1, conversions: 1, revenue: [{ currency: 'EUR', amount: 0.1 }] },
    { item_id: 'l2', clicks: 1 },
  ]);
  expect(raw.sold.rows.map((row: { item_id: string }) => row.item_id)).toEqual(['l2', 'l1']);
  const owed = raw.conversions.rows.map((row: Figures) => [row.item_id, row.attribution, row.query]).sort();
  expect(owed).toEqual([
    ['d1', 'none', null],
    ['l1', 'click', 'lamp'],
    ['l2', 'click', 'lamp'],
  ]);
  expect(raw.hours.rows.map((row: Figures) => [row.currency, row.value])).toEqual([
    ['EUR', 0.3],
    ['USD', 7],
  ]);

  service.clock.advance(2 * 86_400_000);
  await service.app.get(Rollups).runFor(shop.context);
  expect(await figures()).toEqual(raw);
  // A late event makes the rollup stale at once, and the next one knows it.
  await track('search', {
    session_id: B,
    query: 'late',
    results_count: 1,
    channel: 'overlay',
    timestamp: `${day}T12:00:00Z`,
  });
  const late = await figures();
  expect(late.overview).toMatchObject({ searches: 5, sessions: 2 });
  await service.app.get(Rollups).runFor(shop.context);
  expect(await figures()).toEqual(late);
});

test('periods: dates are local and included, times end before to', async () => {
  await patch({ timezone: 'America/New_York' });
  const at = (timestamp: string) =>
    track('search', { session_id: randomUUID(), query: 'q', results_count: 1, channel: 'overlay', timestamp });
  // Clocks went back on 1 November 2026: that day has 25 hours.
  for (const time of [
    '2026-11-01T03:59:59.999Z',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T04:59:59.999Z',
    '2026-11-02T05:00:00.000Z',
  ])
    await at(time);
  const searches = async (query: string) => (await get(`overview?${query}`)).body.searches;
  const check = async () => {
    expect(await searches('from=2026-11-01&to=2026-11-01')).toBe(2);
    expect(await searches('from=2026-10-31&to=2026-10-31')).toBe(1);
    expect(await searches('from=2026-11-02&to=2026-11-02')).toBe(1);
    expect(await searches('from=2026-11-01T04:00:00Z&to=2026-11-02T05:00:00Z')).toBe(2);
    expect(await searches('from=2026-11-01T04:00:00.001Z&to=2026-11-02T05:00:00.001Z')).toBe(2);
    const hours = await get('timeseries?from=2026-11-01&to=2026-11-01&interval=hour&metric=searches');
    expect(hours.body.rows).toHaveLength(25);
    expect(hours.body.rows[0]).toEqual({ at: '2026-11-01T04:00:00.000Z', value: 1 });
    const days = await get('timeseries?from=2026-10-31&to=2026-11-02&metric=sessions');
    expect(days.body.rows.map((row: Figures) => row.value)).toEqual([1, 2, 1]);
    expect((await get('overview?from=2026-11-01&to=2026-11-01')).body.previous).toMatchObject({
      from: '2026-10-31',
      to: '2026-10-31',
      searches: 1,
    });
  };
  await check();
  await service.app.get(Rollups).runFor(shop.context);
  await check();
  // By another clock the days are cut anew.
  await patch({ timezone: 'UTC' });
  expect(await searches('from=2026-11-01&to=2026-11-01')).toBe(2);
  await service.app.get(Rollups).runFor(shop.context);
  expect(await searches('from=2026-11-02&to=2026-11-02')).toBe(2);
});

test('a change of the time zone that moves an event by two days finds it there, between days without any', async () => {
  await patch({ timezone: 'Etc/GMT+12' });
  const event = { session_id: A, query: 'q', results_count: 1, channel: 'overlay', timestamp: '2026-11-10T11:30:00Z' };
  await track('search', event);
  const searches = async () => {
    const rows = (await get('timeseries?from=2026-10-20&to=2026-11-19&metric=searches')).body.rows as Figures[];
    return rows.filter(({ value }) => value !== 0);
  };
  const roll = () => service.app.get(Rollups).runFor(shop.context);
  for (const work of [async () => {}, roll]) {
    await work();
    expect(await searches()).toEqual([{ at: '2026-11-09T12:00:00.000Z', value: 1 }]);
  }
  await patch({ timezone: 'Pacific/Kiritimati' });
  for (const work of [async () => {}, roll]) {
    await work();
    expect(await searches()).toEqual([{ at: '2026-11-10T10:00:00.000Z', value: 1 }]);
  }
});

test.each([
  ['overview?from=yesterday', 'from'],
  ['overview?from=2026-02-30', 'from'],
  ['overview?from=2026-11-02&to=2026-11-01', 'to'],
  ['overview?from=2020-01-01&to=2026-01-01', 'from'],
  ['overview?form=2026-01-01', 'form'],
  ['overview?channel=web', 'channel'],
  ['timeseries?metric=x', 'metric'],
  ['timeseries?interval=week', 'interval'],
  ['timeseries?interval=hour&from=2026-01-01', 'interval'],
  ['queries?kind=x', 'kind'],
  ['items?by=x', 'by'],
  ['items?limit=101', 'limit'],
])('%s is refused', async (path, field) => {
  expect(await get(path)).toMatchObject({ status: 400, body: { code: 'invalid_parameter', errors: [{ field }] } });
});

test('sessions that behave like machines count nowhere', async () => {
  const session_id = randomUUID();
  await track('search', { session_id, query: 'lamp', results_count: 1, channel: 'overlay' });
  for (let n = 0; n < 101; n++) await track('click', { session_id, query: 'lamp', item_id: `i${n}`, position: 1 });
  expect((await get('overview')).body).toMatchObject(NOTHING);
});

test('as CSV, with formulas disarmed', async () => {
  const formula = '=HYPERLINK("http://evil","x")';
  await track('search', { session_id: A, query: formula, results_count: 1, channel: 'overlay' });
  await track('conversion', { session_id: A, item_id: '@SUM(A1)', order_id: '-2+3', revenue: 1, currency: 'EUR' });
  const queries = await get('queries', { accept: 'text/csv' });
  expect(queries.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(queries.text.split('\r\n')[1]).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`);
  const conversions = await get('conversions', { accept: 'text/csv, application/json;q=0.5' });
  expect(conversions.text.split('\r\n')[1]).toMatch(/^'-2\+3,'@SUM\(A1\),/);
  const overview = (await get('overview', { accept: 'text/csv' })).text.split('\r\n');
  expect(overview).toHaveLength(3);
  expect(overview[0]).toContain('revenue.EUR.amount');
  expect((await get('overview', { accept: '*/*' })).headers.get('content-type')).toMatch(/json/);
});

test('a tenant sees its own figures only', async () => {
  await aDay();
  const other = await service.createTenant();
  expect(
    (await ask(service.url, 'GET', `/v1/${other.slug}/metrics/overview`, { key: other.keys.secret })).body,
  ).toMatchObject(NOTHING);
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/metrics/overview`, { key: shop.keys.public });
  expect(answer.body.code).toBe('insufficient_scope');
});
