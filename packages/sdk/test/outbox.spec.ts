import { accept, clientOf, ScriptedService, TestEnvironment, type TestStorage } from './support.ts';

const DAY = 86_400_000;
const purchase = { order_id: 'o1', item_id: 'a', revenue: '12.30', currency: 'EUR' };
const idsOf = (): unknown[] => service.events().map(({ body }) => body.event_id);
const storedEvents = (storage: TestStorage): string[] =>
  [...storage.items.keys()].filter((key) => key.includes(':event:'));

let service: ScriptedService;
let environment: TestEnvironment;
beforeEach(async () => {
  service = await ScriptedService.start();
  environment = new TestEnvironment();
});
afterEach(() => service.close());

describe('the queue', () => {
  test('an event keeps its id through every attempt', async () => {
    const mb = clientOf(service, environment);
    service.script.push('cut', { status: 503 });
    const sent = mb.trackConversion(purchase);
    await environment.pass(500);
    await environment.pass(1000);
    const result = await sent;
    expect(result.status).toBe('accepted');
    expect(idsOf()).toEqual([result.event_id, result.event_id, result.event_id]);
    expect(storedEvents(environment.storage!)).toEqual([]);
  });

  test('Retry-After holds everything back, and callers are told at once', async () => {
    const mb = clientOf(service, environment);
    environment.dice = 0;
    service.script.push({ status: 429, headers: { 'retry-after': '40' }, body: { code: 'rate_limited' } });
    expect(await mb.trackConversion(purchase)).toMatchObject({ status: 'queued' });
    const second = mb.trackClick({ item_id: 'a', position: 1, query: 'q' });
    environment.advance(39_999);
    expect(service.received).toHaveLength(1);
    environment.advance(1);
    expect(await second).toMatchObject({ status: 'accepted' });
    expect(new Set(idsOf()).size).toBe(2);
  });

  test('while the service fails one event at a time probes it; all arrive once, late ones with their time', async () => {
    const mb = clientOf(service, environment);
    const happened = new Date(environment.now()).toISOString();
    service.usual = () => 'cut';
    const first = ['o1', 'o2', 'o3'].map((order_id) => mb.trackConversion({ ...purchase, order_id }));
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
    expect(await mb.trackClick({ item_id: 'a', position: 1, query: 'q' })).toMatchObject({ status: 'queued' });
    environment.setClock(61_000);
    service.usual = accept;
    const arrived: string[] = [];
    const all = new Promise<void>((resolve) =>
      mb.on('track:success', ({ result }) => arrived.push(result.event_id) === 4 && resolve()),
    );
    environment.comeOnline();
    await all;
    expect(new Set(arrived).size).toBe(4);
    expect(service.received.at(-1)!.body.timestamp).toBe(happened);
    expect(storedEvents(environment.storage!)).toEqual([]);
  });

  test('an event that the service always fails over stops no other and is given up', async () => {
    const mb = clientOf(service, environment);
    service.usual = (request) =>
      request.body.order_id === 'poison' ? { status: 500, body: { code: 'internal_error' } } : accept(request);
    const lost = new Promise((resolve) => mb.on('track:error', ({ result }) => resolve(result)));
    environment.dice = 0;
    const poison = mb.trackConversion({ ...purchase, order_id: 'poison' });
    expect(await mb.trackConversion(purchase)).toMatchObject({ status: 'accepted' });
    for (let attempt = 1; attempt < 10; attempt++) await environment.pass(0);
    expect(await lost).toMatchObject({ code: 'internal_error' });
    expect(['queued', 'failed']).toContain((await poison).status);
    expect(idsOf().filter((id) => id === service.events()[0]!.body.event_id)).toHaveLength(10);
  });

  test('is bounded', async () => {
    const mb = clientOf(service, environment);
    service.usual = () => 'cut';
    const results = Array.from({ length: 120 }, (_, at) => mb.trackConversion({ ...purchase, order_id: `o${at}` }));
    const refused = await Promise.all(results.slice(100));
    expect(refused.every(({ status, code }) => status === 'failed' && code === 'queue_full')).toBe(true);
    expect(storedEvents(environment.storage!)).toHaveLength(100);
  });

  test('what a page left behind is sent by the next one after the lease, once, by one of the open tabs', async () => {
    service.usual = () => 'cut';
    const gone = clientOf(service, environment);
    void gone.trackConversion(purchase);
    await environment.waitsFor(500);
    const [event] = service.events();
    service.usual = accept;
    // The timers of the page that is gone never run again.
    const tabs = [0, 1, 2].map(() => {
      const tab = new TestEnvironment(environment.storage);
      return { tab, mb: clientOf(service, tab) };
    });
    const arrival = Promise.race(
      tabs.map(({ mb }) => new Promise((resolve) => mb.on('track:success', ({ result }) => resolve(result)))),
    );
    for (let second = 0; second < 40; second++) for (const { tab } of tabs) tab.advance(1000);
    expect(await arrival).toMatchObject({ status: 'accepted', event_id: event!.body.event_id });
    for (let second = 0; second < 120; second++) for (const { tab } of tabs) tab.advance(1000);
    expect(idsOf()).toEqual([event!.body.event_id, event!.body.event_id]);
    expect(storedEvents(environment.storage!)).toEqual([]);
  });

  test('after a key has ended the next page sends with its own', async () => {
    // The service knows no other key than the one that has ended.
    service.usual = () => ({ status: 401, body: { code: 'expired_api_key' } });
    const old = clientOf(service, environment, { key: 'mb_pk_live_old' });
    expect(await old.trackConversion(purchase)).toMatchObject({ status: 'queued' });
    expect(await old.trackClick({ item_id: 'a', position: 1, query: 'q' })).toMatchObject({ status: 'queued' });
    expect(service.received.map(({ path }) => path)).toEqual([
      '/v1/shop/track/conversion',
      '/v1/shop/widget-bootstrap',
    ]);
    service.usual = accept;
    const next = new TestEnvironment(environment.storage);
    const mb = clientOf(service, next, { key: 'mb_pk_live_new' });
    const both = new Promise<void>((resolve) => {
      let count = 0;
      mb.on('track:success', () => ++count === 2 && resolve());
    });
    for (let second = 0; second < 40; second++) next.advance(1000);
    await both;
    expect(
      service
        .events()
        .slice(1)
        .map(({ headers }) => headers.authorization),
    ).toEqual(['Bearer mb_pk_live_new', 'Bearer mb_pk_live_new']);
  });

  test('leftovers of another day and of other scripts are thrown away', () => {
    const { items } = environment.storage!;
    items
      .set('mirabel:shop:event:x', 'garbage')
      .set('mirabel:shop:event:y', '{"body":{"event_id":"z"},"at":1,"kind":"click"}');
    const old = { kind: 'click', body: { event_id: 'old' }, at: environment.now() - DAY - 1, by: 'p', until: 0 };
    items.set('mirabel:shop:event:old', JSON.stringify(old));
    clientOf(service, environment);
    environment.advance(3000);
    expect(storedEvents(environment.storage!)).toEqual([]);
  });

  test('a failure of tracking leaves the search whole', async () => {
    const mb = clientOf(service, environment);
    service.usual = (request) => (request.path.includes('/track/') ? 'cut' : accept(request));
    environment.storage!.full = true;
    expect((await mb.search('kite')).total).toBe(2);
    service.usual = () => ({ status: 200, body: { hits: null } });
    expect(await mb.search('kite')).toEqual({ hits: null });
  });
});
