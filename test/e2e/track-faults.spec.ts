import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { SearchEvent } from '../../src/modules/tracking/event.ts';
import { EventIntake } from '../../src/modules/tracking/intake/event-intake.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type Answer } from '../support/client.ts';

const DAY = 86_400_000;
let service: TestApp;
let shop: TestTenant;
beforeEach(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
});
afterEach(() => service.close());

const search = (fields: object = {}): Promise<Answer> =>
  ask(service.url, 'POST', `/v1/${shop.slug}/track/search`, {
    key: shop.keys.public,
    body: { session_id: randomUUID(), query: 'lamp', results_count: 1, channel: 'overlay', ...fields },
  });
const stored = async (): Promise<number> => {
  const rows = await service.app.get(Database).tenant(shop.context, (tx) => tx.query('select 1 from searches'));
  return rows.length;
};
const asOwner = (sql: string): Promise<unknown> => service.app.get(Database).dataSource.query(sql);

/** Holds back every write of searches until released. */
async function holdWrites(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin; lock table searches in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

const event = (): SearchEvent => ({
  tenant: shop.context,
  id: randomUUID(),
  named: true,
  sessionId: randomUUID(),
  queryId: null,
  at: service.clock.now(),
  receivedAt: service.clock.now(),
  ipHash: null,
  zone: 'UTC',
  days: [],
  query: 'q',
  normalizedQuery: 'q',
  resultsCount: 1,
  channel: 'overlay',
  acceptLanguage: null,
});

test('over its bound the intake sends away with Retry-After; what it took is stored', async () => {
  await search();
  const release = await holdWrites();
  const intake = service.app.get(EventIntake);
  const taken = Promise.allSettled(Array.from({ length: 6_000 }, () => intake.search(event())));
  const refused = await search();
  expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await release();
  const kept = (await taken).filter(({ status }) => status === 'fulfilled');
  expect(kept.length).toBeGreaterThanOrEqual(5_000);
  expect(await stored()).toBe(1 + kept.length);
  expect((await search()).status).toBe(202);
});

test('an event that the database refuses fails alone, the others of its batch are stored', async () => {
  await asOwner(`alter table searches add constraint no_poison check (query <> 'poison')`);
  const release = await holdWrites();
  const intake = service.app.get(EventIntake);
  const taken = Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => intake.search({ ...event(), query: n === 17 ? 'poison' : 'fine' })),
  );
  await release();
  const statuses = (await taken).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(39);
  expect(statuses[17]).toBe('rejected');
  expect(await stored()).toBe(39);
  expect((await search({ query: 'poison' })).status).toBe(500);
});

test('the first events of a day may come at once, of every kind and to several processes', async () => {
  const other = await startTestApp({ databaseUrl: service.databaseUrl });
  const bodies = {
    search: { query: 'lamp', results_count: 1, channel: 'overlay' },
    click: { query: 'lamp', item_id: 'a', position: 1 },
  };
  for (let day = 10; day < 14; day++) {
    const timestamp = new Date(service.clock.now() - day * DAY).toISOString();
    const answers = await Promise.all(
      [service, other].flatMap(({ url }) =>
        Object.entries(bodies).map(([kind, fields]) =>
          ask(url, 'POST', `/v1/${shop.slug}/track/${kind}`, {
            key: shop.keys.public,
            body: { session_id: randomUUID(), timestamp, ...fields },
          }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  }
  await other.close();
});

test('a missing partition is made, for any day and also when retention has just dropped it', async () => {
  const at = (days: number): { timestamp: string } => ({
    timestamp: new Date(service.clock.now() - days * DAY).toISOString(),
  });
  expect((await search(at(29))).body.status).toBe('accepted');
  const name = `searches_${at(29).timestamp.slice(0, 10).replaceAll('-', '')}`;
  await asOwner(`drop table ${name}`);
  expect((await search(at(29))).body.status).toBe('accepted');
  service.clock.advance(400 * DAY);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => search(at(n))));
  expect(answers.every(({ body }) => body.status === 'accepted')).toBe(true);
  expect(await stored()).toBe(31);
});

test('what was taken before the end is committed before the process goes', async () => {
  const release = await holdWrites();
  const intake = service.app.get(EventIntake);
  const taken = Promise.all(Array.from({ length: 50 }, () => intake.search(event())));
  const flushed = intake.beforeApplicationShutdown();
  await release();
  await flushed;
  expect(await taken).toHaveLength(50);
  expect(await stored()).toBe(50);
});
