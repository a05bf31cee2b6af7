import { clientOf, ScriptedService, TestEnvironment, TestStorage } from './support.ts';

const DAY = 86_400_000;
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const purchase = { order_id: 'o1', item_id: 'a', revenue: '12.30', currency: 'EUR' };

let service: ScriptedService;
let environment: TestEnvironment;
beforeEach(async () => {
  service = await ScriptedService.start();
  environment = new TestEnvironment();
});
afterEach(() => service.close());

describe('the session', () => {
  test('lives 24 hours from its creation, which use does not prolong', async () => {
    const mb = clientOf(service, environment);
    const id = mb.getSessionId();
    expect(id).toMatch(UUID);
    environment.advance(DAY - 1000);
    expect(mb.getSessionId()).toBe(id);
    expect(clientOf(service, environment).getSessionId()).toBe(id);
    environment.advance(2000);
    const next = mb.getSessionId();
    expect(next).not.toBe(id);
    environment.advance(DAY - 1);
    expect(mb.getSessionId()).toBe(next);
    environment.advance(1);
    expect(mb.getSessionId()).not.toBe(next);
  });

  test('takes the memory of searches with it', async () => {
    const mb = clientOf(service, environment);
    await mb.search('kite', { track: false });
    environment.advance(DAY);
    service.script.push({ status: 422, body: { code: 'validation_failed' } });
    await mb.trackClick({ item_id: 'a' });
    expect(service.received.at(-1)!.body.query).toBeUndefined();
  });

  test('is given up when the clock is set back by more than a minute, and ends when it is set ahead', () => {
    const mb = clientOf(service, environment);
    const id = mb.getSessionId();
    environment.setClock(-60_000);
    expect(mb.getSessionId()).toBe(id);
    environment.setClock(-1000);
    const next = mb.getSessionId();
    expect(next).not.toBe(id);
    environment.setClock(365 * DAY);
    expect(mb.getSessionId()).not.toBe(next);
  });

  test('is one for two tabs', () => {
    const tabs = [0, 1].map(() => clientOf(service, new TestEnvironment(environment.storage)));
    expect(tabs[0]!.getSessionId()).toBe(tabs[1]!.getSessionId());
  });

  test.each([
    ['forbidden', () => new TestStorage(), (storage: TestStorage) => (storage.forbidden = true)],
    ['full', () => new TestStorage(), (storage: TestStorage) => (storage.full = true)],
    ['missing', () => null, () => {}],
  ])('is kept in memory when storage is %s; tracking works', async (_, make, spoil) => {
    const storage = make();
    if (storage) spoil(storage);
    const mb = clientOf(service, new TestEnvironment(storage));
    const id = mb.getSessionId();
    expect(mb.getSessionId()).toBe(id);
    await mb.search('kite', { track: false });
    expect(await mb.trackClick({ item_id: 'a' })).toMatchObject({ status: 'accepted' });
    expect(service.received.at(-1)!.body).toMatchObject({ session_id: id, position: 1 });
  });

  test('that something else wrote over is a new one', () => {
    const mb = clientOf(service, environment);
    for (const value of [
      '',
      'null',
      '7',
      '{"id":"<script>","at":1}',
      '{"id":7}',
      `{"id":"${mb.getSessionId()}"}`,
      '[]',
    ]) {
      environment.storage!.items.set('mirabel:shop:session', value);
      environment.storage!.items.set('mirabel:shop:searches', value);
      expect(mb.getSessionId()).toMatch(UUID);
    }
  });
});

describe('consent', () => {
  test('when it is required, nothing is stored or sent before it, and searches work', async () => {
    const mb = clientOf(service, environment, { consent: 'required' });
    environment.storage!.items.set('mirabel:shop:session', 'of an earlier visit');
    await mb.search('kite', { track: false });
    expect(await mb.trackClick({ item_id: 'a' })).toMatchObject({ status: 'ignored', reason: 'no_consent' });
    const id = mb.getSessionId();
    expect(mb.getSessionId()).toBe(id);
    expect([...environment.storage!.items]).toEqual([['mirabel:shop:session', 'of an earlier visit']]);
    expect(service.received).toHaveLength(1);
    expect(service.received[0]!.body.session_id).toBeUndefined();

    const told: boolean[] = [];
    mb.on('consent', ({ granted }) => told.push(granted));
    mb.setConsent(true);
    await mb.search('kite', { track: false });
    await mb.trackClick({ item_id: 'a' });
    expect(service.received.at(-1)!.body.session_id).toBe(mb.getSessionId());
    mb.setConsent(false);
    expect(environment.storage!.items.size).toBe(0);
    expect(mb.getSessionId()).not.toBe(service.received.at(-1)!.body.session_id);
    expect(environment.storage!.items.size).toBe(0);
    expect(told).toEqual([true, false]);
  });

  test('refusing drops what is on its way, and erases what an earlier visit stored', async () => {
    service.usual = () => 'never';
    const mb = clientOf(service, environment);
    const flying = mb.trackConversion(purchase);
    await service.untilReceived(1);
    mb.setConsent(false);
    expect(await flying).toMatchObject({ status: 'ignored', reason: 'no_consent' });
    expect(environment.storage!.items.size).toBe(0);

    environment.storage!.items.set('mirabel:shop:session', '{}').set('mirabel:other:session', '{}').set('cart', '1');
    clientOf(service, environment, { consent: 'required' }).setConsent(false);
    expect([...environment.storage!.items.keys()]).toEqual(['mirabel:other:session', 'cart']);
  });

  test('Global Privacy Control forbids tracking whatever else was said', async () => {
    environment.privacyControl = true;
    const mb = clientOf(service, environment);
    mb.setConsent(true);
    await mb.search('kite');
    expect(await mb.trackConversion(purchase)).toMatchObject({ status: 'ignored', reason: 'opt_out' });
    expect(service.received.map(({ path }) => path)).toEqual(['/v1/shop/search']);
    expect(service.received[0]!.body.session_id).toBeUndefined();
    mb.getSessionId();
    expect(environment.storage!.items.size).toBe(0);
  });
});
