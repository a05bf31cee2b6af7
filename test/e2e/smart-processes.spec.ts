import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { product, Shop } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createTenantOf } from '../support/processes.ts';
import { runCommand, startServiceProcess, type StartedService } from '../support/service-process.ts';
import { SmartShop } from '../support/smart.ts';

let database: TestDatabase;
let admin: Client;
let folders: string[];
const services: StartedService[] = [];
const key = randomBytes(32).toString('base64');

const envOf = (folder: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  MB_DATA_DIR: folder,
  MB_ENCRYPTION_KEY: key,
  MB_DEMO: 'false',
  LOG_LEVEL: 'info',
});
const start = async (number: number): Promise<StartedService> => {
  services[number] = await startServiceProcess(envOf(folders[number]!));
  return services[number];
};

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'mirabel-smart-'))));
  await start(0);
  await start(1);
});
afterAll(async () => {
  for (const { program } of services) program.child.kill('SIGCONT');
  await Promise.all(services.map(({ program }) => program.stop('SIGKILL')));
  await admin.end();
  await database.drop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A shop in mode auto whose shoppers have failed and found the way. */
async function shopOf(slug: string, service: StartedService): Promise<SmartShop> {
  const tenant = await createTenantOf(service, slug, envOf(folders[services.indexOf(service)]!));
  const shop = new SmartShop(service, tenant);
  await shop.settings({ smart_mode: 'auto', auto_confidence_threshold: 0.5 });
  await new Shop(service, tenant).push([product('s', { title: 'Red sneakers' }), product('g', { title: 'Guitar' })]);
  const at = Date.now() - 900_000;
  for (let n = 0; n < 6; n++) {
    await shop.rescued('snaekrs', 'sneakers', 's', at + n * 60_000);
    await shop.rescued('gutiarr', 'guitar', 'g', at + n * 60_000);
  }
  return shop;
}

/** Runs stop before they look at their suggestions, until `go`. */
async function heldRuns() {
  await admin.query('begin; lock table smart_suggestions in access exclusive mode');
  return {
    go: () => admin.query('commit'),
    async waiting(count: number): Promise<void> {
      for (;;) {
        const { rows } = await admin.query(
          `select count(*)::int as waiting from pg_locks
           where relation = 'smart_suggestions'::regclass and not granted`,
        );
        if (rows[0].waiting >= count) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** Those about the shoppers' failures; the catalogue may suggest more. */
async function suggestionsOf(shop: SmartShop): Promise<unknown[]> {
  const { rows } = await admin.query(
    `select failed, status, jsonb_array_length(history) as steps from smart_suggestions
     where tenant_id = $1 and failed in ('gutiarr', 'snaekrs') order by failed`,
    [shop.tenant.context.tenantId],
  );
  return rows;
}
const ONE_SET = [
  { failed: 'gutiarr', status: 'applied', steps: 1 },
  { failed: 'snaekrs', status: 'applied', steps: 1 },
];
const fenceOf = async (id: string): Promise<number> =>
  (await admin.query('select fence from smart_runs where id = $1', [id])).rows[0].fence;

test('asked on two processes at once: one run, one set of suggestions', async () => {
  const shop = await shopOf('two', services[0]!);
  const beside = new SmartShop(services[1]!, shop.tenant);
  const answers = await Promise.all([shop, beside, shop, beside, shop].map((one) => one.ask('POST', '/smart/runs')));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
  const run = await beside.ended(answers.find(({ status }) => status === 202)!.body.id);
  expect(run).toMatchObject({ status: 'succeeded' });
  expect(await suggestionsOf(shop)).toEqual(ONE_SET);
  for (const service of services) {
    const found = await new Shop(service, shop.tenant).found('snaekrs');
    expect(found).toEqual(['s']);
  }
});

test('kill -9 of the one that runs: another one takes the run up, and nothing is there twice', async () => {
  const shop = await shopOf('killed', services[0]!);
  // Both are up; the other one sleeps until the first one has the run.
  services[1]!.program.child.kill('SIGSTOP');
  const held = await heldRuns();
  const { body } = await shop.ask('POST', '/smart/runs');
  await held.waiting(1);
  services[1]!.program.child.kill('SIGCONT');
  await services[0]!.program.stop('SIGKILL');
  await held.go();
  const survivor = new SmartShop(services[1]!, shop.tenant);
  const run = await survivor.ended(body.id);
  expect(run).toMatchObject({ status: 'succeeded' });
  expect(await suggestionsOf(shop)).toEqual(ONE_SET);
  expect(await fenceOf(body.id)).toBe(2);
  await start(0);
});

test('the command runs beside a service and without one, also as of an earlier day', async () => {
  const shop = await shopOf('command', services[0]!);
  const run = async (...more: string[]) =>
    runCommand(['smart', 'run', '--tenant', 'command', ...more], envOf(folders[1]!));
  const beside = await run('--json');
  expect(beside.code).toBe(0);
  expect(JSON.parse(beside.stdout)).toMatchObject({
    run: {
      status: 'succeeded',
      trigger: 'manual',
      metrics: { sessions: 12, queries_analysed: 24, failed_queries: 2, pairs_found: 2 },
    },
  });
  expect(beside.stderr).toContain('24 searches, 2 pairs');
  expect(await suggestionsOf(shop)).toEqual(ONE_SET);
  await Promise.all(services.map(({ program }) => program.stop('SIGTERM')));
  const held = await heldRuns();
  const late = await run('--wait', '1');
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('has not ended within 1 s') });
  await held.go();
  await admin.query(`update smart_runs set lease_until = now() where status = 'running'`);
  const [left] = (await admin.query(`select id from smart_runs where status = 'running'`)).rows;
  expect(late.stderr).toContain(left.id);
  for (const wrong of ['0', '1.5', 'soon', '86401']) expect(await run('--wait', wrong)).toMatchObject({ code: 2 });
  await admin.query(`update smart_runs set status = 'failed', finished_at = now() where id = $1`, [left.id]);
  const alone = await run();
  expect(alone.code).toBe(0);
  expect(alone.stdout).toContain('0 searches in 0 sessions; 0 different queries failed.');
  expect(alone.stdout).toContain('The run succeeded in mode auto.');
  const earlier = await run('--date', '2020-02-29', '--json');
  expect(JSON.parse(earlier.stdout)).toMatchObject({ run: { status: 'succeeded', metrics: { sessions: 0 } } });
  expect(await run('--date', '2021-02-29')).toMatchObject({ code: 2 });
  expect(await run('--date', '2999-01-01')).toMatchObject({ code: 2 });
  expect(await runCommand(['smart', 'run', '--tenant', 'nobody'], envOf(folders[1]!))).toMatchObject({ code: 1 });
  // Ten commands, each of which starts a process.
}, 600_000);
