import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Rollups } from '../../src/modules/insights/index.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import { createDataSource, migrate } from '../../src/platform/database/index.ts';
import { startTestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';

const DAY = 86_400_000;
/** A cluster of its own: roles belong to the cluster, and other tests have made ours in theirs. */
let cluster: EmbeddedPostgres;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-external-'));
  cluster = await startEmbeddedPostgres({ dataDir, durable: false });
});
afterAll(async () => {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function asAdmin(sql: string, database = 'postgres'): Promise<void> {
  const client = new Client({ connectionString: urlOf(database) });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function urlOf(database: string, user?: string): string {
  const url = new URL(cluster.url);
  url.pathname = `/${database}`;
  if (user) Object.assign(url, { username: user, password: 'secret' });
  return url.href;
}

test('a user who may not create roles is told what to run; after that the service starts and isolates tenants', async () => {
  await asAdmin(`create role plain login password 'secret'`);
  await asAdmin('create database plain owner plain');
  await asAdmin('revoke all on database plain from public; revoke temporary on database plain from plain');
  const dataSource = await createDataSource({
    url: urlOf('plain', 'plain'),
    entities: [],
    migrations: [],
  }).initialize();
  const refusal = await migrate(dataSource).then(
    () => '',
    (error: Error) => error.message,
  );
  await dataSource.destroy();
  expect(refusal).toContain('The database user plain may not set up the roles');
  const statements = /run once: (.*)$/.exec(refusal)![1]!;
  await asAdmin(statements, 'plain');
  await serveAndSearch(urlOf('plain', 'plain'));
});

test('a user who may create roles needs nothing more', async () => {
  await asAdmin('drop owned by mirabel_app, mirabel_system', 'plain');
  await asAdmin('drop database plain with (force)');
  await asAdmin('drop role mirabel_app, mirabel_system');
  await asAdmin(`create role maker login createrole password 'secret'`);
  await asAdmin('create database maker owner maker');
  await asAdmin('revoke all on database maker from public');
  await serveAndSearch(urlOf('maker', 'maker'));
});

/** The whole path as that user, and the wall: the login user itself, though it owns the tables, sees no row. */
async function serveAndSearch(databaseUrl: string): Promise<void> {
  const service = await startTestApp({ databaseUrl });
  try {
    const shop = await service.createTenant();
    const push = await ask(service.url, 'POST', '/api/v1/index', {
      key: shop.keys.indexer,
      body: { source: 'erp', documents: [{ id: '1', title: 'Red kite', url: '/1' }] },
    });
    expect(push.status).toBe(200);
    const found = await ask(service.url, 'GET', `/v1/${shop.slug}/search?q=kite`, { key: shop.keys.public });
    expect(found.body.total).toBe(1);
    const event = { session_id: randomUUID(), query: 'kite', results_count: 1, channel: 'overlay' };
    const sent = await ask(service.url, 'POST', `/v1/${shop.slug}/track/search`, {
      key: shop.keys.public,
      body: event,
    });
    expect(sent.status).toBe(202);
    service.clock.advance(2 * DAY);
    await service.app.get(Rollups).runFor(shop.context);
    const report = await ask(service.url, 'GET', `/v1/${shop.slug}/metrics/overview`, { key: shop.keys.secret });
    expect(report.body.searches).toBe(1);
  } finally {
    await service.close();
  }
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  const { rows } = await owner.query(
    'select (select count(*) from items) as items, (select count(*) from tenants) as tenants',
  );
  await owner.end();
  expect(rows).toEqual([{ items: '0', tenants: '0' }]);
}
