import type { JsonValue } from '../../kernel/json.ts';
import { compileMapping, MappingError } from './mapping.ts';

const item: JsonValue = JSON.parse(`{
  "id": 7, "name": "Kite", "handle": "red kite/1", "price": 1999, "prix": "1.234,50", "empty": "", "nothing": null,
  "attrs": [{ "sku": "A-1" }], "img": [{ "url": "https://x.example/1.jpg" }], "__proto__": { "polluted": true }
}`);

test.each([
  [
    { id: 'id', title: 'name' },
    { id: 7, title: 'Kite' },
  ],
  [
    { sku: 'attrs.0.sku', image: 'img.0.url' },
    { sku: 'A-1', image: 'https://x.example/1.jpg' },
  ],
  [{ title: 'missing|empty|nothing|name' }, { title: 'Kite' }],
  [{ title: 'missing', brand: 'attrs.5.sku' }, {}],
  [{ url: '/p/{handle}' }, { url: '/p/red%20kite%2F1' }],
  [{ url: '/p/{missing}' }, {}],
  [{ url: '/p/{+handle}' }, { url: '/p/red%20kite/1' }],
  [{ url: 'missing|https://shop.example/p/{handle}' }, { url: 'https://shop.example/p/red%20kite%2F1' }],
  [{ url: "missing|/p/{missing}|'/'" }, { url: '/' }],
  [{ tags: 'img.*.url' }, { tags: ['https://x.example/1.jpg'] }],
  [{ sku: 'attrs.-1.sku' }, { sku: 'A-1' }],
  [{ title: 'attrs.sku=B-1.sku|attrs.sku=A-1.sku' }, { title: 'A-1' }],
  [{ title: 'none.*.x|name' }, { title: 'Kite' }],
  [{ currency: "'EUR'" }, { currency: 'EUR' }],
  [{ 'attributes.colour': "'red'" }, { attributes: { colour: 'red' } }],
  [{ title: 'toString', brand: 'attrs.length' }, {}],
])('%j reads %j', (mapping, document) => {
  expect(compileMapping(mapping as unknown as Record<string, string>)(item)).toEqual(document);
});

test.each(['a.__proto__.b', 'constructor', 'a.prototype', 'a..b', '', '.', 'a.10001', Array(11).fill('a').join('.')])(
  'the path "%.40s" is refused as source and as target',
  (path) => {
    expect(() => compileMapping({ title: path })).toThrow(MappingError);
    if (path !== '') expect(() => compileMapping({ [path]: 'name' })).toThrow(MappingError);
  },
);

test.each([
  ['minor_units', 'price', "'EUR'", '19.99'],
  ['minor_units', 'price', "'JPY'", '1999'],
  ['minor_units', 'price', "'KWD'", '1.999'],
  ['minor_units', 'id', "'EUR'", '0.07'],
  ['decimal_comma', 'prix', "'EUR'", '1234.50'],
  ['decimal_comma', 'price', "'EUR'", 1999],
  ['decimal_comma', 'name', "'EUR'", 'Kite'],
] as const)('%s of %s in %s is %s', (transform, path, currency, price) => {
  const map = compileMapping({ price: path, currency }, { transforms: { price: transform } });
  expect(map(item).price).toBe(price);
});

test.each([
  ['strip_html', 'html', 'Red kite & co'],
  ['split', 'csv', ['a', 'b', 'c']],
  ['split:;', 'semi', ['a', 'b,c']],
  ['join', 'list', 'a, 1'],
  ['join: / ', 'list', 'a / 1'],
  ['lowercase', 'shout', 'äb'],
  ['lowercase', 'list', ['a', 1]],
  ['absolute_url', 'path', 'https://shop.example/p/1'],
  ['absolute_url', 'elsewhere', 'https://cdn.example/1'],
] as const)('%s of %s is %j', (transform, path, expected) => {
  const source: JsonValue = {
    html: '<p>Red <b>kite</b>\n& co</p>',
    csv: 'a, b,,c ',
    semi: 'a;b,c',
    list: ['a', 1],
    shout: 'ÄB',
    path: '/p/1',
    elsewhere: '//cdn.example/1',
  };
  const options = { transforms: { target: transform }, baseUrl: 'https://shop.example/api/products?key=1' };
  expect(compileMapping({ target: path }, options)(source)).toEqual({ target: expected });
});

test('keepRest adds what no path named, without unsafe keys', () => {
  const document = compileMapping({ title: 'name', sku: 'attrs.0.sku' }, { keepRest: true })(item);
  expect(document).toMatchObject({ title: 'Kite', sku: 'A-1', id: 7, handle: 'red kite/1' });
  expect(document).not.toHaveProperty('name');
  expect(Object.keys(document)).not.toContain('__proto__');
});

test('a transform without a mapping is a mistake', () => {
  expect(() => compileMapping({ title: 'name' }, { transforms: { price: 'minor_units' } })).toThrow(MappingError);
});
