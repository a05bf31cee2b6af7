import pg from 'pg';
import { load } from './load.mjs';
import { memoryOf, start } from './processes.mjs';
import { withShop } from './tenant.mjs';

/**
 * Memory of the service under a steady stream, and whether every acknowledged event is there once at the end:
 * `node bench/run.mjs soak [events] [minutes at most]`. The first tenth warms up.
 */
const EVENTS = Number(process.argv[2] ?? 20_000_000);
const MINUTES = Number(process.argv[3] ?? Infinity);
const LINES = 20;
const children = [];
try {
  await withShop(async ({ slug, key, dataDir, databaseUrl }) => {
    const service = await start(children, './service.mjs', { DATABASE_URL: databaseUrl, BENCH_DATA: dataDir });
    const sizes = [];
    let sent = 0;
    let failed = 0;
    const soakBegan = performance.now();
    const over = (line) => performance.now() - soakBegan > (MINUTES * 60_000 * line) / LINES;
    console.log('      events   events/s   memory MiB');
    for (let line = 1; line <= LINES; line++) {
      const from = sent;
      const began = performance.now();
      while (sent < (EVENTS / LINES) * line && !over(line)) {
        const path = `/v1/${slug}/track/search`;
        const result = await load({ url: service.url, path, key, connections: 64, seconds: 2 });
        sent += result.requests;
        failed += result.failed;
      }
      const size = (await memoryOf(service.pid)) / 2 ** 20;
      if (line > LINES / 10) sizes.push(size);
      const perSecond = ((sent - from) / (performance.now() - began)) * 1_000;
      console.log(`${String(sent).padStart(12)} ${perSecond.toFixed(0).padStart(10)} ${size.toFixed(0).padStart(12)}`);
    }
    const middle = sizes.toSorted((a, b) => a - b)[sizes.length >> 1];
    const off = (size) => `${(((size - middle) / middle) * 100).toFixed(0)} %`;
    console.log(
      `median ${middle.toFixed(0)} MiB, from ${off(Math.min(...sizes))} to +${off(Math.max(...sizes))}; ${failed} failed`,
    );
    await settle(databaseUrl, sent - failed);
  });
} finally {
  for (const child of children) child.kill('SIGKILL');
}

async function settle(databaseUrl, acknowledged) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'select (select count(*) from searches) as stored, (select count(*) from event_keys) as ids',
  );
  await client.end();
  console.log(`${acknowledged} acknowledged, ${rows[0].stored} stored, ${rows[0].ids} different ids`);
}
