import { startTestApp, type TestApp } from '../support/app.ts';
import { product, Shop, type TestDocument } from '../support/catalogue.ts';
import type { Answer } from '../support/client.ts';

const emoji = (count: number): string => '\u{1f389}'.repeat(count);
const x = (count: number): string => 'x'.repeat(count);
const list = (count: number): string[] => Array.from({ length: count }, (_, at) => `t${at}`);
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);

/** Fields that are pushed and what a read answers; undefined: the field is absent. */
const TAKEN: [string, TestDocument, TestDocument][] = [
  ['an id of 512 characters', { id: x(512) }, { id: x(512) }],
  ['an id of 512 emoji', { id: emoji(512) }, { id: emoji(512) }],
  ['a whole number as id', { id: 42 }, { id: '42' }],
  ['the largest whole number as id', { id: Number.MAX_SAFE_INTEGER }, { id: '9007199254740991' }],
  ['a negative number as id', { id: -7 }, { id: '-7' }],
  ['a title of 1,000 characters', { title: x(1000) }, { title: x(1000) }],
  ['a title of 1,000 emoji', { title: emoji(1000) }, { title: emoji(1000) }],
  ['a title in spaces', { title: ' \tSofa\n' }, { title: 'Sofa' }],
  ['a title with markup', { title: 'A <b>bold</b> & plain' }, { title: 'A <b>bold</b> & plain' }],
  ['a relative address', { url: '/p?a=1&b=2#c' }, { url: '/p?a=1&b=2#c' }],
  ['an https address', { url: 'https://shop.example/ü?q=%20' }, { url: 'https://shop.example/ü?q=%20' }],
  ['an http address with a port', { url: 'http://shop.example:8080/p' }, { url: 'http://shop.example:8080/p' }],
  ['an address of 2,048 characters', { url: `/${x(2047)}` }, { url: `/${x(2047)}` }],
  ['no docType', {}, { docType: 'product' }],
  ['a docType of 32', { docType: x(32) }, { docType: x(32) }],
  ['a docType with signs', { docType: '0_blog-post' }, { docType: '0_blog-post' }],
  ['a description of 50,000', { description: x(50_000) }, { description: x(50_000) }],
  ['price 0', { price: 0 }, { price: 0 }],
  ['a price as text', { price: '19.90' }, { price: 19.9 }],
  ['a price with 4 decimals', { price: 0.0001 }, { price: 0.0001 }],
  ['zeros after 4 decimals', { price: '1.23450000' }, { price: 1.2345 }],
  ['the largest price', { price: 99999999999.9999 }, { price: 99999999999.9999 }],
  ['the largest price as text', { price: '99999999999.9999' }, { price: 99999999999.9999 }],
  ['a price in exponents', { price: 1e10 }, { price: 10000000000 }],
  ['a price of null', { price: null }, { price: undefined }],
  ['an empty price', { price: '' }, { price: undefined }],
  ['a currency in any case', { currency: 'eUr' }, { currency: 'EUR' }],
  ['stock below zero', { stock: -3 }, { stock: -3 }],
  ['stock as text', { stock: '12' }, { stock: 12 }],
  ['the largest stock', { stock: 2_147_483_647 }, { stock: 2_147_483_647 }],
  ['categories as paths', { categories: ['A>B', ' A > B ', 'C'] }, { categories: ['A > B', 'C'] }],
  ['categories as lists', { categories: [['A', 'B'], ['C > D']] }, { categories: ['A > B', 'C > D'] }],
  ['one category', { categories: 'A > B' }, { categories: ['A > B'] }],
  ['50 categories', { categories: list(50) }, { categories: list(50) }],
  ['10 levels', { categories: [list(10)] }, { categories: [list(10).join(' > ')] }],
  ['no category', { categories: [] }, { categories: undefined }],
  ['100 tags of 200', { tags: [...list(99), x(200)] }, { tags: [...list(99), x(200)] }],
  ['tags twice and empty', { tags: ['new', '', ' new '] }, { tags: ['new'] }],
  ['a number as sku', { sku: 4711 }, { sku: '4711' }],
  ['a gtin with leading zeros', { gtin: '0401234' }, { gtin: '0401234' }],
  ['a rating as text', { rating: '4.5' }, { rating: 4.5 }],
  ['a popularity of 1e15', { popularity: 1e15 }, { popularity: 1e15 }],
  ['a date', { created_at: '2024-02-29' }, { created_at: '2024-02-29T00:00:00.000Z' }],
  ['a time without a zone', { created_at: '2024-01-01T10:00' }, { created_at: '2024-01-01T10:00:00.000Z' }],
  ['a zone ahead', { updated_at: '2024-01-01T00:30:00+02:00' }, { updated_at: '2023-12-31T22:30:00.000Z' }],
  ['a zone behind', { updated_at: '2024-12-31T23:30:00.5-0530' }, { updated_at: '2025-01-01T05:00:00.500Z' }],
  ['microseconds', { updated_at: '2024-01-01T00:00:00.123456Z' }, { updated_at: '2024-01-01T00:00:00.123Z' }],
  ['unknown fields', { colour: 'red', size: 5 }, { colour: undefined, attributes: { colour: 'red', size: 5 } }],
  ['explicit attributes win', { size: 5, attributes: { size: 6 } }, { attributes: { size: 6 } }],
  ['an explicit null clears', { size: 5, attributes: { size: null } }, { attributes: undefined }],
  ['nested attributes', { attributes: { a: { b: [1, { c: null }] } } }, { attributes: { a: { b: [1, { c: null }] } } }],
  ['15 levels of nesting', { deep: nested(14) }, { attributes: { deep: nested(14) } }],
  ['names of Object.prototype', { toString: 1, hasOwnProperty: 2 }, { attributes: { toString: 1, hasOwnProperty: 2 } }],
  ['names an answer adds', { source: 'x', version: 9 }, { source: 'erp', attributes: { source: 'x', version: 9 } }],
  ['a name with a slash', { 'a/b~c': 1 }, { attributes: { 'a/b~c': 1 } }],
  ['an empty name', { '': 1 }, { attributes: { '': 1 } }],
  ['deleted: false', { deleted: false }, { deleted: undefined, attributes: undefined }],
];

/** Fields that are refused, the place that the error names, its code. */
const REFUSED: [string, unknown, string, string][] = [
  ['no id', { id: undefined }, '/id', 'required'],
  ['an empty id', { id: '' }, '/id', 'required'],
  ['an id of 513 characters', { id: x(513) }, '/id', 'too_long'],
  ['an id of 513 emoji', { id: emoji(513) }, '/id', 'too_long'],
  ['a fraction as id', { id: 1.5 }, '/id', 'type'],
  ['a number as id that is not exact', { id: 2 ** 53 }, '/id', 'type'],
  ['a list as id', { id: ['a'] }, '/id', 'type'],
  ['no title', { title: undefined }, '/title', 'required'],
  ['a blank title', { title: ' \n' }, '/title', 'required'],
  ['a title of 1,001 characters', { title: x(1001) }, '/title', 'too_long'],
  ['a number as title', { title: 7 }, '/title', 'type'],
  ['no url', { url: undefined }, '/url', 'required'],
  ['javascript:', { url: 'javascript:alert(1)' }, '/url', 'url'],
  ['javascript: in disguise', { url: ' \u0001jAvA\tscript:alert(1)' }, '/url', 'url'],
  ['data:', { url: 'data:text/html,x' }, '/url', 'url'],
  ['ftp:', { url: 'ftp://shop.example/p' }, '/url', 'url'],
  ['//host', { url: '//evil.example/p' }, '/url', 'url'],
  ['/\\host', { url: '/\\evil.example/p' }, '/url', 'url'],
  ['a relative address without a slash', { url: 'p/relative' }, '/url', 'url'],
  ['an address with a space', { url: '/a b' }, '/url', 'url'],
  ['an address of 2,049 characters', { url: `/${x(2048)}` }, '/url', 'too_long'],
  ['an image with javascript:', { image: 'javascript:alert(1)' }, '/image', 'url'],
  ['a docType of 33', { docType: x(33) }, '/docType', 'pattern'],
  ['a docType in capitals', { docType: 'Shoe' }, '/docType', 'pattern'],
  ['a docType that begins with a sign', { docType: '-shoe' }, '/docType', 'pattern'],
  ['a description of 50,001', { description: x(50_001) }, '/description', 'too_long'],
  ['a list as description', { description: ['a'] }, '/description', 'type'],
  ['a price below 0', { price: -0.0001 }, '/price', 'min'],
  ['a price of 1e11', { price: 1e11 }, '/price', 'max'],
  ['a price past the largest', { price: '99999999999.99991' }, '/price', 'max'],
  ['5 decimals', { price: 0.00001 }, '/price', 'decimals'],
  ['5 decimals as text', { price: '1.00001' }, '/price', 'decimals'],
  ['a decimal comma', { price: '19,90' }, '/price', 'type'],
  ['a price with its currency', { price: '19.90 EUR' }, '/price', 'type'],
  ['an exponent as text', { price: '1e3' }, '/price', 'type'],
  ['true as price', { price: true }, '/price', 'type'],
  ['the currency ZZZ', { currency: 'ZZZ' }, '/currency', 'currency'],
  ['a currency of 2 letters', { currency: 'EU' }, '/currency', 'currency'],
  ['half a piece in stock', { stock: 1.5 }, '/stock', 'type'],
  ['stock past the largest', { stock: 2_147_483_648 }, '/stock', 'max'],
  ['true as stock', { stock: true }, '/stock', 'type'],
  ['a brand of 201', { brand: x(201) }, '/brand', 'too_long'],
  ['51 categories', { categories: list(51) }, '/categories', 'too_many'],
  ['11 levels', { categories: ['ok', list(11)] }, '/categories/1', 'too_many'],
  ['a level of 201', { categories: [`A > ${x(201)}`] }, '/categories/0', 'too_long'],
  ['a number as category', { categories: ['ok', 5] }, '/categories/1', 'type'],
  ['categories as an object', { categories: { a: 1 } }, '/categories', 'type'],
  ['101 tags', { tags: list(101) }, '/tags', 'too_many'],
  ['a tag of 201', { tags: ['ok', x(201)] }, '/tags/1', 'too_long'],
  ['null as tag', { tags: [null] }, '/tags/0', 'type'],
  ['an sku of 513', { sku: x(513) }, '/sku', 'too_long'],
  ['an sku that is not exact', { sku: 2 ** 60 }, '/sku', 'type'],
  ['a rating below 0', { rating: -1 }, '/rating', 'max'],
  ['a word as popularity', { popularity: 'many' }, '/popularity', 'type'],
  ['a day that does not exist', { created_at: '2023-02-29' }, '/created_at', 'time'],
  ['an hour that does not exist', { updated_at: '2024-01-01T24:00:00Z' }, '/updated_at', 'time'],
  ['a time in words', { updated_at: 'yesterday' }, '/updated_at', 'time'],
  ['seconds since 1970', { updated_at: 1_700_000_000 }, '/updated_at', 'type'],
  ['attributes as a list', { attributes: [1] }, '/attributes', 'type'],
  ['16 levels of nesting', { deep: nested(16) }, '/deep/0/0/0', 'too_deep'],
  ['10,001 values', { many: Array(10_001).fill(0) }, '/many', 'too_many_values'],
  [
    '__proto__ far below',
    JSON.parse('{"attributes":{"a":[{"__proto__":1}]}}'),
    '/attributes/a/0/__proto__',
    'unsafe_key',
  ],
  ['deleted as text', { deleted: 'true' }, '/deleted', 'type'],
];

const withIds = (fields: TestDocument, at: number): TestDocument => product(`d-${at}`, fields);

let service: TestApp;
let shop: Shop;
let good: Answer<{ results: { id: string; status: string }[] }>;
let bad: Answer<{ results: { status: string; error: { field: string; code: string; message: string } }[] }>;

beforeAll(async () => {
  service = await startTestApp();
  shop = new Shop(service, await service.createTenant());
  good = await shop.push(TAKEN.map(([, fields], at) => withIds(fields, at)));
  bad = await shop.push(REFUSED.map(([, fields], at) => withIds(fields as TestDocument, 1000 + at)));
});
afterAll(() => service.close());

test('each document is judged by itself', () => {
  expect(good).toMatchObject({ status: 200, body: { indexed: TAKEN.length, received: TAKEN.length, version: 1 } });
  expect(bad).toMatchObject({ status: 422, body: { failed: REFUSED.length, received: REFUSED.length, version: 1 } });
});

test.each(TAKEN.map((row, at) => [row[0], at] as const))('taken: %s', async (_, at) => {
  const [, , expected] = TAKEN[at]!;
  const result = good.body.results[at]!;
  expect(result.status).toBe('created');
  const { status, body } = await shop.item(result.id);
  expect(status).toBe(200);
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]]))).toEqual(expected);
});

test.each(REFUSED.map((row, at) => [row[0], at] as const))('refused: %s', (_, at) => {
  const [, , field, code] = REFUSED[at]!;
  const { error, status } = bad.body.results[at]!;
  expect({ status, field: error.field, code: error.code }).toEqual({
    status: 'failed',
    field: `/documents/${at}${field}`,
    code,
  });
  expect(error.message).toMatch(/\S\.$/);
});

test('what was taken is what a search answers, and a second push of what was read changes nothing', async () => {
  const { body } = await shop.search({ q: '', per_page: '100' });
  expect(body.total).toBe(TAKEN.length);
  const again: TestDocument[] = [];
  for (const hit of body.hits) {
    const { source, version, indexed_at, ...document } = (await shop.item(hit.id)).body;
    expect({ source, version, indexed_at }).toMatchObject({ source: 'erp', version: 1 });
    expect(hit).toMatchObject(document);
    again.push(document);
  }
  const { body: pushed } = await shop.push(again);
  expect(pushed).toMatchObject({ indexed: TAKEN.length, version: 1 });
  expect(new Set(pushed.results.map(({ status }: { status: string }) => status))).toEqual(new Set(['unchanged']));
});
