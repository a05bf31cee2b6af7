import type { Locator, Page } from 'playwright-core';
import type { TestApp, TestTenant } from '../support/app.ts';
import { audit } from '../support/axe.ts';
import { describeInBrowser } from '../support/browser.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { goods, Merchant } from '../support/merchant.ts';
import { startConnectorApp } from '../support/merchant-app.ts';
import { panelTests, type OpenPanel } from '../support/panel-page.ts';

const HOSTILE = '<img src=x onerror=window.hacked=1>';

describeInBrowser('the catalogue and its connectors in the panel', () => {
  const panel = panelTests('editor', { start: startConnectorApp });
  let service: TestApp;
  let shop: TestTenant;
  let opened: OpenPanel;
  let page: Page;
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.start();
  });
  afterAll(() => merchant?.stop());
  beforeEach(() => {
    ({ service, shop, opened, page } = panel);
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
    expect(await page.locator('img[src=x]').count()).toBe(0);
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
    const title = page.getByRole('group', { name: 'title' });
    await title.getByLabel('Path in your item').fill('label.long');
    await title.getByLabel('Path in your item').blur();
    await title.getByText('Good 0').waitFor();
    await page.getByText('3 of 3 items').waitFor();
    await page.getByLabel('Name').fill('Our shop');
    await page.getByRole('button', { name: 'Create and fetch' }).click();
    await page.getByRole('table').getByText('Succeeded').waitFor();
    expect((await read('items')).total).toBe(3);
    expect((await read('connectors')).rows).toMatchObject([{ name: 'Our shop', updated_by: opened.email }]);
  });

  test('by keyboard: a shop system, a header of its own, a fallback, a transform; then edited without its secret', async () => {
    const secret = 'a-very-secret-value';
    const answer = Merchant.pages(
      [
        { nr: 1, name: HOSTILE, link: '/1', cents: 1250 },
        { nr: 2, title: 'Second', link: '/2', cents: 99 },
      ],
      (items) => ({ list: items }),
    );
    merchant.answer = (asked) => (asked.headers['x-shop-key'] === secret ? answer(asked) : { status: 401 });
    const type = async (field: Locator, text: string): Promise<void> => {
      await field.focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    };
    await opened.go('catalogue/connectors/new');
    const system = page.getByLabel('Shop system');
    await system.getByRole('option', { name: 'Shopify' }).first().waitFor({ state: 'attached' });
    await system.selectOption({ label: 'WooCommerce REST' });
    await page.getByText('Such as https://').waitFor();
    await system.selectOption('');
    await page.getByLabel('Credentials').selectOption('header');
    await type(page.getByLabel('Name of the header'), 'X-Shop-Key');
    await type(page.getByLabel('Value of the header'), secret);
    await type(page.getByLabel('Address'), `${merchant.url}/list`);
    await page.getByRole('button', { name: 'Look at it' }).focus();
    await page.keyboard.press('Enter');
    const row = (name: string) => page.getByRole('group', { name, exact: true });
    await row('id').waitFor();
    await type(row('id').getByLabel('Path in your item'), 'nr');
    await type(row('title').getByLabel('Path in your item'), 'name');
    await type(row('title').getByLabel('Otherwise'), 'title');
    await type(row('url').getByLabel('Path in your item'), 'link');
    await type(row('price').getByLabel('Path in your item'), 'cents');
    await type(row('currency').getByLabel('Otherwise'), "'EUR'");
    await row('price').getByText('1250').waitFor();
    await row('price').getByLabel('Then').selectOption('minor_units');
    await row('price').getByText('12.5').waitFor();
    await row('title').getByText(HOSTILE).waitFor();
    await row('title').getByText('Second').waitFor();
    await page.getByText('2 of 2 items').waitFor();
    // A path that can not be meant is told beside its field.
    await type(row('brand').getByLabel('Path in your item'), 'a..b');
    await row('brand').getByText('empty part').waitFor();
    await type(row('brand').getByLabel('Path in your item'), '');
    await page.getByText('2 of 2 items').waitFor();
    await page.getByText('The first item').click();
    await page.getByRole('region', { name: 'As your shop answers it' }).getByText('"cents": 1250').waitFor();
    await type(page.getByLabel('Minutes between two syncs'), '30');
    expect(await audit(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create and fetch' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table').getByText('Succeeded').waitFor();
    const [made] = (await read('connectors')).rows;
    expect(made).toMatchObject({ interval_minutes: 30, transforms: { price: 'minor_units' }, auth_type: 'header' });
    expect(made.mapping).toMatchObject({ title: 'name|title', currency: "'EUR'" });

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await row('title').getByText(HOSTILE).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByLabel('Credentials').inputValue()).toBe('kept');
    expect(await audit(page)).toEqual([]);
    await type(page.getByLabel('Another field of ours'), 'sku');
    await page.getByRole('button', { name: 'Add' }).click();
    await type(row('sku').getByLabel('Path in your item'), 'nr');
    await row('sku').getByText('1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The connector is saved').first().waitFor();
    const { mapping } = await read(`connectors/${made.id}`);
    expect(mapping).toEqual({ ...made.mapping, sku: 'nr' });

    // The later of two people is told, and what was typed stays.
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await row('title').getByText(HOSTILE).waitFor();
    const key = shop.keys.secret;
    await ask(service.url, 'PATCH', `/v1/${shop.slug}/connectors/${made.id}`, { key, body: { name: 'By another' } });
    await type(page.getByLabel('Minutes between two syncs'), '45');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else').first().waitFor();
    expect(await page.getByLabel('Minutes between two syncs').inputValue()).toBe('45');
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
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No connector yet' }).waitFor();
  });
});
