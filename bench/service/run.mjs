import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import pg from 'pg';
import { startService } from '../../dist/src/start-service.js';
import { DemoShop, demoCatalogue } from '../../dist/src/modules/demo/index.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { loadSettings } from '../../dist/src/config/settings.js';
import { median } from '../median.mjs';
import { load, send } from './load.mjs';

/**
 * The whole service over HTTP beside the floor under it, turn by turn in one run: pushes beside the same documents in one
 * bare INSERT a call, searches beside a bare Fastify route that answers the same bytes.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const BATCHES = 10;
const BATCH = 1000;
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const env = { MB_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
const service = await startService({ env, onProgress: () => {}, onDatabaseLost: console.error });
const floorDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-floor-'));
const floorDatabase = await openDatabase(loadSettings({ MB_DATA_DIR: floorDir }));
try {
  const { slug, keys } = await service.app.get(DemoShop).ensure();
  await service.app
    .get((await import('../../dist/src/modules/tenants/index.js')).TenantsService)
    .updateSettings({ tenantId: (await tenantOf(slug)).tenantId, slug }, { rate_limit_per_minute: 100_000 });
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, ${ROUNDS} rounds, medians\n`);
  await benchPush(keys.indexer);
  await benchSearch(slug, keys.public);
} finally {
  await service.stop();
  await floorDatabase.close();
  await rm(dataDir, { recursive: true, force: true });
  await rm(floorDir, { recursive: true, force: true });
}

async function tenantOf(slug) {
  const { TenantsService } = await import('../../dist/src/modules/tenants/index.js');
  return service.app.get(TenantsService).find(slug);
}

function documents(round, batch) {
  const models = demoCatalogue();
  return Array.from({ length: BATCH }, (_, i) => {
    const model = models[(batch * BATCH + i) % models.length];
    return { ...model, id: `bench-${round}-${batch}-${i}`, title: `${model.title} ${round}${batch}${i}` };
  });
}

async function benchPush(key) {
  const floor = new pg.Client({ connectionString: floorDatabase.url });
  await floor.connect();
  await floor.query('create table documents (id text primary key, document jsonb)');
  const rates = { service: [], floor: [], unchanged: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const batches = Array.from({ length: BATCHES }, (_, batch) => documents(round, batch));
    const bodies = batches.map((list) => JSON.stringify({ source: 'bench', documents: list }));
    rates.service.push(await timed(bodies, (body) => push(key, body)));
    rates.unchanged.push(await timed(bodies, (body) => push(key, body)));
    rates.floor.push(
      await timed(batches, (list) =>
        floor.query(`insert into documents select d->>'id', d from jsonb_array_elements($1::jsonb) d`, [
          JSON.stringify(list),
        ]),
      ),
    );
  }
  await floor.end();
  const [service, floorRate, unchanged] = [median(rates.service), median(rates.floor), median(rates.unchanged)];
  console.log(`push, ${BATCH} documents a call, searchable when answered`);
  console.log(`  service            ${Math.round(service)} documents/s`);
  console.log(`  service, unchanged ${Math.round(unchanged)} documents/s (${(unchanged / service).toFixed(1)} ×)`);
  console.log(
    `  bare jsonb INSERT  ${Math.round(floorRate)} documents/s: the service reaches ${(service / floorRate).toFixed(2)} of it\n`,
  );
}

async function push(key, body) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await send({ url: `${service.url}/api/v1/index`, method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`push: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
}

async function timed(list, work) {
  const started = performance.now();
  for (const entry of list) await work(entry);
  return (list.length * BATCH) / ((performance.now() - started) / 1000);
}

async function benchSearch(slug, key) {
  const words = [
    'sneakers',
    'red shoes',
    'wireless headphones',
    'cotton shirt blue',
    'lamp',
    'sneekers',
    'knife set',
    'bik',
  ];
  const headers = { authorization: `Bearer ${key}` };
  const urls = words.map((word) => `${service.url}/v1/${slug}/search?q=${encodeURIComponent(word)}&facets=brand,price`);
  const sample = await send({ url: urls[0], headers });
  const bare = fastify();
  bare.get('/', (_request, reply) => reply.type('application/json').send(sample.body));
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const runs = { service: [], bare: [] };
  let turn = 0;
  for (let round = 0; round < ROUNDS; round++) {
    runs.service.push(
      await load({ seconds: 3, concurrency: 16, next: () => ({ url: urls[turn++ % urls.length], headers }) }),
    );
    runs.bare.push(await load({ seconds: 3, concurrency: 16, next: () => ({ url: bareUrl, headers }) }));
  }
  await bare.close();
  const of = (name, figure) => median(runs[name].map((run) => run[figure]));
  console.log(`search, ${words.length} queries in turn with two facets, 16 in flight, client on the same cores`);
  for (const name of ['service', 'bare']) {
    const label = name === 'service' ? 'service      ' : 'bare Fastify ';
    const p = ['p50', 'p95', 'p99'].map((figure) => of(name, figure).toFixed(1)).join(' / ');
    console.log(`  ${label} ${Math.round(of(name, 'perSecond'))} requests/s, p50 / p95 / p99 ${p} ms`);
  }
  console.log(
    `  the service reaches ${(of('service', 'perSecond') / of('bare', 'perSecond')).toFixed(2)} of a bare route with the same bytes`,
  );
}
