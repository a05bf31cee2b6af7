import { startTestApp, type TestApp } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';

const MIB = 1024 * 1024;

let service: TestApp;
let shop: Shop;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = new Shop(service, await service.createTenant());
});
afterAll(() => service.close());

const IDS = [
  'a/b/c',
  '../../etc/passwd',
  '"quoted" \'id\'',
  '🎉👩‍👩‍👧',
  'עברית/مرحبا',
  'a b+c&d=e?f#g',
  '%2F%00',
  ' padded ',
  '.',
  '\n\t\u0001',
  "'; drop table items; --",
  'ID',
  'id',
  'e\u0301',
  '\u00e9',
  'toString',
  '💥'.repeat(512),
];

test('ids are kept to the letter and are reachable in paths', async () => {
  const answer = await shop.push(IDS.map((id, index) => product(id, { title: `Hostile number${index}` })));
  expect(answer).toMatchObject({ status: 200, body: { indexed: IDS.length } });
  expect(answer.body.results.map(({ id }: { id: string }) => id)).toEqual(IDS);
  for (const [index, id] of IDS.entries()) {
    // "." in a path is resolved by every client before it is sent.
    if (id !== '.') expect((await shop.item(id)).body).toMatchObject({ id, title: `Hostile number${index}` });
    expect(await shop.found(`number${index}`)).toContain(id);
    if (id === '.') continue;
    expect(await shop.patch(id, { title: `Patched number${index}` })).toMatchObject({ status: 200, body: { id } });
    expect((await shop.item(id)).body).toMatchObject({ id, title: `Patched number${index}` });
  }
  for (const id of IDS.filter((candidate) => candidate !== '.')) {
    expect((await shop.remove(`/${encodeURIComponent(id)}`)).body).toMatchObject({ id, deleted: true });
  }
  expect((await shop.items()).body).toMatchObject({ total: 1, rows: [{ id: '.' }] });
});

test('an id of 513 characters fails, in a path it is not found', async () => {
  const id = 'x'.repeat(513);
  expect((await shop.push([product(id)])).body.results[0].error).toMatchObject({
    code: 'too_long',
    field: '/documents/0/id',
  });
  expect((await shop.item(id)).status).toBe(404);
  expect((await shop.remove(`/${id}`)).body).toMatchObject({ deleted: false });
});

test('NUL is an error of its document, and no fault in a path', async () => {
  const answer = await shop.push([
    product('a\u0000'),
    product('b', { title: 'x\u0000' }),
    product('c', { attributes: { note: { deep: '\u0000' } } }),
    product('d', { 'key\u0000': 1 }),
    product('e'),
    { id: 'f\u0000', deleted: true },
  ]);
  expect(answer).toMatchObject({ status: 207, body: { indexed: 1, failed: 5 } });
  for (const index of [0, 1, 2, 3, 5]) expect(answer.body.results[index].error.code).toBe('nul_character');
  expect((await shop.item('a\u0000')).status).toBe(404);
  expect((await shop.patch('a\u0000', { title: 'x' })).status).toBe(404);
  expect(await shop.remove('/a%00')).toMatchObject({ status: 200, body: { deleted: false } });
});

test('half of a surrogate pair: an error in an id, replaced in texts', async () => {
  const raw = String.raw`{"source":"erp","documents":[
    {"id":"cut \ud83c","title":"A","url":"/a"},
    {"id":"b","title":"cut \ud83c","url":"/b","note":"cut \ud83c","k\udf89":1}]}`;
  const answer = await shop.post(undefined, { raw });
  expect(answer).toMatchObject({ status: 207, body: { indexed: 1 } });
  expect(answer.body.results[0].error).toMatchObject({ code: 'malformed_text', field: '/documents/0/id' });
  expect((await shop.item('b')).body).toMatchObject({
    title: 'cut \ufffd',
    attributes: { note: 'cut \ufffd', 'k\ufffd': 1 },
  });
});

test('bytes that are not UTF-8, and text that is not JSON: 400', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"source":"erp","documents":[{"id":"'),
    Buffer.from([0xff]),
    Buffer.from('"}]}'),
  ]);
  expect(await shop.post(undefined, { raw: bytes })).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
  expect(await shop.post(undefined, { raw: '{"source":"erp",' })).toMatchObject({
    status: 400,
    body: { code: 'malformed_json' },
  });
});

test('a document nested a million deep fails alone', async () => {
  const depth = 1_000_000;
  const deep = `{"id":"deep","title":"D","url":"/d","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const answer = await shop.post(undefined, {
    raw: `{"source":"erp","documents":[${deep},${JSON.stringify(product('ok'))}]}`,
  });
  expect(answer).toMatchObject({ status: 207, body: { indexed: 1, failed: 1 } });
  expect(answer.body.results[0]).toMatchObject({ id: 'deep', error: { code: 'too_deep' } });
});

test('numbers beyond a double are an error, not null', async () => {
  const raw = '{"source":"erp","documents":[{"id":"a","title":"A","url":"/a","weight":1e999}]}';
  expect((await shop.post(undefined, { raw })).body.results[0].error).toMatchObject({
    code: 'number',
    field: '/documents/0/weight',
  });
});

test('a document may have 100 KiB and not a byte more', async () => {
  const stored = (padding: number): number =>
    Buffer.byteLength(JSON.stringify({ ...product('a'), docType: 'product', attributes: { x: 'x'.repeat(padding) } }));
  const padding = 100 * 1024 - stored(0);
  expect((await shop.push([product('a', { x: 'x'.repeat(padding) })])).status).toBe(200);
  expect((await shop.item('a')).body.attributes.x).toHaveLength(padding);
  const answer = await shop.push([product('a', { x: 'x'.repeat(padding + 1) }), product('b')]);
  expect(answer).toMatchObject({ status: 207, body: { indexed: 1 } });
  expect(answer.body.results[0].error).toMatchObject({ code: 'too_large', field: '/documents/0' });
});

test('a body may have 10 MiB and not a byte more', async () => {
  const documents = products(100, () => ({ description: 'd'.repeat(45_000), note: 'n'.repeat(50_000) }));
  const body = JSON.stringify({ source: 'erp', documents });
  const raw = body + ' '.repeat(10 * MIB - body.length);
  expect(await shop.post(undefined, { raw })).toMatchObject({ status: 200, body: { indexed: 100 } });
  expect(await shop.post(undefined, { raw: raw + ' ' })).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
});

test('while 10 MiB of documents are judged and indexed, others are answered', async () => {
  const documents = products(1000, (i) => ({
    description: `"word${i}" `.repeat(500),
    attributes: { a: i, list: Array(50).fill('x') },
  }));
  const end = new AbortController();
  const pushing = shop.push(documents).finally(() => end.abort());
  let answers = 0;
  while (!end.signal.aborted) {
    await shop.items('?limit=1');
    answers++;
  }
  expect(await pushing).toMatchObject({ status: 200, body: { indexed: 1000 } });
  // A held event loop would let one or two through.
  expect(answers).toBeGreaterThan(4);
});

test('every field comes back as it was normalised', async () => {
  await shop.push([
    product('full', {
      docType: 'shoe',
      description: '<p>Soft &amp; light</p>',
      image: '//cdn.example/a.png',
      price: '99999999999.9999',
      currency: 'eur',
      stock: -2,
      brand: ' Nord ',
      categories: ['Shoes>Running', ['Sale', 'Shoes']],
      sku: 4711,
      gtin: '0401234',
      tags: ['new', 'new', 'light'],
      rating: 4.75,
      popularity: 1200,
      created_at: '2024-02-29T12:00:00+02:00',
      updated_at: '2024-03-01',
      colour: 'red',
      attributes: { width: 7, flags: [true, null] },
    }),
  ]);
  const { indexed_at, ...rest } = (await shop.item('full')).body;
  expect(indexed_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  expect(rest).toEqual({
    id: 'full',
    title: 'Product full',
    url: '/p',
    docType: 'shoe',
    description: '<p>Soft &amp; light</p>',
    image: 'https://cdn.example/a.png',
    price: 99999999999.9999,
    currency: 'EUR',
    stock: -2,
    brand: 'Nord',
    categories: ['Shoes > Running', 'Sale > Shoes'],
    sku: '4711',
    gtin: '0401234',
    tags: ['new', 'light'],
    rating: 4.75,
    popularity: 1200,
    created_at: '2024-02-29T10:00:00.000Z',
    updated_at: '2024-03-01T00:00:00.000Z',
    attributes: { colour: 'red', width: 7, flags: [true, null] },
    source: 'erp',
    version: 1,
  });
  const [hit] = (await shop.search({ q: 'full' })).body.hits;
  expect(hit).toMatchObject({ id: 'full', price: 99999999999.9999, attributes: { colour: 'red' } });
});
