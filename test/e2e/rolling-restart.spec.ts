import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { Balancer } from '../support/balancer.ts';
import { products, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/poll.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';

const RESTARTS = 2;
/** A checkout of an older version, built: it makes the database, and its processes are the ones replaced (test:versions). */
const PREVIOUS = process.env.MIRABEL_PREVIOUS;
const KEY = Buffer.alloc(32, 1).toString('base64');

let database: TestDatabase;
let folder: string;
const services: StartedService[] = [];
let balancer: Balancer;
let tenant: TestTenant;
let started = 0;

const envOf = (number: number): Record<string, string> => ({
  DATABASE_URL: database.url,
  MB_ENCRYPTION_KEY: KEY,
  MB_DATA_DIR: join(folder, String(number)),
});
const start = (checkout?: string): Promise<StartedService> => startWithoutDemo(envOf(++started), checkout);

beforeAll(async () => {
  database = await createTestDatabase({ empty: PREVIOUS !== undefined });
  folder = await mkdtemp(join(tmpdir(), 'mirabel-rolling-'));
  for (let i = 0; i < 2; i++) services.push(await start(PREVIOUS));
  tenant = await createTenantOf(services[0]!, 'rolling', envOf(1), PREVIOUS);
  balancer = await new Balancer(services.map(({ url }) => url)).start();
});
afterAll(async () => {
  await balancer.stop();
  for (const service of services) await service.program.stop('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('processes are replaced one by one under load: no request fails, nothing acknowledged is lost', async () => {
  const at = { url: balancer.url } as StartedService;
  const shop = new Shop(at, tenant);
  expect((await shop.push(products(200))).status).toBe(200);
  const over = new AbortController();
  const lane = async (send: (n: number) => Promise<Answer>): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let n = 0; !over.signal.aborted; n++) answers.push(await send(n));
    return answers;
  };
  const event = { query: 'q', results_count: 1, channel: 'overlay' };
  const track = () => {
    const body = { ...event, session_id: randomUUID(), event_id: randomUUID() };
    return ask(balancer.url, 'POST', '/v1/rolling/track/search', { key: tenant.keys.public, body });
  };
  const push = (n: number) => shop.push(products(20, (i) => ({ id: `p-${n}-${i}`, title: `Rolling thing ${n}` })));
  const loads = [
    ...Array.from({ length: 2 }, () => lane(() => shop.search({ q: 'product' }))),
    ...Array.from({ length: 2 }, () => lane(track)),
    lane(push),
  ];
  for (let restart = 0; restart < RESTARTS; restart++) {
    const fresh = await start();
    balancer.upstreams.push(fresh.url);
    await eventually(async () => balancer.isReady(fresh.url));
    const old = services.splice(0, 1, ...services.splice(1), fresh)[0]!;
    expect(await old.program.stop()).toMatchObject({ code: 0, signal: null });
    balancer.upstreams = services.map(({ url }) => url);
  }
  over.abort();
  const answers = await Promise.all(loads);
  const failed = answers.flat().filter(({ status }) => status >= 400);
  expect(failed.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  const accepted = answers.slice(2, 4).flat().length;
  const pushed = answers[4]!.length;
  const overview = () => ask(balancer.url, 'GET', '/v1/rolling/metrics/overview', { key: tenant.keys.secret });
  await eventually(async () => (await overview()).body.searches === accepted);
  await eventually(async () => (await shop.search({ q: 'rolling' })).body.total === pushed * 20);
});
