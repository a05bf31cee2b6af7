import * as fc from 'fast-check';
import { isFacetField } from '../../tenants/index.ts';
import { fieldsWith, fieldUse } from './fields.ts';
import { allOf, FILTER_LIMITS, parseFilter } from './filter.ts';

const parse = (value: unknown) => parseFilter(value, ['filters']);
const filterOf = (value: unknown) => {
  const { parts, errors } = parse(value);
  expect(errors).toEqual([]);
  return allOf(parts.map((part) => part.filter));
};
const faults = (value: unknown): string[] => parse(value).errors.map(({ field, code }) => `${field} ${code}`);

test('the example of the contract', () => {
  const filter = filterOf({
    brand: ['A', 'B'],
    price: { gte: 10, lte: 50 },
    'attributes.colour': 'red',
    in_stock: true,
    not: { tags: 'old' },
    any: [{ rating: { gt: 4 } }, { docType: 'article', id: 7 }],
  });
  expect(filter).toEqual({
    kind: 'and',
    filters: [
      { kind: 'in', field: 'brand', values: ['A', 'B'] },
      { kind: 'range', field: 'price', gte: 10, lte: 50 },
      { kind: 'in', field: 'attributes.colour', values: ['red'] },
      { kind: 'in', field: 'in_stock', values: [true] },
      { kind: 'not', filter: { kind: 'in', field: 'tags', values: ['old'] } },
      {
        kind: 'or',
        filters: [
          { kind: 'range', field: 'rating', gt: 4 },
          {
            kind: 'and',
            filters: [
              { kind: 'in', field: 'docType', values: ['article'] },
              { kind: 'in', field: 'id', values: ['7'] },
            ],
          },
        ],
      },
    ],
  });
});

test('nothing asked for is no filter', () => expect(filterOf({})).toBeNull());

test('numbers as text, times as text or milliseconds', () => {
  expect(filterOf({ price: '19.99' })).toEqual({ kind: 'in', field: 'price', values: [19.99] });
  expect(filterOf({ created_at: { gte: '2026-01-31', lt: 5 } })).toEqual({
    kind: 'range',
    field: 'created_at',
    gte: Date.UTC(2026, 0, 31),
    lt: 5,
  });
  expect(filterOf({ updated_at: { gt: '2026-01-31T10:00:00.5+02:00' } })).toMatchObject({
    gt: Date.parse('2026-01-31T08:00:00.500Z'),
  });
  expect(filterOf({ 'attributes.size': { gte: 4 } })).toEqual({ kind: 'range', field: 'attributes.size', gte: 4 });
});

test.each<[unknown, string]>([
  [[], '/filters type'],
  ['brand', '/filters type'],
  [null, '/filters type'],
  [{ colour: 'red' }, '/filters/colour unknown_field'],
  [{ title: 'x' }, '/filters/title unknown_field'],
  [{ attributes: 'x' }, '/filters/attributes unknown_field'],
  [{ 'attributes.': 'x' }, '/filters/attributes. unknown_field'],
  [{ 'attributes.__proto__': 'x' }, '/filters/attributes.__proto__ unknown_field'],
  [{ 'a/b~c': 1 }, '/filters/a~1b~0c unknown_field'],
  [{ brand: { gte: 1 } }, '/filters/brand operator'],
  [{ in_stock: { gte: 1 } }, '/filters/in_stock operator'],
  [{ in_stock: 'yes' }, '/filters/in_stock type'],
  [{ price: { above: 1 } }, '/filters/price/above operator'],
  [{ price: { gte: 'cheap' } }, '/filters/price/gte type'],
  [{ price: { gte: null } }, '/filters/price/gte type'],
  [{ price: {} }, '/filters/price empty'],
  [{ price: 'cheap' }, '/filters/price type'],
  [{ price: [1, 'x'] }, '/filters/price/1 type'],
  [{ price: Infinity }, '/filters/price type'],
  [{ brand: null }, '/filters/brand type'],
  [{ brand: true }, '/filters/brand type'],
  [{ brand: [] }, '/filters/brand length'],
  [{ brand: [['A']] }, '/filters/brand/0 type'],
  [{ brand: 'x'.repeat(513) }, '/filters/brand max_length'],
  [{ brand: Array.from({ length: 201 }, (_, at) => `v${at}`) }, '/filters/brand length'],
  [{ created_at: '2026-01-01' }, '/filters/created_at operator'],
  [{ created_at: { gte: '2026-01-01T10:00' } }, '/filters/created_at/gte type'],
  [{ created_at: { gte: '2026-13-01' } }, '/filters/created_at/gte type'],
  [{ 'attributes.a': [null] }, '/filters/attributes.a/0 type'],
  [{ not: {} }, '/filters/not empty'],
  [{ not: [] }, '/filters/not type'],
  [{ any: {} }, '/filters/any type'],
  [{ any: [] }, '/filters/any type'],
  [{ any: [{ brand: 'a' }, {}] }, '/filters/any/1 empty'],
  [{ any: [{ brand: 'a' }, 5] }, '/filters/any/1 type'],
  [{ any: Array.from({ length: 21 }, () => ({ brand: 'a' })) }, '/filters/any type'],
  [{ not: { not: { not: { not: { not: { brand: 'a' } } } } } }, '/filters/not/not/not/not/not too_deep'],
])('%j is refused at %s', (value, fault) => {
  expect(faults(value)).toEqual([fault]);
  expect(parse(value).parts).toEqual([]);
});

const anyOf = (conditions: number) => ({
  any: Array.from({ length: 10 }, (_, at) =>
    Object.fromEntries(Array.from({ length: at === 0 ? conditions - 90 : 10 }, (_, n) => [`attributes.f${n}`, 1])),
  ),
});

test('bounds are exact', () => {
  expect(parse(anyOf(FILTER_LIMITS.conditions)).errors).toEqual([]);
  expect(parse(anyOf(FILTER_LIMITS.conditions + 1)).errors).toMatchObject([{ code: 'too_many' }]);
  expect(parse({ brand: Array.from({ length: 200 }, (_, at) => `v${at}`) }).errors).toEqual([]);
  expect(parse({ brand: 'x'.repeat(512) }).errors).toEqual([]);
  expect(parse({ not: { not: { not: { not: { brand: 'a' } } } } }).errors).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`f${at}`, 1]));
  expect(parse(many).errors).toHaveLength(FILTER_LIMITS.errors);
});

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(Array.isArray(parse(value).errors)).toBe(true);
    }),
  );
});

test('facets are those that settings know', () => {
  for (const name of fieldsWith('facet')) expect(isFacetField(name)).toBe(true);
  for (const name of ['id', 'sku', 'title', 'popularity'])
    expect([name, fieldUse(name)?.facet ?? false]).toEqual([name, false]);
});
