import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort, Program, startServiceProcess, type StartedService } from '../support/service-process.ts';

const running: StartedService[] = [];
let dataDir: string;

async function start(env: Record<string, string> = {}): Promise<StartedService> {
  const service = await startServiceProcess({ MB_DATA_DIR: dataDir, ...env });
  running.push(service);
  return service;
}

async function databasePid(): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const demoTotal = async ({ url, keys }: StartedService): Promise<number> =>
  (await ask(url, 'GET', '/v1/demo/search', { key: keys.public })).body.total as number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-process-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ program }) => program.stop('SIGKILL')));
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** A pasted curl line as a request of ours: the machine need not have curl. */
async function paste(line: string) {
  const url = new URL(/curl -s '([^']+)'/.exec(line)![1]!);
  const headers = Object.fromEntries(
    [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name!.toLowerCase(), value!]),
  );
  const raw = /-d '([^']+)'/.exec(line)?.[1];
  return ask(url.origin, raw ? 'POST' : 'GET', url.pathname + url.search, { headers, ...(raw ? { raw } : {}) });
}

test('the first start prints addresses, keys and three calls that work as pasted; SIGTERM ends it cleanly', async () => {
  const service = await start();
  const lines = service.output.split('\n').filter((line) => line.includes('curl -s'));
  expect(lines).toHaveLength(3);
  const [search, push, synonym] = await Promise.all(lines.map(paste));
  expect(search).toMatchObject({ status: 200 });
  expect(search!.body.total).toBeGreaterThan(0);
  expect(push).toMatchObject({ status: 200, body: { indexed: 1 } });
  expect(synonym!.status).toBe(201);
  expect(await demoTotal(service)).toBeGreaterThanOrEqual(600);
  const { body } = await ask(service.url, 'GET', '/v1/demo/search?q=sneakers', { key: service.keys.public });
  const image = await ask(service.url, 'GET', new URL(body.hits[0].image, service.url).pathname);
  expect(image.headers.get('content-type')).toContain('image/svg+xml');
  for (const secret of ['demo-keys.json', 'encryption.key']) {
    expect((await stat(join(dataDir, secret))).mode & 0o077).toBe(0);
  }
  const database = await databasePid();
  expect(await service.program.stop('SIGTERM')).toMatchObject({ code: 0 });
  expect(isAlive(database)).toBe(false);
});

test('SIGTERM sent to npm itself, as a supervisor does, stops the service and its database', async () => {
  const npm = new Program('npm', ['start'], {
    MB_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  });
  await npm.until('Stop with Ctrl-C');
  const database = await databasePid();
  await npm.stop('SIGTERM');
  expect(isAlive(database)).toBe(false);
});

test('a second start keeps data and keys; Ctrl-C ends it', async () => {
  const service = await start();
  const pushed = await ask(service.url, 'GET', '/v1/demo/items/tour-1', { key: service.keys.public });
  expect(pushed).toMatchObject({ status: 200, body: { title: 'Red paper kite' } });
  expect(await service.program.stop('SIGINT')).toMatchObject({ code: 0 });
});

test('after kill -9 the next start recovers', async () => {
  const first = await start();
  await first.program.stop('SIGKILL');
  const second = await start();
  expect(second.keys).toEqual(first.keys);
  expect(await demoTotal(second)).toBeGreaterThanOrEqual(600);
});

test('a second start on the same folder says which process has it', async () => {
  const first = await start();
  const second = new Program('main.js', [], { MB_DATA_DIR: dataDir, PORT: '0' });
  const { code, stderr } = await second.ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`in use by process ${first.program.child.pid}`);
});

test('two folders run side by side', async () => {
  const otherDir = await mkdtemp(join(tmpdir(), 'mirabel-process-'));
  try {
    const services = await Promise.all([start(), start({ MB_DATA_DIR: otherDir })]);
    for (const service of services) expect(await demoTotal(service)).toBeGreaterThanOrEqual(600);
    await Promise.all(services.map(({ program }) => program.stop()));
  } finally {
    await rm(otherDir, { recursive: true, force: true });
  }
});

test('a taken port is one clear line, before any database starts', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  const { code, stderr } = await new Program('main.js', [], { MB_DATA_DIR: dataDir, PORT: String(port) }).ended;
  await new Promise((resolve) => holder.close(resolve));
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`PORT ${port} is taken by another program`)]);
});

test('with DATABASE_URL a data folder that is not there yet is made', async () => {
  const database = await createTestDatabase();
  const folder = join(dataDir, 'not', 'there');
  const service = await startServiceProcess({
    DATABASE_URL: database.url,
    MB_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    MB_DATA_DIR: folder,
    MB_DEMO: 'true',
  });
  expect(await demoTotal(service)).toBeGreaterThanOrEqual(600);
  expect(await service.program.stop()).toMatchObject({ code: 0 });
  await database.drop();
});

test('a wrong variable is one clear line', async () => {
  const { code, stderr } = await new Program('main.js', [], { MB_DATA_DIR: dataDir, LOG_LEVEL: 'loud' }).ended;
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(/^Mirabel did not start: LOG_LEVEL must be one of [^\n]+$/);
});

test('requests in flight are answered during SIGTERM, and their connections closed', async () => {
  const service = await start();
  const documents = Array.from({ length: 1000 }, (_, i) => ({
    id: `flight-${i}`,
    title: `Paper plane ${i}`,
    url: '/p',
  }));
  const pushing = ask(service.url, 'POST', '/api/v1/index', {
    key: service.keys.indexer,
    body: { source: 'flight', documents },
  });
  // Once the count moves on the server the push is in its hands.
  await ask(service.url, 'GET', '/health/live');
  const ended = service.program.stop('SIGTERM');
  const answer = await pushing;
  expect(answer).toMatchObject({ status: 200, body: { indexed: 1000 } });
  expect((await ended).code).toBe(0);
  const again = await start();
  expect((await ask(again.url, 'GET', '/v1/demo/items?source=flight', { key: again.keys.public })).body.total).toBe(
    1000,
  );
});
