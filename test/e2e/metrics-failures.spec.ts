import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { Rollups } from '../../src/modules/insights/index.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { compare, DAY, EventDays, visitsOf } from '../support/event-days.ts';

const MINUTE = 60_000;
const DAYS = 6;
const days = new EventDays('2026-11-10', DAYS);

let service: TestApp;
beforeAll(async () => {
  service = await days.startService(0.99);
});
afterAll(() => service.close());

interface Search {
  day: number;
  minute: number;
  session: number;
  query: (typeof QUERIES)[number];
}
/** Far from each other, so that none is taken for a typo of another one. */
const QUERIES = ['gramophone', 'Gramophone', 'settee', 'xylitol', 'couch'] as const;
const FOUND: readonly string[] = ['xylitol', 'couch'];
const search = fc.record<Search>({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  // Around midnight, and half an hour apart.
  minute: fc.constantFrom(0, 10, 35, 45, 1410, 1420),
  session: fc.integer({ min: 0, max: 3 }),
  query: fc.constantFrom(...QUERIES),
});
const sessions = Array.from({ length: 4 }, () => randomUUID());
const timeOf = ({ day, minute }: Search): number => days.startOf(day) + minute * MINUTE;

/** As the intake would have: with the marks of the days around. */
async function store({ context }: TestTenant, searches: readonly Search[]): Promise<void> {
  await service.app.get(Database).system(async (tx) => {
    for (const one of searches) {
      await tx.query(
        `insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
         values ($1, $2, $3, $4, $5, lower($5), $6, 'overlay', now())`,
        [
          context.tenantId,
          new Date(timeOf(one)),
          randomUUID(),
          sessions[one.session],
          one.query,
          FOUND.includes(one.query) ? 3 : 0,
        ],
      );
      await tx.query(
        `insert into rollup_marks (tenant_id, day)
         select $1, g from generate_series($2::date - 1, least($2::date + 2, $3::date), interval '1 day') g`,
        [context.tenantId, days.nameOf(one.day), days.last],
      );
    }
  });
}

async function group(shop: TestTenant, from: string, to: string): Promise<Record<string, unknown>> {
  const body = { from, to, min_count: 1 };
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/opportunities/group`, {
    key: shop.keys.secret,
    body,
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const all = (shop: TestTenant): Promise<Record<string, unknown>[]> =>
  Promise.all([
    group(shop, days.nameOf(0), days.last),
    group(shop, days.nameOf(1), days.nameOf(3)),
    group(shop, `${days.nameOf(1)}T00:20:00Z`, `${days.nameOf(4)}T23:35:00Z`),
  ]);
const rowsOf = (answers: Record<string, unknown>[]): unknown[] => answers.slice(0, 2).map(({ rows }) => rows);
const byHand = (searches: readonly Search[]): unknown[] => [rows(searches, 0, DAYS - 1), rows(searches, 1, 3)];

test('opportunities by rollups are those by the searches, whatever is rolled up, comes late or is erased', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(search, { minLength: 8, maxLength: 40 }),
      fc.array(search, { maxLength: 8 }),
      fc.integer({ min: 0, max: 3 }),
      async (first, late, erased) => {
        const shop = await service.createTenant();
        const roll = (): Promise<void> => service.app.get(Rollups).runFor(shop.context);
        await store(shop, first);
        const raw = await all(shop);
        expect(rowsOf(raw)).toEqual(byHand(first));
        await roll();
        expect(await all(shop)).toEqual(raw);
        await store(shop, late);
        const mixed = await all(shop);
        expect(rowsOf(mixed)).toEqual(byHand([...first, ...late]));
        await roll();
        expect(await all(shop)).toEqual(mixed);
        const body = { session_id: sessions[erased] };
        await ask(service.url, 'POST', `/v1/${shop.slug}/privacy/erase`, { key: shop.keys.secret, body });
        const left = [...first, ...late].filter(({ session }) => session !== erased);
        expect(rowsOf(await all(shop))).toEqual(byHand(left));
        await roll();
        expect(rowsOf(await all(shop))).toEqual(byHand(left));
        // Words are kept of what the others typed on days that are over, and of nothing else.
        const kept = await service.app
          .get(Database)
          .tenant(shop.context, (tx) =>
            tx.query<{ query: string }>('select distinct query from rollup_failed_spellings'),
          );
        const typed = left.filter(({ day, query }) => day < DAYS - 1 && !FOUND.includes(query));
        expect(kept.map(({ query }) => query).sort()).toEqual([...new Set(typed.map(({ query }) => query))].sort());
      },
    ),
    { numRuns: Number(process.env.METRICS_RUNS ?? 12) },
  );
}, 300_000);

test('days that a version before rolled up are told later; what is told from goes with the raw events', async () => {
  const shop = await service.createTenant();
  const sql = (text: string): Promise<unknown[]> =>
    service.app.get(Database).tenant(shop.context, (tx) => tx.query(text));
  const searches = [0, 1, 2].flatMap((session): Search[] => [
    { day: session, session, minute: 0, query: 'settee' },
    { day: session, session, minute: 10, query: 'couch' },
  ]);
  await store(shop, searches);
  const raw = await group(shop, days.nameOf(0), days.nameOf(4));
  expect(raw).toMatchObject({ total: 1, rows: [{ sessions: 3, advice: { code: 'add_synonym', target: 'couch' } }] });
  const tables = ['rollup_failed_spellings', 'rollup_failed_sessions', 'rollup_rescues'];
  await service.app.get(Rollups).runFor(shop.context);
  for (const table of tables) await sql(`delete from ${table}`);
  await sql('update rollup_days set failures_at = null');
  expect(await group(shop, days.nameOf(0), days.nameOf(4))).toEqual(raw);
  await service.app.get(Rollups).runFor(shop.context);
  await sql('delete from searches');
  expect(await group(shop, days.nameOf(0), days.nameOf(4))).toEqual(raw);

  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body: { retention_days: 7 } });
  service.clock.advance(30 * DAY);
  await service.app.get(Retention).run();
  for (const table of tables) expect([table, await sql(`select day from ${table}`)]).toEqual([table, []]);
  expect(await group(shop, days.nameOf(0), days.nameOf(4))).toMatchObject({ total: 0, resolved_since: 0, rows: [] });

  // A period that began before goes on to tell what came since.
  const body = { session_id: sessions[0], query: 'xylophone', results_count: 0, channel: 'overlay' };
  const track = `/v1/${shop.slug}/track/search`;
  expect(await ask(service.url, 'POST', track, { key: shop.keys.public, body })).toMatchObject({ status: 202 });
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  expect(await group(shop, days.nameOf(0), today)).toMatchObject({
    from: days.nameOf(0),
    total: 1,
    rows: [{ normalized_query: 'xylophone', searches: 1, sessions: 1 }],
  });
}, 120_000);

function rows(searches: readonly Search[], from: number, to: number): unknown[] {
  const failed = searches.filter(({ day, query }) => day >= from && day <= to && !FOUND.includes(query));
  const groups = [...Map.groupBy(failed, ({ query }) => query.toLowerCase())].map(([normalized_query, same]) => {
    const times = same.map(timeOf);
    const target = rescue(searches, normalized_query, to);
    return {
      normalized_query,
      searches: same.length,
      sessions: visitsOf(same),
      first_seen: new Date(Math.min(...times)).toISOString(),
      last_seen: new Date(Math.max(...times)).toISOString(),
      variants: [...Map.groupBy(same, ({ query }) => query)]
        .map(([query, typed]) => ({ query, count: typed.length }))
        .sort((a, b) => b.count - a.count || compare(a.query, b.query)),
      cause: target === null ? 'not_sold' : 'vocabulary',
      suggested_action: expect.any(String),
      advice: { code: target === null ? 'sell' : 'add_synonym', target },
      suggestion_id: null,
      estimated_value: [],
    };
  });
  return groups.sort((a, b) => b.searches - a.searches || compare(a.normalized_query, b.normalized_query));
}

/** What at least two sessions found within half an hour, one session a day, until the end of a day. */
function rescue(searches: readonly Search[], failed: string, to: number): string | null {
  const counted = FOUND.map((query) => {
    const saved = searches.filter(
      (one) =>
        one.query.toLowerCase() === failed &&
        one.day <= to &&
        searches.some((next) => {
          const later = timeOf(next) - timeOf(one);
          return next.session === one.session && next.query === query && later > 0 && later < 30 * MINUTE;
        }),
    );
    return { query, sessions: new Set(saved.map(({ day, session }) => `${day} ${session}`)).size };
  }).filter(({ sessions: count }) => count >= 2);
  counted.sort((a, b) => b.sessions - a.sessions || compare(a.query, b.query));
  return counted[0]?.query ?? null;
}
