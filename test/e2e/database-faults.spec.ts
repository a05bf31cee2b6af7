import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import type { TestTenant } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';
import { DatabaseProxy } from '../support/database-proxy.ts';
import { eventually } from '../support/poll.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';

let folder: string;
let database: EmbeddedPostgres;
let proxy: DatabaseProxy;
let service: StartedService;
let tenant: TestTenant;
let shop: Shop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirabel-database-faults-'));
  database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), durable: false });
  proxy = await new DatabaseProxy(database.url).start();
  const env = {
    DATABASE_URL: proxy.url,
    MB_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    MB_DATA_DIR: join(folder, 'service'),
  };
  service = await startWithoutDemo(env);
  tenant = await createTenantOf(service, 'faults', env);
  shop = new Shop(service, tenant);
  await shop.push(products(50));
  expect((await shop.search({ q: 'product' })).body.total).toBe(50);
});
afterAll(async () => {
  await service.program.stop('SIGKILL');
  await proxy.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

let sent = 0;
const newEvent = () => ({
  session_id: randomUUID(),
  event_id: randomUUID(),
  query: `q${++sent}`,
  results_count: 1,
  channel: 'overlay',
});
const track = (body: object): Promise<Answer> =>
  ask(service.url, 'POST', '/v1/faults/track/search', { key: tenant.keys.public, body });

async function untilDone(send: () => Promise<Answer>, done: number): Promise<void> {
  await eventually(async () => {
    const { status, headers } = await send();
    if (status !== done) expect([status, headers.has('retry-after')]).toEqual([503, true]);
    return status === done;
  });
}

const searches = async (): Promise<number> =>
  (await ask(service.url, 'GET', '/v1/faults/metrics/overview', { key: tenant.keys.secret })).body.searches;

test('cut off before any of the answers of the database, what is sent again happens once', async () => {
  // The answers to one event and to one push are fewer than that.
  for (let answer = 1; answer <= 12; answer++) {
    const event = newEvent();
    proxy.cutBeforeAnswer(answer);
    const first = await track(event);
    expect([202, 503]).toContain(first.status);
    await untilDone(() => track(event), 202);
    const document = product(`cut-${answer}`, { title: `Severed thing ${answer}` });
    proxy.cutBeforeAnswer(answer);
    await untilDone(() => shop.push([document]), 200);
    proxy.cutBeforeAnswer(0);
  }
  await eventually(async () => (await searches()) === sent);
  expect((await shop.search({ q: 'severed' })).body.total).toBe(12);
  expect((await shop.items()).body.total).toBe(62);
});

test('frozen: searches go on, events are told to come back; thawed, each is there once', async () => {
  const processes = await familyOf(database.pid);
  const before = (await shop.search({ q: 'product' })).body.total;
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  const event = newEvent();
  try {
    const refused = track(event);
    // Longer than what was read may be trusted without hearing of changes.
    for (let round = 0; round < 20; round++) {
      await wait(250);
      expect((await shop.search({ q: 'product' })).body.total).toBe(before);
      expect((await ask(service.url, 'GET', '/health/live')).status).toBe(200);
    }
    const { status, headers } = await refused;
    expect([status, headers.has('retry-after')]).toEqual([503, true]);
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  await untilDone(() => track(event), 202);
  await eventually(async () => (await searches()) === sent);
});

test('stopped and started again: searches go on, who writes is told to come back, and nobody restarts the service', async () => {
  const before = (await shop.search({ q: 'product' })).body.total;
  await database.stop();
  const event = newEvent();
  const document = product('restarted', { title: 'Restarted thing' });
  for (const refused of [await track(event), await shop.push([document])]) {
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
  }
  await eventually(async () => (await ask(service.url, 'GET', '/health/ready')).status === 503);
  expect((await ask(service.url, 'GET', '/health/live')).status).toBe(200);
  for (let round = 0; round < 12; round++) {
    await wait(250);
    expect((await shop.search({ q: 'product' })).body.total).toBe(before);
  }
  database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), durable: false });
  proxy.databaseUrl = database.url;
  await untilDone(() => track(event), 202);
  await untilDone(() => shop.push([document]), 200);
  await eventually(async () => (await searches()) === sent);
  await eventually(async () => (await shop.search({ q: 'restarted' })).body.total === 1);
  expect((await ask(service.url, 'GET', '/health/ready')).status).toBe(200);
});

async function familyOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return [parent, ...pids.filter((_, at) => parents[at] === parent)];
}
