import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { bootstrap, createFilledTenant, ShopSite } from '../support/shop-site.ts';

describeInBrowser('the page of results', () => {
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
    site.serve('/find', {
      head: bootstrap(service, shop),
      body: `<mirabel-search results-url="/find"></mirabel-search>
        <mirabel-search mode="results" per-page="12" facets="categories,brand,price,attributes.colour,in_stock"></mirabel-search>`,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await service?.close();
  });

  const open = async (search: string, options = {}) => {
    const opened = await openPage(browser, options);
    const { page } = opened;
    await page.goto(`${site.url}/find${search}`);
    const summary = page.getByRole('heading', { level: 2 });
    const count = async (): Promise<number> => {
      await page.locator('section[aria-busy="false"]').waitFor();
      return Number.parseInt(await summary.innerText(), 10);
    };
    await page.locator('.card').first().waitFor();
    /** Waits for the answer to what `act` set off. */
    const after = async (act: () => Promise<unknown>): Promise<void> => {
      await Promise.all([page.waitForResponse(/\/search/), act()]);
      await page.locator('section[aria-busy="false"]').waitFor();
    };
    return { ...opened, summary, count, after };
  };
  const rule = (body: object) =>
    ask(service.url, 'POST', `/v1/${shop.slug}/rules`, { key: shop.keys.secret, body: { name: 'A rule', ...body } });

  test('filters narrow, the address says so, and back and forward bring each state again', async () => {
    const { page, count, after, faults, context } = await open('?q=shoes&utm_source=mail');
    const all = await count();
    const zephra = page.getByRole('checkbox', { name: /Zephra/ });
    await after(() => zephra.check());
    const narrowed = await count();
    expect(narrowed).toBeLessThan(all);
    await after(() =>
      page
        .getByLabel('To', { exact: true })
        .fill('120')
        .then(() => page.getByRole('button', { name: 'Apply: Price' }).click()),
    );
    const cheap = await count();
    expect(cheap).toBeLessThan(narrowed);
    expect(new URL(page.url()).search).toBe('?utm_source=mail&q=shoes&f.brand=Zephra&r.price=..120');
    await after(() => page.goBack());
    expect([await count(), await zephra.isChecked()]).toEqual([narrowed, true]);
    await after(() => page.goBack());
    expect([await count(), await zephra.isChecked()]).toEqual([all, false]);
    await after(() => page.goForward());
    expect(await count()).toBe(narrowed);
    await after(() => page.getByRole('button', { name: 'Remove filter Zephra' }).click());
    expect(await count()).toBe(all);
    await expect(page.locator('.summary').evaluate((heading) => heading.matches(':focus'))).resolves.toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a link to a filtered page shows just that', async () => {
    const { page, context } = await open('?q=shoes&f.brand=Zephra&page=1&sort=price:asc');
    await expect(page.getByRole('checkbox', { name: /Zephra/ }).isChecked()).resolves.toBe(true);
    await expect(page.getByRole('combobox', { name: 'Sort by' }).inputValue()).resolves.toBe('price:asc');
    const prices = (await page.locator('.card .price').allInnerTexts()).map((text) => Number(text.replace('€', '')));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    await context.close();
  });

  test('pages are links; turning one brings the focus up and other products', async () => {
    const { page, summary, after, context } = await open('?q=shoes');
    const titles = () => page.locator('.card .title').allInnerTexts();
    const first = await titles();
    await after(() => page.getByRole('link', { name: 'Page 2' }).click());
    const second = await titles();
    expect(second.filter((title) => first.includes(title))).toEqual([]);
    await expect(summary.evaluate((heading) => heading.matches(':focus'))).resolves.toBe(true);
    await expect(page.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).resolves.toBe('page');
    await after(() => page.goBack());
    await expect(titles()).resolves.toEqual(first);
    await context.close();
  });

  test('the box beside it searches in place, without a new page', async () => {
    const { page, after, context } = await open('?q=shoes&f.brand=Zephra');
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.getByRole('combobox', { name: 'Search' }).fill('lamp');
    await after(() => page.keyboard.press('Enter'));
    await page.waitForURL('**/find?q=lamp');
    await page
      .getByText(/products for “lamp”/)
      .first()
      .waitFor();
    await expect(page.evaluate(() => (window as { same?: boolean }).same)).resolves.toBe(true);
    await context.close();
  });

  test('categories open along the way; a chosen one can be left again', async () => {
    const { page, count, after, context } = await open('');
    const all = await count();
    await after(() => page.getByRole('button', { name: /^Clothing/ }).click());
    await after(() => page.getByRole('button', { name: /^Shoes/ }).click());
    const shoes = page.getByRole('button', { name: /^Shoes/ });
    await expect(shoes.getAttribute('aria-pressed')).resolves.toBe('true');
    expect(new URL(page.url()).searchParams.get('f.categories')).toBe('Clothing > Shoes');
    await after(() => page.getByRole('button', { name: 'All categories' }).click());
    expect(await count()).toBe(all);
    await context.close();
  });

  test('redirects and banners of the merchant', async () => {
    await rule({
      conditions: [{ match: 'is', pattern: 'returns' }],
      actions: { redirect: '/help/returns' },
    });
    await rule({
      conditions: [{ match: 'contains', pattern: 'lamp' }],
      actions: { banner: { title: 'Light <b>week</b>', text: 'Ten percent', url: '/light' } },
    });
    const { page, context } = await open('?q=lamp');
    await expect(page.getByRole('link', { name: 'Light <b>week</b> Ten percent' }).getAttribute('href')).resolves.toBe(
      `${site.url}/light`,
    );
    await page.goto(`${site.url}/find?q=returns`);
    await page.waitForURL('**/help/returns');
    await page.goBack();
    await page
      .getByText(/products for “lamp”/)
      .first()
      .waitFor();
    await context.close();
  });

  test('what matches only some words stands below a line; nothing found offers what is popular', async () => {
    const { page, context } = await open('?q=lamp xyzzyplugh');
    await expect(page.locator('.divider').innerText()).resolves.toBe('These match some of your words');
    await expect(page.locator('.summary').innerText()).resolves.toMatch(
      /^[1-9]\d* products? match\w* part of “lamp xyzzyplugh”$/,
    );
    await page.goto(`${site.url}/find?q=zzqqxxkk`);
    await page.getByText('Nothing found for “zzqqxxkk”').first().waitFor();
    await expect(page.locator('.divider').innerText()).resolves.toBe('Popular now');
    await context.close();
  });

  test('on a phone the filters are behind a button', async () => {
    const { page, context } = await open('?q=shoes', { viewport: { width: 390, height: 800 } });
    const button = page.getByRole('button', { name: 'Filters' });
    const zephra = page.getByRole('checkbox', { name: /Zephra/ });
    await expect(zephra.isVisible()).resolves.toBe(false);
    await button.click();
    await zephra.waitFor();
    await expect(button.getAttribute('aria-expanded')).resolves.toBe('true');
    await expect(page.evaluate(() => document.documentElement.scrollWidth)).resolves.toBe(390);
    await context.close();
  });
});
