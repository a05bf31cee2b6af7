import { Results } from '../src/core/results.ts';
import { readRequest, toggleValue, withFilter, writeRequest, type ResultsRequest } from '../src/core/request.ts';
import { pageCount, pageList } from '../src/core/pages.ts';
import { categoryTree, opens } from '../src/core/category-tree.ts';
import { FakeTimers, ScriptedClient, settled } from './fakes.ts';

const request: ResultsRequest = { query: 'red', page: 1, sort: '', filters: {} };

function start() {
  const timers = new FakeTimers();
  const client = new ScriptedClient();
  const results = new Results(() => client, { perPage: 24, facets: ['brand'], locale: 'de' }, timers, request);
  return { timers, client, results };
}

describe('results', () => {
  test('asks with facets, page and channel; words are reported once, pages and filters of theirs are not', async () => {
    const { client, results } = start();
    for (const next of [
      request,
      { ...request, page: 2 },
      toggleValue(request, 'brand', 'A'),
      { ...request, query: 'blue' },
    ]) {
      results.load(next);
      client.last.answer();
      await settled();
    }
    expect(client.asked[1]!.options).toMatchObject({
      page: 2,
      per_page: 24,
      facets: ['brand'],
      channel: 'results_page',
      locale: 'de',
    });
    expect(client.events.map(([, event]) => event)).toMatchObject([
      { query: 'red', channel: 'results_page', results_count: 2 },
      { query: 'blue' },
    ]);
  });

  test('hits for some of the words are results that were shown', async () => {
    const { client, results } = start();
    results.load(request);
    client.last.answer({ total: 1, total_relaxed: 9 });
    await settled();
    expect(client.events).toMatchObject([['search', { results_count: 10 }]]);
  });

  test('the page before stays while the next one is on its way, other words leave nothing of it', async () => {
    const { client, results } = start();
    results.load(request);
    client.last.answer();
    await settled();
    results.load({ ...request, page: 2 });
    expect(results.state).toMatchObject({ status: 'loading', answer: { query: 'red' } });
    results.load({ ...request, query: 'blue' });
    expect(results.state).toMatchObject({ status: 'loading', answer: null });
  });

  test('only the last of quick filters is shown', async () => {
    const { client, results } = start();
    results.load(toggleValue(request, 'brand', 'A'));
    results.load(toggleValue(request, 'brand', 'B'));
    client.asked[1]!.answer({ total: 7 });
    client.asked[0]!.answer({ total: 1 });
    await settled();
    expect(results.state.answer!.total).toBe(7);
  });

  test('a failure keeps the facets, is tried again, and the recovery reports the search', async () => {
    const { client, results, timers } = start();
    results.load(request);
    client.last.fail({ status: 503 });
    await settled();
    expect(results.state).toMatchObject({ status: 'failed', failure: 'unavailable' });
    expect(client.events).toEqual([]);
    await timers.advance(1_000);
    client.last.answer();
    await settled();
    expect(results.state.status).toBe('ready');
    expect(client.events).toHaveLength(1);
  });

  test('clicks carry the position through all pages; browsing without words reports nothing', async () => {
    const { client, results } = start();
    results.load({ ...request, page: 3 });
    client.last.answer();
    await settled();
    results.clicked({ id: 'x', title: '', position: 51 });
    expect(client.events.at(-1)).toEqual([
      'click',
      { item_id: 'x', position: 51, query: 'red', query_id: 'id of red', channel: 'results_page' },
    ]);
    results.load({ ...request, query: '' });
    client.last.answer();
    await settled();
    results.clicked({ id: 'x', title: '', position: 1 });
    expect(client.events).toHaveLength(2);
  });

  test('a product that helps where nothing was found is no click on those words', async () => {
    const { client, results } = start();
    results.load(request);
    client.last.answer({ hits: [], total: 0 });
    await settled();
    client.last.answer({ hits: [{ id: 'popular', title: 'Lamp', position: 1 }], total: 1 });
    await settled();
    const [help] = results.state.help;
    expect(help).toMatchObject({ id: 'popular' });
    const before = client.events.length;
    results.clicked(help!);
    expect(client.events).toHaveLength(before);
  });
});

describe('the request in the address', () => {
  test('comes back as it went, beside what the shop keeps there', () => {
    const full: ResultsRequest = {
      query: 'a & b=ü “c”',
      page: 3,
      sort: 'price:asc',
      filters: {
        brand: ['A & B', 'C'],
        price: { gte: 10.5 },
        rating: { gte: 3, lte: 5 },
        in_stock: true,
        'attributes.x': ['1..2'],
      },
    };
    const search = writeRequest(full, '?utm_source=x&q=old&f.brand=old&page=9');
    expect(readRequest(search)).toEqual(full);
    expect(new URLSearchParams(search).get('utm_source')).toBe('x');
    expect(writeRequest({ query: '', page: 1, sort: '', filters: {} })).toBe('');
  });

  test.each([
    '?page=-1',
    '?page=1e9',
    '?page=x',
    '?r.price=a..b',
    '?r.price=..',
    '?f.__proto__[x]=1',
    '?f.=1',
    '?f.brand=',
  ])('%s is no request that breaks anything', (search) =>
    expect(readRequest(search)).toEqual({ query: '', page: 1, sort: '', filters: {} }),
  );

  test('a thousand values are cut, and words to what the service takes', () => {
    const read = readRequest(
      `?q=${'x'.repeat(9_999)}&${Array.from({ length: 1_000 }, (_, n) => `f.brand=${n}`).join('&')}`,
    );
    expect(read.query).toHaveLength(512);
    expect(read.filters['brand']).toHaveLength(100);
  });

  test('another filter begins at the first page; the last value takes the filter with it', () => {
    const chosen = toggleValue({ ...request, page: 4 }, 'brand', 'A');
    expect(chosen).toMatchObject({ page: 1, filters: { brand: ['A'] } });
    expect(toggleValue(chosen, 'brand', 'A').filters).toEqual({});
    expect(withFilter(chosen, 'price', { lte: 5 }).filters).toEqual({ brand: ['A'], price: { lte: 5 } });
  });
});

test('pages: first, last and neighbours; never past what the service shows', () => {
  expect(pageList(1, 1)).toEqual([1]);
  expect(pageList(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  expect(pageList(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageList(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pageCount(0, 24)).toBe(1);
  expect(pageCount(50_000, 20)).toBe(50);
});

test('categories are a tree whatever their order, open along the chosen path', () => {
  const values = ['A > B > C', 'A', 'D', 'A > B', 'X > Y'].map((value, at) => ({ value, count: 9 - at }));
  const [a, d, orphan] = categoryTree(values);
  expect([a!.name, d!.name, orphan!.name]).toEqual(['A', 'D', 'Y']);
  expect(a!.children[0]!.children[0]).toMatchObject({ path: 'A > B > C', name: 'C' });
  expect([opens(a!, 'A > B'), opens(d!, 'A > B'), opens(a!, 'AB'), opens(a!, undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
