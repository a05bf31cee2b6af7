import { randomBytes } from 'node:crypto';
import type { TestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Connectors, goods, Merchant } from '../support/merchant.ts';
import { poll } from '../support/poll.ts';
import { startConnectorApp } from '../support/merchant-app.ts';

const encryptionKey = randomBytes(32);
let database: TestDatabase;
let merchant: Merchant;
let api: TestApp;
let worker: TestApp | null = null;

const start = (role: 'api' | 'worker') =>
  startConnectorApp({ databaseUrl: database.url, settings: { role, encryptionKey } });

beforeAll(async () => {
  database = await createTestDatabase();
  merchant = await Merchant.start();
  api = await start('api');
});
afterAll(async () => {
  await Promise.all([api.close(), worker?.close()]);
  await merchant.stop();
  await database.drop();
});

test('what an api process is asked to do waits for a worker, and is searched where it was asked', async () => {
  const connectors = new Connectors(api, await api.createTenant());
  merchant.answer = Merchant.pages(goods(30));
  const id = await connectors.create({ endpoint: merchant.url });
  const sync = await connectors.begin(id);
  const { body: before } = await connectors.ask('GET', `/${id}/syncs/${sync}`);
  expect(before.status).toBe('queued');
  expect(merchant.asked).toHaveLength(0);
  worker = await start('worker');
  expect(await connectors.ended(id, sync)).toMatchObject({ status: 'succeeded', created: 30 });
  const { slug, keys } = connectors.tenant;
  await poll(async () => {
    const { body } = await ask(api.url, 'GET', `/v1/${slug}/search`, { key: keys.public });
    return body.total === 30 ? true : null;
  });
});

test('a worker answers those who look after it and nobody else', async () => {
  worker ??= await start('worker');
  expect((await ask(worker.url, 'GET', '/health/ready')).status).toBe(200);
  expect((await ask(worker.url, 'GET', '/health/live')).status).toBe(200);
  expect((await ask(worker.url, 'GET', '/metrics')).status).toBe(200);
  const shop = await api.createTenant();
  for (const path of [`/v1/${shop.slug}/search`, '/docs', '/healthy', '/metrics/x']) {
    expect(await ask(worker.url, 'GET', path, { key: shop.keys.public })).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringContaining('MB_ROLE=worker') },
    });
  }
});
