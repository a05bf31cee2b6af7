import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { Rollups } from '../../src/modules/insights/index.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { compare, DAY, EventDays, visitsOf } from '../support/event-days.ts';

const DAYS = 6;
const days = new EventDays('2026-11-10', DAYS);

let service: TestApp;
beforeAll(async () => {
  service = await days.startService(0.75);
});
afterAll(() => service.close());

interface Click {
  day: number;
  session: number;
  query: number;
  item: number;
  position: number;
  channel: 'overlay' | 'results_page';
}
const click = fc.record<Click>({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  session: fc.integer({ min: 0, max: 5 }),
  query: fc.integer({ min: 0, max: 1 }),
  item: fc.integer({ min: 0, max: 1 }),
  position: fc.integer({ min: 1, max: 20 }),
  channel: fc.constantFrom('overlay', 'results_page'),
});
const sessions = Array.from({ length: 6 }, () => randomUUID());
const queries = ['lamp', 'red desk'];

/** As the intake would have: with the mark of the day, and of the two that count their sessions by it. */
async function store({ context }: TestTenant, clicks: readonly Click[]): Promise<void> {
  await service.app.get(Database).system(async (tx) => {
    for (const one of clicks) {
      await tx.query(
        `insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel, received_at)
         values ($1, $2, $3, $4, $5, $5, $6, $7, $8, now())`,
        [
          context.tenantId,
          new Date(days.startOf(one.day) + 3_600_000),
          randomUUID(),
          sessions[one.session],
          queries[one.query],
          `item ${one.item}`,
          one.position,
          one.channel,
        ],
      );
      await tx.query(
        `insert into rollup_marks (tenant_id, day)
         select $1, g from generate_series($2::date, least($2::date + 2, $3::date), interval '1 day') g`,
        [context.tenantId, days.nameOf(one.day), days.last],
      );
    }
  });
}

const list = async (shop: TestTenant, from: number, to: number, more = ''): Promise<Record<string, unknown>> => {
  const path = `/v1/${shop.slug}/smart/repeated-clicks?from=${days.nameOf(from)}&to=${days.nameOf(to)}${more}`;
  const answer = await ask(service.url, 'GET', path, { key: shop.keys.secret });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const all = (shop: TestTenant): Promise<unknown[]> =>
  Promise.all([
    list(shop, 0, DAYS - 1),
    list(shop, 1, 3),
    list(shop, 0, DAYS - 1, '&channel=overlay'),
    list(shop, 2, DAYS - 1, '&limit=1&offset=1'),
  ]);

test('repeated clicks by rollups are those by the clicks, whatever is rolled up, comes late or is erased', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(click, { minLength: 8, maxLength: 40 }),
      fc.array(click, { maxLength: 8 }),
      fc.integer({ min: 0, max: 5 }),
      async (first, late, erased) => {
        const shop = await service.createTenant();
        const roll = (): Promise<void> => service.app.get(Rollups).runFor(shop.context);
        await store(shop, first);
        const raw = await all(shop);
        expect(raw).toEqual([
          byHand(first, 0, DAYS - 1),
          byHand(first, 1, 3),
          byHand(
            first.filter(({ channel }) => channel === 'overlay'),
            0,
            DAYS - 1,
          ),
          { ...byHand(first, 2, DAYS - 1, 1, 1) },
        ]);
        await roll();
        expect(await all(shop)).toEqual(raw);
        await store(shop, late);
        const mixed = await all(shop);
        expect(mixed[0]).toEqual(byHand([...first, ...late], 0, DAYS - 1));
        await roll();
        expect(await all(shop)).toEqual(mixed);
        const body = { session_id: sessions[erased] };
        await ask(service.url, 'POST', `/v1/${shop.slug}/privacy/erase`, { key: shop.keys.secret, body });
        const left = [...first, ...late].filter(({ session }) => session !== erased);
        expect((await all(shop))[0]).toEqual(byHand(left, 0, DAYS - 1));
        await roll();
        expect((await all(shop))[0]).toEqual(byHand(left, 0, DAYS - 1));
        // Words are kept of what three sessions picked on days that are over, and of nothing else.
        const named = await service.app
          .get(Database)
          .tenant(shop.context, (tx) =>
            tx.query('select normalized_query as query, item_id from rollup_pair_names order by 1, 2'),
          );
        expect(named).toEqual(kept(left.filter(({ day }) => day < DAYS - 1)));
      },
    ),
    { numRuns: Number(process.env.METRICS_RUNS ?? 12) },
  );
}, 300_000);

test('days that a version before rolled up are paired later; what is read from goes with the raw events', async () => {
  const shop = await service.createTenant();
  const sql = (text: string): Promise<unknown[]> =>
    service.app.get(Database).tenant(shop.context, (tx) => tx.query(text));
  const clicks = [0, 1, 2, 3].flatMap((session): Click[] => [
    { day: session, session, query: 0, item: 0, position: 3, channel: 'overlay' },
  ]);
  await store(shop, clicks);
  const raw = await list(shop, 0, 4);
  expect(raw).toMatchObject({ total: 1, rows: [{ query: 'lamp', item_id: 'item 0', sessions: 4 }] });
  await service.app.get(Rollups).runFor(shop.context);
  for (const table of ['rollup_pairs', 'rollup_repeated_pairs', 'rollup_pair_names']) await sql(`delete from ${table}`);
  await sql('update rollup_days set paired_at = null');
  expect(await list(shop, 0, 4)).toEqual(raw);
  await service.app.get(Rollups).runFor(shop.context);
  await sql('delete from clicks');
  expect(await list(shop, 0, 4)).toEqual(raw);

  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body: { retention_days: 7 } });
  service.clock.advance(30 * DAY);
  await service.app.get(Retention).run();
  const left =
    'select pair from rollup_pairs union select pair from rollup_repeated_pairs union select pair from rollup_pair_names';
  expect(await sql(left)).toEqual([]);
}, 120_000);

function byHand(clicks: readonly Click[], from: number, to: number, limit = 20, offset = 0): Record<string, unknown> {
  const within = clicks.filter(({ day }) => day >= from && day <= to);
  const pairs = Map.groupBy(within, ({ query, item }) => `${query} ${item}`);
  const rows = [...pairs.values()].map((same) => ({
    query: queries[same[0]!.query]!,
    item_id: `item ${same[0]!.item}`,
    title: null,
    clicks: same.length,
    sessions: visitsOf(same),
    mean_position: expect.closeTo(same.reduce((sum, { position }) => sum + position, 0) / same.length, 9),
    share: expect.closeTo(same.length / within.filter(({ query }) => query === same[0]!.query).length, 9),
    suggested_rule: expect.anything(),
  }));
  const repeated = rows
    .filter((row) => row.sessions >= 3)
    .sort(
      (a, b) =>
        b.sessions - a.sessions || b.clicks - a.clicks || compare(a.query, b.query) || compare(a.item_id, b.item_id),
    );
  return {
    from: days.nameOf(from),
    to: days.nameOf(to),
    total: repeated.length,
    rows: repeated.slice(offset, offset + limit),
    limit,
    offset,
  };
}

/** Of each pair the days of its sessions count. */
function kept(clicks: readonly Click[]): unknown[] {
  const pairs = Map.groupBy(clicks, ({ query, item }) => `${query} ${item}`);
  return [...pairs.values()]
    .filter((same) => new Set(same.map(({ day, session }) => `${day} ${session}`)).size >= 3)
    .map((same) => ({ query: queries[same[0]!.query], item_id: `item ${same[0]!.item}` }))
    .sort((a, b) => compare(a.query!, b.query!) || compare(a.item_id, b.item_id));
}
