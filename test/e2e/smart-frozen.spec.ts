import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { product, Shop } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { poll } from '../support/poll.ts';
import { createTenantOf } from '../support/processes.ts';
import { startServiceProcess, type StartedService } from '../support/service-process.ts';
import { SmartShop, type Body } from '../support/smart.ts';

let database: TestDatabase;
let admin: Client;
let folders: string[];
let services: StartedService[] = [];
const key = randomBytes(32).toString('base64');

const envOf = (folder: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  MB_DATA_DIR: folder,
  MB_ENCRYPTION_KEY: key,
  MB_DEMO: 'false',
  LOG_LEVEL: 'info',
});

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'mirabel-frozen-'))));
  services = [await startServiceProcess(envOf(folders[0]!))];
});
afterAll(async () => {
  await Promise.all(services.map(({ program }) => program.stop('SIGKILL')));
  await admin.end();
  await database.drop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

async function shopOf(slug: string): Promise<SmartShop> {
  const [service] = services as [StartedService];
  const tenant = await createTenantOf(service, slug, envOf(folders[0]!));
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

const waitingFor = async (table: string): Promise<number> =>
  (await admin.query('select count(*)::int as n from pg_locks where relation = $1::regclass and not granted', [table]))
    .rows[0].n;

/** What the database knows, whoever answers: nothing is asked of the frozen process. */
async function traces(runId: string, tenantId: string): Promise<Body> {
  const { rows } = await admin.query(
    `select r.status, r.fence, r.metrics->'applied' as applied,
            (select json_agg(json_build_object('failed', failed, 'status', status, 'steps', jsonb_array_length(history))
                             order by failed)
             from smart_suggestions where tenant_id = $2 and failed in ('gutiarr', 'snaekrs')) as suggestions,
            (select count(*)::int from synonyms where tenant_id = $2 and source = 'learned') as synonyms
     from smart_runs r where r.id = $1`,
    [runId, tenantId],
  );
  return rows[0];
}

test.each([
  ['while it stores what it has read, with rows locked', 'smart_sightings', 'share'],
  ['while it looks at its suggestions', 'smart_suggestions', 'access exclusive'],
])(
  'a process frozen %s loses its run to another one, and doubles nothing when it wakes',
  async (_, table, mode) => {
    const [frozen] = services as [StartedService];
    const shop = await shopOf(table.replaceAll('_', '-'));
    await admin.query(`begin; lock table ${table} in ${mode} mode`);
    const { body } = await shop.ask('POST', '/smart/runs');
    await poll(async () => (await waitingFor(table)) > 0 || null);
    frozen.program.child.kill('SIGSTOP');
    // Its statement is carried out now; nobody reads the answer, and its transaction stays open with what it has locked.
    await admin.query('commit');
    const other = await startServiceProcess(envOf(folders[1]!));
    services.push(other);
    const tenantId = shop.tenant.context.tenantId;
    const done = await poll(async () => {
      const found = await traces(body.id, tenantId);
      return found.status === 'running' ? null : found;
    });
    expect(done).toMatchObject({
      status: 'succeeded',
      suggestions: [
        { failed: 'gutiarr', status: 'applied', steps: 1 },
        { failed: 'snaekrs', status: 'applied', steps: 1 },
      ],
    });
    expect(done.fence).toBeGreaterThan(1);
    frozen.program.child.kill('SIGCONT');
    await frozen.program.until(
      new RegExp(`${body.id}.*(taken over|waits for its lease)|(taken over|waits for its lease).*${body.id}`),
    );
    // It serves on, and says what the other one has found out.
    // What it had open with the database is gone; it may say 503 before it has opened anew.
    const answer = await poll(async () => {
      const one = await shop.ask('GET', `/smart/runs/${body.id}`);
      return one.status === 503 ? null : one;
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', metrics: { applied: done.applied } } });
    expect(await traces(body.id, tenantId)).toEqual(done);
    await other.program.stop('SIGTERM');
    services = [frozen];
    expect((await shop.run()).status).toBe('succeeded');
  },
  300_000,
);
