import { randomUUID } from 'node:crypto';
import { createOpenSearchEngine } from '../../src/engine/opensearch/index.ts';
import { ask, put } from '../../src/engine/port/conformance/index.ts';
import type { Change, FreshIndex, SearchIndex } from '../../src/engine/port/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';
import { OpenSearchCluster } from '../../test/support/opensearch.ts';
import { percentile } from './figures.ts';

const BATCH = 1_000;
const WORDS = 'oak pine steel glass paper linen wool brass copper marble cotton velvet amber ivory slate'.split(' ');

/** Fills a catalogue, then builds it anew while searches run: their totals and how long they take. */
export async function measureRebuild(products: number): Promise<void> {
  const cluster = await OpenSearchCluster.start();
  const engine = createOpenSearchEngine({ nodes: cluster.nodes });
  try {
    const index = await engine.open(tenantContext(randomUUID(), 'bench'));
    const began = performance.now();
    await fill(index, products);
    const filled = performance.now() - began;
    const ended = new AbortController();
    const searching = searchUntil(index, ended.signal);
    const from = performance.now();
    await index.rebuild((fresh) => fill(fresh, products));
    const rebuilt = performance.now() - from;
    ended.abort();
    const { totals, times, failed } = await searching;
    console.log(`rebuild: ${products} products filled in ${seconds(filled)}, built anew in ${seconds(rebuilt)}`);
    console.table([
      {
        searches: times.length,
        failed,
        'totals seen': [...totals].join(', '),
        'ms p50': percentile(times, 0.5).toFixed(1),
        'ms p99': percentile(times, 0.99).toFixed(1),
      },
    ]);
  } finally {
    await engine.close();
    await cluster.stop();
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

async function fill(index: FreshIndex | SearchIndex, products: number): Promise<void> {
  for (let from = 0, version = 1; from < products; from += BATCH, version++) {
    const changes = Array.from({ length: Math.min(BATCH, products - from) }, (_, at) => productOf(from + at));
    await index.apply({ version, changes });
  }
}

function productOf(at: number): Change {
  const pick = (step: number): string => WORDS[(at * step + Math.floor(at / WORDS.length)) % WORDS.length]!;
  return put({
    id: `p${at}`,
    title: `${pick(1)} ${pick(4)} lamp ${at}`,
    description: `A lamp of ${pick(7)} and ${pick(11)} for every room, number ${at}.`,
    brand: pick(2),
    price: at % 500,
    popularity: at % 97,
  });
}

async function searchUntil(
  index: SearchIndex,
  ended: AbortSignal,
): Promise<{ totals: Set<number>; times: number[]; failed: number }> {
  const totals = new Set<number>();
  const times: number[] = [];
  let failed = 0;
  while (!ended.aborted) {
    const began = performance.now();
    try {
      totals.add(
        (await index.search(ask('lamp', {}, { facets: [{ field: 'brand', maxValues: 10, filter: null }] }))).total,
      );
    } catch {
      failed++;
    }
    times.push(performance.now() - began);
  }
  return { totals, times, failed };
}
