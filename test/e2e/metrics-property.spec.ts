import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Rollups } from '../../src/modules/insights/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

const MINUTE = 60_000;
/** Four local days around the hour that New York repeats on 1 November 2026; Nepal's clock is 45 minutes off. */
const FIRST = Date.parse('2026-10-30T12:00:00Z');
const ZONES = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'];
const NOW = Date.parse('2026-11-10T12:00:00Z');

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
  service.clock.advance(NOW - service.clock.now());
});
afterAll(() => service.close());

interface Event {
  kind: 'search' | 'click' | 'conversion';
  minute: number;
  session: number;
  query: number;
  item: number;
  results: number;
  channel: 'overlay' | 'results_page';
}

const event = fc.record<Event>({
  kind: fc.constantFrom('search', 'search', 'click', 'click', 'conversion'),
  // Few distinct times, many of them close to a midnight of one of the zones.
  minute: fc.oneof(fc.integer({ min: 0, max: 5760 }), fc.constantFrom(957, 958, 1075, 1090, 960, 975, 2400, 3840)),
  session: fc.integer({ min: 0, max: 3 }),
  query: fc.integer({ min: 0, max: 2 }),
  item: fc.integer({ min: 0, max: 2 }),
  results: fc.integer({ min: 0, max: 2 }),
  channel: fc.constantFrom('overlay', 'results_page'),
});

const sessions = Array.from({ length: 4 }, () => randomUUID());
const queries = ['lamp', 'red desk', 'Ünïcode'];

async function send(shop: TestTenant, { kind, minute, ...event }: Event, index: number): Promise<void> {
  const base = {
    session_id: sessions[event.session],
    event_id: randomUUID(),
    timestamp: new Date(FIRST + minute * MINUTE).toISOString(),
  };
  const query = queries[event.query];
  const body = {
    search: { ...base, query, results_count: event.results, channel: event.channel },
    click: { ...base, query, item_id: `i${event.item}`, position: event.item * 7 + 1, channel: event.channel },
    conversion: { ...base, item_id: `i${event.item}`, order_id: `o${index}`, revenue: '0.1', currency: 'EUR' },
  }[kind];
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/track/${kind}`, { key: shop.keys.public, body });
  expect(answer.body.status).toBe('accepted');
}

async function reports(shop: TestTenant): Promise<unknown> {
  const period = 'from=2026-10-30&to=2026-11-04';
  const paths = [
    ...['', '&channel=overlay'].map((channel) => `overview?${period}${channel}`),
    'overview?from=2026-11-01&to=2026-11-01',
    'overview?from=2026-10-30T20:30:00Z&to=2026-11-02T07:15:00Z',
    ...['searches', 'sessions', 'ctr', 'conversion_rate', 'revenue'].map(
      (metric) => `timeseries?${period}&metric=${metric}`,
    ),
    `timeseries?${period}&metric=clicks&interval=hour`,
    `queries?${period}&kind=no_clicks`,
    `items?${period}&by=revenue`,
  ];
  const answers = await Promise.all(
    paths.map((path) => ask(service.url, 'GET', `/v1/${shop.slug}/metrics/${path}`, { key: shop.keys.secret })),
  );
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return answers.map(({ body }) => body);
}

test('what is rolled up, partly or wholly, answers like the raw events; totals like a count by hand', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.array(event, { minLength: 1, maxLength: 25 }),
      fc.array(event, { maxLength: 6 }),
      async (timezone, first, late) => {
        const shop = await service.createTenant();
        const settings = { key: shop.keys.secret, body: { timezone } };
        await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, settings);
        for (const [index, one] of first.entries()) await send(shop, one, index);
        const raw = await reports(shop);
        await service.app.get(Rollups).runFor(shop.context);
        expect(await reports(shop)).toEqual(raw);
        for (const [index, one] of late.entries()) await send(shop, one, 1_000 + index);
        const mixed = await reports(shop);
        await service.app.get(Rollups).runFor(shop.context);
        expect(await reports(shop)).toEqual(mixed);
        expect((mixed as object[])[0]).toMatchObject({
          ...byHand([...first, ...late]),
          attribution: await storedAttribution(shop),
        });
      },
    ),
    { numRuns: Number(process.env.METRICS_RUNS ?? 12) },
  );
}, 300_000);

/** As the raw events have it. */
async function storedAttribution({ context }: TestTenant): Promise<unknown> {
  const rows = await service.app
    .get(Database)
    .tenant(context, (tx) =>
      tx.query<{ rule: string; conversions: number }>(
        `select attribution as rule, count(*)::int as conversions from conversions where tenant_id = $1 group by 1`,
        [context.tenantId],
      ),
    );
  return ['query_id', 'click', 'search', 'none'].map(
    (rule) => rows.find((row) => row.rule === rule) ?? { rule, conversions: 0 },
  );
}

function byHand(events: Event[]): Record<string, unknown> {
  const of = (kind: Event['kind']): Event[] => events.filter((one) => one.kind === kind);
  const positions = of('click').map(({ item }) => item * 7 + 1);
  const searches = of('search');
  const empty = searches.filter(({ results }) => results === 0).length;
  return {
    searches: searches.length,
    clicks: positions.length,
    conversions: of('conversion').length,
    no_result_rate: searches.length === 0 ? null : empty / searches.length,
    mean_click_position: positions.length === 0 ? null : positions.reduce((a, b) => a + b) / positions.length,
    ctr: searches.length === 0 ? null : clickedOf(events).size / searches.length,
  };
}

/** The rule of the words, told again: the last such search of the hour before the click, else the next within an hour. */
function clickedOf(events: Event[]): Set<Event> {
  const clicked = new Set<Event>();
  const minutes = (one: Event): number => one.minute;
  for (const click of events.filter(({ kind }) => kind === 'click')) {
    const same = events.filter(
      ({ kind, session, query }) => kind === 'search' && session === click.session && query === click.query,
    );
    const before = same.filter((one) => one.minute <= click.minute).sort((a, b) => minutes(a) - minutes(b));
    const after = same.filter((one) => one.minute > click.minute).sort((a, b) => minutes(a) - minutes(b));
    const last = before.at(-1);
    const next = after[0];
    if (last && click.minute - last.minute <= 60) clicked.add(last);
    else if (next && next.minute - click.minute <= 60) clicked.add(next);
  }
  return clicked;
}
