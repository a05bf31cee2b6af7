import type { Filter } from '../query.ts';
import { ask, browse, put, titles, type ConformanceGroup } from './case.ts';

const shop = [
  [
    put({
      id: '1',
      title: 'Red shirt',
      brand: 'Acme',
      price: 10,
      stock: 3,
      categories: ['Clothes > Shirts'],
      attributes: { colour: 'red', size: [38, 40] },
      created_at: '2024-01-03T00:00:00.000Z',
    }),
    put({
      id: '2',
      title: 'Blue shirt',
      brand: 'Acme',
      price: 20.5,
      stock: 0,
      categories: ['Clothes > Shirts'],
      attributes: { colour: 'blue', new: true },
      created_at: '2024-01-01T00:00:00.000Z',
    }),
    put({
      id: '3',
      title: 'Blue trousers',
      brand: 'Bolt',
      price: 30,
      categories: ['Clothes>Trousers'],
      attributes: { colour: 'blue', size: [40] },
      created_at: '2024-01-02T00:00:00.000Z',
    }),
    put({
      id: '4',
      title: 'Blue lamp',
      brand: 'Bolt',
      categories: ['Home > Lamps', 'Sale'],
      tags: ['new'],
      attributes: { nested: { depth: 'deep' } },
    }),
  ],
];
const where = (filter: Filter): { filter: Filter } => ({ filter });
const oneOf = (field: string, ...values: (string | number | boolean)[]): Filter => ({ kind: 'in', field, values });

export const filters: ConformanceGroup = {
  behaviour: 'filters',
  cases: [
    {
      name: 'any of the values',
      catalog: shop,
      query: browse(where(oneOf('attributes.colour', 'red', 'green'))),
      expect: { ids: ['1'], total: 1 },
    },
    {
      name: 'a category covers what lies below it',
      catalog: shop,
      query: browse(where(oneOf('categories', 'Clothes'))),
      expect: { anyOrder: ['1', '2', '3'] },
    },
    {
      name: 'a path',
      catalog: shop,
      query: browse(where(oneOf('categories', 'Clothes > Trousers'))),
      expect: { ids: ['3'] },
    },
    {
      name: 'a level alone is no path',
      catalog: shop,
      query: browse(where(oneOf('categories', 'Trousers'))),
      expect: { ids: [] },
    },
    { name: 'text compares exactly', catalog: shop, query: browse(where(oneOf('brand', 'acme'))), expect: { ids: [] } },
    {
      name: 'bounds are inclusive',
      catalog: shop,
      query: browse(where({ kind: 'range', field: 'price', gte: 10, lte: 20.5 })),
      expect: { anyOrder: ['1', '2'] },
    },
    {
      name: 'bounds that are not',
      catalog: shop,
      query: browse(where({ kind: 'range', field: 'price', gt: 10, lt: 30 })),
      expect: { ids: ['2'] },
    },
    {
      name: 'times',
      catalog: shop,
      query: browse(where({ kind: 'range', field: 'created_at', gte: Date.UTC(2024, 0, 2) })),
      expect: { anyOrder: ['1', '3'] },
    },
    {
      name: 'absent stock is in stock',
      catalog: shop,
      query: browse(where(oneOf('in_stock', true))),
      expect: { anyOrder: ['1', '3', '4'] },
    },
    {
      name: 'numbers of an attribute',
      catalog: shop,
      query: browse(where(oneOf('attributes.size', 38))),
      expect: { ids: ['1'] },
    },
    {
      name: 'booleans of an attribute',
      catalog: shop,
      query: browse(where(oneOf('attributes.new', true))),
      expect: { ids: ['2'] },
    },
    {
      name: 'nested attributes',
      catalog: shop,
      query: browse(where(oneOf('attributes.nested.depth', 'deep'))),
      expect: { ids: ['4'] },
    },
    {
      name: 'a field that no document has',
      catalog: shop,
      query: browse(where(oneOf('attributes.nothing', 'x'))),
      expect: { ids: [], total: 0 },
    },
    {
      name: 'not, or, and',
      catalog: shop,
      query: browse(
        where({
          kind: 'and',
          filters: [
            { kind: 'or', filters: [oneOf('brand', 'Bolt'), oneOf('tags', 'new')] },
            { kind: 'not', filter: oneOf('categories', 'Home') },
          ],
        }),
      ),
      expect: { ids: ['3'] },
    },
    {
      name: 'an empty or is false, an empty and is true',
      catalog: shop,
      query: browse(
        where({
          kind: 'and',
          filters: [
            { kind: 'not', filter: { kind: 'or', filters: [] } },
            { kind: 'and', filters: [] },
          ],
        }),
      ),
      expect: { total: 4 },
    },
    { name: 'with words', catalog: shop, query: ask('shirt', {}, where(oneOf('brand', 'Acme'))), expect: { total: 2 } },
  ],
};

export const facets: ConformanceGroup = {
  behaviour: 'facets',
  cases: [
    {
      name: 'values by the beginnings of their words, in any order',
      catalog: shop,
      query: browse({ facets: [{ field: 'categories', maxValues: 10, filter: null, typed: ['shi', 'clo'] }] }),
      expect: { facets: { categories: [['Clothes > Shirts', 2]] } },
    },
    {
      name: 'a value that is not among the most frequent is found too',
      catalog: shop,
      query: browse({ facets: [{ field: 'categories', maxValues: 1, filter: null, typed: ['lam'] }] }),
      expect: { facets: { categories: [['Home > Lamps', 1]] } },
    },
    {
      name: 'no value begins so',
      catalog: shop,
      query: browse({ facets: [{ field: 'brand', maxValues: 10, filter: null, typed: ['cme'] }] }),
      expect: { facets: { brand: [] } },
    },
    {
      name: 'counts over all matches, not the page',
      catalog: shop,
      query: ask('blue', {}, { limit: 1, facets: [{ field: 'brand', maxValues: 10, filter: null }] }),
      expect: {
        total: 3,
        facets: {
          brand: [
            ['Bolt', 2],
            ['Acme', 1],
          ],
        },
      },
    },
    {
      name: 'a selection does not shrink its own counts',
      catalog: shop,
      query: ask(
        'blue',
        {},
        {
          ...where(oneOf('brand', 'Acme')),
          facets: [
            { field: 'brand', maxValues: 10, filter: null },
            { field: 'attributes.colour', maxValues: 10, filter: oneOf('brand', 'Acme') },
          ],
        },
      ),
      expect: {
        total: 1,
        facets: {
          brand: [
            ['Bolt', 2],
            ['Acme', 1],
          ],
          'attributes.colour': [['blue', 1]],
        },
      },
    },
    {
      name: 'ancestors count too',
      catalog: shop,
      query: browse({ facets: [{ field: 'categories', maxValues: 3, filter: null }] }),
      expect: {
        facets: {
          categories: [
            ['Clothes', 3],
            ['Clothes > Shirts', 2],
            ['Clothes > Trousers', 1],
          ],
        },
      },
    },
    {
      name: 'numbers have statistics',
      catalog: shop,
      query: browse({ facets: [{ field: 'price', maxValues: 1, filter: null }] }),
      expect: { facets: { price: [[10, 1]] }, stats: { price: { min: 10, max: 30, avg: 60.5 / 3, sum: 60.5 } } },
    },
    {
      name: 'booleans',
      catalog: shop,
      query: browse({ facets: [{ field: 'in_stock', maxValues: 5, filter: null }] }),
      expect: {
        facets: {
          in_stock: [
            [true, 3],
            [false, 1],
          ],
        },
      },
    },
    {
      name: 'several values a document',
      catalog: shop,
      query: browse({ facets: [{ field: 'attributes.size', maxValues: 5, filter: null }] }),
      expect: {
        facets: {
          'attributes.size': [
            [40, 2],
            [38, 1],
          ],
        },
      },
    },
    {
      name: 'a field that no document has',
      catalog: shop,
      query: browse({ facets: [{ field: 'attributes.nothing', maxValues: 5, filter: null }] }),
      expect: { facets: { 'attributes.nothing': [] } },
    },
  ],
};

export const sortsAndPages: ConformanceGroup = {
  behaviour: 'sorts and pages',
  cases: [
    {
      name: 'price up, absent last',
      catalog: shop,
      query: browse({ sort: { by: 'field', field: 'price', direction: 'asc' } }),
      expect: { ids: ['1', '2', '3', '4'] },
    },
    {
      name: 'price down, absent last',
      catalog: shop,
      query: browse({ sort: { by: 'field', field: 'price', direction: 'desc' } }),
      expect: { ids: ['3', '2', '1', '4'] },
    },
    { name: 'newest', catalog: shop, query: browse({ sort: { by: 'newest' } }), expect: { ids: ['1', '3', '2', '4'] } },
    {
      name: 'a text attribute',
      catalog: shop,
      query: browse({ sort: { by: 'field', field: 'attributes.colour', direction: 'desc' } }),
      expect: { ids: ['1', '2', '3', '4'] },
    },
    {
      name: 'with words',
      catalog: shop,
      query: ask('blue', {}, { sort: { by: 'field', field: 'price', direction: 'desc' } }),
      expect: { ids: ['3', '2', '4'] },
    },
    {
      name: 'the second page',
      catalog: shop,
      query: browse({ sort: { by: 'field', field: 'price', direction: 'asc' }, offset: 2, limit: 2 }),
      expect: { ids: ['3', '4'], total: 4 },
    },
    { name: 'past the end', catalog: shop, query: browse({ offset: 100, limit: 10 }), expect: { ids: [], total: 4 } },
    {
      name: 'no hits asked for',
      catalog: shop,
      query: ask('blue', {}, { limit: 0, facets: [{ field: 'brand', maxValues: 1, filter: null }] }),
      expect: { ids: [], total: 3, facets: { brand: [['Bolt', 2]] } },
    },
  ],
};

const hostile = [
  [
    put({
      id: '1',
      title: '<b>Lamp</b> "Tom & Jerry" <script>alert(1)</script>',
      description: 'A <i>lamp</i> &amp; more: 1 &lt; 2<img src=x onerror=alert(1)>',
    }),
    put({ id: '2', title: 'Chair' }),
    put({
      id: '3',
      title: 'Table',
      description: `${'Long text about nothing. '.repeat(20)}Then the walnut comes. ${'And more text. '.repeat(20)}`,
    }),
  ],
];

export const highlights: ConformanceGroup = {
  behaviour: 'highlights',
  cases: [
    {
      name: 'hostile markup',
      catalog: hostile,
      query: ask('lamp'),
      expect: {
        title: { 1: '<mark>Lamp</mark> &quot;Tom &amp; Jerry&quot;' },
        description: { 1: 'A <mark>lamp</mark> &amp; more: 1 &lt; 2' },
      },
    },
    { name: 'a word of markup is not searched', catalog: hostile, query: ask('onerror'), expect: { ids: [] } },
    {
      name: 'no description',
      catalog: hostile,
      query: ask('chair'),
      expect: { title: { 2: '<mark>Chair</mark>' }, description: { 2: null } },
    },
    {
      name: 'plurals, prefixes and typos',
      catalog: titles('Two batteries for keybord'),
      query: ask('battery keyb'),
      expect: { title: { 1: 'Two <mark>batteries</mark> for <mark>keybord</mark>' } },
    },
    {
      name: 'the corrected word',
      catalog: titles('Black chair'),
      query: ask('chiar'),
      expect: { title: { 1: 'Black <mark>chair</mark>' } },
    },
    {
      name: 'a compound',
      catalog: titles('Red T-Shirt'),
      query: ask('tshirt'),
      expect: { title: { 1: 'Red <mark>T-Shirt</mark>' } },
    },
  ],
};
