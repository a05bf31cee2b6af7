import { readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { start } from './processes.mjs';
import { stream } from './stream.mjs';
import { withShop } from './tenant.mjs';

/**
 * Memory of the service under a steady stream, and whether every acknowledged event is there once at the end:
 * `node bench/run.mjs soak [events] [minutes at most] [GB on disk at most]`. Runs unattended: ends by itself, on SIGINT or on
 * SIGTERM with a verdict, and takes its data away. The first tenth warms up; afterwards no sample of the memory may be
 * further than a tenth from their mean, else it exits with 1.
 */
const EVENTS = Number(process.argv[2] ?? 20_000_000);
const MINUTES = Number(process.argv[3] ?? Infinity);
const DISK = Number(process.argv[4] ?? 20) * 1e9;
/** What must stay free on the disk, whatever is allowed. */
const LEFT = 5e9;
const LINE = Math.min(1_000_000, EVENTS / 20);
const WARM_UP = EVENTS / 10;
const ALLOWED = 0.1;
const SAMPLE = Math.min(5_000, 1_000 + EVENTS / 1_000);
const MiB = 2 ** 20;

const children = [];
let stopped = null;
let acknowledged = 0;
let failed = 0;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped ??= `stopped by ${signal}`));
try {
  await withShop(async ({ slug, key, dataDir, databaseUrl }) => {
    const env = { DATABASE_URL: databaseUrl, BENCH_DATA: dataDir };
    const service = await start(children, './service.mjs', env);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const began = performance.now();
    let asked = 0;
    let answered = 0;
    const sending = stream({
      url: service.url,
      path: `/v1/${slug}/track/search`,
      key,
      connections: 32,
      depth: 4,
      goesOn: () => stopped === null && asked++ < EVENTS,
      onAnswer: (status) => {
        answered++;
        if (status === 202) acknowledged++;
        else failed++;
      },
    }).finally(() => (stopped ??= 'all sent'));
    sending.catch(() => {});
    await watch({ began, service, client, dataDir, count: () => answered });
    await sending;
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `\n${stopped}: ${answered} answers in ${(seconds / 60).toFixed(1)} minutes, ${failed} of them failures`,
    );
    await settle(client);
    await client.end();
    await end();
  });
} finally {
  await end();
}

/** The service writes to the folder that is taken away next. */
async function end() {
  for (const child of children.splice(0)) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill('SIGKILL')) await gone;
  }
}

/** Samples until the stream ends, a line every million events. */
async function watch({ began, service, client, dataDir, count }) {
  const kept = [];
  let line = [];
  let from = { events: 0, at: began };
  console.log('      events   events/s   RSS MiB   heap MiB   external MiB   PostgreSQL MiB   its data GB');
  while (stopped === null) {
    await new Promise((resolve) => setTimeout(resolve, SAMPLE));
    const events = count();
    const sample = await (await fetch(`${service.url}/bench/memory`)).json();
    line.push(sample);
    if (events >= WARM_UP) kept.push(sample.rss);
    if (Math.floor(events / LINE) > Math.floor(from.events / LINE) || stopped !== null) {
      const at = performance.now();
      const { rows } = await client.query('select pg_database_size(current_database())::float8 as size');
      const mean = (name) => (line.reduce((sum, one) => sum + one[name], 0) / line.length / MiB).toFixed(0);
      const rate = ((events - from.events) / (at - from.at)) * 1_000;
      const postgres = ((await memoryOfServer(dataDir)) / MiB).toFixed(0);
      const values = [events, rate.toFixed(0), mean('rss'), mean('heapUsed'), mean('external'), postgres];
      const widths = [12, 11, 10, 11, 15, 17];
      const cells = values.map((value, index) => String(value).padStart(widths[index]));
      console.log(cells.join('') + (rows[0].size / 1e9).toFixed(2).padStart(14));
      line = [];
      from = { events, at };
      const { bavail, bsize } = await statfs(dataDir);
      if (rows[0].size > DISK || bavail * bsize < LEFT) stopped ??= 'no more disk';
    }
    if (performance.now() - began > MINUTES * 60_000) stopped ??= 'time is up';
  }
  verdict(kept);
}

function verdict(sizes) {
  if (sizes.length < 2) return console.log('\ntoo short for a verdict');
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)].map((size) => (size - mean) / mean);
  const flat = Math.max(-low, high) <= ALLOWED;
  const percent = (part) => `${part < 0 ? '' : '+'}${(part * 100).toFixed(1)} %`;
  console.log(
    `\nRSS after the first tenth: mean ${(mean / MiB).toFixed(0)} MiB over ${sizes.length} samples, ` +
      `${percent(low)} to ${percent(high)}: ${flat ? 'flat' : 'NOT flat'} (±${ALLOWED * 100} %)`,
  );
  if (!flat) process.exitCode = 1;
}

/** What the processes of the embedded server hold, memory that they share counted once; 0 where there is no /proc. */
async function memoryOfServer(dataDir) {
  const read = (path) => readFile(path, 'utf8').catch(() => '');
  const parent = (await read(join(dataDir, 'postgres', 'postmaster.pid'))).split('\n')[0];
  let total = 0;
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const status = await read(`/proc/${pid}/status`);
    if (pid !== parent && /^PPid:\s+(\d+)/m.exec(status)?.[1] !== parent) continue;
    total += Number(/^Pss:\s+(\d+) kB/m.exec(await read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024;
  }
  return total;
}

async function settle(client) {
  const { rows } = await client.query(
    'select (select count(*) from searches)::int as stored, (select count(*) from event_keys)::int as ids',
  );
  const { stored, ids } = rows[0];
  // What was not acknowledged may be there, too.
  const right = stored >= acknowledged && stored <= acknowledged + failed && ids === stored;
  console.log(`${acknowledged} acknowledged, ${stored} stored, ${ids} different ids: ${right ? 'right' : 'WRONG'}`);
  if (!right) process.exitCode = 1;
}
