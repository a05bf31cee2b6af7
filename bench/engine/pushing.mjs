import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';

const TENANT = tenantContext('018f0000-0000-7000-8000-000000000001', 'bench');
const SEARCHES = 3_000;
const BULK = 1_000;

/** Searches alone, beside single pushes without a pause, and beside bulk pushes with the merges they cause. */
export async function measurePushes(folder, classes) {
  const engine = createEmbeddedEngine({ directory: folder, memoryBudgetBytes: 8 * 2 ** 30, log: console.error });
  const index = await engine.open(TENANT);
  const queries = [...classes].filter(([name]) => name !== 'one word' && name !== 'broad').flatMap(([, some]) => some);
  const rows = [];
  await searches(index, queries, null);
  rows.push(await searches(index, queries, null));
  for (const documents of [1, BULK]) rows.push(await searches(index, queries, documents));
  await engine.settle();
  await engine.close();
  return rows;
}

async function searches(index, queries, documents) {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  const pushes = [];
  let on = true;
  const pushing = documents ? push(index, documents, pushes, () => on) : Promise.resolve();
  const times = [];
  delay.enable();
  for (let at = 0; at < SEARCHES; at++) {
    const started = performance.now();
    await index.search(queries[at % queries.length].query);
    times.push(performance.now() - started);
    // Each search is a request of its own: others get their turn.
    await new Promise(setImmediate);
  }
  delay.disable();
  on = false;
  await pushing;
  return {
    pushes: documents === null ? 'none' : documents === 1 ? 'one document' : `${documents} documents`,
    'p50 ms': percentile(times, 0.5),
    'p95 ms': percentile(times, 0.95),
    'p99 ms': percentile(times, 0.99),
    'loop held ms': Number((delay.max / 1e6).toFixed(1)),
    'push p50 ms': percentile(pushes, 0.5),
    'push p99 ms': percentile(pushes, 0.99),
    pushed: pushes.length * (documents ?? 0),
  };
}

/** Replaces documents of the catalogue, as a shop that is worked on does. */
async function push(index, documents, times, going) {
  let next = 0;
  while (going()) {
    const changes = Array.from({ length: documents }, () => change(next++));
    const started = performance.now();
    await index.apply({ version: index.version + 1, changes });
    times.push(performance.now() - started);
    await new Promise(setImmediate);
  }
}

function change(at) {
  const id = `p${(at * 7919) % 20_000}`;
  const document = {
    id,
    title: `Pushed lamp ${at % 500} black`,
    url: '/p',
    docType: 'product',
    price: at % 900,
    stock: 1,
  };
  return { kind: 'upsert', id, document, json: Buffer.from(JSON.stringify(document)) };
}

function percentile(times, share) {
  if (times.length === 0) return null;
  const sorted = times.toSorted((a, b) => a - b);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2));
}
