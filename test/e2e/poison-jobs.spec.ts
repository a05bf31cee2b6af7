import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { JOBS_SCHEMA } from '../../src/platform/jobs/index.ts';
import { product, Shop } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Connectors, goods, Merchant } from '../support/merchant.ts';
import { eventually } from '../support/poll.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';
import { SmartShop } from '../support/smart.ts';

const key = randomBytes(32).toString('base64');
let database: TestDatabase;
let folder: string;
let admin: Client;
let api: StartedService;
let started = 0;

const envOf = (role: 'api' | 'worker'): Record<string, string> => ({
  DATABASE_URL: database.url,
  MB_DATA_DIR: join(folder, String(++started)),
  MB_ENCRYPTION_KEY: key,
  MB_ROLE: role,
  CONNECTORS_ALLOW_PRIVATE: '127.0.0.2/32',
});
const startWorker = (): Promise<StartedService> => startWithoutDemo(envOf('worker'));
const tenantOf = (slug: string) => createTenantOf(api, slug, envOf('api'));

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mirabel-poison-'));
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  api = await startWithoutDemo(envOf('api'));
});
afterAll(async () => {
  await api.program.stop('SIGKILL');
  await admin.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('a job that kills its process is tried a bounded number of times and put aside; other jobs and searches go on', async () => {
  const shop = new Shop(api, await tenantOf('beside'));
  await shop.push([product('a', { title: 'Red kite' })]);
  let deaths = 0;
  let worker = await startPoisoned();
  // Our own look at the queue, as every process has each minute: lost jobs are noticed without waiting for it.
  const queue = new PgBoss({
    connectionString: database.url,
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  queue.on('error', () => {});
  await queue.start();
  try {
    const [poison, harmless] = await Promise.all([queue.send('poison'), queue.send('harmless')]);
    const revive = async (): Promise<void> => {
      if (!hasEnded(worker)) return;
      deaths++;
      worker = await startPoisoned();
    };
    await eventually(async () => {
      await revive();
      await queue.supervise();
      expect(await shop.found('kite')).toEqual(['a']);
      return (await jobOf(poison!))?.state === 'failed';
    }, 200);
    await revive();
    expect(deaths).toBe(3);
    // As the runbook says to look at them.
    const { rows } = await admin.query(`select source_name, source_output from jobs.job where name = 'failed-jobs'`);
    expect(rows).toMatchObject([{ source_name: 'poison', source_output: expect.anything() }]);
    expect(JSON.stringify(rows)).toContain('timed out');
    const later = await queue.send('harmless');
    for (const id of [harmless, later]) {
      // One that was being done as its process died is lost at first, too.
      await eventually(async () => {
        await queue.supervise();
        return (await jobOf(id!))?.state === 'completed';
      }, 200);
    }
    expect(hasEnded(worker)).toBe(false);
  } finally {
    await queue.stop({ graceful: false });
    worker.kill('SIGKILL');
  }
});

test('a sync that kills its process each time ends with a reason, and another merchant is synchronised', async () => {
  const merchant = await Merchant.start();
  const beside = await Merchant.start();
  beside.answer = Merchant.pages(goods(20));
  const poisoned = new Connectors(api, await tenantOf('poisoned'));
  const healthy = new Connectors(api, await tenantOf('healthy'));
  let worker: StartedService | null = null;
  let killed = Promise.withResolvers<void>();
  merchant.answer = () => {
    worker!.program.child.kill('SIGKILL');
    killed.resolve();
    return { body: [] };
  };
  try {
    const id = await poisoned.create({ endpoint: merchant.url });
    const sync = await poisoned.begin(id);
    for (let takeup = 1; takeup <= 3; takeup++) {
      killed = Promise.withResolvers<void>();
      worker = await startWorker();
      await killed.promise;
      await worker.program.ended;
      // The lease has ended, and most of the 20 times are over.
      await admin.query(
        'update connector_syncs set lease_until = clock_timestamp(), fence = greatest(fence, 18) where id = $1',
        [sync],
      );
    }
    const other = await healthy.create({ endpoint: beside.url });
    const begun = await healthy.begin(other);
    worker = await startWorker();
    expect(await poisoned.ended(id, sync)).toMatchObject({ status: 'failed', errors: [{ code: 'interrupted' }] });
    expect(await healthy.ended(other, begun)).toMatchObject({ status: 'succeeded', created: 20 });
    expect(hasEnded(worker.program.child)).toBe(false);
  } finally {
    await worker?.program.stop('SIGKILL');
    await Promise.all([merchant.stop(), beside.stop()]);
  }
});

test('a run of Smart that kills its process each time ends with a reason, and the next one succeeds', async () => {
  const smart = new SmartShop(api, await tenantOf('run'));
  const { id } = (await smart.ask('POST', '/smart/runs')).body;
  await admin.query('begin; lock table smart_suggestions in access exclusive mode');
  let worker = await startWorker();
  try {
    const fence = async () => (await admin.query('select fence from smart_runs where id = $1', [id])).rows[0].fence;
    await eventually(async () => (await fence()) === 1);
    await worker.program.stop('SIGKILL');
    await admin.query('rollback');
    await admin.query('update smart_runs set lease_until = clock_timestamp(), fence = 10 where id = $1', [id]);
    worker = await startWorker();
    expect(await smart.ended(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('interrupted') });
    const next = (await smart.ask('POST', '/smart/runs')).body.id;
    expect(await smart.ended(next)).toMatchObject({ status: 'succeeded' });
  } finally {
    await worker.program.stop('SIGKILL');
  }
});

async function startPoisoned(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '..', 'support', 'poison-service.mjs');
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LOG_LEVEL: 'silent', MB_DEMO: 'false' };
  const child = spawn(process.execPath, [script], {
    env: { ...env, ...envOf('worker') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Ready, or dead by the job before it could say so.
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  return child;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function jobOf(id: string): Promise<{ state: string } | undefined> {
  return (await admin.query(`select state from ${JOBS_SCHEMA}.job where id = $1`, [id])).rows[0];
}
