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

/** Each set of processes has this many turns, in rotation: what else the machine does meets all of them alike. */
const ROUNDS = 5;

interface Measured {
  name: string;
  services: Services;
  times: number[];
  failed: number;
  /** Seconds of processor time of each process. */
  cpu: number[];
}

/** One process and two, with and without Redis and OpenSearch: searches a second, and how soon a push is found elsewhere. */
export async function measureProcesses(seconds: number): Promise<void> {
  const redis = await startRedis();
  const cluster = await OpenSearchCluster.start();
  const sets: Measured[] = [];
  const start = async (name: string, count: number, env: Record<string, string>): Promise<void> => {
    sets.push({ name, services: await startServices(count, env), times: [], failed: 0, cpu: Array(count).fill(0) });
  };
  try {
    await start('embedded, 1 process', 1, {});
    await start('embedded, 2 processes', 2, {});
    if (redis) await start('embedded, 2, Redis', 2, { REDIS_URL: redis.url });
    await start('OpenSearch, 2 processes', 2, { OPENSEARCH_URL: cluster.nodes.join(',') });
    for (const { services } of sets)
      for (let at = 0; at < 200; at++) await search(services, at, QUERIES[at % QUERIES.length]!);
    for (let round = 0; round < ROUNDS; round++) for (const set of sets) await load(set, seconds / ROUNDS);
    const rows = [];
    for (const set of sets) rows.push(await rowOf(set, seconds));
    console.log(
      `processes: ${LANES} searches at once, ${seconds} s each in ${ROUNDS} turns; clients, database and cluster on the same machine`,
    );
    console.table(rows);
  } finally {
    for (const { services } of sets) await services.stop();
    await cluster.stop();
    await redis?.stop();
  }
}

async function load(set: Measured, seconds: number): Promise<void> {
  const { services, times, cpu } = set;
  const pids = services.services.map(({ program }) => program.child.pid!);
  const before = await Promise.all(pids.map(cpuSeconds));
  const until = performance.now() + seconds * 1_000;
  const lane = async (lane: number): Promise<void> => {
    for (let at = lane; performance.now() < until; at++) {
      const { status, ms } = await search(services, at, QUERIES[at % QUERIES.length]!);
      if (status !== 200) set.failed++;
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)));
  const after = await Promise.all(pids.map(cpuSeconds));
  after.forEach((used, at) => (cpu[at]! += used - before[at]!));
}

async function rowOf({ name, services, times, failed, cpu }: Measured, seconds: number): Promise<object> {
  const found = services.services.length > 1 ? await foundElsewhere(services) : [];
  return {
    what: name,
    'a second': Math.round(times.length / seconds),
    'ms p50': percentile(times, 0.5).toFixed(1),
    'ms p99': percentile(times, 0.99).toFixed(1),
    failed,
    'CPU of the processes': cpu.map((used) => `${Math.round((used / seconds) * 100)} %`).join(' + '),
    'CPU ms a search': ((cpu.reduce((sum, used) => sum + used, 0) * 1_000) / times.length).toFixed(2),
    'found elsewhere, ms p50 / max':
      found.length === 0 ? '' : `${Math.round(percentile(found, 0.5))} / ${Math.round(percentile(found, 1))}`,
  };
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
