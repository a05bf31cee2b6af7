import { mkdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode24 } from './node-version.mjs';

await requireNode24();
const { build } = await import('./build.mjs');
await build();
const { chromium } = await import('playwright-core');
const { findChromium } = await import('../test/support/chromium.ts');
const { fillDemoShop } = await import('../test/support/panel-demo.ts');
const { startServiceProcess } = await import('../test/support/service-process.ts');

/** `node scripts/panel-screenshots.mjs [folder]`: the panel's pictures of the documentation, of a demo shop of its own. */
const folder = process.argv[2] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'images');
const executablePath = findChromium();
if (!executablePath) {
  console.error('There is no Chromium.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-pictures-'));
const service = await startServiceProcess({ MB_DATA_DIR: dataDir, MB_DEMO: 'true' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  await fillDemoShop({ url: service.url, slug: 'demo', keys: service.keys });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(/(http\S+\/panel\/link\/\S+)/.exec(service.output)[1]);
  // With a password the invitation to choose one is gone.
  await page.getByRole('link', { name: 'Choose a password' }).click();
  await page.getByLabel('New password').fill('eleven purple otters');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('The password is saved.').waitFor();
  await page.goto(`${service.url}/panel/demo/overview`);
  await page.getByRole('button', { name: /^Searches/ }).waitFor();
  await take(page, 'panel-overview');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${service.url}/panel/demo/suggestions`);
  await page.locator('li[aria-posinset="1"]').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await take(page, 'panel-suggestions');
} finally {
  await browser.close();
  await service.program.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function take(page, name) {
  await page.waitForLoadState('networkidle');
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`${file}: ${Math.round(statSync(file).size / 1024)} kB`);
}
