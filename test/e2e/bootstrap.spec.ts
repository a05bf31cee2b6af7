import { runInNewContext } from 'node:vm';
import { Database } from '../../src/platform/database/index.ts';
import { KeysService } from '../../src/modules/auth/index.ts';
import { asScriptLiteral } from '../../src/modules/bootstrap/bootstrap.service.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type Answer } from '../support/client.ts';

let service: TestApp;
let shop: TestTenant;
beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
});
afterAll(() => service.close());

const settings = (headers = {}): Promise<Answer> =>
  ask(service.url, 'GET', `/v1/${shop.slug}/widget-bootstrap`, { key: shop.keys.public, headers });
const script = (key: string, headers = {}, slug = shop.slug): Promise<Answer> =>
  ask(service.url, 'GET', `/v1/${slug}/widget-bootstrap.js?key=${encodeURIComponent(key)}`, { headers });

test('the settings of a shop, with a tag that says whether they changed', async () => {
  const first = await settings();
  expect(first).toMatchObject({
    status: 200,
    body: {
      tenant: shop.slug,
      locale: 'en',
      facets: ['brand', 'categories', 'price'],
      honour_gpc: true,
      sdk: expect.stringMatching(/^assets\/mirabel-[\da-f]{16}\.js$/),
      widget: expect.stringMatching(/^assets\/mirabel-widget-[\da-f]{16}\.js$/),
    },
  });
  expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
  const tag = first.headers.get('etag')!;
  const same = await settings({ 'if-none-match': `"other", W/${tag}` });
  expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag]);

  const body = { locale: 'es', facet_fields: ['attributes.colour'], honour_gpc: false };
  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body });
  const changed = await settings({ 'if-none-match': tag });
  expect(changed).toMatchObject({
    status: 200,
    body: { locale: 'es', facets: ['attributes.colour'], honour_gpc: false },
  });
  expect(changed.headers.get('etag')).not.toBe(tag);
});

test('the script holds the SDK and its configuration, and is cached like the settings', async () => {
  const answer = await script(shop.keys.public);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
  expect((await script(shop.keys.public, { 'if-none-match': answer.headers.get('etag')! })).status).toBe(304);

  const origin = 'https://shop.example';
  expect((await script(shop.keys.public, { origin })).headers.get('access-control-allow-origin')).toBe(origin);
  expect(answer.text).toContain(`"key":"${shop.keys.public}"`);
  expect(answer.text.length).toBeLessThan(20_000);
});

test('only a public key of the shop opens the script, and only in the address', async () => {
  const other = await service.createTenant();
  const code = async (answer: Promise<Answer>) => (await answer).body.code;
  expect(await code(script(shop.keys.secret))).toBe('insufficient_scope');
  expect(await code(script(shop.keys.indexer))).toBe('insufficient_scope');
  expect(await code(script(other.keys.public))).toBe('tenant_mismatch');
  expect(await code(script(`${shop.keys.public}x`))).toBe('invalid_api_key');
  expect(await code(script(`${shop.keys.public}&key=${shop.keys.public}`))).toBe('invalid_api_key');
  const address = `/v1/${shop.slug}/widget-bootstrap.js`;
  expect(await code(ask(service.url, 'GET', address, { key: shop.keys.public }))).toBe('missing_api_key');
  for (const path of ['search', 'widget-bootstrap', 'items']) {
    const there = `/v1/${shop.slug}/${path}?key=${shop.keys.public}`;
    expect(await code(ask(service.url, 'GET', there))).toBe('missing_api_key');
  }
});

test('the origins of the key are checked when the browser names one; a revoked key is refused', async () => {
  const keys = service.app.get(KeysService);
  const key = await keys.create(shop.context, {
    kind: 'public',
    name: 'shop',
    allowed_origins: ['https://shop.example'],
  });
  expect((await script(key.key)).status).toBe(200);
  expect((await script(key.key, { origin: 'https://shop.example' })).status).toBe(200);
  expect((await script(key.key, { origin: 'https://evil.example' })).body.code).toBe('origin_not_allowed');
  const next = await keys.rotate(shop.context, key.id, 1);
  expect((await script(next.key)).status).toBe(200);
  service.clock.advance(3_600_000);
  expect((await script(key.key)).body.code).toBe('expired_api_key');
});

describe('a public key that was rotated', () => {
  const keys = (): KeysService => service.app.get(KeysService);
  const make = () => keys().create(shop.context, { kind: 'public', name: 'shop' });
  const told = (key: string, headers = {}): Promise<Answer> =>
    ask(service.url, 'GET', `/v1/${shop.slug}/widget-bootstrap`, { key, headers });
  const DAY = 86_400_000;

  test('is told its successor, also after its end; nothing else opens to it', async () => {
    const first = await make();
    expect((await told(first.key)).body.successor_key).toBeNull();
    const second = await keys().rotate(shop.context, first.id, 1);
    const during = await told(first.key);
    expect(during.body.successor_key).toBe(second.key);
    expect(during.headers.get('vary')).toContain('Authorization');
    expect((await script(first.key)).text).toContain(`"key":"${second.key}"`);
    service.clock.advance(3_600_001);
    expect((await told(first.key)).body.successor_key).toBe(second.key);
    expect((await told(second.key)).body.successor_key).toBeNull();
    expect((await script(first.key)).body.code).toBe('expired_api_key');
    const search = await ask(service.url, 'GET', `/v1/${shop.slug}/search`, { key: first.key });
    expect(search).toMatchObject({ status: 401, body: { code: 'expired_api_key' } });

    // Rotated again: who slept through both is told the last.
    const third = await keys().rotate(shop.context, second.id, 0);
    expect((await told(first.key)).body.successor_key).toBe(third.key);
    expect((await told(second.key)).body.successor_key).toBe(third.key);
    service.clock.advance(30 * DAY);
    expect((await told(first.key)).body.code).toBe('expired_api_key');
  });

  test('tells nothing when it or its successor was revoked, nor to a page that is not on its list', async () => {
    const first = await keys().create(shop.context, {
      kind: 'public',
      name: 'shop',
      allowed_origins: ['https://shop.example'],
    });
    const second = await keys().rotate(shop.context, first.id, 0);
    expect((await told(first.key, { origin: 'https://shop.example' })).body.successor_key).toBe(second.key);
    expect((await told(first.key, { origin: 'https://evil.example' })).body.code).toBe('origin_not_allowed');
    await keys().revoke(shop.context, second.id);
    expect((await told(first.key)).body.code).toBe('expired_api_key');

    const revoked = await make();
    await keys().rotate(shop.context, revoked.id, 24);
    await keys().revoke(shop.context, revoked.id);
    expect((await told(revoked.key)).body.code).toBe('revoked_api_key');
  });

  test('keeps readable no key but a public one', async () => {
    const secret = await keys().create(shop.context, { kind: 'secret', name: 'backend' });
    await keys().rotate(shop.context, secret.id, 1);
    expect((await told(secret.key)).body.successor_key).toBeNull();
    const kinds = await service.app
      .get(Database)
      .system((tx) => tx.query<{ kind: string }>('select distinct kind from api_keys where successor_key is not null'));
    expect(kinds).toEqual([{ kind: 'public' }]);
  });
});

test('files under a hashed name are cached for good; other names are not there', async () => {
  const { body } = await settings();
  for (const path of [body.sdk, body.widget]) {
    const file = await ask(service.url, 'GET', `/${path}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const map = /sourceMappingURL=(\S+)/.exec(file.text)![1]!;
    expect((await ask(service.url, 'GET', `/assets/${map}`)).body.sourcesContent.length).toBeGreaterThan(1);
  }
  for (const name of ['mirabel.global.js', '..%2F..%2Fpackage.json', 'mirabel-0000000000000000.js']) {
    expect((await ask(service.url, 'GET', `/assets/${name}`)).body.code).toBe('not_found');
  }
});

test('hostile values stay values in the script', () => {
  const hostile = { facets: ['</script><script>alert(1)</script>', '<!--', '\u2028\u2029', '"\\', '${x}', '`'] };
  const literal = asScriptLiteral(hostile);
  expect(literal).not.toMatch(/[<\u2028\u2029]/);
  expect(runInNewContext(`(${literal})`)).toEqual(hostile);
});
