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
const { loadSettings } = await import('../dist/src/config/settings.js');
const { createApplication } = await import('../dist/src/create-application.js');
const { MembersService } = await import('../dist/src/modules/accounts/index.js');
const { DemoShop } = await import('../dist/src/modules/demo/index.js');
const { TenantsService } = await import('../dist/src/modules/tenants/index.js');
const { openDatabase } = await import('../dist/src/open-database.js');
const { findChromium } = await import('../test/support/chromium.ts');
const { fillDemoShop } = await import('../test/support/panel-demo.ts');
const { PANEL_SECTIONS } = await import('../test/support/panel-sections.ts');

/**
 * `node scripts/panel-screenshots.mjs [folder]`: the panel's pictures of the documentation, of a demo shop of its own.
 * `node scripts/panel-screenshots.mjs --all folder`: every section, to be looked at: full and empty, light and dark, wide and phone.
 */
const all = process.argv[2] === '--all';
const folder = process.argv[all ? 3 : 2] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'images');
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SECTIONS = [...PANEL_SECTIONS, 'preview?q=sneekers'];

const executablePath = findChromium();
if (!executablePath) {
  console.error('There is no Chromium.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-pictures-'));
const settings = { ...loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' }), demo: true };
const database = await openDatabase(settings);
const app = await createApplication({ settings, databaseUrl: database.url });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const { slug, keys } = await app.get(DemoShop).ensure();
  await fillDemoShop({ url, slug, keys });
  const state = await signIn(url, slug);
  if (all) await takeAll(url, slug, state);
  else await takeTwo(`${url}/panel/${slug}`, state);
} finally {
  await browser.close();
  await app.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** For the documentation. */
async function takeTwo(panel, storageState) {
  const page = await open({ storageState });
  await page.goto(`${panel}/overview`);
  await page.getByRole('button', { name: /^Searches/ }).waitFor();
  await take(page, 'panel-overview');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${panel}/suggestions`);
  await page.locator('li[aria-posinset="1"]').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await take(page, 'panel-suggestions');
}

async function takeAll(url, slug, storageState) {
  await app.get(TenantsService).create('empty');
  const empty = await signIn(url, 'empty');
  for (const colorScheme of ['light', 'dark']) {
    for (const [size, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
      for (const [shop, state] of [
        [slug, storageState],
        ['empty', empty],
      ]) {
        const page = await open({ storageState: state, colorScheme, viewport });
        for (const section of SECTIONS) {
          await page.goto(`${url}/panel/${shop}/${section}`);
          await page.locator('#page-title').waitFor();
          await take(page, [size, colorScheme, shop, section.replaceAll(/\W+/g, '-')].join('_'), true);
        }
        await page.context().close();
      }
    }
  }
}

/** Somebody with a password, whom nothing is asked. */
async function signIn(url, slug) {
  const tenant = await app.get(TenantsService).find(slug);
  const invitation = { email: `owner@${slug}.example`, role: 'owner' };
  const { link } = await app.get(MembersService).invite(tenant, invitation, { trusted: true });
  const page = await open({});
  await page.goto(url + link.path);
  await page.getByRole('link', { name: 'Choose a password' }).click();
  await page.getByLabel('New password').fill('eleven purple otters');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('The password is saved.').waitFor();
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

async function open(options) {
  const context = await browser.newContext({ viewport: WIDE, locale: 'en-GB', ...options });
  return context.newPage();
}

async function take(page, name, fullPage = false) {
  await page.waitForLoadState('networkidle');
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file, fullPage });
  console.log(`${file}: ${Math.round(statSync(file).size / 1024)} kB`);
}
