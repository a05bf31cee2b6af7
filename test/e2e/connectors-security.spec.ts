import { randomBytes } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { loadSettings } from '../../src/config/settings.ts';
import { Database } from '../../src/platform/database/index.ts';
import { OUTBOUND_RESOLVER, type Resolver } from '../../src/platform/outbound/index.ts';
import { TenantsService } from '../../src/modules/tenants/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { Connectors, goods, Merchant } from '../support/merchant.ts';
import { eventually } from '../support/poll.ts';
import { timing } from '../support/merchant-app.ts';

/** What names resolve to; set by each test. */
let resolve: Resolver = async () => [];

@Global()
@Module({
  providers: [{ provide: OUTBOUND_RESOLVER, useValue: ((name) => resolve(name)) satisfies Resolver }],
  exports: [OUTBOUND_RESOLVER],
})
class Names {}

const key = randomBytes(32);
const start = (allow: string[], more: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> =>
  startTestApp({
    ...more,
    modules: [Names, timing({ backoff: 1 })],
    settings: { encryptionKey: key, connectorsAllowPrivate: allow, ...more.settings },
  });

let service: TestApp;
let merchant: Merchant;
let sink: Merchant;
let connectors: Connectors;

beforeAll(async () => {
  service = await start(['127.0.0.2/32']);
  merchant = await Merchant.start();
  sink = await Merchant.start('127.0.0.3');
});
beforeEach(async () => {
  connectors = new Connectors(service, await service.createTenant());
  merchant.asked.length = 0;
  merchant.answer = Merchant.pages(goods(3));
});
afterAll(async () => {
  await service.close();
  await merchant.stop();
  await sink.stop();
});

const port = (of: Merchant): string => new URL(of.url).port;

test('a name is judged by what it resolves to at every fetch, also in the middle of a sync', async () => {
  const at = (address: string) => [{ address, family: 4 }];
  let asked = 0;
  resolve = async () => at(asked++ === 0 ? '127.0.0.2' : '127.0.0.3');
  merchant.answer = (request) => ({ ...Merchant.pages(goods(3))(request), headers: { connection: 'close' } });
  const id = await connectors.create({ endpoint: `http://shop.example:${port(merchant)}/`, pageSize: 1 });
  const ended = await connectors.sync(id);
  expect(ended).toMatchObject({ status: 'partial', pages: 1, errors: [{ page: 2, code: 'address_refused' }] });
  resolve = async () => at('127.0.0.3');
  const forbidden = await connectors.create({ endpoint: `http://shop.example:${port(sink)}/` });
  expect(await connectors.sync(forbidden)).toMatchObject({ status: 'failed', errors: [{ code: 'address_refused' }] });
  const tested = await connectors.ask('POST', '/test', { endpoint: `http://shop.example:${port(sink)}/` });
  expect(tested.body).toMatchObject({ ok: false, errors: [{ code: 'address_refused' }] });
  expect(sink.asked).toHaveLength(0);
});

test('a merchant that redirects to a forbidden address is not followed', async () => {
  merchant.answer = () => ({ status: 307, headers: { location: `${sink.url}/` } });
  const id = await connectors.create({ endpoint: merchant.url });
  expect(await connectors.sync(id)).toMatchObject({ status: 'failed', errors: [{ code: 'address_refused' }] });
  expect(sink.asked).toHaveLength(0);
});

test('what a process writes after it was overtaken is refused', async () => {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  merchant.answer = async (request) => {
    if (request.url.searchParams.get('page') === '2') {
      reached.resolve();
      await go.promise;
    }
    return Merchant.pages(goods(30))(request);
  };
  const { context } = connectors.tenant;
  const id = await connectors.create({ endpoint: merchant.url, pageSize: 10 });
  const syncId = await connectors.begin(id);
  await reached.promise;
  const database = service.app.get(Database);
  // As another process does that takes the sync over.
  await database.system((tx) =>
    tx.query(
      `update connector_syncs set fence = fence + 1, lease_until = now() + interval '1 hour' where tenant_id = $1 and id = $2`,
      [context.tenantId, syncId],
    ),
  );
  go.resolve();
  await eventually(async () => merchant.asked.length >= 2);
  // Its tenant is free for others only when the overtaken work has ended.
  const other = await connectors.create({ endpoint: sink.url.replace('127.0.0.3', '127.0.0.2') });
  expect((await connectors.ask('POST', `/${other}/sync`)).status).toBe(202);
  const state = (await connectors.ask('GET', `/${id}/syncs/${syncId}`)).body;
  expect(state).toMatchObject({ status: 'running', pages: 1, items: 10 });
  expect(await connectors.catalogue()).toHaveLength(10);
  await database.system((tx) =>
    tx.query(`update connector_syncs set lease_until = now() - interval '1 s' where id = $1`, [syncId]),
  );
  expect(await connectors.ended(id, syncId)).toMatchObject({ status: 'succeeded', pages: 4, items: 30, created: 30 });
});

test('a tenant that is deleted in mid-sync takes its sync with it', async () => {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  merchant.answer = async () => {
    reached.resolve();
    await go.promise;
    return { body: goods(3) };
  };
  await connectors.begin(await connectors.create({ endpoint: merchant.url }));
  await reached.promise;
  await service.app.get(TenantsService).delete(connectors.tenant.context);
  go.resolve();
  const next = new Connectors(service, await service.createTenant());
  merchant.answer = Merchant.pages(goods(3));
  expect(await next.sync(await next.create({ endpoint: merchant.url }))).toMatchObject({ status: 'succeeded' });
});

test('keys rotate: credentials are read with the old key and sealed with the new one', async () => {
  const database = await createTestDatabase();
  const sealedOf = async (of: TestApp): Promise<string> => {
    const [row] = await of.app
      .get(Database)
      .system((tx) => tx.query<{ auth_sealed: string }>('select auth_sealed from connectors'));
    return row!.auth_sealed;
  };
  const before = await start(['127.0.0.2/32'], { databaseUrl: database.url });
  const tenant = await before.createTenant('rotating');
  const first = new Connectors(before, tenant);
  const id = await first.create({ endpoint: merchant.url, auth: { type: 'bearer', token: 'canary' } });
  const old = await sealedOf(before);
  await before.close();

  const young = randomBytes(32);
  const settings = { encryptionKey: young, previousEncryptionKeys: [key] };
  const after = await start(['127.0.0.2/32'], { databaseUrl: database.url, settings });
  const second = new Connectors(after, tenant);
  expect(await second.sync(id)).toMatchObject({ status: 'succeeded' });
  expect(merchant.asked.at(-1)!.headers.authorization).toBe('Bearer canary');
  expect(await sealedOf(after)).not.toBe(old);
  await after.close();

  const only = await start(['127.0.0.2/32'], { databaseUrl: database.url, settings: { encryptionKey: young } });
  const third = new Connectors(only, tenant);
  expect(await third.sync(id)).toMatchObject({ status: 'succeeded' });
  await only.close();

  const lost = await start(['127.0.0.2/32'], {
    databaseUrl: database.url,
    settings: { encryptionKey: randomBytes(32) },
  });
  const fourth = new Connectors(lost, tenant);
  expect(await fourth.sync(id)).toMatchObject({ status: 'failed', errors: [{ code: 'credentials_unreadable' }] });
  await lost.close();
  await database.drop();
});

test('the setting is none, all or a list of ranges', () => {
  const read = (value?: string) => loadSettings({ CONNECTORS_ALLOW_PRIVATE: value }).connectorsAllowPrivate;
  expect([read(), read('false'), read('true')]).toEqual([false, false, true]);
  expect(read('10.0.0.0/8, fd00::/8')).toEqual(['10.0.0.0/8', 'fd00::/8']);
  for (const wrong of ['yes', '10.0.0.0', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/8,', 'fd00::/129']) {
    expect(() => read(wrong)).toThrow(/^CONNECTORS_ALLOW_PRIVATE must be/);
  }
  expect(() => loadSettings({ MB_ENCRYPTION_KEY_PREVIOUS: 'short' })).toThrow(/^MB_ENCRYPTION_KEY_PREVIOUS must be/);
});
