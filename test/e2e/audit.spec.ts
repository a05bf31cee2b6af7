import { Database } from '../../src/platform/database/index.ts';
import { AuditJobs } from '../../src/modules/audit/audit.jobs.ts';
import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { signedIn, type PanelBrowser } from '../support/panel.ts';

let service: TestApp;
let shop: TestTenant;
let owner: PanelBrowser & { email: string };

beforeAll(async () => {
  service = await startTestApp({ settings: { encryptionKey: randomBytes(32) } });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await service.createTenant();
  owner = await signedIn(service, shop, 'owner');
});

const RULE = { name: 'Shoes', conditions: [{ match: 'is', pattern: 'shoe' }], actions: { hide: ['x'] } };
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  owner.ask(method, `/v1/${shop.slug}/${path}`, body, headers);
const log = async (query = '') => (await call('GET', `audit${query}`)).body;
/** Without what making a shop and its owner has left. */
const deeds = async () =>
  (await log('?limit=100')).rows
    .filter(({ actor }: { actor: string }) => actor !== 'mirabel')
    .map((row: { kind: string; action: string; actor: string }) => `${row.actor} ${row.kind} ${row.action}`)
    .reverse();

test('each change says who made it, in the log and where it is edited', async () => {
  const { email } = owner;
  const rule = (await call('POST', 'rules', RULE)).body;
  expect(rule).toMatchObject({ version: 1, updated_by: email });
  await call('PATCH', `rules/${rule.id}`, { priority: 5 });
  const synonym = (await call('POST', 'synonyms', { type: 'two_way', terms: ['sofa', 'couch'] })).body;
  await call('PATCH', `synonyms/${synonym.id}`, { enabled: false });
  await call('POST', 'synonyms/import?format=solr', { content: 'tv, telly' });
  await call('PATCH', 'settings', { typo_tolerance: false });
  const key = (await call('POST', 'keys', { kind: 'public', name: 'Shop' })).body;
  expect(key.created_by).toBe(email);
  await call('POST', `keys/${key.id}/rotate`, {});
  await call('DELETE', `keys/${key.id}`);
  const connector = (
    await call('POST', 'connectors', {
      endpoint: 'https://shop.example/p',
      enabled: false,
      auth: { type: 'bearer', token: 'tok-en-1' },
    })
  ).body;
  await call('PATCH', `connectors/${connector.id}`, { auth: { type: 'bearer', token: 'tok-en-2' } });
  await call('DELETE', `connectors/${connector.id}`);
  const member = (await call('POST', 'members', { email: 'm@people.example', role: 'viewer' })).body.member;
  await call('PATCH', `members/${member.id}`, { role: 'editor' });
  await call('DELETE', `members/${member.id}`);
  await call('DELETE', `synonyms/${synonym.id}`);
  await call('DELETE', `rules/${rule.id}`);
  expect(await deeds()).toEqual(
    [
      'rule create',
      'rule update',
      'synonym create',
      'synonym update',
      'synonym import',
      'settings update',
      'key create',
      'key rotate',
      'key revoke',
      'connector create',
      'connector update',
      'connector delete',
      'member invite',
      'member update',
      'member delete',
      'synonym delete',
      'rule delete',
    ].map((deed) => `${email} ${deed}`),
  );
  const { text } = await call('GET', 'audit?limit=100');
  for (const secret of [key.key, 'tok-en-1', 'tok-en-2', 'auth_sealed']) expect(text).not.toContain(secret);
});

test('an entry holds what the fields were and became', async () => {
  const { id } = (await call('POST', 'rules', RULE)).body;
  await call('PATCH', `rules/${id}`, { priority: 5, name: 'Boots' });
  const { rows } = await log(`?kind=rule&subject_id=${id}`);
  expect(rows[0]).toMatchObject({
    actor_kind: 'user',
    actor: owner.email,
    action: 'update',
    subject: 'Boots',
    changes: { priority: { from: 0, to: 5 }, name: { from: 'Shoes', to: 'Boots' } },
  });
  expect(rows[1].changes.name).toEqual({ to: 'Shoes' });
});

test('a key is named where a key did it; a change that changes nothing leaves no trace', async () => {
  const key = shop.keys.secret;
  const made = await ask(service.url, 'POST', `/v1/${shop.slug}/rules`, { key, body: RULE });
  expect(made.body.updated_by).toBe('First secret key');
  const same = await call('PATCH', `rules/${made.body.id}`, { name: RULE.name });
  expect(same.body).toEqual(made.body);
  expect(await deeds()).toEqual(['First secret key rule create']);
  expect((await log('?actor=First%20secret%20key')).total).toBe(1);
  expect((await log('?actor=nobody')).total).toBe(0);
  expect((await log('?kind=synonym')).total).toBe(0);
  expect((await call('GET', 'audit?kind=else')).status).toBe(400);
  expect((await call('GET', 'audit?limit=101')).status).toBe(400);
});

test('a change that fails is in no log', async () => {
  await call('POST', 'rules', { ...RULE, actions: {} });
  await call('POST', 'synonyms', { type: 'two_way', terms: ['one'] });
  await call('PATCH', 'settings', { smart_hour: 99 });
  expect(await deeds()).toEqual([]);
});

test('what is long is told by its length', async () => {
  await call('PATCH', 'settings', { business_memory_md: 'x'.repeat(4_900) });
  const [row] = (await log('?kind=settings&limit=1')).rows;
  expect(row.changes.business_memory_md.to).toEqual({ characters: 4_902 });
});

test("a tenant's transaction can not change the log, and another tenant does not see it", async () => {
  await call('POST', 'rules', RULE);
  const database = service.app.get(Database);
  for (const sql of [`update audit_log set actor = 'else'`, 'delete from audit_log']) {
    await expect(database.tenant(shop.context, (tx) => tx.query(sql))).rejects.toThrow(/permission denied/);
  }
  const other = await service.createTenant();
  const theirs = await ask(service.url, 'GET', `/v1/${other.slug}/audit?kind=rule`, { key: other.keys.secret });
  expect(theirs.body.total).toBe(0);
});

test('the log forgets after two years', async () => {
  await call('POST', 'rules', RULE);
  service.clock.advance(730 * 86_400_000 + 1_000);
  await service.app.get(AuditJobs).purge();
  const { body } = await ask(service.url, 'GET', `/v1/${shop.slug}/audit`, { key: shop.keys.secret });
  expect(body.total).toBe(0);
});

describe('two people edit at once', () => {
  const CONNECTOR = { endpoint: 'https://shop.example/p', enabled: false };
  test.each<[string, string, () => object, object, object]>([
    ['rules', 'rules', () => RULE, { priority: 1 }, { priority: 2 }],
    ['synonyms', 'synonyms', () => ({ type: 'two_way', terms: ['a1', 'b1'] }), { enabled: false }, { locale: 'de' }],
    ['connectors', 'connectors', () => CONNECTOR, { name: 'One' }, { name: 'Two' }],
  ])('%s: the later one is told, with the present state', async (_, path, make, first, second) => {
    const made = await call('POST', path, make());
    const tag = made.headers.get('etag')!;
    expect(tag).toBe('"1"');
    const at = `${path}/${made.body.id}`;
    expect((await call('GET', at)).headers.get('etag')).toBe(tag);
    const colleague = await signedIn(service, shop, 'editor');
    const won = await colleague.ask('PATCH', `/v1/${shop.slug}/${at}`, first, { 'if-match': tag });
    expect(won.status).toBe(200);
    expect(won.headers.get('etag')).toBe('"2"');
    const lost = await call('PATCH', at, second, { 'if-match': tag });
    expect(lost).toMatchObject({
      status: 412,
      body: { code: 'edited_meanwhile', changed_by: colleague.email, current: { ...first, version: 2 } },
    });
    expect(lost.headers.get('etag')).toBe('"2"');
    expect((await call('DELETE', at, undefined, { 'if-match': tag })).status).toBe(412);
    expect((await call('PATCH', at, second, { 'if-match': lost.headers.get('etag')! })).status).toBe(200);
    // Who sends no If-Match wins, as before.
    const last = await call('PATCH', at, first);
    expect(last.status).toBe(200);
    expect((await call('DELETE', at, undefined, { 'if-match': last.headers.get('etag')! })).status).toBe(204);
  });

  test('settings', async () => {
    const tag = (await call('GET', 'settings')).headers.get('etag')!;
    expect((await call('PATCH', 'settings', { smart_hour: 4 }, { 'if-match': tag })).status).toBe(200);
    const late = await call('PATCH', 'settings', { smart_hour: 5 }, { 'if-match': tag });
    expect(late).toMatchObject({ status: 412, body: { current: { smart_hour: 4 }, changed_by: owner.email } });
    const { body } = await call('GET', 'settings');
    expect((await call('PATCH', 'settings', body, { 'if-match': late.headers.get('etag')! })).status).toBe(200);
  });

  test('really at once: one wins', async () => {
    const { id } = (await call('POST', 'rules', RULE)).body;
    const edits = [1, 2, 3, 4].map((priority) => call('PATCH', `rules/${id}`, { priority }, { 'if-match': '"1"' }));
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412, 412, 412]);
  });

  test.each(['3', 'x', '"x"', '"3', ''])('If-Match %j is no tag', async (tag) => {
    const answer = await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, {
      key: shop.keys.secret,
      body: { smart_hour: 4 },
      headers: { 'if-match': tag },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'If-Match' }] } });
  });
});
