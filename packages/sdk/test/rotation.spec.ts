import { accept, clientOf, ScriptedService, TestEnvironment, type Received, type Reply } from './support.ts';

const purchase = { order_id: 'o1', item_id: 'a', revenue: '12.30', currency: 'EUR' };
const refused: Reply = { status: 401, body: { code: 'expired_api_key' } };

let service: ScriptedService;
let environment: TestEnvironment;
/** What the service says took the place of the old key. */
let successor: string | null;
const keyOf = ({ headers }: Received): string => headers.authorization!.replace('Bearer ', '');
const asked = (): Received[] => service.received.filter(({ path }) => path.endsWith('/widget-bootstrap'));

beforeEach(async () => {
  service = await ScriptedService.start();
  environment = new TestEnvironment();
  successor = 'mb_pk_live_new';
  service.usual = (request) => {
    if (request.path.endsWith('/widget-bootstrap')) return { status: 200, body: { successor_key: successor } };
    return keyOf(request) === 'mb_pk_live_new' ? accept(request) : refused;
  };
});
afterEach(() => service.close());

const open = () => clientOf(service, environment, { key: 'mb_pk_live_old' });

test('a page whose key was rotated asks once which one to go on with, and goes on', async () => {
  const mb = open();
  const failures: unknown[] = [];
  mb.on('search:error', (failure) => failures.push(failure));
  const [found, suggested, sent] = await Promise.all([
    mb.search('kite'),
    mb.suggest('ki'),
    mb.trackConversion(purchase),
  ]);
  expect([found.total, suggested !== undefined, sent.status]).toEqual([2, true, 'accepted']);
  expect(asked().map(keyOf)).toEqual(['mb_pk_live_old']);
  expect(failures).toEqual([]);
  await mb.search('shoe');
  expect(asked()).toHaveLength(1);
  // The old key was tried by the calls that were under way, and by none after.
  expect(keyOf(service.received.at(-1)!)).toBe('mb_pk_live_new');
});

test('while there is no other key it is asked about with growing pauses, not at every key stroke', async () => {
  const mb = open();
  successor = null;
  for (let key = 0; key < 5; key++) await expect(mb.suggest('kite')).rejects.toMatchObject({ status: 401 });
  expect(asked()).toHaveLength(1);
  environment.advance(60_000);
  await expect(mb.suggest('kite')).rejects.toMatchObject({ code: 'expired_api_key' });
  await expect(mb.suggest('kite')).rejects.toMatchObject({ code: 'expired_api_key' });
  expect(asked()).toHaveLength(2);
  environment.advance(60_000);
  await expect(mb.suggest('kite')).rejects.toMatchObject({ status: 401 });
  expect(asked()).toHaveLength(2);
  environment.advance(60_000);
  successor = 'mb_pk_live_new';
  expect(await mb.suggest('kite')).toBeDefined();
  expect(asked()).toHaveLength(3);
});

test('events that waited for a key go out as soon as there is one', async () => {
  const mb = open();
  successor = null;
  expect(await mb.trackConversion(purchase)).toMatchObject({ status: 'queued' });
  successor = 'mb_pk_live_new';
  // The clock alone: it is the search that learns of the key.
  environment.setClock(60_000);
  const arrived = new Promise((resolve) => mb.on('track:success', ({ result }) => resolve(result)));
  await mb.search('kite', { track: false });
  expect(await arrived).toMatchObject({ status: 'accepted' });
  expect(service.events().map(keyOf)).toEqual(['mb_pk_live_old', 'mb_pk_live_new']);
});

test('a page that only reports asks by itself when it is time', async () => {
  const mb = open();
  successor = null;
  expect(await mb.trackConversion(purchase)).toMatchObject({ status: 'queued' });
  expect(await mb.trackClick({ item_id: 'a', query: 'q', position: 1 })).toMatchObject({ status: 'queued' });
  successor = 'mb_pk_live_new';
  const arrived: unknown[] = [];
  const both = new Promise<void>((resolve) => mb.on('track:success', () => arrived.push(1) === 2 && resolve()));
  environment.advance(60_000);
  await both;
  expect(asked()).toHaveLength(2);
});

test('a service that knows nothing of successors, or is down, leaves the refusal as it is', async () => {
  const mb = open();
  service.script.push(refused, { status: 200, body: { locale: 'en' } });
  await expect(mb.search('kite')).rejects.toMatchObject({ code: 'expired_api_key' });
  environment.advance(60_000);
  service.script.push(refused, 'cut');
  await expect(mb.search('kite')).rejects.toMatchObject({ code: 'expired_api_key' });
});
