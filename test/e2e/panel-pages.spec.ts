import { existsSync } from 'node:fs';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => ask(service.url, 'GET', path, { headers });

test('what the panel knows before anybody signs in', async () => {
  const answer = await get('/panel/api/config');
  expect(answer).toMatchObject({ status: 200, body: { oidc: null, locales: ['en', 'es', 'de', 'fr'] } });
});

test('a route of the panel that is none is a problem, not a page', async () => {
  const answer = await get('/panel/api/unknown');
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await get('/panel/api')).body.code).toBe('not_found');
});

const built = ['dist/panel', 'packages/panel/dist'].some((folder) =>
  existsSync(new URL(`../../${folder}/index.html`, import.meta.url)),
);

(built ? test : test.skip)('pages: one document for every path, no script but our own, files forever', async () => {
  const home = await get('/panel');
  expect(home.status).toBe(200);
  expect(home.headers.get('cache-control')).toBe('no-cache');
  const policy = home.headers.get('content-security-policy')!;
  expect(policy).not.toContain('unsafe');
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy.split(';')).toContain(part);
  }
  for (const path of ['/panel/', '/panel/link/some-token', '/panel/rules/new?x=1']) {
    expect((await get(path)).text).toBe(home.text);
  }
  const [, script] = /src="(\/panel\/assets\/[^"]+\.js)"/.exec(home.text)!;
  const file = await get(script!);
  expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await get('/panel/assets/gone-12345678.js')).status).toBe(404);
  for (const path of [
    '/panel/..%2f..%2fpackage.json',
    '/panel/%2e%2e/package.json',
    '/panel/assets/../../../package.json',
  ]) {
    expect((await get(path)).text).not.toContain('"mirabel"');
  }
});
