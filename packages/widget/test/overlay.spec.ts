import { DWELL, optionsOf, Overlay, type OverlaySettings } from '../src/core/overlay.ts';
import { FakeTimers, ScriptedClient, settled } from './fakes.ts';

const settings: OverlaySettings = { limit: 6, queries: 5, minChars: 1, debounce: 120, locale: 'en', popular: true };

function start(change: Partial<OverlaySettings> = {}) {
  const timers = new FakeTimers();
  const client = new ScriptedClient();
  const overlay = new Overlay(
    () => client,
    { ...settings, ...change },
    timers,
    () => timers.now,
  );
  const shown = async (query: string, answer = {}): Promise<void> => {
    overlay.type(query);
    await timers.advance(settings.debounce);
    client.last.answer(answer);
    await settled();
  };
  return { timers, client, overlay, shown };
}

test('asks once when the shopper pauses, not at every key', async () => {
  const { overlay, timers, client } = start();
  for (const query of ['s', 'sn', 'sne']) {
    overlay.type(query);
    await timers.advance(119);
  }
  expect(client.asked).toEqual([]);
  await timers.advance(1);
  expect(client.asked.map(({ query }) => query)).toEqual(['sne']);
  expect(client.last.options).toMatchObject({ channel: 'overlay', per_page: 6, track: false });
});

test('a new word cancels the question before, and an answer that comes late is dropped', async () => {
  const { overlay, timers, client } = start();
  overlay.type('red');
  await timers.advance(120);
  const [first] = client.asked;
  overlay.type('red shoes');
  expect(first!.options.signal!.aborted).toBe(true);
  await timers.advance(120);
  client.last.answer();
  await settled();
  first!.answer();
  await settled();
  expect(overlay.state).toMatchObject({ status: 'ready', answer: { query: 'red shoes' } });
});

test('suggested queries, products and "all" are options in the order of the arrow keys; the box is one of the stops', async () => {
  const { overlay, client, shown } = start();
  client.suggested = ['red shoes', 'red', 'red socks'];
  await shown('red');
  expect(optionsOf(overlay.state).map(({ kind }) => kind)).toEqual(['query', 'query', 'item', 'item', 'all']);
  overlay.move(-1);
  expect(overlay.state.active).toBe(4);
  overlay.move(1);
  expect(overlay.state.active).toBe(-1);
  overlay.move(1);
  expect(overlay.submit()).toEqual({ kind: 'search', query: 'red shoes' });
  expect(overlay.state.open).toBe(false);
});

test('products are shown when suggestions fail', async () => {
  const { overlay, client, shown } = start();
  client.suggestFails = true;
  await shown('red');
  expect(optionsOf(overlay.state).map(({ kind }) => kind)).toEqual(['item', 'item', 'all']);
});

test('a search is reported once it stayed on screen, once', async () => {
  const { client, timers, shown, overlay } = start();
  await shown('red');
  await timers.advance(DWELL - 1);
  expect(client.events).toEqual([]);
  await timers.advance(1);
  overlay.choose(0);
  const query_id = 'id of red';
  expect(client.events).toEqual([
    ['search', { query: 'red', results_count: 2, channel: 'overlay', query_id }],
    ['click', { item_id: 'red-1', position: 1, query: 'red', query_id, channel: 'overlay' }],
  ]);
});

test('hits for some of the words are results that were shown', async () => {
  const { client, timers, overlay } = start();
  overlay.type('red kite');
  await timers.advance(120);
  client.last.answer({ total: 0, total_relaxed: 9 });
  await settled();
  await timers.advance(DWELL);
  expect(client.events).toMatchObject([['search', { query: 'red kite', results_count: 9 }]]);
});

test('a pick before that reports the search first, and keys typed on the way report nothing', async () => {
  const { client, shown, overlay } = start();
  await shown('re');
  await shown('red');
  expect(overlay.choose(1)).toMatchObject({ kind: 'item', hit: { id: 'red-2' } });
  expect(client.events.map(([kind, event]) => [kind, (event as { query: string }).query])).toEqual([
    ['search', 'red'],
    ['click', 'red'],
  ]);
});

test('a closed panel reports nothing', async () => {
  const { client, timers, shown, overlay } = start();
  await shown('red');
  overlay.close();
  await timers.advance(DWELL * 2);
  expect(client.events).toEqual([]);
  expect(timers.pending).toBe(0);
});

test('nothing found: popular products help and are no results', async () => {
  const { client, timers, overlay } = start();
  overlay.type('zzz');
  await timers.advance(120);
  client.last.answer({ hits: [], total: 0 });
  await settled();
  expect(client.last.query).toBe('');
  client.last.answer();
  await settled();
  expect(optionsOf(overlay.state)).toMatchObject([{ kind: 'item', help: true }, { help: true }]);
  overlay.choose(0);
  expect(client.events).toEqual([]);
});

test('an empty box offers what is popular, asked for once in five minutes', async () => {
  const { client, timers, overlay } = start();
  for (const passed of [0, 299_999, 1]) {
    await timers.advance(passed);
    overlay.fill('');
    overlay.open();
    await timers.advance(0);
    if (client.asked.length > 0) client.last.answer();
    await settled();
    expect(overlay.state).toMatchObject({ open: true, status: 'ready' });
  }
  expect(client.asked.map(({ query }) => query)).toEqual(['', '']);
});

test('says that the service is down, tries again by itself, and recovers', async () => {
  const { client, timers, overlay } = start();
  overlay.type('red');
  await timers.advance(120);
  client.last.fail(new TypeError('Failed to fetch'));
  await settled();
  expect(overlay.state).toMatchObject({ status: 'failed', failure: 'unavailable', open: true });
  await timers.advance(1_000);
  expect(client.asked).toHaveLength(2);
  expect(overlay.state.status).toBe('failed');
  client.last.answer();
  await settled();
  expect(overlay.state).toMatchObject({ status: 'ready', failure: null });
});

test('an answer that does not come is a failure after ten seconds', async () => {
  const { client, timers, overlay } = start();
  overlay.type('red');
  await timers.advance(120 + 10_000);
  expect(client.asked[0]!.options.signal!.aborted).toBe(true);
  expect(overlay.state.failure).toBe('unavailable');
});

test('a refused search is not repeated', async () => {
  const { client, timers, overlay } = start();
  overlay.type('red');
  await timers.advance(120);
  client.last.fail({ status: 422 });
  await settled();
  expect(overlay.state.failure).toBe('refused');
  expect(timers.pending).toBe(0);
});

test('a redirect is followed by Enter when the answer to these very words is there', async () => {
  const { overlay, shown } = start();
  await shown('sale', { redirect: '/sale' });
  overlay.type('sale ');
  expect(overlay.submit()).toEqual({ kind: 'redirect', url: '/sale' });
  overlay.type('sales');
  expect(overlay.submit()).toEqual({ kind: 'search', query: 'sales' });
});

test('a redirect is the first option, followed when it is picked, and reports the search', async () => {
  const { client, overlay, shown } = start();
  await shown('sale', { redirect: '/sale' });
  expect(optionsOf(overlay.state)[0]).toEqual({ kind: 'redirect', query: 'sale', url: '/sale' });
  expect(overlay.choose(0)).toEqual({ kind: 'redirect', url: '/sale' });
  expect(client.events).toMatchObject([['search', { query: 'sale', channel: 'overlay' }]]);
});

test('too few characters ask nothing', async () => {
  const { client, timers, overlay } = start({ minChars: 2, popular: false });
  for (const query of ['a', '', '👟']) overlay.type(query);
  await timers.advance(1_000);
  expect(client.asked).toEqual([]);
  expect(overlay.state.open).toBe(false);
});
