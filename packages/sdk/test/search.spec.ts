import { MirabelError } from '../src/errors.ts';
import { answer, clientOf, ScriptedService, TestEnvironment } from './support.ts';

let service: ScriptedService;
let environment: TestEnvironment;
beforeEach(async () => {
  service = await ScriptedService.start();
  environment = new TestEnvironment();
});
afterEach(() => service.close());

const failure = (status: number, headers = {}) => ({
  status,
  headers,
  body: { code: 'overloaded', detail: 'Too much.', request_id: 'r1', errors: [] },
});

test('a search sends what it is given, with the key and without cookies, and answers what came', async () => {
  const mb = clientOf(service, environment, { locale: 'es', consent: 'required' });
  const response = await mb.search('zapato', {
    page: 2,
    per_page: 5,
    filters: { brand: 'A' },
    facets: ['brand'],
    sort: 'price:asc',
  });
  expect(response).toEqual(answer('zapato', ['a', 'b']));
  expect(service.received).toHaveLength(1);
  expect(service.received[0]).toMatchObject({ method: 'POST', path: '/v1/shop/search' });
  expect(service.received[0]!.headers).toMatchObject({ authorization: 'Bearer mb_pk_live_x' });
  expect(service.received[0]!.headers.cookie).toBeUndefined();
  expect(service.received[0]!.body).toEqual({
    q: 'zapato',
    page: 2,
    per_page: 5,
    filters: { brand: 'A' },
    facets: ['brand'],
    sort: 'price:asc',
    locale: 'es',
    channel: 'results_page',
  });
});

test('network errors and 5xx are tried three times, after random waits whose bound doubles', async () => {
  const mb = clientOf(service, environment);
  service.script.push('cut', failure(503));
  const found = mb.search('kite', { track: false });
  await environment.pass(500);
  environment.dice = 0.5;
  await environment.pass(500);
  expect((await found).query).toBe('kite');
  expect(service.received).toHaveLength(3);

  service.script.push(failure(500), failure(502), failure(503));
  environment.dice = 1;
  const lost = mb.search('kite').catch((error: unknown) => error);
  await environment.pass(500);
  await environment.pass(1000);
  expect(await lost).toBeInstanceOf(MirabelError);
  expect(await lost).toMatchObject({ status: 503, code: 'overloaded', request_id: 'r1' });
  expect(service.received).toHaveLength(6);
});

test('what the caller got wrong is not tried again', async () => {
  const mb = clientOf(service, environment);
  for (const status of [400, 401, 403, 404, 422]) {
    service.script.push({ status, body: { code: 'x', errors: [{ field: '/q', code: 'type', message: 'no' }] } });
    const error = await mb.search('kite').catch((error: unknown) => error);
    expect(error).toMatchObject({ status, errors: [{ field: '/q' }] });
  }
  expect(service.received).toHaveLength(5);
});

test.each([503, 429])('Retry-After of a %i is waited for when that is not long', async (status) => {
  const mb = clientOf(service, environment);
  environment.dice = 0;
  service.script.push(failure(status, { 'retry-after': '3' }));
  const found = mb.search('kite', { track: false });
  await environment.pass(3000);
  expect((await found).query).toBe('kite');

  service.script.push(failure(status, { 'retry-after': '60' }));
  expect(await mb.search('kite').catch((error: unknown) => error)).toMatchObject({ status, retry_after: 60 });
  expect(service.received).toHaveLength(3);
});

test('Retry-After may be a date', async () => {
  const mb = clientOf(service, environment);
  environment.dice = 0;
  service.script.push(failure(503, { 'retry-after': new Date(environment.now() + 4000).toUTCString() }));
  const found = mb.search('kite', { track: false });
  await environment.pass(4000);
  expect((await found).query).toBe('kite');
});

test('a service that does not answer is given up after 10 seconds, three times', async () => {
  const mb = clientOf(service, environment);
  service.script.push('never', 'never', 'never');
  const lost = mb.search('kite').catch((error: unknown) => error);
  for (const wait of [10_000, 500, 10_000, 1_000, 10_000]) await environment.pass(wait);
  expect(await lost).toMatchObject({ status: 0, code: 'timeout' });
});

test('an abort ends a request, a wait and a search that has not begun, always as an AbortError', async () => {
  const mb = clientOf(service, environment);
  const aborted = async (begin: (abort: () => void) => Promise<void>): Promise<unknown> => {
    const controller = new AbortController();
    const lost = mb.search('kite', { signal: controller.signal }).catch((error: unknown) => error);
    await begin(() => controller.abort(new Error('a reason of the page')));
    return lost;
  };
  service.script.push('never', failure(503));
  const flying = aborted(async (abort) => {
    await service.untilReceived(1);
    abort();
  });
  expect(await flying).toMatchObject({ name: 'AbortError' });
  const controller = new AbortController();
  const waiting = mb.search('kite', { signal: controller.signal }).catch((error: unknown) => error);
  await environment.waitsFor(500);
  controller.abort();
  expect(await waiting).toMatchObject({ name: 'AbortError' });
  expect(await mb.search('kite', { signal: AbortSignal.abort() }).catch((error: unknown) => error)).toMatchObject({
    name: 'AbortError',
  });
  expect(service.received).toHaveLength(2);
});

test.each(['', '<html>a proxy speaks</html>', 'null'])(
  'an answer that is no JSON (%j) is an error, not a result',
  async (body) => {
    const mb = clientOf(service, environment);
    service.script.push({ status: 200, body });
    expect(await mb.search('kite').catch((error: unknown) => error)).toMatchObject({ code: 'invalid_answer' });
  },
);

test('search:success and search:error are told, until unsubscribed; a handler that throws harms nobody', async () => {
  const mb = clientOf(service, environment);
  const told: unknown[] = [];
  const complaints: unknown[] = [];
  const { error } = console;
  console.error = (complaint: unknown) => complaints.push(complaint);
  mb.on('search:success', () => {
    throw new Error('of the page');
  });
  const end = mb.on('search:success', ({ query, response }) => told.push([query, response.total]));
  mb.on('search:error', ({ query, error }) => told.push([query, error.code]));
  await mb.search('kite', { track: false });
  service.script.push({ status: 422, body: { code: 'validation_failed' } });
  await mb.search('bad').catch(() => {});
  end();
  await mb.search('kite');
  expect(told).toEqual([
    ['kite', 2],
    ['bad', 'validation_failed'],
  ]);
  console.error = error;
  expect(complaints.map(String)).toEqual(['Error: of the page', 'Error: of the page']);
});

test('suggest asks one address, so that a browser asks for leave once', async () => {
  const mb = clientOf(service, environment, { locale: 'de' });
  await mb.suggest('schu & co', { limit: 3 });
  expect(service.received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/shop/suggest',
    body: { q: 'schu & co', limit: 3, locale: 'de' },
  });
});

test.each(['baseUrl', 'tenant', 'key'])('init without %s says so', (name) => {
  expect(() => clientOf(service, environment, { [name]: undefined })).toThrow(name);
});
