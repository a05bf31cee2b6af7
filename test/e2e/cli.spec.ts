import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { PanelBrowser } from '../support/panel.ts';
import { eventually } from '../support/poll.ts';
import { runCommand, type Ended } from '../support/service-process.ts';

let service: TestApp;
let folder: string;

beforeAll(async () => {
  service = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'mirabel-cli-'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const key = Buffer.alloc(32, 1).toString('base64');
const mirabel = (...args: string[]): Promise<Ended> =>
  runCommand(args, { DATABASE_URL: service.databaseUrl, MB_ENCRYPTION_KEY: key, MB_DATA_DIR: folder });

async function json(...args: string[]) {
  const { code, stdout, stderr } = await mirabel(...args, '--json');
  const lines = stdout.trim().split('\n');
  expect({ lines: lines.length, code, stderr: code === 0 ? '' : stderr }).toMatchObject({ lines: 1 });
  return { code, stderr, body: JSON.parse(lines[0]!) };
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('tenant create prints three keys that work beside the running service; list and delete', async () => {
  const { body } = await json('tenant', 'create', 'cli-shop', '--name', 'CLI shop');
  expect(body.tenant).toMatchObject({ slug: 'cli-shop', name: 'CLI shop' });
  expect(body.keys.map((made: { kind: string }) => made.kind)).toEqual(['public', 'secret', 'indexer']);
  const settings = () => ask(service.url, 'GET', '/v1/cli-shop/settings', { key: body.keys[1].key });
  expect((await settings()).status).toBe(200);
  expect((await mirabel('tenant', 'list')).stdout).toContain('cli-shop');
  expect((await mirabel('tenant', 'create', 'cli-shop')).code).toBe(1);
  expect(await mirabel('tenant', 'delete', 'cli-shop')).toMatchObject({ code: 2 });
  expect((await settings()).status).toBe(200);
  expect((await mirabel('tenant', 'delete', 'cli-shop', '--yes')).code).toBe(0);
  expect((await settings()).body.code).toBe('invalid_api_key');
});

test('keys are created, listed, rotated and revoked', async () => {
  const { slug } = await service.createTenant();
  const created = await json('key', 'create', '--tenant', slug, '--kind', 'secret', '--name', 'ERP');
  const works = async (value: string) => (await ask(service.url, 'GET', `/v1/${slug}/settings`, { key: value })).status;
  expect(await works(created.body.key.key)).toBe(200);
  const rotated = await json('key', 'rotate', created.body.key.id, '--tenant', slug);
  expect(await works(rotated.body.key.key)).toBe(200);
  await json('key', 'revoke', rotated.body.key.id, '--tenant', slug);
  expect(await works(rotated.body.key.key)).toBe(401);
  const list = await json('key', 'list', '--tenant', slug);
  expect(list.body.keys).toHaveLength(5);
  expect(JSON.stringify(list.body)).not.toContain(created.body.key.key);
});

test.each([
  ['products.jsonl', (docs: object[]) => docs.map((doc) => JSON.stringify(doc)).join('\n')],
  ['products.json', (docs: object[]) => JSON.stringify({ products: docs })],
  ['products.jsonl.gz', (docs: object[]) => gzipSync(docs.map((doc) => JSON.stringify(doc)).join('\r\n'))],
  ['products.csv', () => '\uFEFFname,handle,cents\n"Kite, red",kite,1999\nBoat,boat,500\n'],
])('index reads %s, maps it, and the running service finds it', async (name, write) => {
  const shop = await service.createTenant();
  const path = await file(
    name,
    write([
      { name: 'Kite, red', handle: 'kite', cents: 1999 },
      { name: 'Boat', handle: 'boat', cents: 500 },
    ]),
  );
  const maps = ['id=handle', 'title=name', 'url=/p/{handle}', 'price=cents', "currency='EUR'"];
  const args = ['index', path, '--tenant', shop.slug, '--source', 'erp', '--transform', 'price=minor_units'];
  const { code, body } = await json(...args, ...maps.flatMap((map) => ['--map', map]));
  expect({ code, body }).toMatchObject({ code: 0, body: { received: 2, indexed: 2, failed: 0, errors: [] } });
  const item = await ask(service.url, 'GET', `/v1/${shop.slug}/items/kite`, { key: shop.keys.public });
  expect(item.body).toMatchObject({ title: 'Kite, red', url: '/p/kite', price: 19.99, currency: 'EUR' });
  const boats = () => ask(service.url, 'GET', `/v1/${shop.slug}/search?q=boat`, { key: shop.keys.public });
  await eventually(async () => (await boats()).body.total === 1);
});

test('with --map the id is read from id unless said otherwise', async () => {
  const shop = await service.createTenant();
  const path = await file('plain.csv', 'id,name\n7,Kite\n');
  const maps = ['--map', 'title=name', '--map', 'url=/p/{id}'];
  const { body } = await json('index', path, '--tenant', shop.slug, '--source', 'erp', ...maps);
  expect(body).toMatchObject({ indexed: 1, failed: 0 });
  const item = await ask(service.url, 'GET', `/v1/${shop.slug}/items/7`, { key: shop.keys.public });
  expect(item.body).toMatchObject({ title: 'Kite', url: '/p/7' });
});

test('lines that fail are named with their number, the good ones are in, and the exit is 1', async () => {
  const shop = await service.createTenant();
  const path = await file(
    'mixed.jsonl',
    '{"id":"a","title":"A","url":"/a"}\n\n{broken\n{"id":"b"}\n{"id":"c","title":"C","url":"/c"}\n',
  );
  const { code, stderr, body } = await json('index', path, '--tenant', shop.slug, '--source', 'erp');
  expect(code).toBe(1);
  expect(body).toMatchObject({ received: 4, indexed: 2, failed: 2 });
  expect(body.errors.map((error: { line: number }) => error.line)).toEqual([3, 4]);
  expect(stderr).toContain('line 3: not valid JSON');
  expect(stderr).toContain('line 4:');
});

test.each([
  [['nonsense'], 2],
  [['tenant', 'nonsense'], 2],
  [['index', 'x.jsonl'], 2],
  [['key', 'create', '--tenant', 'x', '--kind', 'root', '--name', 'x'], 2],
  [['key', 'create', '--tenant', 'x', '--kind', 'public', '--name', 'x', '--origin', 'nope'], 2],
  [['index', 'x.txt', '--tenant', 'x', '--source', 's'], 1],
  [['index', 'missing.jsonl', '--tenant', 'x', '--source', 's'], 1],
  [['key', 'list', '--tenant', 'no-such-shop'], 1],
  [['tenant', 'create', 'NOT A SLUG'], 1],
  [['--help'], 0],
  [['index', '--help'], 0],
  [['key', 'rotate', '--help'], 0],
])('%j exits with %d', async (args, code) => {
  const ended = await mirabel(...args);
  expect({ code: ended.code, stderr: ended.stderr }).toMatchObject({ code });
  if (code !== 0) expect(ended.stderr.trim()).not.toBe('');
  expect(ended.stderr).not.toMatch(/\n\s+at /);
});

test('user create prints a link that signs the person in; list, link and remove', async () => {
  const { slug } = await service.createTenant();
  const email = 'cli@people.example';
  const created = await json('user', 'create', '--tenant', slug, '--email', email, '--role', 'owner', '--name', 'Ana');
  expect(created.body.link.url).toMatch(/^http:\/\/localhost:3000\/panel\/link\/[\w-]{43}$/);
  const person = new PanelBrowser(service.url);
  const entered = await person.open(created.body.link.path);
  expect(entered.body).toMatchObject({ user: { email, name: 'Ana' }, tenants: [{ slug, role: 'owner' }] });
  expect((await json('user', 'list', '--tenant', slug)).body.users).toMatchObject([{ email, role: 'owner' }]);
  const again = await json('user', 'link', '--email', email);
  expect((await new PanelBrowser(service.url).open(again.body.link.path)).status).toBe(201);
  expect((await mirabel('user', 'link', '--email', 'nobody@people.example')).code).toBe(1);
  expect((await mirabel('user', 'create', '--tenant', slug, '--email', 'x', '--role', 'owner')).code).toBe(1);
  expect((await mirabel('user', 'create', '--tenant', slug, '--email', email, '--role', 'root')).code).toBe(2);
  const last = await mirabel('user', 'remove', '--tenant', slug, '--email', email);
  expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('only owner') });
  await json('user', 'create', '--tenant', slug, '--email', 'second@people.example', '--role', 'owner');
  expect((await mirabel('user', 'remove', '--tenant', slug, '--email', email)).code).toBe(0);
  expect((await person.ask('GET', '/panel/api/session')).body.code).toBe('sign_in_required');
});
