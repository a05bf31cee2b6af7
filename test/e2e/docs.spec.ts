import { readFileSync } from 'node:fs';
import { errorCatalogue } from '../../src/kernel/errors.ts';
import { errorsFile, openApiFile } from '../../src/platform/openapi/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';

const committed = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

test('openapi.json and docs/errors.md are what the code says (npm run generate)', () => {
  expect(committed('openapi.json') === openApiFile(service.app)).toBe(true);
  expect(committed('docs/errors.md') === errorsFile(committed('docs/errors.md'))).toBe(true);
});

test('the chart is of the version of the service', () => {
  const { version } = JSON.parse(committed('package.json')) as { version: string };
  const chart = committed('helm/mirabel/Chart.yaml').split('\n');
  expect(chart).toEqual(expect.arrayContaining([`version: ${version}`, `appVersion: '${version}'`]));
});

test('the service serves its document, its explorer and a page for every code', async () => {
  const document = await ask(service.url, 'GET', '/openapi.json');
  expect(document).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  for (const path of ['/docs', '/docs/swagger-ui-init.js', '/docs/swagger-ui.css', '/docs/errors']) {
    expect((await ask(service.url, 'GET', path)).status).toBe(200);
  }
  for (const [code, { title }] of Object.entries(errorCatalogue)) {
    const page = await ask(service.url, 'GET', `/docs/errors/${code}`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain(title.replaceAll("'", '&apos;'));
  }
  expect((await ask(service.url, 'GET', '/docs/errors/<script>')).status).toBe(404);
});

test('every route is in the document and every documented route exists', async () => {
  const { body } = await ask(service.url, 'GET', '/openapi.json');
  for (const [path, item] of Object.entries(body.paths as Record<string, Record<string, unknown>>)) {
    for (const method of Object.keys(item)) {
      const answer = await ask(service.url, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x'));
      expect([path, method, answer.body.code]).not.toEqual([path, method, 'method_not_allowed']);
    }
  }
});

test('health and metrics answer', async () => {
  expect((await ask(service.url, 'GET', '/health/live')).body).toEqual({ status: 'ok' });
  expect((await ask(service.url, 'GET', '/health/ready')).body).toEqual({ status: 'ok' });
  const metrics = await ask(service.url, 'GET', '/metrics');
  expect(metrics.text).toContain('mirabel_http_request_duration_seconds');
});

test('metrics ask for the token when there is one', async () => {
  const guarded = await startTestApp({ databaseUrl: service.databaseUrl, settings: { metricsToken: 'let-me-in' } });
  try {
    const get = (headers = {}) => ask(guarded.url, 'GET', '/metrics', { headers });
    expect((await get()).status).toBe(401);
    expect((await get({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await get({ authorization: 'Bearer let-me-in' })).status).toBe(200);
  } finally {
    await guarded.close();
  }
});
