import { randomUUID } from 'node:crypto';
import { createOpenSearchEngine } from '../../src/engine/opensearch/index.ts';
import { ask, put } from '../../src/engine/port/conformance/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';
import { OpenSearchCluster } from '../../test/support/opensearch.ts';
import { readCatalogue, readJudgments } from '../relevance/catalogue.ts';
import { mirabel, type Contender } from '../relevance/contenders.ts';
import { measureJudged } from '../relevance/judged.ts';
import { percentile } from './figures.ts';

const FIRST = 10;

/** The judged queries on both engines: nDCG, how many of the first ten hits they share, and how long a page of 20 takes. */
export async function measureRelevance(folder: string): Promise<void> {
  const documents = await readCatalogue(folder);
  const judged = (await readJudgments(folder)) ?? [];
  const cluster = await OpenSearchCluster.start();
  const engine = createOpenSearchEngine({ nodes: cluster.nodes });
  try {
    const index = await engine.open(tenantContext(randomUUID(), 'bench'));
    const changes = documents.map((document) => put({ ...document }));
    const began = performance.now();
    for (let from = 0, version = 1; from < changes.length; from += 1_000, version++) {
      await index.apply({ version, changes: changes.slice(from, from + 1_000) });
    }
    const filled = (performance.now() - began) / 1_000;
    const embedded = await mirabel(documents);
    const opensearch: Contender = {
      name: 'OpenSearch',
      search: async (query, limit, locale = 'en') =>
        (await index.search(ask(query, { locale }, { limit }))).hits.map(({ id }) => id),
      close: () => engine.close(),
    };
    const rows = [];
    for (const contender of [embedded, opensearch]) {
      const times = await timesOf(contender, judged);
      const { ndcg, queries, zeroResults } = await measureJudged(contender, judged);
      rows.push({
        engine: contender.name,
        queries,
        'nDCG@10': ndcg.toFixed(4),
        'zero results': zeroResults.toFixed(3),
        'ms p50': percentile(times, 0.5).toFixed(1),
        'ms p95': percentile(times, 0.95).toFixed(1),
      });
    }
    console.log(`relevance: ${documents.length} products, into OpenSearch in ${filled.toFixed(1)} s`);
    console.table(rows);
    const shared = await sharedHits(embedded, opensearch, judged);
    console.log(`the same hit in the same place among the first ${FIRST}: ${(shared * 100).toFixed(1)} %\n`);
    await embedded.close();
  } finally {
    await engine.close();
    await cluster.stop();
  }
}

/** Milliseconds of each query's second search: the first learns its words. */
async function timesOf(contender: Contender, judged: readonly { query: string }[]): Promise<number[]> {
  const times: number[] = [];
  for (const { query } of judged) {
    await contender.search(query, 20);
    const began = performance.now();
    await contender.search(query, 20);
    times.push(performance.now() - began);
  }
  return times;
}

async function sharedHits(a: Contender, b: Contender, judged: readonly { query: string }[]): Promise<number> {
  let same = 0;
  let all = 0;
  for (const { query } of judged) {
    const [first, second] = await Promise.all([a.search(query, FIRST), b.search(query, FIRST)]);
    first.forEach((id, at) => (same += Number(second[at] === id)));
    all += Math.max(first.length, second.length);
  }
  return same / Math.max(1, all);
}
