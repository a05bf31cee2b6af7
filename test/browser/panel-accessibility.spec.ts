import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { audit } from '../support/axe.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { openPanel } from '../support/panel-page.ts';
import { PANEL_SECTIONS } from '../support/panel-sections.ts';
import { candidate, RunOf, SmartShop } from '../support/smart.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

const SECTIONS = [...PANEL_SECTIONS, 'preview', 'preview?q=kite', 'nothing-here'];

/** States that are behind a press. */
const PRESSED: [string, (page: Page) => Promise<unknown>][] = [
  [
    'suggestions',
    (page) =>
      page
        .getByRole('button', { name: /^kyte/ })
        .click()
        .then(() => page.getByRole('heading', { name: 'Evidence' }).waitFor()),
  ],
  [
    'opportunities',
    (page) =>
      page
        .getByRole('button', { name: 'Redirect' })
        .first()
        .click()
        .then(() => page.getByRole('dialog').waitFor()),
  ],
  [
    'overview',
    (page) =>
      page
        .getByRole('button', { name: /Account and appearance/ })
        .click()
        .then(() => page.getByRole('menu').waitFor()),
  ],
  ['overview', (page) => page.getByRole('button', { name: 'As a table' }).click()],
  ['settings/keys', (page) => page.getByRole('button', { name: 'New key' }).click()],
  ['settings/members', (page) => page.getByRole('button', { name: 'Invite' }).click()],
  [
    'preview?q=kite',
    (page) =>
      page
        .getByRole('button', { name: /^Pin: / })
        .first()
        .click(),
  ],
  ['rules', (page) => page.getByRole('button', { name: 'New rule' }).click()],
  ['rules/synonyms', (page) => page.getByRole('button', { name: 'New synonym' }).click()],
];

describeInBrowser('axe finds nothing in the panel', () => {
  let service: TestApp;
  let browser: Browser;
  let empty: TestTenant;
  let full: TestTenant;
  beforeAll(async () => {
    service = await startTestApp();
    browser = await startBrowser();
    [empty, full] = [await service.createTenant(), await service.createTenant()];
    const smart = new SmartShop(service, full);
    const documents = ['kite', 'lamp'].map((id) => ({ id, title: `Red ${id}`, url: `/${id}`, price: 9 }));
    await service.app.get(IndexingService).push(full.context, 'erp', documents as never);
    for (let at = 0; at < 4; at++) {
      await smart.rescued('kyte', 'kite', 'kite', service.clock.now() - 3_600_000);
      await smart.searched('kayak', 0, randomUUID());
    }
    await smart.settings({ smart_mode: 'hybrid', hybrid_confidence_threshold: 1 });
    await new RunOf(service, full).with(candidate('kyte', 'kite'), candidate('lanp', 'lamp', { confidence: 0.7 }));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const looks: [string, BrowserContextOptions, 'empty' | 'full'][] = [
    ['full, desktop, light', { viewport: DESKTOP, colorScheme: 'light' }, 'full'],
    ['full, phone, dark', { viewport: PHONE, colorScheme: 'dark' }, 'full'],
    ['empty, desktop, dark', { viewport: DESKTOP, colorScheme: 'dark' }, 'empty'],
    ['empty, phone, light', { viewport: PHONE, colorScheme: 'light' }, 'empty'],
  ];

  test.each(looks)(
    '%s',
    async (_, options, which) => {
      const found: Record<string, string[]> = {};
      const opened = await openPanel(browser, service, which === 'full' ? full : empty, 'owner', options);
      const { page, go } = opened;
      const look = async (state: string): Promise<void> => {
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
        await page.waitForLoadState('networkidle');
        const violations = await audit(page);
        if (violations.length > 0) found[state] = violations;
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wider > 0) (found[state] ??= []).push(`${wider} px wider than the screen`);
      };
      for (const section of SECTIONS) {
        await go(section);
        await look(section);
      }
      for (const [at, [section, press]] of which === 'full' ? PRESSED.entries() : []) {
        await go(section);
        await press(page);
        await look(`${section}, pressed ${at}`);
      }
      await opened.context.close();
      expect(found).toEqual({});
    },
    180_000,
  );

  test('signing in, from right to left too', async () => {
    const { page, context } = await openPage(browser, { locale: 'en-GB', viewport: PHONE });
    await page.goto(`${service.url}/panel/`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await audit(page)).toEqual([]);
    await context.close();
    const { page: turned, go, context: other } = await openPanel(browser, service, full, 'owner', { viewport: PHONE });
    for (const section of ['suggestions', 'overview', 'rules', 'catalogue/connectors/new', 'settings/search']) {
      await go(section);
      await turned.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      await turned.waitForLoadState('networkidle');
      const wider = await turned.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([section, wider]).toEqual([section, 0]);
    }
    await other.close();
  });
});
