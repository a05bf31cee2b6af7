import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenSearchCluster } from '../../test/support/opensearch.ts';
import { findRedis } from '../../test/support/programs.ts';
import { freePort } from '../../test/support/service-process.ts';
import { cpuSeconds, percentile } from './figures.ts';
import { search, startServices, type Services } from './services.ts';

const LANES = 16;
const QUERIES = ['kite', 'paper%20kite', 'red', 'blue%20kite', 'kit'];
const MARKS = 20;

/** One process and two, with and without Redis and OpenSearch: searches a second, and how soon a push is found elsewhere. */
export async function measureProcesses(seconds: number): Promise<void> {
  const redis = await startRedis();
  const cluster = await OpenSearchCluster.start();
  const rows = [];
  try {
    rows.push(await measure('embedded, 1 process', 1, {}, seconds));
    rows.push(await measure('embedded, 2 processes', 2, {}, seconds));
    if (redis) rows.push(await measure('embedded, 2, Redis', 2, { REDIS_URL: redis.url }, seconds));
    rows.push(await measure('OpenSearch, 2 processes', 2, { OPENSEARCH_URL: cluster.nodes.join(',') }, seconds));
  } finally {
    await cluster.stop();
    await redis?.stop();
  }
  console.log(
    `processes: ${LANES} searches at once for ${seconds} s; clients, database and cluster on the same machine`,
  );
  console.table(rows);
}

async function measure(name: string, count: number, env: Record<string, string>, seconds: number): Promise<object> {
  const services = await startServices(count, env);
  try {
    for (let at = 0; at < 40; at++) await search(services, at, QUERIES[at % QUERIES.length]!);
    const pids = services.services.map(({ program }) => program.child.pid!);
    const before = await Promise.all(pids.map(cpuSeconds));
    const times: number[] = [];
    let failed = 0;
    const until = performance.now() + seconds * 1_000;
    const lane = async (lane: number): Promise<void> => {
      for (let at = lane; performance.now() < until; at++) {
        const { status, ms } = await search(services, at, QUERIES[at % QUERIES.length]!);
        if (status !== 200) failed++;
        times.push(ms);
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)));
    const after = await Promise.all(pids.map(cpuSeconds));
    const found = count > 1 ? await foundElsewhere(services) : [];
    return {
      what: name,
      'a second': Math.round(times.length / seconds),
      'ms p50': percentile(times, 0.5).toFixed(1),
      'ms p99': percentile(times, 0.99).toFixed(1),
      failed,
      'CPU of the processes': after
        .map((used, at) => `${Math.round(((used - before[at]!) / seconds) * 100)} %`)
        .join(' + '),
      'found elsewhere, ms p50 / max':
        found.length === 0 ? '' : `${Math.round(percentile(found, 0.5))} / ${Math.round(percentile(found, 1))}`,
    };
  } finally {
    await services.stop();
  }
}

/** Milliseconds from the answer of a push through one process until the other finds the product. */
async function foundElsewhere(services: Services): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < MARKS; at++) {
    await services.push(services.services[at % 2]!, [{ id: `mark-${at}`, title: `Landmark m${at}x`, url: '/m' }]);
    const began = performance.now();
    while ((await search(services, at + 1, `m${at}x`)).total !== 1) {
      if (performance.now() - began > 30_000) throw new Error('a push was not found through the other process');
    }
    times.push(performance.now() - began);
  }
  return times;
}

async function startRedis(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const program = findRedis();
  if (!program) {
    console.log('processes: there is no redis-server, so nothing is measured with Redis.');
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'mirabel-bench-redis-'));
  const port = await freePort();
  const child = spawn(program, ['--port', String(port), '--save', '', '--dir', folder], { stdio: 'ignore' });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
