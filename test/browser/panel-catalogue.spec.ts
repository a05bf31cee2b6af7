import type { Browser, Page } from 'playwright-core';
import type { TestApp, TestTenant } from '../support/app.ts';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { goods, Merchant } from '../support/merchant.ts';
import { startConnectorApp } from '../support/merchant-app.ts';
import { openPanel, unexpected, type OpenPanel } from '../support/panel-page.ts';

const HOSTILE = '<img src=x onerror=window.hacked=1>';

describeInBrowser('the catalogue and its connectors in the panel', () => {
  let service: TestApp;
  let browser: Browser;
  let merchant: Merchant;
  let shop: TestTenant;
  let opened: OpenPanel;
  let page: Page;
  beforeAll(async () => {
    service = await startConnectorApp();
    browser = await startBrowser();
    merchant = await Merchant.start();
  });
  afterAll(async () => {
    await browser?.close();
    await merchant?.stop();
    await service?.close();
  });
  beforeEach(async () => {
    shop = await service.createTenant();
    opened = await openPanel(browser, service, shop, 'editor');
    ({ page } = opened);
  });
  afterEach(async () => {
    expect(unexpected(opened)).toEqual([]);
    await opened.context.close();
  });

  const read = async (path: string) =>
    (await ask(service.url, 'GET', `/v1/${shop.slug}/${path}`, { key: shop.keys.secret })).body;

  test('empty, then what items lack, as text', async () => {
    await opened.go('catalogue');
    await page.getByRole('heading', { name: 'The catalogue is empty' }).waitFor();
    await new Shop(service, shop).push([
      product('bare', { title: HOSTILE }),
      product('full', { image: '/i.png', price: 5, currency: 'EUR', categories: ['Lamps'], brand: 'Lum' }),
    ]);
    await opened.go('catalogue/items');
    const row = page.getByRole('row').filter({ hasText: HOSTILE });
    await row.getByText('No price').waitFor();
    const priced = page.getByRole('row').filter({ hasText: '€5.00' });
    await priced.waitFor();
    await page.getByLabel('Which items').selectOption('missing_price');
    await priced.waitFor({ state: 'detached' });
    await row.waitFor();
    await page.getByLabel('Words').fill('full');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No such items' }).waitFor();
    await page.getByLabel('Which items').selectOption('');
    await priced.waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  test('from an address to a catalogue: looked at, mapped with live samples, created, synced', async () => {
    merchant.answer = Merchant.pages(
      goods(3, 0).map(({ title, ...good }) => ({ ...good, label: { long: title } })),
      (items) => ({ products: items }),
    );
    await opened.go('catalogue/connectors');
    await page.getByRole('link', { name: 'New connector' }).click();
    await page.getByLabel('Address').fill('ftp://nowhere');
    await page.getByRole('button', { name: 'Look at it' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe('ftp://nowhere');
    await page.getByLabel('Address').fill(`${merchant.url}/products`);
    await page.getByRole('button', { name: 'Look at it' }).click();
    await page.getByRole('heading', { name: '2. Which field is what?' }).waitFor();
    const title = page.getByLabel('title', { exact: true });
    await title.fill('');
    await title.blur();
    await page.getByText('0 of 3 items').waitFor();
    await title.fill('label.long');
    await title.blur();
    await page.getByText('3 of 3 items').waitFor();
    await page.getByText('"title": "Good 0"').waitFor();
    await page.getByLabel('Name').fill('Our shop');
    await page.getByRole('button', { name: 'Create and fetch' }).click();
    await page.getByRole('table').getByText('Succeeded').waitFor();
    expect((await read('items')).total).toBe(3);
    expect((await read('connectors')).rows).toMatchObject([{ name: 'Our shop', updated_by: opened.email }]);
  });

  test('held removals wait for a person; errors are told by item', async () => {
    const all = goods(30);
    merchant.answer = Merchant.pages(all);
    const key = shop.keys.secret;
    const at = `/v1/${shop.slug}/connectors`;
    const body = { endpoint: `${merchant.url}/all`, enabled: false, pageSize: 100 };
    const { id } = (await ask(service.url, 'POST', at, { key, body })).body;
    await opened.go(`catalogue/connectors/${id}`);
    const sync = page.getByRole('button', { name: 'Sync now' });
    await sync.click();
    await page.getByRole('table').getByText('Succeeded').waitFor();
    merchant.answer = Merchant.pages(all.slice(0, 5));
    await sync.click();
    await page.getByRole('button', { name: 'Remove 25 items' }).click();
    await page.getByText('25 items were removed').first().waitFor();
    expect((await read('items')).total).toBe(5);
    merchant.answer = Merchant.pages([...all.slice(0, 5), { id: 'bad', title: HOSTILE }]);
    await sync.click();
    await page.getByRole('table', { name: 'Errors' }).getByText('bad').waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No connector yet' }).waitFor();
  });
});
