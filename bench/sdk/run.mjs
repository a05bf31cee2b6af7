import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { DemoShop } from '../../dist/src/modules/demo/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { startService } from '../../dist/src/start-service.js';
import { findChromium } from '../../test/support/chromium.ts';
import { median } from '../median.mjs';

/**
 * What a shop's page pays: bytes of each file, and milliseconds from a key to the first suggestion painted in the demo
 * shop, on one machine without a network between. And whether an event outlives the page that sends it.
 */
const ROUNDS = Number(process.argv[2] ?? 10);
const WORDS = ['sneakers', 'jacket', 'lamp', 'coffee', 'tent', 'shirt'];
const kilobytes = (bytes) => (bytes / 1024).toFixed(2).padStart(7);

await printSizes();
const executablePath = findChromium();
if (!executablePath) {
  console.log('\nThere is no Chromium on the path and no CHROME_PATH: nothing is measured in a browser.');
  process.exit(0);
}
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const env = { MB_DATA_DIR: dataDir, MB_DEMO: 'true', PORT: '0', LOG_LEVEL: 'error' };
const service = await startService({ env, onProgress: () => {}, onDatabaseLost: console.error });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  const { slug, keys } = await service.app.get(DemoShop).ensure();
  const tenants = service.app.get(TenantsService);
  await tenants.updateSettings(await tenants.find(slug), { rate_limit_per_minute: 100_000 });
  const url = await service.app.getUrl();
  console.log(`\nNode ${process.version}, Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0].model}`);
  await benchSuggestions(url);
  await benchLeaving(url, slug, keys.public);
} finally {
  await browser.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function printSizes() {
  const folder = new URL('../../dist/browser/', import.meta.url);
  console.log('kB                             plain    gzip  brotli');
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.global.js')).sort()) {
    const text = await readFile(new URL(name, folder));
    const sizes = [text.length, gzipSync(text, { level: 9 }).length, brotliCompressSync(text).length];
    console.log(`${name.padEnd(28)} ${sizes.map(kilobytes).join(' ')}`);
  }
}

/** From the input event of one pasted word to the frame after the first option stands in the page. */
async function benchSuggestions(url) {
  const page = await browser.newPage();
  await page.goto(`${url}/demo`);
  await page.waitForFunction(() => document.querySelector('mirabel-search')?.shadowRoot?.querySelector('input'));
  const times = { first: [], later: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, word] of WORDS.entries()) {
      const took = await page.evaluate(typeAndWait, word);
      times[round + at === 0 ? 'first' : 'later'].push(took);
    }
  }
  const { first, later } = times;
  console.log(
    `\nkey to first suggestion painted: first ${first[0].toFixed(0)} ms, then median ${median(later).toFixed(0)} ms`,
  );
  console.log(
    `  (${later.length} words, ${Math.min(...later).toFixed(0)} to ${Math.max(...later).toFixed(0)} ms, debounce included)`,
  );
  await page.close();
}

/** In the page. */
async function typeAndWait(word) {
  const root = document.querySelector('mirabel-search').shadowRoot;
  const input = root.querySelector('input');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const enter = (value) => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  };
  input.focus();
  enter('zzzzqqqq');
  while (root.querySelector('[role=option] mark')) await frame();
  const start = performance.now();
  enter(word);
  while (!root.querySelector('[role=option] mark') && performance.now() - start < 10_000) await frame();
  await frame();
  return performance.now() - start;
}

/** A page that leaves in the moment it sends, in a profile that has no preflight in its cache. */
async function benchLeaving(url, slug, key) {
  const shop = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>shop</title>'),
  );
  await new Promise((resolve) => shop.listen(0, 'localhost', resolve));
  // Slower than the next page: otherwise the request ends before the old page does, however it was sent.
  const far = await delayed(new URL(url), 150);
  const origin = `http://localhost:${shop.address().port}`;
  for (const keepalive of [true, false]) {
    let arrived = 0;
    for (let round = 0; round < ROUNDS; round++)
      arrived += await leave(origin, { url, far: far.url, slug, key, keepalive });
    console.log(
      `click, then the page is left at once, ${keepalive ? 'with' : 'without'} keepalive: ${arrived} of ${ROUNDS} arrived`,
    );
  }
  shop.close();
  far.server.close();
}

/** The same service, each byte so many milliseconds later. */
async function delayed({ hostname, port }, milliseconds) {
  const server = createTcpServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), milliseconds));
      from.on('close', () => setTimeout(() => to.destroy(), milliseconds)).on('error', () => {});
    }
  });
  await new Promise((resolve) => server.listen(0, hostname, resolve));
  return { server, url: `http://${hostname}:${server.address().port}` };
}

/** 1 when the service knows the event afterwards: sent again, it is then a duplicate. */
async function leave(origin, { url, far, slug, key, keepalive }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  const event_id = crypto.randomUUID();
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event_id, session_id: crypto.randomUUID(), query: 'lamp', item_id: event_id, position: 1 }),
  };
  const path = `/v1/${slug}/track/click`;
  await page.evaluate(
    ([address, request, keepalive]) => {
      void fetch(address, { ...request, keepalive, credentials: 'omit' });
      location.href = '/next';
    },
    [far + path, request, keepalive],
  );
  await page.waitForURL('**/next');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const again = await (await fetch(url + path, request)).json();
  await context.close();
  return again.status === 'duplicate' ? 1 : 0;
}
