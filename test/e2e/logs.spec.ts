import { Writable } from 'node:stream';
import { EngineError } from '../../src/engine/port/index.ts';
import { createLogger } from '../../src/platform/observability/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { FaultyEngine } from '../support/faulty-engine.ts';

let service: TestApp;
let log = '';

const engine = new FaultyEngine();

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  service = await startTestApp({ engine, logger: createLogger('trace', sink) });
});
afterAll(() => service.close());

test('no key, token or query of a shopper reaches the log, and every request line has its id', async () => {
  const shop = await service.createTenant();
  const secretQuery = 'canary-shopper-words';
  await ask(service.url, 'GET', `/v1/${shop.slug}/search?q=${secretQuery}`, { key: shop.keys.public });
  await ask(service.url, 'GET', `/v1/${shop.slug}/settings?token=${shop.keys.secret}`, { key: shop.keys.secret });
  await ask(service.url, 'GET', `/v1/${shop.slug}/settings`, { key: 'mb_sk_live_canarycanary' });
  await ask(service.url, 'POST', '/api/v1/index', { key: shop.keys.indexer, raw: `{"source": "${shop.keys.indexer}` });
  const created = await ask(service.url, 'POST', `/v1/${shop.slug}/keys`, {
    key: shop.keys.secret,
    body: { kind: 'secret', name: 'x' },
    headers: { 'x-request-id': 'find-me' },
  });
  expect(created.status).toBe(201);
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { requestId?: string; route?: string; msg?: string });
  expect(lines.filter((line) => line.msg === 'request').length).toBeGreaterThanOrEqual(5);
  for (const line of lines) if (line.msg === 'request') expect(line.requestId).toBeTruthy();
  expect(lines.some((line) => line.requestId === 'find-me' && line.route === '/v1/:tenant/keys')).toBe(true);
  for (const canary of [...Object.values(shop.keys), created.body.key, secretQuery, 'canarycanary']) {
    expect(log).not.toContain(canary);
  }
});

test('a line that a request causes deep inside carries its id, also after a body that came in pieces', async () => {
  const bodies = { 'small-body': 1, 'large-body': 300 };
  for (const [id, count] of Object.entries(bodies)) {
    const shop = await service.createTenant();
    await ask(service.url, 'GET', `/v1/${shop.slug}/search`, { key: shop.keys.public });
    engine.before.apply = () => {
      throw new EngineError('told to fail');
    };
    await ask(service.url, 'POST', '/api/v1/index', {
      key: shop.keys.indexer,
      headers: { 'x-request-id': id },
      body: {
        source: 'feed',
        documents: Array.from({ length: count }, (_, i) => ({ id: `${i}`, title: 'x'.repeat(900), url: '/k' })),
      },
    });
    engine.before.apply = undefined;
    const lines = log.split('\n').filter((line) => line.includes('told to fail'));
    expect(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toContain(id);
  }
});
