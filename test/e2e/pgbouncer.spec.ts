import { randomUUID } from 'node:crypto';
import { Database } from '../../src/platform/database/index.ts';
import { SignalBus } from '../../src/platform/events/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/poll.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { findPgBouncer } from '../support/programs.ts';

let database: TestDatabase;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let services: [TestApp, TestApp];
let shop: TestTenant;

(findPgBouncer() ? describe : describe.skip)('two processes behind a pooler in transaction mode', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPgBouncer(database.url);
    services = [await startTestApp({ databaseUrl: pooler.url }), await startTestApp({ databaseUrl: pooler.url })];
    shop = await services[0].createTenant();
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await pooler.stop();
    await database.drop();
  });

  const at = (service: TestApp, method: string, path: string, body?: unknown) =>
    ask(service.url, method, path, { key: shop.keys.secret, ...(body === undefined ? {} : { body }) });

  test('a push through one is found through the other', async () => {
    const documents = Array.from({ length: 50 }, (_, i) => ({ id: `k${i}`, title: `Paper kite ${i}`, url: `/k/${i}` }));
    const search = () => at(services[1], 'GET', `/v1/${shop.slug}/search?q=kite`);
    expect((await search()).body.total).toBe(0);
    const body = { source: 'feed', documents };
    const pushed = await ask(services[0].url, 'POST', '/api/v1/index', { key: shop.keys.indexer, body });
    expect(pushed).toMatchObject({ status: 200, body: { indexed: 50 } });
    await eventually(async () => (await search()).body.total === 50);
  });

  test('a key that one revokes is refused by the other, a setting that one changes is in force in the other', async () => {
    const { body: made } = await at(services[0], 'POST', `/v1/${shop.slug}/keys`, { kind: 'secret', name: 'x' });
    const use = () => ask(services[1].url, 'GET', `/v1/${shop.slug}/settings`, { key: made.key });
    expect((await use()).body.typo_tolerance).toBe(true);
    await at(services[0], 'PATCH', `/v1/${shop.slug}/settings`, { typo_tolerance: false });
    await eventually(async () => (await use()).body.typo_tolerance === false);
    await at(services[0], 'DELETE', `/v1/${shop.slug}/keys/${made.id}`);
    await eventually(async () => (await use()).status === 401);
  });

  test('what is heard of the own connection alone is not believed', async () => {
    const { dataSource } = services[0].app.get(Database);
    for (let round = 0; round < 5; round++) {
      const bus = new SignalBus(dataSource, null);
      await bus.onApplicationBootstrap();
      expect(bus.healthy).toBe(false);
      await bus.onApplicationShutdown();
    }
  });

  test('an idempotent request happens once, sent to both at the same time', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { type: 'two_way', terms: ['kite', 'dragon'] };
    const send = (service: TestApp) =>
      ask(service.url, 'POST', `/v1/${shop.slug}/synonyms`, { key: shop.keys.secret, body, headers });
    const statuses = (await Promise.all([...services, ...services].map(send))).map(({ status }) => status);
    expect(statuses.filter((status) => ![201, 409].includes(status))).toEqual([]);
    expect(statuses).toContain(201);
    expect((await at(services[1], 'GET', `/v1/${shop.slug}/synonyms`)).body.total).toBe(1);
  });

  test('events are committed and counted, each once', async () => {
    const events = Array.from({ length: 40 }, (_, i) => ({
      event_id: randomUUID(),
      session_id: randomUUID(),
      query: `kite ${i}`,
      results_count: 1,
      channel: 'results_page',
    }));
    const send = (event: object, service: TestApp) => at(service, 'POST', `/v1/${shop.slug}/track/search`, event);
    const answers = await Promise.all(events.flatMap((event) => services.map((service) => send(event, service))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(answers.filter(({ body }) => body.status === 'accepted')).toHaveLength(40);
    const today = new Date(services[0].clock.now()).toISOString().slice(0, 10);
    const { body } = await at(services[1], 'GET', `/v1/${shop.slug}/metrics/overview?from=${today}&to=${today}`);
    expect(body.searches).toBe(40);
  });
});
