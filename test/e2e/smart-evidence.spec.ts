import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Rollups } from '../../src/modules/insights/index.ts';
import { EvidenceGatherer, type Evidence, type EvidenceLimits } from '../../src/modules/smart/learning/index.ts';
import { EvidenceRepository } from '../../src/modules/smart/learning/evidence.repository.ts';
import { score } from '../../src/modules/smart/learning/scorer.ts';
import { VocabularyBuilder } from '../../src/modules/smart/learning/vocabulary.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let service: TestApp;
let shop: TestTenant;
let gatherer: EvidenceGatherer;
beforeAll(async () => {
  service = await startTestApp();
  gatherer = new EvidenceGatherer(service.app.get(Database), new EvidenceRepository());
});
beforeEach(async () => {
  shop = await service.createTenant();
});
afterAll(() => service.close());

const track = async (kind: string, body: object): Promise<void> => {
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/track/${kind}`, { key: shop.keys.public, body });
  expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
};
/** `wait`: seconds since what the session did before. */
const search = async (session_id: string, query: string, results_count: number, wait = 40, more: object = {}) => {
  service.clock.advance(wait * SECOND);
  await track('search', { session_id, query, results_count, channel: 'overlay', ...more });
};
const click = async (session_id: string, query: string, item_id: string) => {
  service.clock.advance(2 * SECOND);
  await track('click', { session_id, query, item_id, position: 1 });
};
const rescued = async (failed: string, rescue: string, item = 'shoe', session: string = randomUUID()) => {
  await search(session, failed, 0);
  await search(session, rescue, 12);
  await click(session, rescue, item);
  return session;
};
const gather = (
  limits: Partial<EvidenceLimits> = {},
  from = service.clock.now() - 14 * DAY,
  seen: string | null = null,
): Promise<Evidence> =>
  gatherer.gather(
    shop.context,
    { from, to: service.clock.now() + 1, seen },
    { maxQueryLength: 20, locale: 'en', ...limits },
  );

test('three sessions make a pair, by its normal form, with what they typed most', async () => {
  await rescued('Sneekers', 'sneakers');
  await rescued('sneekers', 'Sneakers');
  await rescued('sneekers', 'Sneakers');
  await rescued('sandels', 'sandals');
  await search(randomUUID(), 'sneekers', 0);
  const { pairs, counts } = await gather();
  expect(counts).toEqual({
    sessions: 5,
    queries_analysed: 9,
    failed_queries: 2,
    pairs_found: 2,
    skipped_length: 0,
    skipped_few_sessions: 1,
    skipped_personal: 0,
  });
  expect(pairs).toEqual([
    {
      failed: 'sneekers',
      rescue: 'sneakers',
      failedDisplay: 'sneekers',
      rescueDisplay: 'Sneakers',
      evidence: expect.objectContaining({
        sessions: 4,
        rescues: 3,
        conversions: 0,
        resultsFailed: 0,
        resultsRescue: 12,
        rescueShare: 1 / 21,
        foreignShare: null,
      }),
    },
  ]);
});

test('a chain of keystrokes is one search, and so is what is deleted to make room', async () => {
  for (let n = 0; n < 3; n++) {
    const session = randomUUID();
    for (const query of ['sn', 'sne', 'snee', 'sneekers', 'sneeke', 'snee', 'sne']) await search(session, query, 0, 1);
    for (const query of ['sneak', 'sneakers']) await search(session, query, 9, 1);
    await click(session, 'sneakers', 'shoe');
  }
  const { pairs, counts } = await gather();
  expect(pairs.map(({ failed, rescue }) => [failed, rescue])).toEqual([['sneekers', 'sneakers']]);
  expect(counts).toMatchObject({ sessions: 3, queries_analysed: 6, failed_queries: 1 });
});

test('what grows within 30 seconds is being typed, later it is another search', async () => {
  for (const wait of [30, 31]) {
    const session = randomUUID();
    await search(session, `so${wait}`, 0);
    await search(session, `so${wait} fa`, 0, wait);
  }
  // A search, a growing one after 30 seconds that takes its place, and one after 31 that does not.
  expect((await gather()).counts).toMatchObject({ sessions: 2, queries_analysed: 3 });
});

test('shoppers who turn to what all look for have not said that it is the same', async () => {
  for (const failed of ['hammock', 'lampshade', 'garden hose', 'doorbell']) {
    for (let n = 0; n < 4; n++) await rescued(failed, 'sneakers', 'shoe');
    for (let n = 0; n < 6; n++) await search(randomUUID(), failed, 0);
  }
  for (let n = 0; n < 4; n++) await rescued('couch', 'sofa', 'seat');
  const { pairs } = await gather();
  expect(pairs).toHaveLength(5);
  const catalogue = new VocabularyBuilder(pairs);
  for (const title of ['Canvas sneakers', 'Running sneakers', 'Blue sofa', 'Sofa bed'])
    catalogue.add({ title, brand: null, labels: [] });
  const proposed = await score(pairs, { locale: 'en', catalogue });
  expect(proposed).toMatchObject([{ originalQuery: 'couch', suggestedQuery: 'sofa' }]);
});

test('evidence of a pair adds up over nights and is forgotten after 30 days', async () => {
  for (let night = 0; night < 3; night++) {
    const from = service.clock.now();
    await rescued('sneekers', 'sneakers');
    const { pairs } = await gather({}, from);
    expect(pairs.map(({ evidence }) => evidence.rescues)).toEqual(night < 2 ? [] : [3]);
    service.clock.advance(DAY);
  }
  service.clock.advance(26 * DAY);
  expect((await gather({}, service.clock.now() - DAY)).pairs).toHaveLength(1);
  service.clock.advance(2 * DAY);
  expect((await gather({}, service.clock.now() - DAY)).pairs).toHaveLength(0);
});

test('the same window again changes nothing, and a rescue across the edge of two windows is seen once', async () => {
  const sessions = [randomUUID(), randomUUID(), randomUUID()];
  const first = service.clock.now();
  for (const session of sessions) await search(session, 'sneekers', 0);
  await gather({}, first);
  const edge = service.clock.now();
  for (const session of sessions) {
    await search(session, 'sneakers', 4);
    await click(session, 'sneakers', 'shoe');
  }
  const second = await gather({}, edge);
  expect(second.pairs.map(({ evidence }) => [evidence.sessions, evidence.rescues])).toEqual([[3, 3]]);
  expect(await gather({}, edge)).toEqual({ ...second, snapshot: expect.any(String) });
});

test('what arrives late belongs to the run after it arrived', async () => {
  const sessions = [randomUUID(), randomUUID(), randomUUID()];
  const first = service.clock.now();
  for (const session of sessions) {
    await search(session, 'sneekers', 0);
    await search(session, 'sneakers', 4);
  }
  const clickedAt = new Date(service.clock.now()).toISOString();
  service.clock.advance(5 * HOUR);
  expect((await gather({}, first)).pairs).toEqual([]);
  const edge = service.clock.now();
  for (const session_id of sessions) {
    await track('click', { session_id, query: 'sneakers', item_id: 'shoe', position: 1, timestamp: clickedAt });
  }
  expect((await gather({}, edge)).pairs).toHaveLength(1);
});

test.each([false, true])(
  'what arrives weeks after it happened belongs to the run after it arrived, also when reports know it already: %p',
  async (counted) => {
    const edge = service.clock.now();
    const at = (days: number, seconds: number): string => new Date(edge - days * DAY + seconds * SECOND).toISOString();
    for (const days of [5, 12, 28]) {
      const session_id = randomUUID();
      const body = { session_id, channel: 'overlay' };
      await track('search', { ...body, query: 'sneekers', results_count: 0, timestamp: at(days, 0) });
      await track('search', { ...body, query: 'sneakers', results_count: 4, timestamp: at(days, 40) });
      await track('click', { session_id, query: 'sneakers', item_id: 'shoe', position: 1, timestamp: at(days, 42) });
    }
    if (counted) await service.app.get(Rollups).runFor(shop.context);
    service.clock.advance(HOUR);
    const found = await gather({}, edge);
    expect(found.counts).toMatchObject({ sessions: 3, queries_analysed: 6, failed_queries: 1 });
    expect(found.pairs.map(({ evidence }) => evidence.sessions)).toEqual([3]);
    service.clock.advance(3 * HOUR);
    expect((await gather({}, service.clock.now() - HOUR, found.snapshot)).counts).toMatchObject({ sessions: 0 });
  },
);

/** What the intake of another process does: received at `received`, committed when `commit` is called. */
async function openIntake(sessions: readonly string[], received: number) {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
     select $1, to_timestamp($2::float8 / 1000) + n * interval '40 seconds', gen_random_uuid(), s, q, q, n * 5, 'overlay',
            to_timestamp($2::float8 / 1000)
     from unnest($3::uuid[]) s, (values (0, 'sneekers'), (1, 'sneakers')) v (n, q)`,
    [shop.context.tenantId, received - MINUTE, sessions],
  );
  await client.query(
    `insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel, received_at)
     select $1, to_timestamp($2::float8 / 1000) + interval '50 seconds', gen_random_uuid(), s, 'sneakers', 'sneakers', 'shoe',
            1, 'overlay', to_timestamp($2::float8 / 1000) from unnest($3::uuid[]) s`,
    [shop.context.tenantId, received - MINUTE, sessions],
  );
  return {
    async commit(): Promise<void> {
      await client.query('commit');
      await client.end();
    },
  };
}

test.each([1, 30, 90])(
  'what was received %i minutes before a run and committed after it is the next run’s, once',
  async (minutes) => {
    const first = service.clock.now();
    service.clock.advance(2 * HOUR);
    await rescued('gutiar', 'guitar', 'g');
    const sessions = [randomUUID(), randomUUID(), randomUUID()];
    const intake = await openIntake(sessions, service.clock.now() - minutes * MINUTE);
    const before = await gather({}, first);
    expect(before.counts).toMatchObject({ sessions: 1, queries_analysed: 2, failed_queries: 1 });
    const edge = service.clock.now() + 1;
    await intake.commit();
    await rescued('sofaa', 'sofa', 's');
    const after = await gather({}, edge, before.snapshot);
    expect(after.counts).toMatchObject({ sessions: 4, queries_analysed: 8 });
    expect(after.pairs.map(({ failed, evidence }) => [failed, evidence.rescues])).toEqual([['sneekers', 3]]);
    const again = await gather({}, service.clock.now() + 1, after.snapshot);
    expect(again.counts).toMatchObject({ sessions: 0, queries_analysed: 0 });
    expect(again.pairs[0]!.evidence).toMatchObject({ sessions: 3, rescues: 3 });
  },
);

test('items clicked on other ways than the rescue are shared', async () => {
  for (let n = 0; n < 3; n++) await rescued('couch', 'sofa', 'divan');
  expect((await gather()).pairs[0]!.evidence.sharedItems).toBe(0);
  const session = randomUUID();
  await search(session, 'couch', 1);
  await click(session, 'couch', 'divan');
  expect((await gather()).pairs[0]!.evidence.sharedItems).toBe(1);
});

test('what is too long or personal is counted and kept nowhere', async () => {
  const canaries = ['anna.k@example.org', '+49 170 1234567', '4111 1111 1111 1111', 'order 4711-338', '12 Oak Street'];
  for (const canary of canaries) for (let n = 0; n < 3; n++) await rescued(canary, 'sneakers');
  for (let n = 0; n < 3; n++) await rescued('red shoes for a wedding', 'sneakers');
  for (let n = 0; n < 3; n++) await rescued('sneekers', 'anna.k@example.org');
  const { pairs, counts } = await gather();
  expect(pairs).toEqual([]);
  expect(counts).toMatchObject({ skipped_personal: 5, skipped_length: 1, failed_queries: 7, pairs_found: 0 });
  const kept = await service.app
    .get(Database)
    .tenant(shop.context, (tx) => tx.query<{ failed: string }>('select distinct failed from smart_sightings'));
  expect(kept).toEqual([{ failed: 'sneekers' }]);
});

test('machines do not teach, and a tenant does not learn from another', async () => {
  const sessions = [await rescued('sneekers', 'sneakers'), await rescued('sneekers', 'sneakers')];
  const machine = await rescued('sneekers', 'sneakers');
  for (let n = 0; n < 101; n++)
    await track('click', { session_id: machine, query: 'x', item_id: `i${n}`, position: 1 });
  expect((await gather()).counts).toMatchObject({ sessions: sessions.length, skipped_few_sessions: 1 });
  const other = await service.createTenant();
  const seen = await gatherer.gather(
    other.context,
    { from: 0, to: service.clock.now() + 1, seen: null },
    { maxQueryLength: 20, locale: 'en', minSessions: 1 },
  );
  expect(seen).toMatchObject({ pairs: [], counts: { sessions: 0 } });
});

test('browsers of another language are a share of the evidence', async () => {
  for (const accept_language of ['de-DE,de;q=0.9', 'de', 'en-GB', undefined]) {
    const session = randomUUID();
    await search(session, 'handschuhe', 0, 40, { accept_language });
    await search(session, 'gloves', 4, 40, { accept_language });
    await click(session, 'gloves', 'glove');
  }
  const [pair] = (await gather()).pairs;
  expect(pair!.evidence.foreignShare).toBeCloseTo(2 / 3);
});

test('a run that is called off has learned nothing', async () => {
  for (let n = 0; n < 3; n++) await rescued('sneekers', 'sneakers');
  await expect(gather({ signal: AbortSignal.abort(new Error('cancelled')) })).rejects.toThrow('cancelled');
  const rows = await service.app
    .get(Database)
    .system((tx) =>
      tx.query<{ count: number }>('select count(*)::int as count from smart_sightings where tenant_id = $1', [
        shop.context.tenantId,
      ]),
    );
  expect(rows).toEqual([{ count: 0 }]);
});

const remembered = () =>
  service.app
    .get(Database)
    .tenant(shop.context, (tx) => tx.query<{ row: string }>('select s::text as row from smart_sightings s'));

test('an erased session is no evidence any more, by its id or by its order', async () => {
  const sessions = [];
  for (let n = 0; n < 4; n++) sessions.push(await rescued('sneekers', 'sneakers'));
  const order = { session_id: sessions[1], item_id: 'shoe', order_id: 'o-1', revenue: 10, currency: 'EUR' };
  await track('conversion', order);
  expect((await gather()).pairs[0]!.evidence).toMatchObject({ rescues: 4, conversions: 1 });
  for (const { row } of await remembered()) for (const session of sessions) expect(row).not.toContain(session);
  const erase = async (body: object) =>
    (await ask(service.url, 'POST', `/v1/${shop.slug}/privacy/erase`, { key: shop.keys.secret, body })).body.erased;
  expect(await erase({ session_id: sessions[0] })).toMatchObject({ searches: 2, smart_sightings: 1 });
  expect(await erase({ order_id: 'o-1' })).toMatchObject({ conversions: 1, smart_sightings: 1 });
  expect(await remembered()).toHaveLength(2);
});

test('a shop that does not learn any more forgets all the same', async () => {
  await rescued('sneekers', 'sneakers');
  await gather();
  service.clock.advance(30 * DAY);
  await service.app.get(Retention).run();
  expect(await remembered()).toHaveLength(1);
  service.clock.advance(2 * DAY);
  await service.app.get(Retention).run();
  expect(await remembered()).toHaveLength(0);
});
