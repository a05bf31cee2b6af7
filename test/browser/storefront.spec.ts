import type { Browser, Page } from 'playwright-core';
import { DemoShop, type DemoAccess } from '../../src/modules/demo/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { answered } from '../support/shop-site.ts';

describeInBrowser('the demo shop', () => {
  let service: TestApp;
  let demo: DemoAccess;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestApp({ settings: { demo: true } });
    demo = await service.app.get(DemoShop).ensure();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  // Reports are of the last eight days: each test has a month of its own.
  beforeEach(() => service.clock.advance(30 * 24 * 3_600_000));

  const report = async (path: string) =>
    (await ask(service.url, 'GET', `/v1/demo/metrics/${path}`, { key: demo.keys.secret })).body;
  const track = (kind: string) => answered(service, new RegExp(`/track/${kind}`));
  const buy = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByRole('link', { name: 'See the basket' }).click();
    await page.getByRole('link', { name: 'To the checkout' }).click();
    const sent = track('conversion');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByRole('heading', { name: 'Thank you.' }).waitFor();
    expect(await sent).toBe(202);
  };

  test('type, pick, filter, page, go back, click, buy: the reports and the attribution are right', async () => {
    const { page, faults } = await openPage(browser);
    await page.goto(`${service.url}/demo`);
    const box = page.getByRole('combobox', { name: 'Search' });
    const shownInPanel = track('search');
    await box.pressSequentially('sneek', { delay: 20 });
    await page.getByRole('option').first().waitFor();
    expect(await shownInPanel).toBe(202);

    const shownOnPage = track('search');
    await box.fill('shoes');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/demo/search?q=shoes');
    expect(await shownOnPage).toBe(202);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.locator('[aria-current="page"]', { hasText: '2' }).waitFor();
    await page.goBack();
    await page.getByRole('checkbox', { name: /Zephra/ }).check();
    await page.getByText('9 products for “shoes”').first().waitFor();

    const clicked = track('click');
    const third = page.locator('.card .title').nth(2);
    const title = await third.innerText();
    await third.click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await clicked).toBe(202);
    const item_id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!);
    await page.getByLabel('Quantity').fill('2');
    await buy(page);
    const order_id = await page.locator('[data-order-id]').innerText();

    const price = (await ask(service.url, 'GET', `/v1/demo/items/${item_id}`, { key: demo.keys.public })).body.price;
    expect(await report('overview')).toMatchObject({
      searches: 2,
      sessions: 1,
      clicks: 1,
      mean_click_position: 3,
      conversions: 1,
      attribution_coverage: 1,
      revenue: [{ currency: 'EUR', amount: 2 * price }],
    });
    expect(await report('overview?channel=overlay')).toMatchObject({ searches: 1, clicks: 0 });
    expect(await report('queries')).toMatchObject({ total: 2, rows: [{ searches: 1 }, { searches: 1 }] });
    expect(await report('conversions')).toMatchObject({
      total: 1,
      rows: [{ item_id, order_id, attribution: 'query_id', query: 'shoes', quantity: 2, verified: false }],
    });
    expect(faults).toEqual([]);
  });

  test('a product picked in the panel by keyboard is a click of the overlay, and its purchase comes from there', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/demo`);
    await page.getByRole('combobox', { name: 'Search' }).fill('lamp');
    const lamp = page.getByRole('option', { name: /Lamp/ }).first();
    await lamp.waitFor();
    while ((await lamp.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    const sent = [track('search'), track('click')];
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add to basket' }).waitFor();
    // A report that the navigation cut off comes from the next page, once its lease is over.
    expect(await Promise.all(sent)).toEqual([202, 202]);
    await buy(page);
    expect(await report('overview?channel=overlay')).toMatchObject({ searches: 1, clicks: 1, conversions: 1 });
    expect((await report('conversions')).rows).toMatchObject([{ query: 'lamp', attribution: 'query_id' }]);
  });

  test('tracking refused: search, basket and order work, nothing is sent or stored for tracking', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${service.url}/demo`);
    await page.getByRole('button', { name: /Behind the page/ }).click();
    await page.getByRole('switch').uncheck();
    await page.getByRole('combobox', { name: 'Search' }).fill('lamp');
    await page.keyboard.press('Enter');
    await page.locator('.card .title').first().click();
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByRole('link', { name: 'See the basket' }).click();
    await page.getByRole('link', { name: 'To the checkout' }).click();
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByRole('heading', { name: 'Thank you.' }).waitFor();
    expect(await report('overview')).toMatchObject({ searches: 0, clicks: 0, conversions: 0 });
    const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(names.filter((name) => name.startsWith('mirabel'))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });

  test('with storage blocked the shop searches and sells what is on one page', async () => {
    const { page, context, faults } = await openPage(browser);
    await context.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage'] as const) {
        Object.defineProperty(window, area, {
          get: () => {
            throw new DOMException('Blocked', 'SecurityError');
          },
        });
      }
    });
    await page.goto(`${service.url}/demo/search?q=lamp`);
    const clicked = track('click');
    await page.locator('.card .title').first().click();
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByRole('link', { name: 'Basket, 1 piece' }).waitFor();
    expect(await clicked).toBe(202);
    expect(faults).toEqual([]);
  });

  test('the strip shows what was sent and how the service answered', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/demo/search?q=lamp`);
    await page.getByRole('button', { name: /Behind the page/ }).click();
    const entries = page.getByRole('list', { name: 'Requests of this page, newest first' }).getByRole('listitem');
    const shown = entries.filter({ hasText: 'search shown' }).filter({ hasText: '202 accepted' });
    await shown.waitFor();
    await expect(shown.innerText()).resolves.toMatch(/“lamp”, \d+ results results_page/);
    const search = entries.filter({ hasText: '“lamp”' }).filter({ hasText: '200' }).first();
    await expect(search.innerText()).resolves.toMatch(/200 · \d+ found/);
  });

  test('a start says how many products there are now, not how many it once put there', async () => {
    const before = (await service.app.get(DemoShop).ensure()).products;
    const body = { source: 'tour', documents: [{ id: 'one-more', title: 'One more', url: '/demo/p/one-more' }] };
    await ask(service.url, 'POST', '/api/v1/index', { key: demo.keys.indexer, body });
    expect((await service.app.get(DemoShop).ensure()).products).toBe(before + 1);
  });

  test('with MB_PUBLIC_URL the pictures of the demo are there for pages of other origins too', async () => {
    const placed = await startTestApp({ settings: { demo: true, publicUrl: 'https://search.example' } });
    const { keys } = await placed.app.get(DemoShop).ensure();
    const { body } = await ask(placed.url, 'GET', '/v1/demo/search?q=lamp&per_page=1', { key: keys.public });
    expect(body.hits[0].image).toMatch(/^https:\/\/search\.example\/demo\/images\/.+\.svg$/);
    expect(body.hits[0].url).toMatch(/^https:\/\/search\.example\/demo\/p\//);
    await placed.close();
  });

  test('product pages of the tour, of no product, and no page at all without the demo', async () => {
    const documents = [
      { id: 'a/b <x>', title: 'Red paper kite', url: '/demo/p/a%2Fb%20%3Cx%3E', price: 19.9, currency: 'EUR' },
    ];
    const body = { source: 'tour', documents };
    expect((await ask(service.url, 'POST', '/api/v1/index', { key: demo.keys.indexer, body })).status).toBe(200);
    const page = await ask(service.url, 'GET', '/demo/p/a%2Fb%20%3Cx%3E');
    expect([page.status, page.text.includes('Red paper kite')]).toEqual([200, true]);
    for (const path of ['p/nothing', 'nothing', 'cart/nothing']) {
      const missing = await ask(service.url, 'GET', `/demo/${path}`);
      expect([missing.status, missing.text.includes('This page is not here')]).toEqual([404, true]);
    }
    expect((await ask(service.url, 'GET', '/demo/')).text).toContain('data-page="home"');
    const icon = await ask(service.url, 'GET', '/favicon.ico');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const other = await startTestApp({ settings: { demo: false } });
    const answers = await Promise.all(
      ['', '/search', '/p/x', '/cart'].map((path) => ask(other.url, 'GET', `/demo${path}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    await other.close();
  });
});
