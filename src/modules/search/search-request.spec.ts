import { ApiError, type FieldError } from '../../kernel/errors.ts';
import { searchRequest, type RawSearch } from './search-request.ts';

function refused(raw: RawSearch, origin: 'query' | 'body'): [string, readonly FieldError[]] {
  try {
    searchRequest(raw, origin);
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.options.errors ?? []];
    throw error;
  }
  throw new Error('It was not refused.');
}

test('nothing asked for browses the first page', () => {
  expect(searchRequest({}, 'query')).toEqual({
    q: '',
    page: 1,
    perPage: 20,
    filters: [],
    facets: [],
    facetQuery: new Map(),
    facetLimit: 100,
    sort: { by: 'relevance' },
    locale: null,
    channel: null,
    sessionId: null,
    explain: false,
  });
  expect(searchRequest({ q: null, page: null, filters: null, facets: null, sort: null }, 'body').page).toBe(1);
});

test.each([
  ['newest', { by: 'newest' }],
  ['popularity', { by: 'popularity' }],
  ['price:asc', { by: 'field', field: 'price', direction: 'asc' }],
  ['attributes.screen size:desc', { by: 'field', field: 'attributes.screen size', direction: 'desc' }],
])('sort %s', (sort, expected) => expect(searchRequest({ sort }, 'body').sort).toEqual(expected));

test.each(['price', 'price:up', 'brand:asc', 'newest:asc', '', 'relevance:desc', 'attributes:asc'])(
  'sort %j is refused',
  (sort) => expect(refused({ sort }, 'query')).toMatchObject(['invalid_parameter', [{ field: 'sort', code: 'sort' }]]),
);

test('the window ends at 1,000 hits', () => {
  expect(searchRequest({ page: 10, per_page: 100 }, 'query').page).toBe(10);
  expect(searchRequest({ page: 333, per_page: 3 }, 'query').page).toBe(333);
  expect(refused({ page: 11, per_page: 100 }, 'query')[1]).toMatchObject([{ field: 'page', code: 'window' }]);
  expect(refused({ page: 51 }, 'body')).toMatchObject(['validation_failed', [{ field: '/page', code: 'window' }]]);
});

test('faults of filters and facets, by the way they came', () => {
  const raw = { filters: { price: { above: 1 } }, facets: ['brand', 'colour'] };
  expect(refused(raw, 'body')[1].map(({ field }) => field)).toEqual(['/facets/1', '/filters/price/above']);
  const [code, errors] = refused(raw, 'query');
  expect([code, ...errors.map(({ field }) => field)]).toEqual(['invalid_parameter', 'facets', 'filters']);
  expect(errors[1]!.message).toMatch(/^At \/price\/above: /);
  expect(refused({ filters: [] }, 'query')[1][0]!.message).toMatch(/^A filter must be an object/);
});

test('a facet asked for twice is one', () => {
  expect(searchRequest({ facets: ['brand', 'brand'] }, 'body').facets).toEqual(['brand']);
});
