import { RouteTable } from '../../src/platform/http/index.ts';
import { ROLES, type Role } from '../../src/kernel/tenant-context.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { PanelBrowser, signedIn } from '../support/panel.ts';

let service: TestApp;
let shop: TestTenant;
let other: TestTenant;
const people = {} as Record<Role, PanelBrowser & { email: string; userId: string }>;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
  other = await service.createTenant();
  for (const role of ROLES) people[role] = await signedIn(service, shop, role);
});
afterAll(() => service.close());

interface Route {
  method: string;
  path: string;
}

const guarded = (): Route[] =>
  service.app
    .get(RouteTable)
    .entries.filter(({ method, settings }) => method !== 'HEAD' && settings.access && settings.access.kinds !== 'open');

const call = (who: PanelBrowser, { method, path }: Route, slug: string, headers: Record<string, string> = {}) =>
  who.ask(
    method,
    path.replace(':tenant', slug).replaceAll(/:\w+/g, 'some-id'),
    ['POST', 'PATCH', 'PUT'].includes(method) ? {} : undefined,
    headers,
  );

test('who may do what: a difference here is a change of the roles', async () => {
  const table: string[] = [];
  for (const route of guarded()) {
    const allowed: string[] = [];
    for (const role of ROLES) {
      const { code } = (await call(people[role], route, shop.slug)).body ?? {};
      if (!['insufficient_role', 'insufficient_scope', 'missing_api_key'].includes(code)) allowed.push(role);
    }
    table.push(`${allowed.join(' ') || 'nobody'} | ${route.method} ${route.path}`);
  }
  expect(table.sort()).toMatchInlineSnapshot(`
    [
      "editor owner | DELETE /v1/:tenant/connectors/:id",
      "editor owner | DELETE /v1/:tenant/rules/:id",
      "editor owner | DELETE /v1/:tenant/synonyms/:id",
      "editor owner | PATCH /v1/:tenant/connectors/:id",
      "editor owner | PATCH /v1/:tenant/items/:id",
      "editor owner | PATCH /v1/:tenant/rules/:id",
      "editor owner | PATCH /v1/:tenant/settings",
      "editor owner | PATCH /v1/:tenant/synonyms/:id",
      "editor owner | POST /v1/:tenant/connectors",
      "editor owner | POST /v1/:tenant/connectors/:id/sync",
      "editor owner | POST /v1/:tenant/connectors/:id/syncs/:syncId/approve-removals",
      "editor owner | POST /v1/:tenant/connectors/detect",
      "editor owner | POST /v1/:tenant/connectors/test",
      "editor owner | POST /v1/:tenant/rules",
      "editor owner | POST /v1/:tenant/smart/runs",
      "editor owner | POST /v1/:tenant/smart/runs/:id/cancel",
      "editor owner | POST /v1/:tenant/smart/suggestions/:id/accept",
      "editor owner | POST /v1/:tenant/smart/suggestions/:id/reject",
      "editor owner | POST /v1/:tenant/smart/suggestions/:id/revert",
      "editor owner | POST /v1/:tenant/synonyms",
      "editor owner | POST /v1/:tenant/synonyms/import",
      "nobody | DELETE /api/v1/index",
      "nobody | DELETE /api/v1/index/:id",
      "nobody | GET /v1/:tenant/widget-bootstrap.js",
      "nobody | POST /api/v1/index",
      "nobody | POST /v1/:tenant/track/click",
      "nobody | POST /v1/:tenant/track/conversion",
      "nobody | POST /v1/:tenant/track/search",
      "owner | DELETE /v1/:tenant/keys/:id",
      "owner | DELETE /v1/:tenant/members/:id",
      "owner | GET /v1/:tenant/keys",
      "owner | GET /v1/:tenant/members",
      "owner | PATCH /v1/:tenant/members/:id",
      "owner | POST /v1/:tenant/keys",
      "owner | POST /v1/:tenant/keys/:id/rotate",
      "owner | POST /v1/:tenant/members",
      "owner | POST /v1/:tenant/members/:id/link",
      "owner | POST /v1/:tenant/privacy/erase",
      "viewer editor owner | GET /v1/:tenant/audit",
      "viewer editor owner | GET /v1/:tenant/catalog/health",
      "viewer editor owner | GET /v1/:tenant/catalog/items",
      "viewer editor owner | GET /v1/:tenant/connectors",
      "viewer editor owner | GET /v1/:tenant/connectors/:id",
      "viewer editor owner | GET /v1/:tenant/connectors/:id/syncs",
      "viewer editor owner | GET /v1/:tenant/connectors/:id/syncs/:syncId",
      "viewer editor owner | GET /v1/:tenant/connectors/presets",
      "viewer editor owner | GET /v1/:tenant/items",
      "viewer editor owner | GET /v1/:tenant/items/:id",
      "viewer editor owner | GET /v1/:tenant/items/:id/similar",
      "viewer editor owner | GET /v1/:tenant/metrics/conversions",
      "viewer editor owner | GET /v1/:tenant/metrics/items",
      "viewer editor owner | GET /v1/:tenant/metrics/overview",
      "viewer editor owner | GET /v1/:tenant/metrics/queries",
      "viewer editor owner | GET /v1/:tenant/metrics/timeseries",
      "viewer editor owner | GET /v1/:tenant/rules",
      "viewer editor owner | GET /v1/:tenant/rules/:id",
      "viewer editor owner | GET /v1/:tenant/rules/conflicts",
      "viewer editor owner | GET /v1/:tenant/search",
      "viewer editor owner | GET /v1/:tenant/settings",
      "viewer editor owner | GET /v1/:tenant/smart/calibration",
      "viewer editor owner | GET /v1/:tenant/smart/egress",
      "viewer editor owner | GET /v1/:tenant/smart/repeated-clicks",
      "viewer editor owner | GET /v1/:tenant/smart/runs",
      "viewer editor owner | GET /v1/:tenant/smart/runs/:id",
      "viewer editor owner | GET /v1/:tenant/smart/suggestions",
      "viewer editor owner | GET /v1/:tenant/smart/suggestions/:id",
      "viewer editor owner | GET /v1/:tenant/suggest",
      "viewer editor owner | GET /v1/:tenant/synonyms",
      "viewer editor owner | GET /v1/:tenant/synonyms/:id",
      "viewer editor owner | GET /v1/:tenant/synonyms/export",
      "viewer editor owner | GET /v1/:tenant/tracking/recent",
      "viewer editor owner | GET /v1/:tenant/widget-bootstrap",
      "viewer editor owner | POST /v1/:tenant/opportunities/group",
      "viewer editor owner | POST /v1/:tenant/search",
      "viewer editor owner | POST /v1/:tenant/search/preview",
      "viewer editor owner | POST /v1/:tenant/suggest",
    ]
  `);
});

test('a refusal names the role that is needed', async () => {
  const answer = await people.viewer.ask('POST', `/v1/${shop.slug}/rules`, {});
  expect(answer).toMatchObject({
    status: 403,
    body: { code: 'insufficient_role', role: 'viewer', needed_role: 'editor' },
  });
});

test('settings that cost money or concern shoppers are for owners, the others for editors', async () => {
  const change = (role: Role, body: object) => people[role].ask('PATCH', `/v1/${shop.slug}/settings`, body);
  expect((await change('editor', { business_memory_md: 'No fur.' })).status).toBe(200);
  for (const body of [
    { rate_limit_per_minute: 5 },
    { retention_days: 1 },
    { honour_gpc: false },
    { ai_budget_cents_per_run: 9_999 },
    { ai_budget_cents_per_month: 9_999, typo_tolerance: false },
  ]) {
    expect(await change('editor', body)).toMatchObject({ status: 403, body: { code: 'insufficient_role' } });
  }
  const { body } = await people.owner.ask('GET', `/v1/${shop.slug}/settings`);
  expect(body).toMatchObject({ business_memory_md: 'No fur.', retention_days: 90, typo_tolerance: true });
  expect((await change('owner', { retention_days: 91 })).status).toBe(200);
});

test('a session opens no other tenant, whether or not it exists', async () => {
  for (const route of guarded().filter(({ path }) => path.includes(':tenant'))) {
    for (const slug of [other.slug, 'no-such-shop']) {
      const answer = await call(people.owner, route, slug);
      const refused = answer.status === 401 ? 'missing_api_key' : 'tenant_mismatch';
      expect([route.path, slug, answer.body.code]).toEqual([route.path, slug, refused]);
    }
  }
});

test("ids of another tenant are not found through one's own", async () => {
  const rule = await ask(service.url, 'POST', `/v1/${other.slug}/rules`, {
    key: other.keys.secret,
    body: { name: 'theirs', conditions: [{ match: 'is', pattern: 'x' }], actions: { hide: ['x'] } },
  });
  expect(rule.status).toBe(201);
  const foreigner = await signedIn(service, other, 'owner');
  for (const [method, path] of [
    ['GET', `rules/${rule.body.id}`],
    ['DELETE', `rules/${rule.body.id}`],
    ['DELETE', `members/${foreigner.userId}`],
    ['POST', `members/${foreigner.userId}/link`],
  ] as const) {
    expect([path, (await people.owner.ask(method, `/v1/${shop.slug}/${path}`)).status]).toEqual([path, 404]);
  }
});

const own = () => new URL(service.url).origin;

test.each<[string, string, Record<string, string>, number]>([
  ['a change without an origin', 'PATCH', { origin: '' }, 403],
  ['a change from another site', 'PATCH', { origin: 'https://evil.example' }, 403],
  ['a change from a site that contains ours', 'PATCH', { origin: 'http://127.0.0.1.evil.example' }, 403],
  ['a change that the browser calls cross-site', 'PATCH', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a change without the header', 'PATCH', { 'x-mirabel-panel': '' }, 401],
  [
    'a change as a form sends it',
    'PATCH',
    { 'x-mirabel-panel': '', 'content-type': 'application/x-www-form-urlencoded' },
    401,
  ],
  ['reading without any word of the browser', 'GET', { origin: '' }, 403],
  ['reading from another site', 'GET', { origin: '', 'sec-fetch-site': 'cross-site' }, 403],
  ['reading from another page', 'GET', { origin: '', referer: 'https://evil.example/panel' }, 403],
  ['reading without the header', 'GET', { 'x-mirabel-panel': '' }, 401],
  ['reading with the word of the browser', 'GET', { origin: '', 'sec-fetch-site': 'same-origin' }, 200],
])('%s: %s', async (_, method, headers, status) => {
  const body = method === 'PATCH' ? { business_memory_md: `changed by ${JSON.stringify(headers)}` } : undefined;
  const before = await people.owner.ask('GET', `/v1/${shop.slug}/settings`);
  const answer = await people.owner.ask(method, `/v1/${shop.slug}/settings`, body, headers);
  expect(answer.status).toBe(status);
  expect((await people.owner.ask('GET', `/v1/${shop.slug}/settings`)).body).toEqual(before.body);
});

test('reading with a referrer of our own', async () => {
  const headers = { origin: '', referer: `${own()}/panel/rules` };
  expect((await people.viewer.ask('GET', `/v1/${shop.slug}/settings`, undefined, headers)).status).toBe(200);
});

test('a key beside the cookie: the key counts, and no session stands in for a wrong one', async () => {
  const path = `/v1/${shop.slug}/settings`;
  const wrong = await people.owner.ask('GET', path, undefined, { authorization: 'Bearer mb_sk_live_wrong' });
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  const indexer = await people.owner.ask('GET', path, undefined, { authorization: `Bearer ${shop.keys.indexer}` });
  expect(indexer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
});

test('a role that changes holds from the next request on', async () => {
  const person = await signedIn(service, shop, 'editor');
  const edit = () => person.ask('PATCH', `/v1/${shop.slug}/settings`, { typo_tolerance: true });
  expect((await edit()).status).toBe(200);
  await people.owner.ask('PATCH', `/v1/${shop.slug}/members/${person.userId}`, { role: 'viewer' });
  expect((await edit()).body.code).toBe('insufficient_role');
  await people.owner.ask('DELETE', `/v1/${shop.slug}/members/${person.userId}`);
  expect((await edit()).status).toBe(401);
});
