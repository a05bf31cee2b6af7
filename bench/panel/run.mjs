import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createApplication } from '../../dist/src/create-application.js';
import { MembersService } from '../../dist/src/modules/accounts/index.js';
import { DemoShop } from '../../dist/src/modules/demo/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { Database } from '../../dist/src/platform/database/index.js';
import { findChromium } from '../../test/support/chromium.ts';
import { fillDemoShop } from '../../test/support/panel-demo.ts';
import { median } from '../median.mjs';
import { bytesByPage } from './bytes.mjs';

/** What the panel weighs and how soon it is there, on the demo shop: `npm run bench:panel`. Prints, never passes or fails. */
const ROUNDS = 7;
const SUGGESTIONS = 10_000;
/** Where the list says how many there are. */
const COUNT = 'section p[role=status]';
const WORDS = ['kyt', 'lanp', '09', 'zz', 'kyte 77'];

const executablePath = findChromium();
if (!executablePath) {
  console.error('There is no Chromium.');
  process.exit(1);
}
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const settings = { ...loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' }), demo: true };
const database = await openDatabase(settings);
const app = await createApplication({ settings, databaseUrl: database.url });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const { slug, keys } = await app.get(DemoShop).ensure();
  await fillDemoShop({ url, slug, keys });
  const tenant = await app.get(TenantsService).find(slug);
  await addSuggestions(tenant.tenantId);
  const context = await signIn(url, tenant);

  console.log('bytes over the wire (gzip), nothing cached');
  for (const [page, bytes] of await bytesByPage(browser, context, url, slug)) {
    console.log(`  ${page.padEnd(28)} ${(bytes.total / 1_000).toFixed(1).padStart(7)} kB, ${bytes.files} files`);
  }
  console.log(`\nopening, median of ${ROUNDS}, a new profile's cache each time`);
  for (const [name, path, there] of [
    ['sign-in', '', 'button[type=submit]'],
    ['overview', `${slug}/overview`, 'button[aria-pressed]'],
    ['suggestions', `${slug}/suggestions`, 'li[aria-posinset]'],
  ]) {
    const state = name === 'sign-in' ? undefined : await context.storageState();
    const times = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await open(`${url}/panel/${path}`, there, state));
    const of = (key) =>
      `${median(times.map((time) => time[key]))
        .toFixed(0)
        .padStart(5)} ms`;
    console.log(`  ${name.padEnd(14)} first content ${of('content')}   data on screen, usable ${of('usable')}`);
  }
  console.log(
    `\n${SUGGESTIONS} suggestions: from the last key to the new rows, median of ${ROUNDS}, typing pause included`,
  );
  const page = await context.newPage();
  await page.goto(`${url}/panel/${slug}/suggestions`);
  await page.locator('li[aria-posinset]').first().waitFor();
  const all = await page.locator(COUNT).first().innerText();
  for (const words of WORDS) {
    const times = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await filter(page, words, all));
    console.log(`  ${JSON.stringify(words).padEnd(14)} ${median(times).toFixed(0).padStart(5)} ms`);
  }
  const { frames, late, filled } = await scroll(page, all);
  console.log(
    `\nscroll through them in ${frames} steps: ${late} frames over 50 ms, the last rows there after ${filled.toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  await app.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function signIn(url, tenant) {
  const invitation = { email: 'bench@people.example', role: 'owner' };
  const { link } = await app.get(MembersService).invite(tenant, invitation, { trusted: true });
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url + link.path);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.close();
  return context;
}

/** Copies of one that a run has found, under words of their own. */
async function addSuggestions(tenantId) {
  await app.get(Database).system((tx) =>
    tx.query(
      `insert into smart_suggestions (tenant_id, id, original, target, failed, rescue, suggested, kind, direction, confidence,
         reason, evidence, status, decision, history, run_id, created_at)
       select tenant_id, gen_random_uuid(), words, target, words, rescue, suggested, kind, direction, 0.5 + (n % 50) / 100.0,
         reason, evidence, 'pending', 'suggested', '[]', run_id, created_at
       from (select * from smart_suggestions where tenant_id = $1 limit 1) one,
         lateral (select n, (case when n % 2 = 0 then 'kyte ' else 'lanp ' end) || n as words
                  from generate_series(1, $2::int) n) made`,
      [tenantId, SUGGESTIONS],
    ),
  );
}

/** Milliseconds after the navigation began: the first text painted, and the data drawn with nothing on the thread. */
async function open(address, there, storageState) {
  const context = await browser.newContext({ locale: 'en-GB', ...(storageState && { storageState }) });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(there).first().waitFor();
  const times = await page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    const usable = performance.now();
    // On a busy machine the entry of the first paint comes after the paint.
    const content = await new Promise((resolve) =>
      new PerformanceObserver((list) => {
        const [paint] = list.getEntriesByName('first-contentful-paint');
        if (paint) resolve(paint.startTime);
      }).observe({ type: 'paint', buffered: true }),
    );
    return { content, usable };
  });
  await context.close();
  return times;
}

/** Milliseconds from the key to another count and its rows. */
async function filter(page, words, all) {
  const box = page.getByLabel('Find words');
  await showAll(page, all);
  await page.evaluate(
    ([place, before]) => {
      window.filtered = new Promise((resolve) => {
        const look = () => {
          const count = document.querySelector(place)?.textContent;
          if (count && count !== before) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        addEventListener('input', () => ((window.began = performance.now()), requestAnimationFrame(look)), {
          once: true,
        });
      });
    },
    [COUNT, all],
  );
  await box.fill(words);
  return page.evaluate(async () => (await window.filtered) - window.began);
}

/** From the first row to the last, and how long the last ones then take to be there. */
async function scroll(page, all) {
  await showAll(page, all);
  await page.locator('li[aria-posinset="1"] button').waitFor();
  return page.evaluate(async () => {
    const steps = 120;
    const list = document.querySelector('li[aria-posinset]').parentElement.parentElement;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let late = 0;
    let before = await frame();
    for (let step = 1; step <= steps; step++) {
      list.scrollTop = ((list.scrollHeight - list.clientHeight) * step) / steps;
      const now = await frame();
      if (now - before > 50) late++;
      before = now;
    }
    const ended = performance.now();
    const last = () => {
      const row = [...document.querySelectorAll('li[aria-posinset]')].at(-1);
      return row?.ariaPosInSet === row?.ariaSetSize && row?.querySelector('button');
    };
    while (!last()) await frame();
    return { frames: steps, late, filled: performance.now() - ended };
  });
}

async function showAll(page, all) {
  await page.getByLabel('Find words').fill('');
  await page.waitForFunction(([place, count]) => document.querySelector(place)?.textContent === count, [COUNT, all]);
}
