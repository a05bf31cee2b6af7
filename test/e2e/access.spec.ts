import { RouteTable } from '../../src/platform/http/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

let service: TestApp;
let shop: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
  other = await service.createTenant();
});
afterAll(() => service.close());

interface Route {
  method: string;
  path: string;
  kinds: readonly string[] | 'open';
  keyIn?: 'query' | undefined;
}

/** Every route of ours; those of the API explorer are static files. */
function routes(): Route[] {
  return service.app
    .get(RouteTable)
    .entries.filter(({ method, settings }) => method !== 'HEAD' && settings.access)
    .map(({ method, path, settings }) => ({ method, path, kinds: settings.access!.kinds, keyIn: settings.keyIn }));
}

const guarded = (): (Route & { kinds: readonly string[] })[] =>
  routes().filter((route): route is Route & { kinds: readonly string[] } => route.kinds !== 'open');

const addressOf = (path: string, slug: string): string => path.replace(':tenant', slug).replaceAll(/:\w+/g, 'some-id');

const call = (route: Route, slug: string, key?: string) => {
  const body = ['POST', 'PATCH', 'PUT'].includes(route.method) ? { body: {} } : {};
  const address = addressOf(route.path, slug);
  if (key && route.keyIn) return ask(service.url, route.method, `${address}?key=${encodeURIComponent(key)}`, body);
  return ask(service.url, route.method, address, { ...(key ? { key } : {}), ...body });
};

test('who may call what: a difference here is a change of access', () => {
  const table = routes()
    .map(({ method, path, kinds }) => `${kinds === 'open' ? 'open' : kinds.join(' ')} | ${method} ${path}`)
    .sort();
  expect(table).toMatchInlineSnapshot(`
    [
      "indexer | DELETE /api/v1/index",
      "indexer | DELETE /api/v1/index/:id",
      "indexer | POST /api/v1/index",
      "open | DELETE /panel/api/session",
      "open | DELETE /panel/api/sessions/:id",
      "open | GET /",
      "open | GET /assets/:file",
      "open | GET /demo",
      "open | GET /demo/cart",
      "open | GET /demo/checkout",
      "open | GET /demo/images/:file",
      "open | GET /demo/p/:id",
      "open | GET /demo/search",
      "open | GET /demo/thanks",
      "open | GET /docs/errors",
      "open | GET /docs/errors/:code",
      "open | GET /favicon.ico",
      "open | GET /health/live",
      "open | GET /health/ready",
      "open | GET /metrics",
      "open | GET /panel",
      "open | GET /panel/api/config",
      "open | GET /panel/api/oidc/callback",
      "open | GET /panel/api/oidc/start",
      "open | GET /panel/api/session",
      "open | GET /panel/api/sessions",
      "open | POST /panel/api/session",
      "open | POST /panel/api/session/link",
      "open | PUT /panel/api/password",
      "public secret | GET /v1/:tenant/items",
      "public secret | GET /v1/:tenant/items/:id",
      "public secret | GET /v1/:tenant/items/:id/similar",
      "public secret | GET /v1/:tenant/search",
      "public secret | GET /v1/:tenant/suggest",
      "public secret | GET /v1/:tenant/widget-bootstrap",
      "public secret | POST /v1/:tenant/search",
      "public secret | POST /v1/:tenant/suggest",
      "public secret | POST /v1/:tenant/track/click",
      "public secret | POST /v1/:tenant/track/conversion",
      "public secret | POST /v1/:tenant/track/search",
      "public | GET /v1/:tenant/widget-bootstrap.js",
      "secret | DELETE /v1/:tenant/connectors/:id",
      "secret | DELETE /v1/:tenant/keys/:id",
      "secret | DELETE /v1/:tenant/members/:id",
      "secret | DELETE /v1/:tenant/rules/:id",
      "secret | DELETE /v1/:tenant/synonyms/:id",
      "secret | GET /v1/:tenant/audit",
      "secret | GET /v1/:tenant/catalog/health",
      "secret | GET /v1/:tenant/catalog/items",
      "secret | GET /v1/:tenant/connectors",
      "secret | GET /v1/:tenant/connectors/:id",
      "secret | GET /v1/:tenant/connectors/:id/syncs",
      "secret | GET /v1/:tenant/connectors/:id/syncs/:syncId",
      "secret | GET /v1/:tenant/connectors/presets",
      "secret | GET /v1/:tenant/keys",
      "secret | GET /v1/:tenant/members",
      "secret | GET /v1/:tenant/metrics/conversions",
      "secret | GET /v1/:tenant/metrics/items",
      "secret | GET /v1/:tenant/metrics/overview",
      "secret | GET /v1/:tenant/metrics/queries",
      "secret | GET /v1/:tenant/metrics/timeseries",
      "secret | GET /v1/:tenant/rules",
      "secret | GET /v1/:tenant/rules/:id",
      "secret | GET /v1/:tenant/rules/conflicts",
      "secret | GET /v1/:tenant/settings",
      "secret | GET /v1/:tenant/smart/calibration",
      "secret | GET /v1/:tenant/smart/egress",
      "secret | GET /v1/:tenant/smart/repeated-clicks",
      "secret | GET /v1/:tenant/smart/runs",
      "secret | GET /v1/:tenant/smart/runs/:id",
      "secret | GET /v1/:tenant/smart/suggestions",
      "secret | GET /v1/:tenant/smart/suggestions/:id",
      "secret | GET /v1/:tenant/synonyms",
      "secret | GET /v1/:tenant/synonyms/:id",
      "secret | GET /v1/:tenant/synonyms/export",
      "secret | GET /v1/:tenant/tracking/recent",
      "secret | PATCH /v1/:tenant/connectors/:id",
      "secret | PATCH /v1/:tenant/items/:id",
      "secret | PATCH /v1/:tenant/members/:id",
      "secret | PATCH /v1/:tenant/rules/:id",
      "secret | PATCH /v1/:tenant/settings",
      "secret | PATCH /v1/:tenant/synonyms/:id",
      "secret | POST /v1/:tenant/connectors",
      "secret | POST /v1/:tenant/connectors/:id/sync",
      "secret | POST /v1/:tenant/connectors/:id/syncs/:syncId/approve-removals",
      "secret | POST /v1/:tenant/connectors/detect",
      "secret | POST /v1/:tenant/connectors/test",
      "secret | POST /v1/:tenant/keys",
      "secret | POST /v1/:tenant/keys/:id/rotate",
      "secret | POST /v1/:tenant/members",
      "secret | POST /v1/:tenant/members/:id/link",
      "secret | POST /v1/:tenant/opportunities/group",
      "secret | POST /v1/:tenant/privacy/erase",
      "secret | POST /v1/:tenant/rules",
      "secret | POST /v1/:tenant/search/preview",
      "secret | POST /v1/:tenant/smart/runs",
      "secret | POST /v1/:tenant/smart/runs/:id/cancel",
      "secret | POST /v1/:tenant/smart/suggestions/:id/accept",
      "secret | POST /v1/:tenant/smart/suggestions/:id/reject",
      "secret | POST /v1/:tenant/smart/suggestions/:id/revert",
      "secret | POST /v1/:tenant/synonyms",
      "secret | POST /v1/:tenant/synonyms/import",
    ]
  `);
});

test('no key and a wrong key open no guarded route', async () => {
  for (const route of guarded()) {
    expect([route.path, (await call(route, shop.slug)).body.code]).toEqual([route.path, 'missing_api_key']);
    const wrong = await call(route, shop.slug, `${shop.keys.secret.slice(0, -1)}!`);
    expect([route.path, wrong.body.code]).toEqual([route.path, 'invalid_api_key']);
  }
});

test('a key of a kind that the route does not name is refused', async () => {
  for (const route of guarded()) {
    for (const kind of ['public', 'secret', 'indexer'] as const) {
      const answer = await call(route, shop.slug, shop.keys[kind]);
      const refused = answer.body?.code === 'insufficient_scope';
      expect([route.method, route.path, kind, refused]).toEqual([
        route.method,
        route.path,
        kind,
        !route.kinds.includes(kind),
      ]);
      if (refused) expect(answer.status).toBe(403);
    }
  }
});

test("another tenant's key opens no tenant's route, whether or not the id exists", async () => {
  for (const route of guarded().filter(({ path }) => path.includes(':tenant'))) {
    for (const kind of route.kinds as ('public' | 'secret')[]) {
      for (const slug of [shop.slug, 'no-such-shop']) {
        const answer = await call(route, slug, other.keys[kind]);
        expect([route.path, slug, answer.status, answer.body.code]).toEqual([route.path, slug, 403, 'tenant_mismatch']);
      }
    }
  }
});

test('only routes that a public key may call send CORS headers', async () => {
  const origin = 'https://shop.example';
  for (const route of routes()) {
    const address = addressOf(route.path, shop.slug);
    const preflight = await ask(service.url, 'OPTIONS', address, {
      headers: { origin, 'access-control-request-method': route.method },
    });
    const isPublic = route.kinds !== 'open' && route.kinds.includes('public');
    expect([route.path, preflight.headers.get('access-control-allow-origin')]).toEqual([
      route.path,
      isPublic ? origin : null,
    ]);
    if (isPublic) {
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-max-age')).toBe('86400');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    }
  }
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/items`, {
    key: shop.keys.public,
    headers: { origin },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});
