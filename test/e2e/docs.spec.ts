import { writeFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

test('docs', async () => {
  const doc = await ask(service.url, 'GET', '/openapi.json');
  expect(doc.status).toBe(200);
  await writeFile('/tmp/openapi.json', JSON.stringify(doc.body, null, 2));
  expect((await ask(service.url, 'GET', '/docs')).status).toBe(200);
  expect((await ask(service.url, 'GET', '/docs/errors/not_found')).text).toContain('<h1>Not found</h1>');
  expect((await ask(service.url, 'GET', '/docs/errors/nope')).status).toBe(404);
  expect((await ask(service.url, 'GET', '/docs/swagger-ui-init.js')).status).toBe(200);
  expect((await ask(service.url, 'GET', '/%E0%A4%A')).body).toMatchObject({ code: 'not_found' });
  expect((await ask(service.url, 'GET', '/metrics')).text).toContain('mirabel_http_request_duration_seconds');
});
