import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { poll } from '../support/poll.ts';
import { createTenantOf } from '../support/processes.ts';
import { startServiceProcess, type StartedService } from '../support/service-process.ts';
import { SmartShop } from '../support/smart.ts';

const HOUR = 3_600_000;
const PRELOAD = fileURLToPath(new URL('../support/shifted-clock.mjs', import.meta.url));
let database: TestDatabase;
let admin: Client;
let folders: string[];
/** The second one's clock is an hour ahead. */
const services: StartedService[] = [];
const key = randomBytes(32).toString('base64');

const envOf = (folder: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  MB_DATA_DIR: folder,
  MB_ENCRYPTION_KEY: key,
  MB_DEMO: 'false',
});
const clockOf = (folder: string): string => join(folder, 'clock');

/** Both clocks jump, the second one to an hour later. */
async function jumpTo(time: string): Promise<void> {
  for (const [n, folder] of folders.entries()) {
    await writeFile(clockOf(folder), String(Date.parse(time) + n * HOUR - Date.now()));
    services[n]?.program.child.kill('SIGUSR2');
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'mirabel-clocks-'))));
  await jumpTo('2027-03-28T00:30:00Z');
  for (const folder of folders) {
    const clock = { NODE_OPTIONS: `--import ${PRELOAD}`, SHIFTED_CLOCK: clockOf(folder) };
    services.push(await startServiceProcess({ ...envOf(folder), ...clock }));
  }
});
afterAll(async () => {
  await Promise.all(services.map(({ program }) => program.stop('SIGKILL')));
  await admin.end();
  await database.drop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

const runsOf = async (shop: SmartShop): Promise<string[]> => {
  const { rows } = await admin.query(
    `select night::text || ' ' || status as run from smart_runs where tenant_id = $1 order by night`,
    [shop.tenant.context.tenantId],
  );
  return rows.map(({ run }) => run);
};
const ended = (shop: SmartShop, night: string) =>
  poll(async () => ((await runsOf(shop)).includes(`${night} succeeded`) ? true : null));

let made = 0;
/** A shop of Madrid whose night begins at 2:00; nothing is learned before it says so. */
async function shopOf(): Promise<SmartShop> {
  const tenant = await createTenantOf(services[0]!, `shop-${++made}`, envOf(folders[0]!));
  const shop = new SmartShop(services[0]!, tenant);
  await shop.settings({ smart_mode: 'off', timezone: 'Europe/Madrid', smart_hour: 2 });
  return shop;
}

/** Works while one process alone is awake, so that it is the one that looks for nights. */
async function alone(awake: 0 | 1, work: () => Promise<unknown>): Promise<void> {
  const asleep = services[1 - awake]!.program.child;
  asleep.kill('SIGSTOP');
  try {
    await work();
  } finally {
    asleep.kill('SIGCONT');
  }
}

/** The first process has looked for nights since: it has found that of a shop that waited for it. */
async function looked(night: string): Promise<void> {
  const witness = await shopOf();
  await alone(0, async () => {
    await witness.settings({ smart_mode: 'shadow' });
    await ended(witness, night);
  });
}

test.each([
  // 2:00 to 3:00 is skipped: the second process has 3:30 while the first has 1:30.
  ['2027-03-28', '2027-03-28T00:30:00Z', '2027-03-28T01:05:00Z', '2027-03-27'],
  // 2:00 to 3:00 comes twice: the second process has 2:30 for the first time, then the first has it for the second.
  ['2027-10-31', '2027-10-30T23:30:00Z', '2027-10-31T01:30:00Z', '2027-10-30'],
])(
  'processes whose clocks are an hour apart and jump: one run in the night of %s',
  async (night, before, after, eve) => {
    await jumpTo(before);
    const shop = await shopOf();
    const beside = new SmartShop(services[1]!, shop.tenant);
    await alone(1, async () => {
      await beside.settings({ smart_mode: 'shadow' });
      await ended(shop, night);
    });
    await looked(eve);
    await jumpTo(after);
    await looked(night);
    // And back, by a day and more.
    await jumpTo(before);
    await looked(eve);
    expect(await runsOf(shop)).toEqual([`${night} succeeded`]);
  },
  400_000,
);
