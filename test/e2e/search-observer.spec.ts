import { Module } from '@nestjs/common';
import { EngineError, type SearchEngine } from '../../src/engine/port/index.ts';
import { SearchObserver, type ServedSearch } from '../../src/modules/search/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';

const served: ServedSearch[] = [];

class Recorder extends SearchObserver {
  served(search: ServedSearch): void {
    served.push(search);
    if (search.query === 'trouble') throw new Error('an observer in trouble');
  }
}

@Module({ providers: [{ provide: SearchObserver, useClass: Recorder }], exports: [SearchObserver] })
class RecorderModule {}

const session = '01890000-0000-4000-8000-000000000001';
let service: TestApp;
afterEach(() => service.close());

test('an observer is told of each answer and cannot spoil it', async () => {
  service = await startTestApp({ modules: [{ module: RecorderModule, global: true }] });
  const shop = await service.createTenant();
  const documents = ['a', 'b', 'c'].map((id) => ({ id, title: `Lamp ${id}`, url: `/${id}` }));
  await ask(service.url, 'POST', '/api/v1/index', { key: shop.keys.indexer, body: { source: 's', documents } });
  const search = (body: unknown) =>
    ask(service.url, 'POST', `/v1/${shop.slug}/search`, { key: shop.keys.public, body });
  const answer = await search({ q: ' LAMP', page: 2, per_page: 2, session_id: session, channel: 'overlay' });
  expect(served).toEqual([
    {
      tenant: expect.objectContaining(shop.context),
      queryId: answer.body.query_id,
      sessionId: session,
      channel: 'overlay',
      query: ' LAMP',
      normalizedQuery: 'lamp',
      total: 3,
      firstPosition: 3,
      itemIds: [answer.body.hits[0].id],
      at: service.clock.now(),
    },
  ]);
  expect((await search({ q: 'trouble' })).status).toBe(200);
  expect(served).toHaveLength(2);
  expect((await search({ page: 0 })).status).toBe(422);
  expect(served).toHaveLength(2);
});

test('an engine that fails is a 503 to try again', async () => {
  const broken: SearchEngine = {
    capabilities: { local: true, exactTotals: true, explain: true },
    open: () => Promise.reject(new EngineError('disk on fire')),
    drop: () => Promise.resolve(),
    stored: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
  service = await startTestApp({ engine: broken });
  const shop = await service.createTenant();
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/search?q=lamp`, { key: shop.keys.public });
  expect(answer).toMatchObject({ status: 503, body: { code: 'engine_unavailable' } });
  expect(answer.headers.get('retry-after')).toBeTruthy();
  expect(answer.text).not.toContain('disk on fire');
});
