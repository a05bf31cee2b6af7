import fc from 'fast-check';
import type { JsonObject } from '../../kernel/json.ts';
import { InvalidDocument, LIMITS } from './document-fields.ts';
import { mergeDocument, prepareDocument, readEntry } from './document.ts';

const least = { id: 'a', title: 'A', url: '/a' };
const normalised = (fields: JsonObject): JsonObject => prepareDocument({ ...least, ...fields }).document as never;
const fault = (input: unknown) => {
  const entry = readEntry(input);
  if (entry.kind !== 'invalid') throw new Error(`expected a fault, got ${JSON.stringify(entry)}`);
  return { field: entry.error.field, code: entry.error.code };
};
const faultOf = (fields: JsonObject) => fault({ ...least, ...fields });

describe('required fields', () => {
  test.each<[JsonObject, string, string]>([
    [{ id: null }, '/id', 'required'],
    [{ id: '' }, '/id', 'required'],
    [{ id: 1.5 }, '/id', 'type'],
    [{ id: 2 ** 53 }, '/id', 'type'],
    [{ id: true }, '/id', 'type'],
    [{ id: {} }, '/id', 'type'],
    [{ id: 'x'.repeat(513) }, '/id', 'too_long'],
    [{ id: '\u{1f389}'.repeat(513) }, '/id', 'too_long'],
    [{ id: 'a\u0000b' }, '/id', 'nul_character'],
    [{ id: 'cut \ud83c' }, '/id', 'malformed_text'],
    [{ title: null }, '/title', 'required'],
    [{ title: ' \n ' }, '/title', 'required'],
    [{ title: 7 }, '/title', 'type'],
    [{ title: 'x'.repeat(1001) }, '/title', 'too_long'],
    [{ url: null }, '/url', 'required'],
    [{ url: '' }, '/url', 'required'],
    [{ docType: 'Not A Slug' }, '/docType', 'pattern'],
    [{ docType: 'x'.repeat(33) }, '/docType', 'pattern'],
    [{ docType: 5 }, '/docType', 'type'],
  ])('%j is refused at %s: %s', (fields, field, code) => {
    expect(faultOf(fields)).toEqual({ field, code });
  });

  test('at their bounds they are taken', () => {
    expect(normalised({ id: 42 }).id).toBe('42');
    expect(normalised({ id: -7 }).id).toBe('-7');
    expect(normalised({ id: '\u{1f389}'.repeat(512) }).id).toHaveLength(1024);
    expect(normalised({ title: 'x'.repeat(1000) }).title).toHaveLength(1000);
    expect(normalised({ title: '  Sofa ' }).title).toBe('Sofa');
    expect(normalised({}).docType).toBe('product');
    expect(normalised({ docType: null }).docType).toBe('product');
    expect(normalised({ docType: 'x'.repeat(32) }).docType).toHaveLength(32);
  });
});

describe('addresses', () => {
  test.each(['/p', '/p?a=1#b', '/été/ñ', 'https://shop.example/p', 'HTTP://shop.example', 'https://ümlaut.example/x'])(
    '%s is taken as it is',
    (url) => expect(normalised({ url }).url).toBe(url),
  );

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example/',
    '//evil.example/p',
    '/\\evil.example',
    'https:evil',
    'https://',
    'p/relative',
    '/with space',
    '/"quoted"',
    '/<tag>',
    'mailto:a@b.example',
  ])('%j is refused', (url) => expect(faultOf({ url })).toEqual({ field: '/url', code: 'url' }));

  test('length is bounded', () => {
    expect(normalised({ url: '/' + 'x'.repeat(2047) }).url).toHaveLength(2048);
    expect(faultOf({ url: '/' + 'x'.repeat(2048) })).toEqual({ field: '/url', code: 'too_long' });
  });

  test('an image without a scheme is read as https', () => {
    expect(normalised({ image: '//cdn.example/a.png' }).image).toBe('https://cdn.example/a.png');
    expect(faultOf({ image: 'data:image/png;base64,x' })).toEqual({ field: '/image', code: 'url' });
  });
});

describe('numbers', () => {
  test.each<[unknown, number]>([
    [0, 0],
    ['0', 0],
    [19.9, 19.9],
    ['19.90', 19.9],
    [' 5 ', 5],
    ['0.0001', 0.0001],
    ['1.23000', 1.23],
    ['99999999999.9999', 99999999999.9999],
    [99999999999.9999, 99999999999.9999],
  ])('price %j is %s', (price, expected) => expect(normalised({ price: price as never }).price).toBe(expected));

  test.each<[unknown, string]>([
    [-0.01, 'min'],
    ['-1', 'min'],
    [0.00001, 'decimals'],
    ['1.00001', 'decimals'],
    ['100000000000', 'max'],
    [1e11, 'max'],
    [Infinity, 'type'],
    ['1e3', 'type'],
    ['1,50', 'type'],
    ['€ 5', 'type'],
    [true, 'type'],
    [[5], 'type'],
  ])('price %j is refused: %s', (price, code) => {
    expect(faultOf({ price: price as never })).toEqual({ field: '/price', code });
  });

  test('every price of 15 digits prints back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.integer({ min: 0, max: 9999 }), (whole, part) => {
        const text = `${whole}.${String(part).padStart(4, '0')}`;
        const printed = JSON.stringify(normalised({ price: text }).price);
        expect(Number(printed).toFixed(4)).toBe(text);
      }),
    );
  });

  test.each<[string, unknown, string]>([
    ['stock', 1.5, 'type'],
    ['stock', '1.0', 'type'],
    ['stock', 2_147_483_648, 'max'],
    ['rating', -1, 'max'],
    ['rating', '0x10', 'type'],
    ['popularity', 'many', 'type'],
    ['popularity', 1.1e15, 'max'],
    ['currency', 'ZZZ', 'currency'],
    ['currency', 'EURO', 'currency'],
    ['currency', 5, 'type'],
  ])('%s %j is refused: %s', (name, value, code) => {
    expect(faultOf({ [name]: value as never })).toEqual({ field: `/${name}`, code });
  });

  test('what is taken', () => {
    const document = normalised({
      stock: -3,
      rating: '4.5',
      popularity: 1e15,
      currency: ' eur ',
      sku: 123,
      gtin: 4006,
    });
    expect(document).toMatchObject({
      stock: -3,
      rating: 4.5,
      popularity: 1e15,
      currency: 'EUR',
      sku: '123',
      gtin: '4006',
    });
  });
});

describe('times', () => {
  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-01-01T10:00', '2024-01-01T10:00:00.000Z'],
    ['2024-01-01T10:00:05Z', '2024-01-01T10:00:05.000Z'],
    ['2024-01-01 10:00:05+0200', '2024-01-01T08:00:05.000Z'],
    ['2024-01-01T00:30:00.123456-05:30', '2024-01-01T06:00:00.123Z'],
  ])('%s is %s', (given, expected) => expect(normalised({ created_at: given }).created_at).toBe(expected));

  test.each([
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:61',
    '0001-01-01',
    '9999-12-31',
    'yesterday',
    '1700000000',
    '2024-01-01T10:00:00+99:00',
  ])('%s is refused', (updated_at) => expect(faultOf({ updated_at })).toEqual({ field: '/updated_at', code: 'time' }));

  test('a number is no time', () =>
    expect(faultOf({ created_at: 1700000000 })).toEqual({ field: '/created_at', code: 'type' }));
});

describe('lists', () => {
  test('categories are paths, written either way', () => {
    const categories = ['Home>Sofas', [' Home ', 'Beds'], 'Home > Sofas', '', ' > '];
    expect(normalised({ categories }).categories).toEqual(['Home > Sofas', 'Home > Beds']);
    expect(normalised({ categories: 'Home > Sofas' }).categories).toEqual(['Home > Sofas']);
    expect(normalised({ categories: [] })).not.toHaveProperty('categories');
  });

  test('tags are texts', () => {
    expect(normalised({ tags: [' new ', 'new', ''] }).tags).toEqual(['new']);
    expect(normalised({ tags: 'sale' }).tags).toEqual(['sale']);
  });

  test.each<[JsonObject, string, string]>([
    [{ categories: Array(51).fill('a') }, '/categories', 'too_many'],
    [{ categories: [5] }, '/categories/0', 'type'],
    [{ categories: 5 }, '/categories', 'type'],
    [{ categories: ['ok', Array(11).fill('x')] }, '/categories/1', 'too_many'],
    [{ categories: ['x'.repeat(201)] }, '/categories/0', 'too_long'],
    [{ tags: Array(101).fill('a') }, '/tags', 'too_many'],
    [{ tags: ['a', null] }, '/tags/1', 'type'],
    [{ tags: ['x'.repeat(201)] }, '/tags/0', 'too_long'],
  ])('%j is refused', (fields, field, code) => expect(faultOf(fields)).toEqual({ field, code }));
});

describe('attributes', () => {
  test('take every other field; the explicit ones win; null clears', () => {
    const document = normalised({
      colour: 'red',
      size: 5,
      width: null,
      attributes: { size: 6, hidden: null, nested: { a: [null] } },
    });
    expect(document.attributes).toEqual({ colour: 'red', size: 6, nested: { a: [null] } });
    expect(normalised({ colour: null, attributes: {} })).not.toHaveProperty('attributes');
  });

  test('null, empty text and empty list are absent', () => {
    expect(normalised({ description: null, brand: '', tags: [], price: null, stock: '' })).toEqual({
      ...least,
      docType: 'product',
    });
  });

  test.each<[JsonObject, string, string]>([
    [{ attributes: [] }, '/attributes', 'type'],
    [{ attributes: { a: { b: 'x\u0000' } } }, '/attributes/a/b', 'nul_character'],
    [{ attributes: { 'a\u0000': 1 } }, '/attributes/a\u0000', 'nul_character'],
    [{ note: ['x', 'y\u0000'] }, '/note/1', 'nul_character'],
    [{ weight: Infinity }, '/weight', 'number'],
  ])('%j is refused', (fields, field, code) => expect(faultOf(fields)).toEqual({ field, code }));

  test('half of a surrogate pair is replaced, so that what is stored is Unicode', () => {
    const { document, json } = prepareDocument({
      ...least,
      description: 'cut \ud83c',
      note: 'cut \ud83c',
      'key\udf89': 'x',
    });
    expect(document).toMatchObject({ description: 'cut \ufffd', attributes: { note: 'cut \ufffd', 'key\ufffd': 'x' } });
    expect(JSON.parse(json.toString())).toEqual(document);
    expect(json.toString()).not.toMatch(/\\ud83c/);
    expect(normalised({ note: 'a backslash: \\ud83c' }).attributes).toEqual({ note: 'a backslash: \\ud83c' });
  });
});

describe('hostile shapes', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('the key %s is refused at any depth', (key) => {
    const input: unknown = JSON.parse(
      `{"id":"a","title":"A","url":"/a","attributes":{"x":[{"${key}":{"evil":true}}]}}`,
    );
    expect(fault(input)).toEqual({ field: `/attributes/x/0/${key}`, code: 'unsafe_key' });
    expect(({} as JsonObject).evil).toBeUndefined();
    expect(fault(JSON.parse(`{"id":"a","title":"A","url":"/a","${key}":1}`)).code).toBe('unsafe_key');
  });

  test('depth is bounded, however deep it goes', () => {
    const nested = (depth: number): JsonObject =>
      JSON.parse(`{"id":"a","title":"A","url":"/a","x":${'['.repeat(depth)}${']'.repeat(depth)}}`) as JsonObject;
    expect(readEntry(nested(LIMITS.depth - 1)).kind).toBe('upsert');
    expect(fault(nested(LIMITS.depth)).code).toBe('too_deep');
    expect(fault(nested(1_000_000)).code).toBe('too_deep');
  });

  test('the number of values is bounded', () => {
    expect(fault({ ...least, x: Array(10_001).fill(0) }).code).toBe('too_many_values');
  });

  test.each([null, 5, 'x', true, [], [least]])('%j is no document', (input) => {
    expect(fault(input)).toEqual({ field: '', code: 'type' });
  });

  test('100 KiB is the most, counted in bytes as it is stored', () => {
    const size = (padding: string): number => prepareDocument({ ...least, x: padding }).json.length;
    const empty = size('');
    expect(size('x'.repeat(LIMITS.bytes - empty))).toBe(LIMITS.bytes);
    expect(faultOf({ x: 'x'.repeat(LIMITS.bytes - empty + 1) })).toEqual({ field: '', code: 'too_large' });
    expect(faultOf({ x: 'ü'.repeat(LIMITS.bytes / 2) }).code).toBe('too_large');
  });

  test('the id of a refused document is told when it has one', () => {
    expect(readEntry({ ...least, id: 7, title: '' })).toMatchObject({ kind: 'invalid', id: '7' });
    expect(readEntry(JSON.parse('{"id":"a","__proto__":1}'))).toMatchObject({ kind: 'invalid', id: 'a' });
    expect(readEntry({ ...least, id: [] })).toMatchObject({ kind: 'invalid', id: null });
  });
});

describe('deletions', () => {
  test('need an id and nothing else', () => {
    expect(readEntry({ id: 5, deleted: true })).toEqual({ kind: 'delete', id: '5' });
    expect(readEntry({ id: 'a', deleted: true, title: 5 })).toEqual({ kind: 'delete', id: 'a' });
    expect(fault({ deleted: true })).toEqual({ field: '/id', code: 'required' });
  });

  test('only true deletes', () => {
    expect(readEntry({ ...least, deleted: false })).toMatchObject({ kind: 'upsert' });
    expect(readEntry({ ...least, deleted: null })).toMatchObject({ kind: 'upsert' });
    expect(faultOf({ deleted: 'true' })).toEqual({ field: '/deleted', code: 'type' });
    expect(normalised({ deleted: false })).not.toHaveProperty('attributes');
  });
});

describe('what counts as a change', () => {
  const hash = (fields: JsonObject): string => prepareDocument({ ...least, ...fields }).hash.toString('hex');

  test('neither the order of keys nor the way a value is written', () => {
    expect(hash({ a: 1, b: { x: 1, y: [{ p: 1, q: 2 }] } })).toBe(
      hash({ attributes: { b: { y: [{ q: 2, p: 1 }], x: 1 }, a: 1 } }),
    );
    expect(hash({ price: '19.90', brand: null })).toBe(hash({ price: 19.9 }));
  });

  test('the order of a list and every value', () => {
    expect(hash({ tags: ['a', 'b'] })).not.toBe(hash({ tags: ['b', 'a'] }));
    expect(hash({ a: [1, 2] })).not.toBe(hash({ a: [2, 1] }));
    expect(hash({ a: '1' })).not.toBe(hash({ a: 1 }));
    expect(hash({ a: {} })).not.toBe(hash({ a: [] }));
  });

  test('normalising again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            description: fc.string({ unit: 'grapheme' }),
            price: fc.integer({ min: 0, max: 1e9 }).map((cents) => String(cents / 100)),
            categories: fc.array(fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }), { maxLength: 5 }),
            tags: fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }),
            created_at: fc
              .date({ min: new Date('1000-01-02'), max: new Date('9998-12-30'), noInvalidDate: true })
              .map((date) => date.toISOString()),
            attributes: fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 3 })),
          },
          { requiredKeys: [] },
        ),
        (fields) => {
          const entry = readEntry(JSON.parse(JSON.stringify({ ...least, ...fields })));
          if (entry.kind !== 'upsert') return;
          const again = prepareDocument(entry.prepared.document as never);
          expect(again.json.equals(entry.prepared.json)).toBe(true);
          expect(again.hash.equals(entry.prepared.hash)).toBe(true);
        },
      ),
    );
  });
});

describe('merging', () => {
  const stored = prepareDocument({ ...least, price: 5, brand: 'Oak', colour: 'red', size: 'L' }).document;
  const merged = (patch: JsonObject) => prepareDocument(mergeDocument(stored, patch)).document;

  test('absent keeps, null clears, attributes merge by key', () => {
    expect(merged({})).toEqual(stored);
    expect(merged({ price: null, title: 'B' })).toEqual({
      ...least,
      title: 'B',
      docType: 'product',
      brand: 'Oak',
      attributes: { colour: 'red', size: 'L' },
    });
    expect(merged({ attributes: { size: null, width: 3 } }).attributes).toEqual({ colour: 'red', width: 3 });
    expect(merged({ attributes: null })).not.toHaveProperty('attributes');
  });

  test('a field that is not known is an attribute here too', () => {
    expect(merged({ colour: null, width: 3 }).attributes).toEqual({ size: 'L', width: 3 });
    expect(merged({ attributes: null, width: 3 }).attributes).toEqual({ width: 3 });
  });

  test.each<JsonObject>([
    { deleted: true },
    { source: 'x' },
    { version: 1 },
    { indexed_at: 'x' },
    { title: null },
    { attributes: 5 },
  ])('%j is refused', (patch) => expect(() => merged(patch)).toThrow(InvalidDocument));
});
