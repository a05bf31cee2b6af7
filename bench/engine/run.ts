/**
 * Speed of the embedded engine on a made-up catalogue: `node bench/engine/run.ts [products] [seed] [queries a class]`.
 * Deterministic but for the clock. No packages beyond the service's own.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import type { Change, SearchIndex } from '../../src/engine/port/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';
import { catalogue, vocabulary } from './catalogue.ts';
import { queryClasses, type BenchQuery } from './queries.ts';
import { seeded } from './random.ts';

const BATCH = 1_000;
const ROUNDS = 3;

async function main(): Promise<void> {
  const [products = 20_000, seed = 1, count = 300] = process.argv.slice(2).map(Number);
  const random = seeded(seed);
  const words = vocabulary(random);
  const changes = catalogue(random, words, products);
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const tenant = tenantContext(randomUUID(), 'bench');
  const options = { directory, memoryBudgetBytes: 8 * 2 ** 30 };
  let engine = createEmbeddedEngine(options);
  let index = await engine.open(tenant);
  await build(index, changes);
  await index.settle();
  await engine.close();

  engine = createEmbeddedEngine(options);
  const before = process.memoryUsage.rss();
  const started = performance.now();
  index = await engine.open(tenant);
  const loadMs = performance.now() - started;
  const { segments, bytes } = index.stats();
  const megabytes = (value: number): string => (value / 2 ** 20).toFixed(0);
  console.log(
    `load ${loadMs.toFixed(0)} ms, ${segments} segments, ${megabytes(bytes)} MiB, resident +${megabytes(process.memoryUsage.rss() - before)} MiB`,
  );
  const rows: object[] = [];
  for (const [name, queries] of queryClasses(random, words, changes, count))
    rows.push(await measure(index, name, queries));
  console.table(rows);
  await engine.close();
  await rm(directory, { recursive: true, force: true });
}

async function build(index: SearchIndex, changes: readonly Change[]): Promise<void> {
  const started = performance.now();
  for (let from = 0, version = 1; from < changes.length; from += BATCH, version++) {
    await index.apply({ version, changes: changes.slice(from, from + BATCH) });
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`${changes.length} products, ${Math.round(changes.length / seconds)} docs/s in batches of ${BATCH}`);
}

async function measure(index: SearchIndex, name: string, queries: readonly BenchQuery[]): Promise<object> {
  const times: number[] = [];
  let found = 0;
  let hits = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { query, wanted } of queries) {
      const started = performance.now();
      const result = await index.search(query);
      if (round > 0) times.push(performance.now() - started);
      if (round > 0) continue;
      hits += result.total;
      if (wanted !== null && result.hits.some(({ id }) => id === wanted)) found++;
    }
  }
  times.sort((a, b) => a - b);
  const percentile = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(3);
  const recall = queries[0]!.wanted === null ? '' : (found / queries.length).toFixed(3);
  return {
    class: name,
    'p50 ms': percentile(0.5),
    'p95 ms': percentile(0.95),
    'p99 ms': percentile(0.99),
    'mean total': Math.round(hits / queries.length),
    'recall@20': recall,
  };
}

await main();
