import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import { eventually } from '../support/poll.ts';
import type { StartedService } from '../support/service-process.ts';

let database: TestDatabase;
let folders: string[];
let services: StartedService[];
let tenant: TestTenant;

const environment = (folder: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  MB_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  MB_DATA_DIR: folder,
});

beforeAll(async () => {
  database = await createTestDatabase();
  folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'mirabel-pair-'))));
  services = await Promise.all(folders.map((folder) => startWithoutDemo(environment(folder))));
  tenant = await createTenantOf(services[0]!, 'pair', environment(folders[0]!));
});
afterAll(async () => {
  await Promise.all(services.map(({ program }) => program.stop('SIGKILL')));
  await database.drop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

test('a push through one process is searchable through the other', async () => {
  const [here, there] = services.map((service) => new Shop(service, tenant)) as [Shop, Shop];
  await here.push(products(1000, () => ({ description: 'An ordinary description of an ordinary thing. '.repeat(5) })));
  expect((await there.search({ q: 'ordinary' })).body.total).toBe(1000);
  for (let i = 0; i < 20; i++) {
    const [from, to] = i % 2 === 0 ? [here, there] : [there, here];
    await from.push([product(`mark-${i}`, { title: `Landmark m${i}x` })]);
    await eventually(async () => (await to.found(`m${i}x`)).length > 0);
  }
});

test('when one is killed in the middle of a push the other has all of it or none, and goes on', async () => {
  const [victim, survivor] = services.map((service) => new Shop(service, tenant)) as [Shop, Shop];
  await survivor.found('warm');
  const pushes = ['velvet', 'silken'].map(async (word) => {
    await victim.push(products(1000, (i) => ({ id: `${word}-${i}`, title: `${word} thing` })));
    return word;
  });
  // The other one waits for the catalogue's lock or is writing.
  const acknowledged = await Promise.race(pushes);
  await services[0]!.program.stop('SIGKILL');
  await Promise.allSettled(pushes);
  const found = async (word: string) => (await survivor.search({ q: word })).body.total as number;
  expect(await found(acknowledged)).toBe(1000);
  for (const word of ['velvet', 'silken']) expect([0, 1000]).toContain(await found(word));
  expect((await survivor.push(products(1000, () => ({ title: 'Linen thing' })))).status).toBe(200);
  expect(await found('linen')).toBe(1000);
});
