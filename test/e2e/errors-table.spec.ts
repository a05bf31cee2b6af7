import { readFileSync } from 'node:fs';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

const markdown = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const unquote = (cell: string): string => cell.trim().replace(/^`(.*)`$/, '$1');
const rows = markdown
  .slice(markdown.indexOf('## Bad input'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(1, -1).split('|').map(unquote) as [string, string, string, string, string]);

let service: TestApp;
let keys: Record<string, string>;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
  const other = await service.createTenant();
  keys = { ...shop.keys, other: other.keys.secret };
});
afterAll(() => service.close());

test('the table has rows', () => expect(rows.length).toBeGreaterThan(30));

test.each(rows)('%s with key %s and body %s is %s %s', async (request, key, body, status, code) => {
  const [method = '', path = ''] = request.replace('{t}', shop.slug).split(/ (.*)/);
  const answer = await ask(service.url, method, path, {
    ...(key === 'none' ? {} : { key: keys[key] ?? key }),
    ...(body === '' ? {} : { raw: body }),
  });
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: Number(status), code });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
});
