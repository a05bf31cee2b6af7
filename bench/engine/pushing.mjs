import { PerformanceObserver } from 'node:perf_hooks';
import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';

const TENANT = tenantContext('018f0000-0000-7000-8000-000000000001', 'bench');
const SEARCHES = 3_000;
const BULK = 1_000;
/** Shorter turns of the event loop are not looked at, ms. */
const LONG_TURN = 5;

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
  const loop = watchLoop();
  const pushes = [];
  let on = true;
  const pushing = documents ? push(index, documents, pushes, () => on) : Promise.resolve();
  const times = [];
  for (let at = 0; at < SEARCHES; at++) {
    const started = performance.now();
    await index.search(queries[at % queries.length].query);
    times.push(performance.now() - started);
    // Each search is a request of its own: others get their turn.
    await new Promise(setImmediate);
  }
  const held = await loop.stop();
  on = false;
  await pushing;
  return {
    pushes: documents === null ? 'none' : documents === 1 ? 'one document' : `${documents} documents`,
    'p50 ms': percentile(times, 0.5),
    'p95 ms': percentile(times, 0.95),
    'p99 ms': percentile(times, 0.99),
    'loop held ms': held.longest,
    'without GC ms': held.withoutCollections,
    'push p50 ms': percentile(pushes, 0.5),
    'push p99 ms': percentile(pushes, 0.99),
    pushed: pushes.length * (documents ?? 0),
  };
}

/** The longest turn of the event loop, and the longest when collections of garbage in it are taken off. */
function watchLoop() {
  const turns = [];
  const collections = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let on = true;
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    if (now - last > LONG_TURN) turns.push({ from: last, to: now });
    last = now;
    if (on) setImmediate(turn);
  };
  turn();
  return {
    async stop() {
      on = false;
      await new Promise((resolve) => setTimeout(resolve, 50));
      observer.disconnect();
      const within = ({ from, to }) => collections.filter(({ startTime }) => startTime >= from && startTime < to);
      const longest = (lengths) => Number(lengths.reduce((most, ms) => Math.max(most, ms), 0).toFixed(1));
      return {
        longest: longest(turns.map(({ from, to }) => to - from)),
        withoutCollections: longest(
          turns.map((one) => within(one).reduce((left, { duration }) => left - duration, one.to - one.from)),
        ),
      };
    },
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
