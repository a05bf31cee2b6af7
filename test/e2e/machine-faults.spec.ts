import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { products, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';
import { eventually } from '../support/poll.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';

let dataDir: string;
let env: Record<string, string>;
let service: StartedService;
let tenant: TestTenant;

async function start(more: Record<string, string> = {}): Promise<void> {
  env = { MB_DATA_DIR: dataDir, ...more };
  service = await startWithoutDemo(env);
}

/** A supervisor starts again what has ended. */
async function startAgainWhenEnded(): Promise<void> {
  const { exitCode, signalCode } = service.program.child;
  if (exitCode === null && signalCode === null) return;
  service = await startWithoutDemo(env);
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-machine-'));
});
afterEach(async () => {
  await service.program.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const newEvent = () => ({
  session_id: randomUUID(),
  event_id: randomUUID(),
  query: 'q',
  results_count: 1,
  channel: 'overlay',
});
const track = (body: object): Promise<Answer> =>
  ask(service.url, 'POST', '/v1/machine/track/search', { key: tenant.keys.public, body });
const searches = async (): Promise<number> =>
  (await ask(service.url, 'GET', '/v1/machine/metrics/overview', { key: tenant.keys.secret })).body.searches;

test('more connections than files may be open: the process lives and answers when there is room again', async () => {
  await start();
  tenant = await createTenantOf(service, 'machine', env);
  const { port, hostname } = new URL(service.url);
  execFileSync('prlimit', ['--pid', String(service.program.child.pid), '--nofile=128:128']);
  const crowd: Socket[] = [];
  for (let i = 0; i < 400; i++) crowd.push(connect(Number(port), hostname).on('error', () => {}));
  await new Promise((resolve) => crowd[0]!.once('connect', resolve));
  for (const socket of crowd) socket.destroy();
  await eventually(async () => (await track(newEvent()).catch(() => null))?.status === 202);
  expect((await new Shop(service, tenant).push(products(10))).status).toBe(200);
  expect(service.program.child.exitCode).toBeNull();
});

test('little memory: what was acknowledged is there, whatever becomes of the process', async () => {
  await start({ NODE_OPTIONS: '--max-old-space-size=110' });
  tenant = await createTenantOf(service, 'machine', { MB_DATA_DIR: dataDir });
  const acknowledged = new Set<unknown>();
  const description = 'A long description of an ordinary thing. '.repeat(60);
  for (let batch = 0; batch < 12; batch++) {
    const documents = products(500, (i) => ({ id: `m${batch}-${i}`, description }));
    const answer = await new Shop(service, tenant).push(documents).catch(() => null);
    if (answer?.status === 200) for (const { id } of documents) acknowledged.add(id);
    else if (answer) expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
    else await service.program.ended.then(startAgainWhenEnded);
  }
  await service.program.stop();
  service = await startWithoutDemo({ MB_DATA_DIR: dataDir });
  const { total } = (await new Shop(service, tenant).items()).body;
  expect(total).toBeGreaterThanOrEqual(acknowledged.size);
  expect(acknowledged.size).toBeGreaterThan(0);
  await eventually(async () => (await new Shop(service, tenant).search({ q: '' })).body.total === total);
});

/** Mounting needs root; without it the disk cannot be made small. */
function mountSmallDisk(path: string): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=220m,mode=0755', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a full disk: events are told to come back, and once there is room nothing acknowledged is missing', async () => {
  if (!mountSmallDisk(dataDir)) {
    console.warn('The test of a full disk needs root and mount: SKIPPED.');
    await start();
    return;
  }
  try {
    await start();
    tenant = await createTenantOf(service, 'machine', env);
    const acknowledged: string[] = [];
    const send = async (): Promise<number> => {
      const event = { ...newEvent(), query: 'full '.repeat(40) };
      const answer = await track(event).catch(() => null);
      if (answer?.status === 202) acknowledged.push(event.event_id);
      return answer?.status ?? 0;
    };
    expect(await send()).toBe(202);
    fill(join(dataDir, 'filler'));
    let refused = 0;
    for (let round = 0; round < 3_000 && refused < 5; round++) {
      const statuses = await Promise.all(Array.from({ length: 20 }, send));
      refused += statuses.filter((status) => status !== 202).length;
    }
    expect(refused).toBeGreaterThanOrEqual(5);
    await rm(join(dataDir, 'filler'));
    await eventually(async () => {
      await startAgainWhenEnded();
      return (await send()) === 202;
    });
    // Those that nobody acknowledged may be there as well.
    await eventually(async () => (await searches()) >= acknowledged.length);
  } finally {
    await service.program.stop('SIGKILL');
    execFileSync('umount', ['--lazy', dataDir]);
  }
});

/** All that is left but half a MiB. */
function fill(path: string): void {
  const left = Number(
    execFileSync('df', ['--output=avail', '-k', join(path, '..')])
      .toString()
      .split('\n')[1],
  );
  execFileSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=1K', `count=${left - 512}`], { stdio: 'ignore' });
}
