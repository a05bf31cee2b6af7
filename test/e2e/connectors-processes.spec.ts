import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Connectors, goods, Merchant } from '../support/merchant.ts';
import { poll } from '../support/poll.ts';
import { createTenantOf } from '../support/processes.ts';
import { runCommand, startServiceProcess, type StartedService } from '../support/service-process.ts';

let database: TestDatabase;
let merchant: Merchant;
let folders: string[];
const services: StartedService[] = [];
const key = randomBytes(32).toString('base64');

const envOf = (folder: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  MB_DATA_DIR: folder,
  MB_ENCRYPTION_KEY: key,
  MB_DEMO: 'false',
  CONNECTORS_ALLOW_PRIVATE: '127.0.0.2/32',
});
const start = async (number: number): Promise<StartedService> => {
  services[number] = await startServiceProcess(envOf(folders[number]!));
  return services[number];
};

beforeAll(async () => {
  database = await createTestDatabase();
  folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'mirabel-connectors-'))));
  merchant = await Merchant.start();
  await start(0);
  await start(1);
});
beforeEach(() => {
  merchant.asked.length = 0;
});
afterAll(async () => {
  await Promise.all(services.map(({ program }) => program.stop('SIGKILL')));
  await merchant.stop();
  await database.drop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Serves until a page at which it waits to be told to go on. */
function heldAt(page: number, list = goods(300)) {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  merchant.answer = async (asked) => {
    if (asked.url.searchParams.get('page') === String(page)) {
      reached.resolve();
      await go.promise;
    }
    return Merchant.pages(list)(asked);
  };
  return { reached: reached.promise, go: go.resolve };
}

const hasEnded = ({ program: { child } }: StartedService): boolean =>
  child.exitCode !== null || child.signalCode !== null;
const connectorsOf = (service: StartedService, tenant: TestTenant) => new Connectors(service, tenant);

test('two processes: exactly one works on a sync, and both search what it found', async () => {
  const tenant = await createTenantOf(services[0]!, 'two', envOf(folders[0]!));
  const [first, second] = services.map((service) => connectorsOf(service, tenant)) as [Connectors, Connectors];
  const { reached, go } = heldAt(2);
  const id = await first.create({ endpoint: merchant.url });
  const answers = await Promise.all([first, second, first, second].map((one) => one.ask('POST', `/${id}/sync`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
  await reached;
  go();
  const ended = await second.ended(id, answers.find(({ status }) => status === 202)!.body.id);
  expect(ended).toMatchObject({ status: 'succeeded', items: 300, created: 300 });
  expect(merchant.pagesAsked).toEqual(['1', '2', '3', '4']);
  expect(await second.catalogue()).toHaveLength(300);
});

test.each([1, 2, 4])(
  'kill -9 at page %i: another process goes on where it stood, and the end is what the merchant has',
  async (page) => {
    await Promise.all([0, 1].filter((number) => hasEnded(services[number]!)).map(start));
    const slug = `killed-at-${page}`;
    const tenant = await createTenantOf(services[0]!, slug, envOf(folders[0]!));
    const survivor = connectorsOf(services[1]!, tenant);
    const id = await survivor.create({ endpoint: merchant.url });
    merchant.answer = Merchant.pages(goods(310));
    await survivor.sync(id);
    merchant.asked.length = 0;
    // What lies before it is stored, this page is on its way when its process dies.
    const { reached } = heldAt(page);
    await services[1]!.program.stop('SIGKILL');
    const syncId = await connectorsOf(services[0]!, tenant).begin(id);
    await reached;
    await services[0]!.program.stop('SIGKILL');
    merchant.answer = Merchant.pages(goods(300));
    await start(1);
    const ended = await connectorsOf(services[1]!, tenant).ended(id, syncId);
    expect(ended).toMatchObject({ status: 'succeeded', pages: 4, items: 300, unchanged: 300, created: 0, removed: 10 });
    const before = ['1', '2', '3', '4'].slice(0, page);
    expect(merchant.pagesAsked).toEqual([...before, ...['1', '2', '3', '4'].slice(page - 1)]);
    expect(await connectorsOf(services[1]!, tenant).catalogue()).toHaveLength(300);
  },
  120_000,
);

test('a process that stops in good order hands its sync over at once', async () => {
  await start(0);
  const tenant = await createTenantOf(services[1]!, 'stopped', envOf(folders[1]!));
  await services[0]!.program.stop('SIGKILL');
  const { reached } = heldAt(3);
  const one = connectorsOf(services[1]!, tenant);
  const id = await one.create({ endpoint: merchant.url });
  const syncId = await one.begin(id);
  await reached;
  // Who asks next is answered; the one that waits goes on waiting.
  merchant.answer = Merchant.pages(goods(300));
  await start(0);
  const stopped = await services[1]!.program.stop('SIGTERM');
  expect(stopped.code).toBe(0);
  const ended = await connectorsOf(services[0]!, tenant).ended(id, syncId);
  expect(ended).toMatchObject({ status: 'succeeded', pages: 4, items: 300, created: 300 });
  expect(merchant.pagesAsked).toEqual(['1', '2', '3', '3', '4']);
});

test('the command syncs beside a running service', async () => {
  const tenant = await createTenantOf(services[0]!, 'command', envOf(folders[0]!));
  merchant.answer = Merchant.pages(goods(150));
  const one = connectorsOf(services[0]!, tenant);
  const id = await one.create({ endpoint: merchant.url });
  const ran = await runCommand(['connector', 'sync', id, '--tenant', 'command', '--json'], envOf(folders[1]!));
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ sync: { status: 'succeeded', created: 150, trigger: 'manual' } });
  const found = await poll(async () => {
    const ids = await one.catalogue();
    return ids.length === 150 ? ids : null;
  });
  expect(found).toHaveLength(150);
});

test('the command tests a configuration and says what is wrong with it', async () => {
  await createTenantOf(services[0]!, 'trial', envOf(folders[0]!));
  merchant.answer = Merchant.pages([...goods(3), { id: 'x', title: 'no address' }]);
  const file = join(folders[0]!, 'connector.json');
  const run = async (content: unknown, ...more: string[]) => {
    await writeFile(file, JSON.stringify(content));
    return runCommand(['connector', 'test', file, '--tenant', 'trial', ...more], envOf(folders[1]!));
  };
  const report = await run({ endpoint: merchant.url });
  expect(report).toMatchObject({ code: 1 });
  expect(report.stdout).toContain('The first page has 4 items at the root: 3 valid, 1 not.');
  expect(report.stdout).toContain('page 1, 3.url, item x: url is required.');
  merchant.answer = Merchant.pages(goods(3));
  const fine = await run({ endpoint: merchant.url }, '--json');
  expect(fine.code).toBe(0);
  expect(JSON.parse(fine.stdout)).toMatchObject({ ok: true, page: { items: 3 } });
  const wrong = await run({ endpoint: merchant.url, pagesize: 3 });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('/pagesize');
});
