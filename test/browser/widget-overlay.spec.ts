import type { IncomingMessage, Server } from 'node:http';
import type { Browser, Locator, Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { bootstrap, createFilledTenant, ShopSite } from '../support/shop-site.ts';

describeInBrowser('the search box', () => {
  let service: TestApp;
  let shop: TestTenant;
  let site: ShopSite;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestApp();
    [shop, site, browser] = await Promise.all([
      createFilledTenant(service),
      ShopSite.start(service.url),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await service?.close();
  });

  const open = async (page = {}, options = {}) => {
    const head = bootstrap(service, shop);
    const url = site.serve('/', {
      head,
      body: '<mirabel-search results-url="/find"></mirabel-search><a href="/x">x</a>',
      ...page,
    });
    const opened = await openPage(browser, options);
    await opened.page.goto(url);
    const box = opened.page.getByRole('combobox');
    return { ...opened, box, options: opened.page.getByRole('option') };
  };
  const activeText = async (page: Page, box: Locator): Promise<string | null> => {
    const id = await box.getAttribute('aria-activedescendant');
    return id && page.locator(`#${id}`).innerText();
  };

  test('offers products while typing; arrows move, Enter goes there, nothing breaks the page or its policy', async () => {
    const { page, box, faults, context } = await open();
    await box.pressSequentially('snea', { delay: 20 });
    const first = page.getByRole('option', { name: /Sneakers/ }).first();
    await first.waitFor();
    await expect(box.getAttribute('aria-expanded')).resolves.toBe('true');
    expect(await box.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ArrowDown');
    while ((await first.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    expect(await activeText(page, box)).toContain('Sneakers');
    await expect(page.getByRole('status').innerText()).resolves.toMatch(/\d+ suggestions/);
    const target = await first.getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(target!);
    expect(new URL(page.url()).pathname).toMatch(/^\/demo\/p\//);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('Escape closes, then empties; Tab leaves and closes; Enter leads to the results', async () => {
    const { page, box, options, context } = await open();
    await box.fill('lamp');
    await options.first().waitFor();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
    await expect(box.inputValue()).resolves.toBe('lamp');
    await page.keyboard.press('ArrowDown');
    await options.first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(box.inputValue()).resolves.toBe('');
    await box.fill('lamp');
    await options.first().waitFor();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
    await options.first().waitFor({ state: 'hidden' });
    await box.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/find?q=lamp');
    await context.close();
  });

  test('arrows go round through the box, and the pointer does not take the focus from it', async () => {
    const { page, box, options, context } = await open();
    await box.fill('mug');
    await options.last().waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await activeText(page, box)).toMatch(/Show all \d+ results/);
    await page.keyboard.press('ArrowDown');
    expect(await activeText(page, box)).toBeNull();
    await page.getByText('Products', { exact: true }).click();
    await expect(page.evaluate(() => document.activeElement?.localName)).resolves.toBe('mirabel-search');
    await expect(options.first().isVisible()).resolves.toBe(true);
    await context.close();
  });

  test('from another origin the browser asks for leave once, not at every key', async () => {
    const { page, box, context } = await open();
    const asked: string[] = [];
    const watch = ({ method, url }: IncomingMessage): void => void asked.push(`${method} ${url!.split('?')[0]}`);
    const server = service.app.getHttpServer() as Server;
    server.on('request', watch);
    for (const text of ['s', 'sn', 'sne', 'snea', 'sneak', 'sneake']) {
      const answered = page.waitForResponse(/\/suggest$/);
      await box.fill(text);
      await answered;
    }
    server.off('request', watch);
    const count = (line: string): number => asked.filter((one) => one === line).length;
    // On a slow machine a key may be asked for twice, before and after its pause.
    expect(count(`POST /v1/${shop.slug}/suggest`)).toBeGreaterThanOrEqual(6);
    expect(count(`OPTIONS /v1/${shop.slug}/suggest`)).toBe(1);
    expect(count(`OPTIONS /v1/${shop.slug}/search`)).toBe(1);
    await context.close();
  });

  test("a merchant's redirect is offered first, and followed by keyboard and by pointer", async () => {
    const body = {
      name: 'Returns',
      conditions: [{ match: 'is', pattern: 'returns' }],
      actions: { redirect: '/help/returns' },
    };
    await ask(service.url, 'POST', `/v1/${shop.slug}/rules`, { key: shop.keys.secret, body });
    const { page, box, options, context } = await open();
    await box.fill('returns');
    const offer = page.getByRole('option', { name: 'Go to the page for “returns”' });
    await offer.waitFor();
    await expect(options.first().innerText()).resolves.toContain('Go to the page');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/help/returns');
    await page.goBack();
    await box.fill('returns');
    await offer.click();
    await page.waitForURL('**/help/returns');
    await context.close();
  });

  test('a shop that hides what overflows does not cut the panel, and a phone shows it over its whole width', async () => {
    const { page, box, options, context } = await open({}, { viewport: { width: 360, height: 700 } });
    await box.fill('a very long search that finds hardly anything but must not break out of the page shoes');
    await options.first().waitFor();
    const panel = await page.locator('.panel').boundingBox();
    expect([panel!.x, panel!.width]).toEqual([0, 360]);
    expect(panel!.y + panel!.height).toBeLessThanOrEqual(700);
    await expect(page.evaluate(() => document.documentElement.scrollWidth)).resolves.toBe(360);
    await context.close();
  });

  test('right to left: the panel hangs at the right edge, prices and words in the locale', async () => {
    const { page, box, options, context } = await open({ dir: 'rtl', lang: 'de' });
    await box.fill('lampe');
    await options.first().waitFor();
    const [panel, field] = [await page.locator('.panel').boundingBox(), await page.locator('.box').boundingBox()];
    expect(Math.round(panel!.x + panel!.width)).toBe(Math.round(field!.x + field!.width));
    await expect(page.locator('.price').first().innerText()).resolves.toMatch(/^\d+,\d\d\s€$/u);
    await expect(page.getByText('Produkte', { exact: true }).isVisible()).resolves.toBe(true);
    await context.close();
  });

  test.each([
    ['es', 'Productos', /^\d+,\d\d\s€$/u],
    ['fr', 'Produits', /^\d+,\d\d\s€$/u],
    ['en', 'Products', /^€\d+\.\d\d$/u],
  ])('speaks %s, with prices as they are written there', async (lang, products, price) => {
    const { page, box, options, context } = await open({ lang });
    await box.fill('lamp');
    await options.first().waitFor();
    await expect(page.getByText(products, { exact: true }).isVisible()).resolves.toBe(true);
    await expect(page.locator('.price').first().innerText()).resolves.toMatch(price);
    await context.close();
  });

  test('right to left on a phone: nothing sticks out, the arrow of the last option points to the left', async () => {
    const { page, box, options, context } = await open(
      { dir: 'rtl', lang: 'ar' },
      { viewport: { width: 360, height: 700 } },
    );
    await box.fill('lamp');
    await options.first().waitFor();
    const panel = await page.locator('.panel').boundingBox();
    expect([panel!.x, panel!.width]).toEqual([0, 360]);
    await expect(page.evaluate(() => document.documentElement.scrollWidth)).resolves.toBe(360);
    const [picture, title] = [options.first().locator('.picture'), options.first().locator('.title')];
    expect((await picture.boundingBox())!.x).toBeGreaterThan((await title.boundingBox())!.x);
    const turned = await page
      .locator('.group.all .icon')
      .evaluate((icon) => new DOMMatrix(getComputedStyle(icon).transform).a);
    expect(turned).toBe(-1);
    await context.close();
  });

  test('a typo is understood and asked about; nothing found says so and offers what is popular', async () => {
    const { page, box, options, context } = await open();
    await box.fill('sneekers');
    await page.getByRole('link', { name: 'sneakers', exact: true }).click();
    await expect(box.inputValue()).resolves.toBe('sneakers');
    await box.fill('zzqqxxkk');
    await page.getByText('Nothing found for “zzqqxxkk”', { exact: true }).waitFor();
    await page.getByText('Popular now').waitFor();
    await expect(options.count()).resolves.toBeGreaterThan(0);
    await context.close();
  });
});
