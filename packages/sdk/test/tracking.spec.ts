import { answer, clientOf, ScriptedService, TestEnvironment } from './support.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const purchase = { order_id: 'o1', item_id: 'a', revenue: '12.30', currency: 'EUR' };

let service: ScriptedService;
let environment: TestEnvironment;
beforeEach(async () => {
  service = await ScriptedService.start();
  environment = new TestEnvironment();
});
afterEach(() => service.close());

describe('what is sent', () => {
  test('a search reports itself once, with its query_id', async () => {
    const mb = clientOf(service, environment, { channel: 'overlay' });
    await mb.search('kite');
    const [, event] = await service.untilReceived(2);
    expect(event).toMatchObject({
      path: '/v1/shop/track/search',
      body: {
        session_id: mb.getSessionId(),
        query: 'kite',
        results_count: 2,
        channel: 'overlay',
        accept_language: 'en-GB',
        query_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      },
    });
    const event_id = String(event!.body.event_id);
    expect(event_id).toMatch(UUID);
    expect(parseInt(event_id.replaceAll('-', '').slice(0, 12), 16)).toBe(environment.now());
    expect(event!.body.timestamp).toBeUndefined();
    expect(service.received[0]!.body.session_id).toBe(mb.getSessionId());
  });

  test('what was found for some of the words counts as shown: it is no search without results', async () => {
    service.script.push({ status: 200, body: { ...answer('red kite', ['a', 'b']), total: 0, total_relaxed: 2 } });
    await clientOf(service, environment).search('red kite');
    const [, event] = await service.untilReceived(2);
    expect(event!.body).toMatchObject({ query: 'red kite', results_count: 2 });
  });

  test('neither browsing nor track: false reports itself', async () => {
    const mb = clientOf(service, environment);
    await mb.search(' ');
    await mb.search('kite', { track: false });
    await mb.trackClick({ item_id: 'b' });
    expect(service.events().map(({ path }) => path)).toEqual(['/v1/shop/track/click']);
  });

  test('a click is completed from the last search that returned the item, also on the next page', async () => {
    const mb = clientOf(service, environment);
    await mb.search('kite', { track: false });
    service.script.push({
      status: 200,
      body: answer('red kite', ['x', 'b', 'y'], '01890a5d-ac96-774b-bcce-b302099a8058'),
    });
    await mb.search('red kite', { track: false });
    const nextPage = clientOf(service, new TestEnvironment(environment.storage));
    expect(await nextPage.trackClick({ item_id: 'b' })).toMatchObject({ status: 'accepted' });
    expect(service.received.at(-1)!.body).toMatchObject({
      session_id: mb.getSessionId(),
      item_id: 'b',
      position: 2,
      query: 'red kite',
      query_id: '01890a5d-ac96-774b-bcce-b302099a8058',
    });
    await nextPage.trackClick({ item_id: 'b', query: 'kite', position: 7 });
    expect(service.received.at(-1)!.body).toMatchObject({ query: 'kite', position: 7 });
    expect(service.received.at(-1)!.body.query_id).toBeUndefined();
  });

  test('a conversion names the clicked search rather than a later one that returned the item', async () => {
    const mb = clientOf(service, environment);
    const clicked = '01890a5d-ac96-774b-bcce-b302099a8057';
    await mb.search('kite', { track: false });
    await mb.trackClick({ item_id: 'a' });
    service.script.push({ status: 200, body: answer('toy', ['a', 'c'], '01890a5d-ac96-774b-bcce-b302099a8059') });
    await mb.search('toy', { track: false });
    await mb.trackConversion(purchase);
    expect(service.received.at(-1)!.body).toMatchObject({ ...purchase, query_id: clicked });
    const both = await mb.trackConversion({
      order_id: 'o2',
      currency: 'EUR',
      items: [
        { item_id: 'a', revenue: 1, quantity: 2 },
        { item_id: 'c', revenue: 2 },
      ],
    });
    expect(both.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    const bodies = service.received.slice(-2).map(({ body }) => body);
    expect(bodies).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ order_id: 'o2', item_id: 'a', quantity: 2, query_id: clicked }),
        expect.objectContaining({ item_id: 'c', query_id: '01890a5d-ac96-774b-bcce-b302099a8059' }),
      ]),
    );
  });

  test('what the service refuses is told and forgotten, and nothing is thrown', async () => {
    const mb = clientOf(service, environment);
    const told: unknown[] = [];
    mb.on('track:error', ({ kind, result }) => told.push([kind, result.code]));
    const errors = [{ field: '/position', code: 'min', message: 'position must be at least 1.' }];
    service.script.push({ status: 422, body: { code: 'validation_failed', errors } });
    expect(await mb.trackClick({ item_id: 'unknown' })).toMatchObject({
      status: 'failed',
      code: 'validation_failed',
      errors,
    });
    expect(await mb.trackClick(undefined as never)).toMatchObject({ status: 'failed', code: 'invalid_event' });
    expect(await mb.trackConversion(null as never)).toMatchObject({ status: 'failed' });
    const loop: Record<string, unknown> = { item_id: 'a', position: 1, query: 'q', query_id: 'x' };
    loop.self = loop;
    expect(await mb.trackClick(loop as never)).toMatchObject({ status: 'failed', code: 'invalid_event' });
    expect(told).toContainEqual(['click', 'validation_failed']);
    expect([...environment.storage!.items.keys()].filter((key) => key.includes(':event:'))).toEqual([]);
  });

  test('the memory of searches stays small, also with hostile ids', async () => {
    const mb = clientOf(service, environment);
    for (let at = 0; at < 40; at++) {
      const items = Array.from({ length: 100 }, (_, item) => `${at}-${item}-`.padEnd(at % 10 === 0 ? 500 : 20, 'x'));
      service.script.push({ status: 200, body: answer(`q${at}`, items) });
      await mb.search(`q${at}`, { track: false });
    }
    expect(environment.storage!.items.get('mirabel:shop:searches')!.length).toBeLessThanOrEqual(32_768);
    await mb.trackClick({ item_id: '39-5-'.padEnd(20, 'x') });
    expect(service.received.at(-1)!.body).toMatchObject({ query: 'q39', position: 6 });
  });
});

describe('on a server', () => {
  test('every init is a request of its own: nothing is tracked without a session, nothing outlives a failure', async () => {
    const server = new TestEnvironment(null);
    server.browser = false;
    const stranger = clientOf(service, server);
    await stranger.search('kite');
    expect(await stranger.trackClick({ item_id: 'a' })).toMatchObject({ status: 'ignored', reason: 'no_session' });
    expect(service.received).toHaveLength(1);
    const session_id = '5f0c1c1e-5a0f-4f3a-9d3e-0c5f6a7b8c9d';
    const mb = clientOf(service, server, { session_id });
    expect(mb.getSessionId()).toBe(session_id);
    expect(await mb.trackConversion(purchase)).toMatchObject({ status: 'accepted' });
    expect(service.received.at(-1)!.body).toMatchObject({ session_id });
    service.usual = () => ({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '3600' } });
    expect(await mb.trackConversion(purchase)).toMatchObject({ status: 'failed', code: 'overloaded' });
  });
});
