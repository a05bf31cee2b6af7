import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';
import { catalogue } from './catalogue.ts';
import { queryClasses } from './queries.ts';
import { seeded } from './random.ts';
import { Survey } from './survey.ts';
import { vocabulary } from './vocabulary.ts';

const PRODUCTS = 1_000;
const tenantAt = (at) => tenantContext(`018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`, `shop-${at}`);
const rss = () => Math.round(process.memoryUsage.rss() / 2 ** 20);

/** Tenants of 1,000 products each: opened one after another, then all in use under a budget for a quarter of them. */
export async function measureTenants(folder, tenants) {
  const directory = join(folder, 'tenants');
  await mkdir(directory);
  const random = seeded(7);
  const words = vocabulary(random);
  const documents = [...catalogue(random, words, PRODUCTS)];
  const survey = new Survey();
  for (const document of documents) survey.add(document);
  const queries = queryClasses(random, survey, 100).get('2 or 3 words');
  await build(directory, documents);
  for (let at = 1; at < tenants; at++) {
    await cp(join(directory, tenantAt(0).tenantId), join(directory, tenantAt(at).tenantId), { recursive: true });
  }
  const rows = [];
  const all = createEmbeddedEngine({ directory, memoryBudgetBytes: 64 * 2 ** 30 });
  const before = rss();
  const cold = [];
  let bytes = 0;
  for (let at = 0; at < tenants; at++) {
    const started = performance.now();
    const index = await all.open(tenantAt(at));
    await index.search(queries[at % queries.length].query);
    cold.push(performance.now() - started);
    bytes += index.stats().bytes;
    if (at + 1 === Math.ceil(tenants / 10) || at + 1 === tenants) {
      rows.push({
        tenants: at + 1,
        what: 'loaded',
        ...spread(cold),
        'resident MiB': rss() - before,
        'index MiB': mib(bytes),
      });
    }
  }
  await all.close();
  rows.push(await underBudget(directory, tenants, queries, bytes / 4));
  await rm(directory, { recursive: true, force: true });
  return rows;
}

async function build(directory, documents) {
  const engine = createEmbeddedEngine({ directory, memoryBudgetBytes: 2 ** 30 });
  const index = await engine.open(tenantAt(0));
  const changes = documents.map((document) => ({
    kind: 'upsert',
    id: document.id,
    document,
    json: Buffer.from(JSON.stringify(document)),
  }));
  await index.apply({ version: 1, changes });
  await engine.close();
}

/** Any tenant at any time, three quarters of them cold. A search that finds its index dropped opens it again. */
async function underBudget(directory, tenants, queries, memoryBudgetBytes) {
  let dropped = 0;
  const log = ({ message }) => {
    if (message.includes('dropped')) dropped++;
  };
  const engine = createEmbeddedEngine({ directory, memoryBudgetBytes, log });
  const random = seeded(11);
  const times = [];
  let failed = 0;
  for (let at = 0; at < tenants * 3; at++) {
    const started = performance.now();
    const index = await engine.open(tenantAt(random.below(tenants)));
    await index.search(queries[at % queries.length].query).catch(() => failed++);
    times.push(performance.now() - started);
  }
  await engine.close();
  return { tenants, what: `under a quarter of the memory, ${dropped} dropped, ${failed} failed`, ...spread(times) };
}

const mib = (bytes) => Math.round(bytes / 2 ** 20);

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1));
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'most ms': at(1) };
}
