import { startTestApp, type TestApp } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';

let service: TestApp;
let shop: Shop;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = new Shop(service, await service.createTenant());
});
afterAll(() => service.close());

interface Fault {
  field: string;
  code: string;
}
interface Judged {
  id: string | null;
  error?: Fault;
}

const statuses = (body: { results: { status: string }[] }): string[] => body.results.map(({ status }) => status);

test('a push is stored and searchable when it is answered', async () => {
  const answer = await shop.push([product('a', { title: 'Velvet sofa' }), product('b')]);
  expect(answer).toMatchObject({
    status: 200,
    body: { source: 'erp', received: 2, indexed: 2, deleted: 0, superseded: 0, failed: 0, version: 1 },
  });
  expect(answer.body.results).toEqual([
    { position: 0, id: 'a', status: 'created' },
    { position: 1, id: 'b', status: 'created' },
  ]);
  expect(await shop.found('velvet')).toEqual(['a']);
  expect((await shop.item('a')).body).toMatchObject({ id: 'a', title: 'Velvet sofa', source: 'erp', version: 1 });
});

test('created, updated, unchanged: what is unchanged takes no version', async () => {
  await shop.push([product('a', { price: 5, colour: 'red' }), product('b')]);
  const second = await shop.push([
    product('a', { price: '5.00', attributes: { colour: 'red' } }),
    product('b', { price: 1 }),
  ]);
  expect(second.body).toMatchObject({ indexed: 2, version: 2 });
  expect(statuses(second.body)).toEqual(['unchanged', 'updated']);
  const third = await shop.push([product('b', { price: 1 })]);
  expect(third.body).toMatchObject({ indexed: 1, version: 2 });
  expect(statuses(third.body)).toEqual(['unchanged']);
  expect((await shop.item('a')).body.version).toBe(1);
});

test('a push replaces the whole document', async () => {
  await shop.push([product('a', { price: 5, brand: 'Oak', colour: 'red' })]);
  await shop.push([product('a', { brand: 'Elm' })]);
  const { body } = await shop.item('a');
  expect(body).toMatchObject({ brand: 'Elm' });
  expect(body).not.toHaveProperty('price');
  expect(body).not.toHaveProperty('attributes');
});

test('some fail: 207, each with its place, and the good ones are in', async () => {
  const answer = await shop.push([
    product('a'),
    product('b', { price: -1 }),
    { id: 'c' },
    'x',
    product('d', { tags: ['ok', 5] }),
  ]);
  expect(answer).toMatchObject({ status: 207, body: { received: 5, indexed: 1, failed: 4 } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.body.results.map(({ id, error }: Judged) => [id, error?.field, error?.code])).toEqual([
    ['a', undefined, undefined],
    ['b', '/documents/1/price', 'min'],
    ['c', '/documents/2/title', 'required'],
    [null, '/documents/3', 'type'],
    ['d', '/documents/4/tags/1', 'type'],
  ]);
  expect((await shop.items()).body.total).toBe(1);
});

test('all fail: 422 as a problem with the same members', async () => {
  const answer = await shop.push([{ id: 'a' }, { id: 'b', title: 'B', url: 'javascript:alert(1)' }]);
  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: 'validation_failed',
      type: '/docs/errors/validation_failed',
      source: 'erp',
      received: 2,
      indexed: 0,
      failed: 2,
      version: 0,
      results: [
        { position: 0, id: 'a', status: 'failed', error: { field: '/documents/0/title' } },
        { position: 1, id: 'b', status: 'failed', error: { field: '/documents/1/url', code: 'url' } },
      ],
      errors: [{ field: '/documents/0/title' }, { field: '/documents/1/url' }],
    },
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
});

test('of an id given twice the last good one wins', async () => {
  const answer = await shop.push([
    product('a', { title: 'First' }),
    product('a', { title: 'Second' }),
    product('a', { price: 'free' }),
    product('b'),
    { id: 'b', deleted: true },
    { id: 'c', deleted: true },
    product('c', { title: 'Last' }),
    product('1'),
    product('x', { id: 1, title: 'Number one' }),
  ]);
  expect(answer.status).toBe(207);
  expect(answer.body).toMatchObject({ received: 9, indexed: 3, deleted: 1, superseded: 4, failed: 1 });
  expect(statuses(answer.body)).toEqual([
    'superseded',
    'created',
    'failed',
    'superseded',
    'deleted',
    'superseded',
    'created',
    'superseded',
    'created',
  ]);
  expect((await shop.item('a')).body.title).toBe('Second');
  expect((await shop.item('b')).status).toBe(404);
  expect((await shop.item('c')).body.title).toBe('Last');
  expect((await shop.item('1')).body.title).toBe('Number one');
});

test('1 and 1,000 documents are taken, 0 and 1,001 are not', async () => {
  const thousand = await shop.push(products(1000, (i) => ({ sku: `SKU-${i}` })));
  expect(thousand).toMatchObject({ status: 200, body: { received: 1000, indexed: 1000, version: 1 } });
  expect((await shop.items()).body.total).toBe(1000);
  expect(await shop.found('SKU-999')).toEqual(['p-999']);
  for (const documents of [[], products(1001)]) {
    expect(await shop.push(documents)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ field: '/documents', code: 'size' }] },
    });
  }
});

test.each<[string, unknown, { field: string; code: string }[]]>([
  ['no source', { documents: [product('a')] }, [{ field: '/source', code: 'required' }]],
  ['no documents', { source: 'erp' }, [{ field: '/documents', code: 'required' }]],
  [
    'nothing',
    {},
    [
      { field: '/source', code: 'required' },
      { field: '/documents', code: 'required' },
    ],
  ],
  ['a list', [product('a')], [{ field: '', code: 'type' }]],
  ['a text', 'x', [{ field: '', code: 'type' }]],
  ['null', null, [{ field: '', code: 'type' }]],
  [
    'an unknown field',
    { source: 'erp', documents: [product('a')], mode: 'full' },
    [{ field: '/mode', code: 'unknown_field' }],
  ],
  [
    'documents as an object',
    { source: 'erp', documents: { 0: product('a') } },
    [{ field: '/documents', code: 'size' }],
  ],
  ['a source with a space', { source: 'e r p', documents: [product('a')] }, [{ field: '/source', code: 'pattern' }]],
  ['a source of 65', { source: 'x'.repeat(65), documents: [product('a')] }, [{ field: '/source', code: 'pattern' }]],
  ['a source with a newline', { source: 'erp\n', documents: [product('a')] }, [{ field: '/source', code: 'pattern' }]],
  ['a number as source', { source: 5, documents: [product('a')] }, [{ field: '/source', code: 'pattern' }]],
])('%s: 422, and nothing is stored', async (_, body, errors) => {
  const answer = await shop.post(body);
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect(answer.body.errors.map(({ field, code }: Fault) => ({ field, code }))).toEqual(errors);
  expect((await shop.items()).body.total).toBe(0);
});

test('no body at all', async () => {
  expect(await shop.post(undefined, { raw: '' })).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
});

test('a source of 64 and of every kind of character', async () => {
  expect((await shop.push([product('a')], 'x'.repeat(64))).status).toBe(200);
  expect((await shop.push([product('a')], 'Aa0._-')).status).toBe(200);
});

test.each(['__proto__', 'constructor', 'prototype'])(
  '%s beside the documents: 400; in a document: that one fails',
  async (key) => {
    const outside = await shop.post(undefined, { raw: `{"source":"erp","${key}":{},"documents":[]}` });
    expect(outside).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    const raw = `{"source":"erp","documents":[{"id":"a","title":"A","url":"/a","${key}":{"polluted":true}},${JSON.stringify(product('b'))}]}`;
    const inside = await shop.post(undefined, { raw });
    expect(inside).toMatchObject({ status: 207, body: { indexed: 1, failed: 1 } });
    expect(inside.body.results[0]).toMatchObject({
      id: 'a',
      error: { code: 'unsafe_key', field: `/documents/0/${key}` },
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  },
);

test('unknown query parameters are refused', async () => {
  const answer = await ask(service.url, 'POST', '/api/v1/index?dry_run=true', {
    key: shop.tenant.keys.indexer,
    body: { source: 'erp', documents: [product('a')] },
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_parameter', errors: [{ field: 'dry_run' }] } });
});

test('a version is taken once a call, whatever the number of documents', async () => {
  await shop.push(products(300));
  const { body } = await shop.push(products(300, () => ({ price: 1 })));
  expect(body.version).toBe(2);
  const rows = (await shop.items('?limit=100')).body.rows as { version: number }[];
  expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2]));
});
