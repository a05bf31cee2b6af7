import type { Browser, Route } from 'playwright-core';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { bootstrap, ShopSite } from '../support/shop-site.ts';

const EVIL = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const RUN = 'javascript:window.ran=1';

/** The service refuses such addresses; a widget that trusted it would be one fault away from running them. */
async function poison(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer = (await response.json()) as { hits?: object[]; queries?: object[]; items?: object[] };
  const hit = {
    url: RUN,
    image: RUN,
    brand: `\u202E${EVIL}`,
    price: '<b>1</b>',
    currency: EVIL,
    highlight: { title: `<mark>${EVIL}</mark>` },
  };
  if (answer.hits) {
    Object.assign(answer, {
      hits: answer.hits.map((one) => ({ ...one, ...hit })),
      corrected_query: EVIL,
      redirect: RUN,
      banners: [{ title: EVIL, text: EVIL, url: RUN, image: RUN }],
      facets: [{ field: 'brand', values: [{ value: EVIL, count: 1 }] }],
    });
  }
  if (answer.queries) answer.queries = [{ query: EVIL, score: 1 }];
  await route.fulfill({ response, json: answer });
}

describeInBrowser('hostile data', () => {
  let service: TestApp;
  let shop: TestTenant;
  let site: ShopSite;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestApp();
    [shop, site, browser] = await Promise.all([service.createTenant(), ShopSite.start(service.url), startBrowser()]);
    const documents = [
      { id: 'evil', title: `Lamp ${EVIL}`, url: '/p/evil', brand: EVIL, price: 1, currency: 'EUR', description: EVIL },
      {
        id: 'bidi',
        title: 'Lamp \u202Egnp.exe\u2066',
        url: '/p/bidi',
        image: '/missing.png',
        price: 2,
        currency: 'EUR',
      },
      { id: `">${EVIL}`, title: 'Lamp', url: '/p/id', categories: [`A ${EVIL} > B`], tags: [EVIL] },
    ];
    const answer = await ask(service.url, 'POST', '/api/v1/index', {
      key: shop.keys.indexer,
      body: { source: 's', documents },
    });
    expect(answer.status).toBe(200);
    site.serve('/', {
      head: bootstrap(service, shop),
      body: '<mirabel-search results-url="/"></mirabel-search><mirabel-search mode="results" facets="brand,categories,tags"></mirabel-search>',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await service?.close();
  });

  const visit = async (poisoned: boolean) => {
    const opened = await openPage(browser);
    if (poisoned) await opened.context.route(/\/v1\/[^/]+\/(search|suggest)/, poison);
    await opened.page.goto(`${site.url}/?q=lamp`);
    await opened.page.locator('.card').first().waitFor();
    await opened.page.getByRole('combobox', { name: 'Search' }).fill('lam');
    await opened.page.getByRole('option').first().waitFor();
    const ran = () => opened.page.evaluate(() => (window as { ran?: number }).ran);
    return { ...opened, ran };
  };

  test('a catalogue full of markup is shown as text', async () => {
    const { page, faults, context, ran } = await visit(false);
    await expect(page.locator('.card .brand', { hasText: EVIL }).innerText()).resolves.toBe(EVIL);
    await expect(page.locator('.card', { hasText: 'gnp.exe' }).locator('.title').innerText()).resolves.toBe(
      'Lamp gnp.exe',
    );
    expect(await ran()).toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an answer that no service of ours gives runs nothing and leads nowhere', async () => {
    const { page, faults, context, ran } = await visit(true);
    await expect(page.locator('.card .title').first().innerText()).resolves.toBe(EVIL);
    await expect(page.locator('.card .title').first().getAttribute('href')).resolves.toBeNull();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.card .title').first().click();
    const elements = await page.evaluate(() =>
      [...document.querySelectorAll('mirabel-search')].flatMap(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll('[href^="java" i], [src^="java" i], script, [onerror], [src="x"]')].map(
          (element) => element.outerHTML,
        ),
      ),
    );
    expect(elements).toEqual([]);
    expect(new URL(page.url()).origin).toBe(site.url);
    expect(await ran()).toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  });
});
