import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { Daemon } from '../support/daemon.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually, poll } from '../support/poll.ts';
import { findRedis } from '../support/programs.ts';
import { freePort } from '../support/service-process.ts';

const program = findRedis();
const LIMIT = 60;
let folder: string;
let database: TestDatabase;
let redis: Daemon;
let looking: Redis;
let services: TestApp[];
let shop: TestTenant;
let start: () => Promise<TestApp>;

(program ? describe : describe.skip)('two processes on one Redis', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mirabel-redis-'));
    const port = await freePort();
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
    redis = await new Daemon(program!, args, port).start();
    database = await createTestDatabase();
    const redisUrl = `redis://127.0.0.1:${port}`;
    const settings = { redisUrl, encryptionKey: randomBytes(32) };
    start = () => startTestApp({ databaseUrl: database.url, settings, rateLimit: LIMIT });
    services = [await start(), await start()];
    looking = new Redis(redisUrl);
    looking.on('error', () => {});
  });
  afterAll(async () => {
    looking.disconnect();
    await Promise.all(services.map((service) => service.close()));
    await redis.kill();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await gauge('mirabel_redis_up', 1);
    await gauge('mirabel_replicas', 2);
    shop = await services[0]!.createTenant();
  });

  const read = (service: TestApp) => ask(service.url, 'GET', `/v1/${shop.slug}/settings`, { key: shop.keys.secret });

  /** Until every process says so. */
  const gauge = (name: string, value: number) =>
    poll(async () => {
      const pages = await Promise.all(services.map(({ url }) => ask(url, 'GET', '/metrics')));
      return pages.every(({ text }) => text.includes(`\n${name} ${value}\n`)) || null;
    });

  /** Sends to both in turn; how many each answer came. */
  async function knock(times: number): Promise<Record<number, number>> {
    const statuses: Record<number, number> = {};
    for (let i = 0; i < times; i++) {
      const { status } = await read(services[i % 2]!);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  }

  test('one limit for both, which slides by the clock of Redis', async () => {
    const statuses = await knock(LIMIT + 10);
    // On a busy machine an answer that came too late counts once here and once there: fewer then, never more.
    expect(statuses[200]).toBeLessThanOrEqual(LIMIT);
    expect(statuses[200]).toBeGreaterThan(LIMIT - 10);
    const refused = await read(services[1]!);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  test('no address stands in Redis', async () => {
    const stranger = await ask(services[0]!.url, 'GET', `/v1/${shop.slug}/settings`);
    expect(stranger.status).toBe(401);
    const keys = await looking.keys('*');
    expect(keys.length).toBeGreaterThan(1);
    expect(keys.join()).not.toMatch(/127\.0\.0\.1|::1/);
  });

  test('killed: no request fails and each admits the rest of its share; back: it is told what was admitted', async () => {
    await knock(4);
    await redis.kill();
    await gauge('mirabel_redis_up', 0);
    expect(await knock(LIMIT + 20)).toEqual({ 200: LIMIT - 4, 429: 24 });
    await redis.start();
    await gauge('mirabel_redis_up', 1);
    await gauge('mirabel_replicas', 2);
    // It came back empty: the four that it had counted itself are forgotten, the others were told to it.
    expect(await knock(10)).toEqual({ 200: 4, 429: 6 });
  });

  test('frozen: requests go on, and none fails', async () => {
    redis.freeze();
    expect(await knock(20)).toEqual({ 200: 20 });
    redis.thaw();
    await gauge('mirabel_redis_up', 1);
  });

  test('flushed: counting begins anew, and nothing else is lost', async () => {
    await knock(LIMIT);
    await looking.flushall();
    expect((await knock(LIMIT))[200]).toBeGreaterThan(LIMIT - 10);
  });

  test('away when a process starts: it is found later, with its signals', async () => {
    await redis.kill();
    const late = await start();
    services.push(late);
    await redis.start();
    await gauge('mirabel_redis_up', 1);
    await gauge('mirabel_replicas', 3);
    const listening = async () => (await looking.pubsub('NUMSUB', 'mirabel_signals'))[1] as number;
    await eventually(async () => (await listening()) >= 3);
    expect(await listening()).toBe(3);
    services.pop();
    await late.close();
  });

  test('a key that one process revokes is refused by the other', async () => {
    const made = await ask(services[0]!.url, 'POST', `/v1/${shop.slug}/keys`, {
      key: shop.keys.secret,
      body: { kind: 'secret', name: 'x' },
    });
    const use = () => ask(services[1]!.url, 'GET', `/v1/${shop.slug}/keys`, { key: made.body.key });
    expect((await use()).status).toBe(200);
    await ask(services[0]!.url, 'DELETE', `/v1/${shop.slug}/keys/${made.body.id}`, { key: shop.keys.secret });
    await eventually(async () => (await use()).status === 401);
  });
});
