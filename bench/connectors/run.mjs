import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '../../dist/src/start-service.js';
import { ConnectorsService, SyncsService } from '../../dist/src/modules/connectors/index.js';
import { CatalogIndexes, IndexingService } from '../../dist/src/modules/indexing/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { draftOf } from '../../dist/src/modules/connectors/dto/connector.requests.js';

/**
 * A merchant with 50 pages of 1,000 products, in a process of its own, synced three times: from nothing, unchanged, and
 * unchanged with a merchant that answers 304. Prints items a second, memory above idle (from then on with the index in memory,
 * once it is built), and the ratios. With `push` as the second argument the same documents are pushed instead: the memory of
 * catalogue and index alone.
 */
const PAGES = Number(process.argv[2] ?? 50);
const PAGE = 1000;
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const merchant = fork(fileURLToPath(new URL('merchant.mjs', import.meta.url)), [String(PAGES), String(PAGE)]);
const port = await new Promise((resolve) => merchant.once('message', resolve));
const env = {
  MB_DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'error',
  MB_DEMO: 'false',
  CONNECTORS_ALLOW_PRIVATE: '127.0.0.0/8',
};
const service = await startService({ env, onProgress: () => {}, onDatabaseLost: console.error });
try {
  const made = await service.app.get(TenantsService).create('bench');
  const tenant = { tenantId: made.id, slug: made.slug };
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, ${PAGES} pages of ${PAGE} items\n`);
  const plain = await connector(tenant, `http://127.0.0.1:${port}/`, 'plain');
  await settle();
  const idle = rss();
  if (process.argv[3] === 'push') {
    const peak = await pushAll(tenant);
    console.log(`  the same documents pushed, without a connector: RSS ${peak - idle} MiB above idle`);
    process.exitCode = 0;
  } else await measure(tenant, plain, idle);
} finally {
  await service.stop();
  merchant.kill();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(tenant, plain, idle) {
  const first = await sync(tenant, plain);
  report('first sync            ', first, first, idle);
  await index(tenant, idle);
  await settle();
  const loaded = rss();
  report('unchanged             ', await sync(tenant, plain), first, loaded);
  report('unchanged             ', await sync(tenant, plain), first, loaded);
  const etags = await connector(tenant, `http://127.0.0.1:${port}/?etag=1`, 'plain-304');
  await sync(tenant, etags);
  report('unchanged, 304        ', await sync(tenant, etags), first, loaded);
  report('written anew by source', await sync(tenant, plain), first, loaded);
}

/** The first search after a first sync finds no index in memory. */
async function index(tenant, idle) {
  const started = performance.now();
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, rss())), 50);
  const documents = await indexed(tenant);
  clearInterval(watch);
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  console.log(`  index of it, asked for  ${seconds} s, ${documents} documents; RSS ${peak - idle} MiB above idle`);
}

/** Asks again, as a page does, while the index takes longer than one search waits for it. */
async function indexed(tenant) {
  for (;;) {
    try {
      return (await service.app.get(CatalogIndexes).stats(tenant)).documents;
    } catch (error) {
      if (error.code !== 'engine_unavailable') throw error;
    }
  }
}

/** What the catalogue and its index need by themselves. */
async function pushAll(tenant) {
  let peak = 0;
  for (let page = 1; page <= PAGES; page++) {
    const answer = await fetch(`http://127.0.0.1:${port}/?page=${page}`);
    const { items } = await answer.json();
    await service.app.get(IndexingService).push(tenant, 'bench', items);
    peak = Math.max(peak, rss());
  }
  return peak;
}

async function connector(tenant, endpoint, source) {
  const draft = draftOf({ endpoint, source, enabled: false, pageSize: PAGE });
  return (await service.app.get(ConnectorsService).create(tenant, draft)).connector.id;
}

async function sync(tenant, id) {
  const syncs = service.app.get(SyncsService);
  const started = performance.now();
  const { id: syncId } = await syncs.start(tenant, id);
  let peak = 0;
  for (;;) {
    peak = Math.max(peak, rss());
    const now = await syncs.read(tenant, id, syncId);
    if (now.finished_at) {
      if (now.status !== 'succeeded') throw new Error(JSON.stringify(now));
      return { seconds: (performance.now() - started) / 1000, peak, ...now };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function report(name, run, first, idle) {
  const rate = Math.round(run.items / run.seconds);
  const ratio = run === first ? '' : `, ${(first.seconds / run.seconds).toFixed(1)} × as fast as the first`;
  const { created, updated, unchanged } = run;
  console.log(
    `  ${name} ${run.seconds.toFixed(2)} s, ${rate} items/s${ratio}; ${created} created, ${updated} updated, ${unchanged} unchanged; RSS ${run.peak - idle} MiB above idle`,
  );
}

function rss() {
  return Math.round(process.memoryUsage.rss() / 1_048_576);
}

async function settle() {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  globalThis.gc?.();
}
