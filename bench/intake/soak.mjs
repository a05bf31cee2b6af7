import { load } from './load.mjs';
import { memoryOf, start } from './processes.mjs';
import { withShop } from './tenant.mjs';

/** Memory of the service under a steady stream: `node bench/run.mjs soak [events]`. The first tenth warms up. */
const EVENTS = Number(process.argv[2] ?? 20_000_000);
const LINES = 20;
const children = [];
try {
  await withShop(async ({ slug, key, dataDir, databaseUrl }) => {
    const service = await start(children, './service.mjs', { DATABASE_URL: databaseUrl, BENCH_DATA: dataDir });
    const sizes = [];
    let sent = 0;
    let failed = 0;
    console.log('      events   events/s   memory MiB');
    for (let line = 1; line <= LINES; line++) {
      const from = sent;
      const began = performance.now();
      while (sent < (EVENTS / LINES) * line) {
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
  });
} finally {
  for (const child of children) child.kill('SIGKILL');
}
