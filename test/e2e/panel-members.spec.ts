import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { PanelBrowser, PASSWORD, signedIn } from '../support/panel.ts';

let service: TestApp;
let shop: TestTenant;
let other: TestTenant;
let owner: PanelBrowser & { email: string; userId: string };

beforeEach(async () => {
  shop = await service.createTenant();
  other = await service.createTenant();
  owner = await signedIn(service, shop, 'owner');
});
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const members = (method: string, path = '', body?: unknown) =>
  owner.ask(method, `/v1/${shop.slug}/members${path}`, body);
const browser = (): PanelBrowser => new PanelBrowser(service.url);
const slugs = (answer: { body: { tenants: { slug: string }[] } }): string[] =>
  answer.body.tenants.map(({ slug }) => slug);

test('an invitation makes an account, and its link lets the person in', async () => {
  const invited = await members('POST', '', { email: 'Ana@Shop.example', name: 'Ana', role: 'editor' });
  expect(invited).toMatchObject({
    status: 201,
    body: {
      member: { email: 'ana@shop.example', name: 'Ana', role: 'editor', created_by: owner.email, accepted_at: null },
      link: { path: expect.stringMatching(/^\/panel\/link\/[\w-]{43}$/) },
    },
  });
  const ana = browser();
  expect(await ana.open(invited.body.link.path)).toMatchObject({
    status: 201,
    body: { user: { email: 'ana@shop.example', has_password: false }, tenants: [{ slug: shop.slug, role: 'editor' }] },
  });
  const { body } = await members('GET');
  expect(body.total).toBe(2);
  expect(body.rows.map((row: { accepted_at: string | null }) => row.accepted_at)).not.toContain(null);
  expect(await members('POST', '', { email: 'ana@shop.example', role: 'owner' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', existing_id: invited.body.member.id },
  });
});

test('a secret key invites too; the name of the key stands as who did', async () => {
  const answer = await ask(service.url, 'POST', `/v1/${shop.slug}/members`, {
    key: shop.keys.secret,
    body: { email: 'key@people.example', role: 'viewer' },
  });
  expect(answer).toMatchObject({ status: 201, body: { member: { created_by: 'First secret key' } } });
});

test("an owner's link never opens what a person has in another shop", async () => {
  const victim = await signedIn(service, other, 'owner', 'victim@people.example');
  const { body } = await members('POST', '', { email: 'victim@people.example', role: 'viewer' });
  const thief = browser();
  expect(await thief.open(body.link.path)).toMatchObject({ status: 401, body: { code: 'sign_in_required' } });
  expect(slugs(await victim.ask('GET', '/panel/api/session'))).toEqual([other.slug]);
  const again = await members('POST', `/${body.member.id}/link`);
  expect((await thief.open(again.body.path)).body.code).toBe('sign_in_required');
  // The person, signed in, opens it and has both shops.
  expect(slugs(await victim.open(again.body.path)).sort()).toEqual([shop.slug, other.slug].sort());
});

test('who took the link of a first invitation gains nothing from a second shop', async () => {
  const first = await members('POST', '', { email: 'late@people.example', role: 'viewer' });
  const thief = browser();
  await thief.open(first.body.link.path);
  await thief.ask('PUT', '/panel/api/password', { password: PASSWORD });
  const theirs = await signedIn(service, other, 'owner');
  const second = await theirs.ask('POST', `/v1/${other.slug}/members`, { email: 'late@people.example', role: 'owner' });
  expect(second.status).toBe(201);
  expect(slugs(await thief.ask('GET', '/panel/api/session'))).toEqual([shop.slug]);
  expect((await browser().open(second.body.link.path)).body.code).toBe('sign_in_required');
});

test('a link of the first shop that is opened late does not open the second', async () => {
  const first = await members('POST', '', { email: 'slow@people.example', role: 'viewer' });
  const theirs = await signedIn(service, other, 'owner');
  const second = await theirs.ask('POST', `/v1/${other.slug}/members`, { email: 'slow@people.example', role: 'owner' });
  const person = browser();
  expect(slugs(await person.open(second.body.link.path))).toEqual([other.slug]);
  expect((await browser().open(first.body.link.path)).body.code).toBe('sign_in_required');
  expect(slugs(await person.open(first.body.link.path)).sort()).toEqual([shop.slug, other.slug].sort());
});

test('the last owner neither goes nor steps down; one who is only invited does not count', async () => {
  const self = `/${owner.userId}`;
  const invited = await members('POST', '', { email: `next-${shop.slug}@people.example`, role: 'owner' });
  expect(await members('DELETE', self)).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  expect(await members('PATCH', self, { role: 'editor' })).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  expect((await members('PATCH', self, { role: 'owner' })).status).toBe(200);
  await browser().open(invited.body.link.path);
  expect((await members('DELETE', self)).status).toBe(204);
  expect((await members('GET')).body.code).toBe('sign_in_required');
});

test('two owners who remove each other at once: one stays', async () => {
  const second = await signedIn(service, shop, 'owner');
  const answers = await Promise.all([
    members('DELETE', `/${second.userId}`),
    second.ask('DELETE', `/v1/${shop.slug}/members/${owner.userId}`),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const left = await ask(service.url, 'GET', `/v1/${shop.slug}/members`, { key: shop.keys.secret });
  expect(left.body.total).toBe(1);
});

test('who is removed is gone with the account, unless another shop has them', async () => {
  const both = await signedIn(service, shop, 'viewer');
  const theirs = await signedIn(service, other, 'owner');
  const invited = await theirs.ask('POST', `/v1/${other.slug}/members`, { email: both.email, role: 'viewer' });
  await both.open(invited.body.link.path);
  expect((await members('DELETE', `/${both.userId}`)).status).toBe(204);
  expect(slugs(await both.ask('GET', '/panel/api/session'))).toEqual([other.slug]);
  await theirs.ask('DELETE', `/v1/${other.slug}/members/${both.userId}`);
  expect((await both.ask('GET', '/panel/api/session')).status).toBe(401);
});

test.each([
  [{ role: 'owner' }, '/email'],
  [{ email: 'no address', role: 'owner' }, '/email'],
  [{ email: 'a@b.example', role: 'root' }, '/role'],
  [{ email: `${'x'.repeat(250)}@b.example`, role: 'owner' }, '/email'],
  [{ email: 'a@b.example', role: 'owner', tenant_id: 'x' }, '/tenant_id'],
  [{ email: 'a@b.example', role: 'owner', accepted_at: '2026-01-01' }, '/accepted_at'],
])('refuses %j at %s', async (body, field) => {
  const answer = await members('POST', '', body);
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
});

test('a change of role takes the role alone', async () => {
  const answer = await members('PATCH', `/${owner.userId}`, { role: 'owner', email: 'else@people.example' });
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: '/email', code: 'unknown_field' }] } });
});
