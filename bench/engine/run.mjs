import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import { median } from '../median.mjs';
import { measurePushes } from './pushing.mjs';
import { prepare } from './prepare.mjs';
import { seeded } from './random.ts';
import { Subject } from './subject-process.mjs';
import { measureTenants } from './tenants.mjs';

/**
 * The embedded engine beside what a Node user could pick instead, on a made-up catalogue:
 * `npm run bench:engine -- [products] [seed] [queries a class] [--peers sqlite,minisearch] [--only classes,pushing,tenants]`.
 * Deterministic but for the clock. Prints tables and writes them as JSON.
 */
const PEERS = ['sqlite', 'postgres', 'minisearch', 'flexsearch'];
const ROUNDS = 3;
/** A slow engine answers what it can in this time a class and round, ms, and at least this many queries. */
const MOST_MS = 2_000;
const FEWEST = 60;
/** Queries sent at once: turns between engines are this long. */
const TURN = 30;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: 'string', default: PEERS.join(',') },
    only: { type: 'string', default: 'classes,pushing,tenants' },
    tenants: { type: 'string', default: '1000' },
    json: { type: 'string', default: 'bench-engine.json' },
  },
});
const [products = 20_000, seed = 1, count = 500] = positionals.map(Number);
const sections = new Set(values.only.split(','));
const folder = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
console.log(`${machine}; ${products} products, seed ${seed}, ${count} queries a class\n`);
const report = { machine, products, seed, queries: count, date: new Date().toISOString() };
const subjects = [];
let database = null;
try {
  const { catalogue, classes, others } = await prepare(folder, { products, seed, count });
  const wanted = ['mirabel', ...(sections.has('classes') ? values.peers.split(',').filter(Boolean) : [])];
  if (wanted.includes('postgres')) database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  for (const name of wanted) await add(name, catalogue);
  report.build = table(
    'Indexing and loading',
    subjects.map(({ built }) => built),
  );
  if (sections.has('classes')) {
    for (const subject of subjects) await warm(subject, [...others.values()]);
    report.classes = [];
    for (const [name, queries] of classes) report.classes.push(...(await compare(name, queries)));
  }
  await Promise.all(subjects.map((subject) => subject.stop()));
  if (sections.has('pushing'))
    report.pushing = table('While pushing', await measurePushes(join(folder, 'mirabel'), classes));
  if (sections.has('tenants'))
    report.tenants = table('Many tenants', await measureTenants(folder, Number(values.tenants)));
} finally {
  await Promise.all(subjects.map((subject) => subject.stop()));
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
}
await writeFile(values.json, JSON.stringify(report, null, 2));
console.log(`\nwritten to ${values.json}`);

/** Indexes in one process, loads and answers in the next: memory is that of a process that found its index on disk. */
async function add(name, catalogue) {
  const own = join(folder, name);
  await mkdir(own, { recursive: true });
  const start = () => Subject.start(name, [own, database?.url ?? '']);
  let subject = await start();
  if (!subject) {
    console.log(`${name} is left out: it is not installed. In bench/engine: npm install\n`);
    return;
  }
  const { docsPerSecond, rss, heldMs } = await subject.ask('index', { catalogue });
  if (!subject.reindexes) {
    await subject.stop();
    subject = await start();
  }
  const loaded = await subject.ask('load');
  subject.built = {
    engine: name,
    'docs/s': Math.round(docsPerSecond),
    'MiB after indexing': rss,
    'loop held ms': Math.round(heldMs),
    'load ms': subject.reindexes ? null : Math.round(loaded.ms),
    'MiB after load': loaded.rss,
    'MiB bare': loaded.idle,
  };
  subjects.push(subject);
}

/** Compiled code and filled caches, as in a service that has run for a while: some queries of each class in turn. */
async function warm(subject, classes) {
  const started = performance.now();
  for (let at = 0; at < classes[0].length && performance.now() - started < MOST_MS * 2; at++) {
    await subject.ask('run', { queries: classes.map((queries) => queries[at]) });
  }
}

/**
 * Turn by turn, so that whatever else the machine does weighs on all alike; of each query's times the median counts, one a
 * round. The first query of a turn pays for waking the process, with what others left in the processor's caches: turns begin
 * at another query each round. Engines take turns in another order each time, so that none always follows the one that leaves
 * the most garbage to be collected. The first round is shown beside: there each query is new.
 */
async function compare(name, queries) {
  const order = seeded(seed);
  const taken = new Map(subjects.map((subject) => [subject, { times: [], spent: 0, found: 0, totals: 0 }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < queries.length; at += TURN) {
      const turn = turned([...queries.keys()].slice(at, at + TURN), (round * TURN) / ROUNDS);
      for (const [subject, seen] of shuffled([...taken], order)) {
        const asked = seen.times.length;
        if (round === 0 ? asked >= FEWEST && seen.spent > MOST_MS : at >= asked) continue;
        const answers = await subject.ask('run', { queries: turn.map((number) => queries[number]) });
        for (const [place, { ms }] of answers.entries()) (seen.times[turn[place]] ??= []).push(ms);
        if (round > 0) continue;
        seen.spent += sum(answers.map(({ ms }) => ms));
        seen.found += answers.filter(({ found }) => found).length;
        seen.totals += sum(answers.map(({ total }) => total));
      }
    }
  }
  const rows = [...taken].map(([subject, { times, found, totals }]) => ({
    class: name,
    engine: subject.name,
    ...percentiles(times.map(median)),
    'first p95 ms': percentiles(times.map(([first]) => first))['p95 ms'],
    n: times.length,
    matches: Math.round(totals / times.length),
    'recall@20': queries[0].wanted === null ? null : Number((found / times.length).toFixed(3)),
  }));
  const own = rows[0];
  for (const row of rows.slice(1)) {
    row['p50 ×'] = Number((row['p50 ms'] / own['p50 ms']).toFixed(1));
    row['p95 ×'] = Number((row['p95 ms'] / own['p95 ms']).toFixed(1));
  }
  return table(name, rows);
}

function turned(queries, by) {
  const at = by % queries.length;
  return [...queries.slice(at), ...queries.slice(0, at)];
}

/** Fisher and Yates. */
function shuffled(list, random) {
  for (let last = list.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function percentiles(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(3));
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
}

function table(title, rows) {
  console.log(title);
  console.table(rows);
  return rows;
}
