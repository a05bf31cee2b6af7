import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../test/support/chromium.ts';

/**
 * `node scripts/screenshots.mjs [address]`: takes the pictures of the documentation from the demo shop of a running service.
 */
const service = process.argv[2] ?? 'http://127.0.0.1:3000';
const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'images');
const executablePath = findChromium();
if (!executablePath) {
  console.error('There is no Chromium.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

async function take(name, { path, viewport, colorScheme = 'light', act }) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${service}/demo${path}`, { waitUntil: 'networkidle' });
  await act(page);
  await page.waitForLoadState('networkidle');
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  await context.close();
  console.log(`${file}: ${Math.round(statSync(file).size / 1024)} kB`);
}

/** Types, waits until the pictures are there and the search was reported, and walks to the third option. */
async function search(page, text) {
  const reported = page.waitForResponse(/track\/search/);
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially(text, { delay: 30 });
  await page.getByRole('option').nth(4).waitFor();
  await reported;
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowDown');
}

await take('storefront', { path: '', viewport: { width: 1280, height: 800 }, act: (page) => search(page, 'sneekers') });
await browser.close();
