import { facetHits } from '../src/instantsearch/facet-search.ts';
import { searchOptions, type Parameters } from '../src/instantsearch/request.ts';
import { highlightOf, resultOf } from '../src/instantsearch/result.ts';
import type { SearchResponse } from '../src/types.ts';

const asText = (_: string, text: string): string => text;
const filtersOf = (parameters: Parameters): unknown => searchOptions('shop', parameters, asText)?.filters;
const tags = { highlightPreTag: '__ais-highlight__', highlightPostTag: '__/ais-highlight__' };

test('pages count from 1 there and from 0 here; the sort is part of the index name', () => {
  expect(
    searchOptions(
      'shop/price:asc',
      { page: 2, hitsPerPage: 10, facets: ['brand', 'categories.lvl0', 'categories.lvl1', '*'] },
      asText,
    ),
  ).toEqual({
    page: 3,
    per_page: 10,
    sort: 'price:asc',
    facets: ['brand', 'categories'],
    track: false,
    anonymous: false,
  });
  expect(searchOptions('shop', { hitsPerPage: 0, facets: 'brand' }, asText)).toMatchObject({
    per_page: 1,
    sort: 'relevance',
    facets: ['brand'],
    anonymous: true,
  });
  expect(searchOptions('shop', { page: 50, hitsPerPage: 20 }, asText)).toBeNull();
  expect(searchOptions('shop', { page: 49, hitsPerPage: 20 }, asText)).not.toBeNull();
});

test.each<[Parameters, unknown]>([
  [{ facetFilters: [] }, undefined],
  [{ facetFilters: 'brand:A' }, { any: [{ brand: 'A' }] }],
  [{ facetFilters: [['brand:A', 'brand:B']] }, { any: [{ brand: ['A', 'B'] }] }],
  [{ facetFilters: [['brand:A', 'tags:new']] }, { any: [{ any: [{ brand: 'A' }, { tags: 'new' }] }] }],
  [{ facetFilters: ['brand:-A'] }, { any: [{ not: { brand: 'A' } }] }],
  [{ facetFilters: ['attributes.size:\\-5: x'] }, { any: [{ 'attributes.size': '-5: x' }] }],
  [{ facetFilters: [['categories.lvl1:A > B']] }, { any: [{ categories: 'A > B' }] }],
  [{ numericFilters: ['price>=10', 'price<=50.5'] }, { any: [{ price: { gte: 10, lte: 50.5 } }] }],
  [{ numericFilters: [['price<10', 'price>90']] }, { any: [{ any: [{ price: { lt: 10 } }, { price: { gt: 90 } }] }] }],
  [{ numericFilters: ['stock=3'], tagFilters: 'new' }, { any: [{ stock: 3, tags: 'new' }] }],
  [
    { facetFilters: ['brand:A', 'brand:B'], numericFilters: ['price>1'] },
    { any: [{ not: { any: [{ not: { brand: 'A', price: { gt: 1 } } }, { not: { brand: 'B' } }] } }] },
  ],
  [{ filters: '{"in_stock":true}' }, { any: [{ in_stock: true }] }],
])('filters of %j', (parameters, filters) => expect(filtersOf(parameters)).toEqual(filters));

test.each<[Parameters, RegExp]>([
  [{ facetFilters: ['brand'] }, /brand/],
  [{ numericFilters: ['price~10'] }, /price~10/],
  [{ filters: 'brand:A AND price > 5' }, /JSON/],
])('a filter that is not understood is refused: %j', (parameters, message) => {
  expect(() => filtersOf(parameters)).toThrow(message);
});

test('highlights come back as raw text with the library’s tags', () => {
  expect(highlightOf('a <mark>b</mark> &amp;lt; &lt;i&gt; <mark>&quot;C</mark>', tags)).toEqual({
    value: 'a __ais-highlight__b__/ais-highlight__ &lt; <i> __ais-highlight__"C__/ais-highlight__',
    matchLevel: 'full',
    matchedWords: ['b', '"c'],
  });
  expect(highlightOf('plain', tags)).toEqual({ value: 'plain', matchLevel: 'none', matchedWords: [] });
});

const response = {
  query_id: 'q1',
  query: 'x',
  total: 1500,
  total_relation: 'eq',
  total_relaxed: 0,
  hits: [
    {
      id: '7',
      title: 'A & B',
      url: '/7',
      docType: 'product',
      tags: ['n'],
      position: 21,
      highlight: { title: '<mark>A</mark> &amp; B', description: null },
    },
  ],
  facets: [
    {
      field: 'categories',
      values: [
        { value: 'A', count: 5 },
        { value: 'A > B', count: 3 },
        { value: 'A > B > C', count: 1 },
      ],
    },
    { field: 'price', values: [{ value: 9.5, count: 2 }], stats: { min: 1, max: 9.5, avg: 4, sum: 8 } },
  ],
  banners: [],
  redirect: null,
  took_ms: 3,
} as unknown as SearchResponse;

test('a result has what the widgets read', () => {
  const parameters = { ...tags, page: 1, hitsPerPage: 20, facets: ['categories.lvl0', 'categories.lvl1', 'price'] };
  const result = resultOf('shop', parameters, response);
  expect(result).toMatchObject({
    nbHits: 1500,
    nbPages: 50,
    page: 1,
    hitsPerPage: 20,
    queryID: 'q1',
    facets: { 'categories.lvl0': { A: 5 }, 'categories.lvl1': { 'A > B': 3 }, price: { '9.5': 2 } },
    facets_stats: { price: { min: 1, max: 9.5 } },
  });
  expect(result.hits[0]).toMatchObject({
    objectID: '7',
    title: 'A & B',
    position: 21,
    _highlightResult: {
      title: { value: '__ais-highlight__A__/ais-highlight__ & B', matchLevel: 'full' },
      tags: [{ value: 'n', matchLevel: 'none' }],
    },
  });
  expect(resultOf('shop', { hitsPerPage: 0 }, response).hits).toEqual([]);
  expect(resultOf('shop', { page: 60 }, null)).toMatchObject({ hits: [], page: 60, nbPages: 50 });
});

test('values of a facet are asked of the service, and come with the place marked', () => {
  expect(
    searchOptions('shop', { hitsPerPage: 0, facetName: 'categories.lvl1', facetQuery: ' caf ' }, asText),
  ).toMatchObject({ facet_query: { categories: 'caf' }, facet_limit: 10, anonymous: true });
  const all = searchOptions('shop', { facetName: 'brand', facetQuery: ' ', maxFacetHits: 500 }, asText);
  expect(all).toMatchObject({ facet_limit: 100 });
  expect(all).not.toHaveProperty('facet_query');
  expect(searchOptions('shop', {}, asText)).not.toHaveProperty('facet_limit');
  const facet = {
    field: 'brand',
    values: [
      { value: 'Crème & Café', count: 9, highlighted: 'Crème &amp; <mark>Café</mark>' },
      { value: true, count: 2 },
    ],
  };
  expect(facetHits(facet, tags)).toEqual([
    { value: 'Crème & Café', highlighted: 'Crème & __ais-highlight__Café__/ais-highlight__', count: 9 },
    { value: 'true', highlighted: 'true', count: 2 },
  ]);
  expect(facetHits(undefined, tags)).toEqual([]);
});
