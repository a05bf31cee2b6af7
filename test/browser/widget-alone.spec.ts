import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { answered, bootstrap, createFilledTenant, direct, ShopSite } from '../support/shop-site.ts';

describeInBrowser('the widget and the SDK', () => {
  let service: TestApp;
  let shop: TestTenant;
  let site: ShopSite;
  let browser: Browser;
  let widget: string;
  beforeAll(async () => {
    service = await startTestApp();
    [shop, site, browser] = await Promise.all([
      createFilledTenant(service),
      ShopSite.start(service.url),
      startBrowser(),
    ]);
    const settings = await ask(service.url, 'GET', `/v1/${shop.slug}/widget-bootstrap`, { key: shop.keys.public });
    widget = `<script src="${service.url}/${settings.body.widget}" defer></script>`;
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await service?.close();
  });

  const open = async (head: string, attributes: string) => {
    const opened = await openPage(browser);
    const sent: string[] = [];
    opened.page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    const body = `<mirabel-search ${attributes}></mirabel-search><mirabel-search mode="results" ${attributes}></mirabel-search>`;
    await opened.page.goto(site.serve('/', { head, body }) + '?q=lamp');
    const box = opened.page.getByRole('combobox', { name: 'Search' });
    const stored = () => opened.page.evaluate(() => localStorage.length + sessionStorage.length);
    return { ...opened, box, stored, sent, tracked: () => sent.filter((path) => path.includes('/track/')) };
  };

  test('without the SDK it searches, and neither reports nor stores anything', async () => {
    const { page, box, stored, sent, tracked, faults, context } = await open(widget, direct(service, shop));
    await page.locator('.card .title').first().waitFor();
    expect(sent.filter((path) => path.endsWith('/search'))).toHaveLength(1);
    await box.fill('mug');
    await page.getByRole('option', { name: /Mug/ }).first().click();
    await page.waitForURL('**/demo/p/**');
    expect([tracked(), await stored(), faults]).toEqual([[], 0, []]);
    await context.close();
  });

  test('while consent is asked for it searches and reports nothing; from consent on it reports', async () => {
    const head = bootstrap(service, shop, 'data-consent="required"');
    const { page, box, stored, tracked, context } = await open(head, '');
    await page.locator('.card .title').first().waitFor();
    await box.fill('mug');
    await page.getByRole('option', { name: /Mug/ }).first().waitFor();
    await page.keyboard.press('Escape');
    expect([tracked(), await stored()]).toEqual([[], 0]);
    await page.evaluate(() => (window as unknown as { mb: { setConsent(given: boolean): void } }).mb.setConsent(true));
    const reported = page.waitForResponse(/\/track\/search/);
    await box.fill('scarf');
    expect((await reported).status()).toBe(202);
    await context.close();
  });

  test('on another origin, a click whose page goes away at once still arrives', async () => {
    const { page, context } = await open(bootstrap(service, shop), '');
    const clicked = answered(service, /\/track\/click/);
    await page.locator('.card .title').first().click();
    await page.waitForURL('**/demo/p/**');
    expect(await clicked).toBe(202);
    await context.close();
  });

  test('a page that sets nothing up says so', async () => {
    const { page, tracked, context } = await open(widget, '');
    await expect(page.getByText('Search is not set up on this page.').first().isVisible()).resolves.toBe(true);
    expect(tracked()).toEqual([]);
    await context.close();
  });
});
