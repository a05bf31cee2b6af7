import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { products, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { eventually } from '../support/poll.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import { runCommand, type Ended, type StartedService } from '../support/service-process.ts';
import type { TestTenant } from '../support/app.ts';

let folder: string;
let service: StartedService;
let tenant: TestTenant;
const at = (name: string): string => join(folder, name);
const running = new Set<StartedService>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirabel-backup-'));
  service = await start('home');
  tenant = await createTenantOf(service, 'shop', { MB_DATA_DIR: at('home') });
  const synonym = { type: 'two_way', terms: ['kettle', 'boiler'] };
  await ask(service.url, 'POST', '/v1/shop/synonyms', { key: tenant.keys.secret, body: synonym });
  const event = {
    session_id: '0f7a3f9e-55a6-4ad6-9a57-54bb2a0a5b44',
    query: 'tab\there, line\nbreak, back\\slash and \\.',
    results_count: 3,
    channel: 'results_page',
  };
  expect(
    (await ask(service.url, 'POST', '/v1/shop/track/search', { key: tenant.keys.public, body: event })).status,
  ).toBe(202);
});

afterAll(async () => {
  for (const one of running) await one.program.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<StartedService> {
  const started = await startWithoutDemo({ MB_DATA_DIR: at(dataDir) });
  running.add(started);
  return started;
}

async function stop(one: StartedService): Promise<void> {
  await one.program.stop();
  running.delete(one);
}

const mirabel = (dataDir: string, ...args: string[]): Promise<Ended> => runCommand(args, { MB_DATA_DIR: at(dataDir) });

const titled = (word: string, count: number) =>
  products(count, (i) => ({ id: `${word}-${i}`, title: `${word} thing ${i}`, description: 'a\tb\nc \\. \\N "q"' }));

const seen = async (where: StartedService) => ({
  found: (await new Shop(where, tenant).search({ q: 'thing' })).body.total as number,
  synonyms: (await ask(where.url, 'GET', '/v1/shop/synonyms', { key: tenant.keys.secret })).body.total as number,
  failed: (await ask(where.url, 'GET', '/v1/shop/metrics/overview', { key: tenant.keys.secret })).body,
});

test('a backup under load holds what was acknowledged before it began, and no half batch', async () => {
  const shop = new Shop(service, tenant);
  for (const word of ['velvet', 'linen']) expect((await shop.push(titled(word, 200))).status).toBe(200);
  const over = new AbortController();
  const pushing = (async () => {
    for (let round = 0; !over.signal.aborted; round++) await shop.push(titled(`late${round}x`, 100));
  })();
  const made = await mirabel('home', 'backup', at('first.sql.gz'), '--json');
  over.abort();
  await pushing;
  expect(made).toMatchObject({ code: 0 });
  expect((await stat(at('first.sql.gz'))).mode & 0o777).toBe(0o600);

  // Elsewhere, with the same key, it is the same shop.
  const elsewhere = await emptyFolder('other');
  expect(await mirabel('other', 'restore', at('first.sql.gz'))).toMatchObject({ code: 0 });
  const other = await start(elsewhere);
  const answer = await seen(other);
  expect(answer.found % 100).toBe(0);
  expect(answer.found).toBeGreaterThanOrEqual(400);
  expect(answer.synonyms).toBe(1);
  expect(answer.failed).toEqual((await seen(service)).failed);
  const rows = gunzipSync(await readFile(at('first.sql.gz'))).toString();
  expect(rows).toContain('back\\\\slash');
  await stop(other);
});

async function emptyFolder(name: string): Promise<string> {
  // A first start makes the folder; the key is what must be brought along.
  await stop(await start(name));
  await copyFile(join(at('home'), 'encryption.key'), join(at(name), 'encryption.key'));
  return name;
}

test('put back in place it is searched as it was, not as an index on disk remembers it', async () => {
  const shop = () => new Shop(service, tenant);
  expect(await mirabel('home', 'backup', at('second.sql.gz'))).toMatchObject({ code: 0 });
  const before = (await shop().search({ q: 'thing' })).body.total as number;
  expect((await shop().push(titled('regretted', 300))).status).toBe(200);
  expect((await mirabel('home', 'restore', at('second.sql.gz'), '--replace', '--yes')).stderr).toContain('Stop every');
  await stop(service);
  expect((await mirabel('home', 'restore', at('second.sql.gz'))).stderr).toMatch(/holds 1 tenants.*--replace/);
  expect(await mirabel('home', 'restore', at('second.sql.gz'), '--replace')).toMatchObject({ code: 2 });
  const put = await mirabel('home', 'restore', at('second.sql.gz'), '--replace', '--yes');
  expect(put).toMatchObject({ code: 0, stderr: expect.not.stringContaining(' at ') });
  service = await start('home');
  await eventually(async () => (await shop().search({ q: 'thing' })).body.total === before);
  expect((await shop().search({ q: 'regretted' })).body.total).toBe(0);
  expect((await shop().push(titled('again', 10))).status).toBe(200);
  expect((await shop().search({ q: 'thing' })).body.total).toBe(before + 10);
});

test('what is no sound backup changes nothing', async () => {
  await stop(service);
  const sound = gunzipSync(await readFile(at('second.sql.gz')));
  const refuse = async (name: string, said: RegExp) => {
    const { code, stderr } = await mirabel('home', 'restore', at(name), '--replace', '--yes');
    expect({ name, code, stderr }).toEqual({ name, code: 1, stderr: expect.stringMatching(said) });
  };
  await refuse('nowhere.sql.gz', /There is no file/);
  await writeFile(at('text.sql.gz'), 'hello');
  await refuse('text.sql.gz', /no backup/);
  await writeFile(at('other.sql.gz'), gzipSync('select 1;\n'));
  await refuse('other.sql.gz', /damaged|no backup/);
  await copyFile(at('second.sql.gz'), at('cut.sql.gz'));
  await truncate(at('cut.sql.gz'), 5_000);
  await refuse('cut.sql.gz', /cut short/);
  await writeFile(at('short.sql.gz'), gzipSync(sound.subarray(0, sound.lastIndexOf('-- end'))));
  await refuse('short.sql.gz', /cut short/);
  const row = sound.indexOf('velvet-7\t');
  const without = Buffer.concat([sound.subarray(0, row), sound.subarray(sound.indexOf('\n', row) + 1)]);
  await writeFile(at('fewer.sql.gz'), gzipSync(without));
  await refuse('fewer.sql.gz', /rows are missing/);
  const renamed = sound.toString('latin1').replace('"migrations":["', '"migrations":["Future1","');
  await writeFile(at('newer.sql.gz'), gzipSync(Buffer.from(renamed, 'latin1')));
  await refuse('newer.sql.gz', /newer version/);
  service = await start('home');
  expect((await new Shop(service, tenant).search({ q: 'thing' })).body.total).toBeGreaterThanOrEqual(410);
});

test('another key is told, and no file is written over', async () => {
  await stop(await start('strange'));
  const { code, stderr } = await mirabel('strange', 'restore', at('first.sql.gz'));
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('another MB_ENCRYPTION_KEY') });
  expect(await mirabel('strange', 'restore', at('first.sql.gz'), '--other-key')).toMatchObject({ code: 0 });
  const twice = await mirabel('home', 'backup', at('first.sql.gz'));
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
});
