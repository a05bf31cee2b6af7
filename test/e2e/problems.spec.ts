import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type Answer, type AskOptions } from '../support/client.ts';

let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
});
afterAll(() => service.close());

const patch = (options: AskOptions) =>
  ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, ...options });

function expectProblem(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({ type: `/docs/errors/${code}`, request_id: answer.headers.get('x-request-id') });
  expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['title', 'detail', 'instance']));
  expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d|select |node_modules/);
}

test('an unknown route, a malformed path and an unknown version', async () => {
  for (const path of [
    '/nope',
    '/v2/shop/search',
    '/v1',
    `/v1/${shop.slug}`,
    '/%E0%A4%A',
    '/%2e%2e/%2e%2e/etc/passwd',
  ]) {
    expectProblem(await ask(service.url, 'GET', path), 404, 'not_found');
  }
});

test('a wrong method lists those the route has', async () => {
  const answer = await ask(service.url, 'PUT', `/v1/${shop.slug}/settings`, { body: {} });
  expectProblem(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH');
});

test.each([
  ['{', 'malformed_json'],
  ['{"a":1', 'malformed_json'],
  ["{'a':1}", 'malformed_json'],
  ['[1,]', 'malformed_json'],
  ['NaN', 'malformed_json'],
  ['{"__proto__":{"x":1}}', 'malformed_json'],
  ['{"a":{"constructor":{"prototype":{}}}}', 'malformed_json'],
  ['{"a":[{"prototype":1}]}', 'malformed_json'],
  [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'malformed_json'],
  ['['.repeat(50_000), 'malformed_json'],
])('the body %.40s is %s', async (raw, code) => {
  expectProblem(await patch({ raw }), 400, code);
});

test('a body that is no UTF-8 and one with a byte order mark', async () => {
  expectProblem(await patch({ raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) }), 400, 'malformed_json');
  expect((await patch({ raw: '\uFEFF{"locale":"de"}' })).status).toBe(200);
});

test.each(['[]', '"text"', '1', 'null', 'true'])('the body %s is JSON but no object', async (raw) => {
  expectProblem(await patch({ raw }), 422, 'validation_failed');
});

test('a body over the limit, and one exactly at it', async () => {
  const bodyOf = (bytes: number) => `{"x":"${'a'.repeat(bytes - 8)}"}`;
  expectProblem(await patch({ raw: bodyOf(256 * 1024 + 1) }), 413, 'payload_too_large');
  expectProblem(await patch({ raw: bodyOf(256 * 1024) }), 422, 'validation_failed');
});

test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
  'the content type %s is not understood',
  async (type) => {
    expectProblem(await patch({ raw: '{}', headers: { 'content-type': type } }), 415, 'unsupported_media_type');
  },
);

test('JSON in other words is understood', async () => {
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json']) {
    expect((await patch({ raw: '{}', headers: { 'content-type': type } })).status).toBe(200);
  }
});

test('a compressed body is not inflated', async () => {
  const raw = gzipSync(Buffer.alloc(1024 * 1024, 'a'));
  const answer = await patch({ raw, headers: { 'content-encoding': 'gzip' } });
  expectProblem(answer, 400, 'malformed_json');
});

test('what a stranger sends is not read', async () => {
  const answer = await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { raw: '{' });
  expectProblem(answer, 401, 'missing_api_key');
});

test('unknown fields and parameters are refused on secret routes', async () => {
  const body = await patch({ body: { locale: 'en', smartmode: 'auto', 'a/b~c': 1 } });
  expectProblem(body, 422, 'validation_failed');
  expect(body.body.errors).toEqual([
    { field: '/smartmode', code: 'unknown_field', message: '"smartmode" is not a known field here.' },
    { field: '/a~1b~0c', code: 'unknown_field', message: '"a/b~c" is not a known field here.' },
  ]);
  const query = await ask(service.url, 'GET', `/v1/${shop.slug}/keys?limti=5`, { key: shop.keys.secret });
  expectProblem(query, 400, 'invalid_parameter');
  expect(query.body.errors[0].field).toBe('limti');
});

test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'limit=', 'limit=5&limit=6', 'offset=-1', 'offset=1e3'])(
  'the page %s is refused',
  async (query) => {
    const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/keys?${query}`, { key: shop.keys.secret });
    expectProblem(answer, 400, 'invalid_parameter');
  },
);

test('a request id is taken when it is plain, and made otherwise', async () => {
  const id = async (given: string) =>
    (await ask(service.url, 'GET', '/health/live', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
  expect(await id('order-42_A')).toBe('order-42_A');
  for (const odd of ['a b', 'x'.repeat(65), '<script>']) {
    expect(await id(odd)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('requests that Node refuses get a problem too', async () => {
  const { port } = new URL(service.url);
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket
        .on('data', (chunk) => (answer += chunk.toString()))
        .on('end', () => resolve(answer))
        .on('error', reject);
    });
  expect(await send('NOT HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/);
  const large = await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(large).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"request_header_fields_too_large"/);
});

test('security headers are there and nothing names the framework', async () => {
  const { headers } = await ask(service.url, 'GET', '/health/live');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('set-cookie')).toBeNull();
});

test('HEAD answers as GET without a body', async () => {
  const answer = await ask(service.url, 'HEAD', `/v1/${shop.slug}/settings`, { key: shop.keys.secret });
  expect(answer).toMatchObject({ status: 200, text: '' });
});

test('a text that the database cannot keep is refused with its place, on every route of the shop', async () => {
  const shop = await service.createTenant();
  const send = (method: string, path: string, body?: unknown) =>
    ask(service.url, method, `/v1/${shop.slug}/${path}`, { key: shop.keys.secret, ...(body ? { body } : {}) });
  for (const bad of ['a\u0000b', 'a\ud800b']) {
    expect(await send('PATCH', 'settings', { business_memory_md: bad })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ field: '/business_memory_md', code: 'text' }] },
    });
    expect((await send('POST', 'keys', { kind: 'secret', name: bad })).status).toBe(422);
    const reason = await send('POST', 'smart/suggestions/0190b3c2-0000-7000-8000-000000000000/reject', { reason: bad });
    expect(reason.status).toBe(422);
  }
  for (const path of ['smart/suggestions?q=%00', 'synonyms?q=%00']) {
    expect(await send('GET', path)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  }
});
