import type { Locator, Page } from 'playwright-core';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { describeInBrowser } from '../support/browser.ts';
import { ask, type Answer } from '../support/client.ts';
import { panelTests, type OpenPanel } from '../support/panel-page.ts';

describeInBrowser('the rule editor in the panel', () => {
  const panel = panelTests('editor', {
    prepare: ({ service, shop }) => {
      const documents = ['Kumo', 'Acme, Inc.', 'Luna'].map((brand, at) => ({
        id: `lamp-${at}`,
        title: `Lamp ${at}`,
        url: `/${at}`,
        price: 10 * (at + 1),
        brand,
      }));
      return service.app.get(IndexingService).push(shop.context, 'erp', documents as never);
    },
  });
  let service: TestApp;
  let shop: TestTenant;
  let opened: OpenPanel;
  let page: Page;
  let dialog: Locator;
  beforeEach(() => {
    ({ service, shop, opened, page } = panel);
    dialog = page.getByRole('dialog');
  });

  const api = (method: string, path: string, body?: unknown): Promise<Answer> =>
    ask(service.url, method, `/v1/${shop.slug}${path}`, { key: shop.keys.secret, ...(body ? { body } : {}) });
  const rules = async () => (await api('GET', '/rules')).body.rows;
  const open = (group: string) => dialog.locator('summary', { hasText: group }).click();
  const part = (name: string) => dialog.getByRole('group', { name, exact: true });

  test('every action and condition has its fields', async () => {
    await opened.go('rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    await dialog.getByLabel('Name').fill('Lamps');
    await part('Condition 1').getByLabel('The query').selectOption('starts');
    await part('Condition 1').getByLabel('Words').fill('lamp');
    await dialog.getByRole('button', { name: 'Add a condition' }).click();
    await part('Condition 2').getByLabel('The query').selectOption('contains');
    await part('Condition 2').getByLabel('Words').fill('light');
    await part('Condition 2').getByLabel('Shown in').selectOption('results_page');
    await part('Condition 2').getByLabel('Language').fill('en');

    await dialog.getByLabel('Find products for: Pinned, from the top').fill('lamp 2');
    await dialog.getByRole('button', { name: '+ Lamp 2' }).click();
    await dialog.getByLabel('Place of lamp-2').fill('2');

    await open('Boosts and buries');
    await dialog.getByRole('button', { name: 'Boost products' }).click();
    const values = part('Boost 1').getByLabel('Values');
    await values.fill('Acme, Inc.');
    await values.press('Enter');
    await values.fill('Luna');
    await part('Boost 1').getByLabel('Weight').fill('2.5');
    await dialog.getByRole('button', { name: 'Bury products' }).click();
    await part('Bury 1').getByLabel('Field').selectOption('in_stock');
    await part('Bury 1').getByLabel('Value').selectOption('false');

    await open('Show only some products');
    await dialog.getByRole('button', { name: 'Add a filter' }).click();
    await part('Line 1').last().getByLabel('Field').selectOption('price');
    await part('Line 1').last().getByLabel('Must be').selectOption('lte');
    await part('Line 1').last().getByLabel('Value').fill('25');

    await open('Banner');
    await dialog.getByLabel('Title').fill('Let there be light');
    await dialog.getByLabel('Where it leads').fill('/lights');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule is saved.').first().waitFor();
    const [rule] = await rules();
    expect(rule).toMatchObject({
      conditions: [
        { match: 'starts', pattern: 'lamp', channel: null, locale: null },
        { match: 'contains', pattern: 'light', channel: 'results_page', locale: 'en' },
      ],
      actions: {
        pin: [{ id: 'lamp-2', position: 2 }],
        boost: [{ filter: { brand: ['Acme, Inc.', 'Luna'] }, weight: 2.5 }],
        bury: [{ filter: { in_stock: [false] } }],
        filter: { price: { lte: 25 } },
        banner: { title: 'Let there be light', text: null, image: null, url: '/lights' },
      },
    });
    const answer = (await api('GET', '/search?q=lamp')).body;
    expect(answer.hits.map(({ id }: { id: string }) => id)).toEqual(['lamp-1', 'lamp-0']);
    expect(answer.banners).toMatchObject([{ title: 'Let there be light' }]);
  });

  test('faults stand beside the fields, the first of them has the focus, and nothing is sent', async () => {
    await opened.go('rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is needed.').waitFor();
    await page.keyboard.type('Typed at once');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed at once');
    await dialog.getByText('The rule does nothing yet').waitFor();
    await dialog.getByText('Write at least one letter or digit').waitFor();
    await part('Condition 1').getByLabel('Words').fill('lamp');
    await open('Other words or a page');
    await dialog.getByLabel('Redirect to a page').fill('//elsewhere.example');
    await dialog.getByText('a path that begins with one /').waitFor();
    expect(await rules()).toEqual([]);
    await dialog.getByLabel('Redirect to a page').fill('/lamps');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule is saved.').first().waitFor();
    expect((await api('GET', '/search?q=lamp')).body.redirect).toBe('/lamps');
  });

  test('a filter that lines can not say is edited as JSON; what the service refuses is told beside it', async () => {
    const filter = { any: [{ brand: ['Kumo'] }, { price: { gte: 30 } }] };
    const body = { name: 'Only some', conditions: [], actions: { filter } };
    expect((await api('POST', '/rules', body)).status).toBe(201);
    await opened.go('rules');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByText('For every search.').waitFor();
    const json = dialog.getByLabel('Filter as JSON');
    await json.fill('{ "colour": ["red"] }');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('"colour" is no field to filter by').waitFor();
    await json.fill('{ "brand": ["Luna"] }');
    await dialog.getByRole('button', { name: 'Show as lines' }).click();
    await part('Line 1').getByText('Luna').waitFor();
    await part('Line 1').getByRole('button', { name: 'Take out: Luna' }).focus();
    await page.keyboard.press('Enter');
    await part('Line 1').getByLabel('Values').focus();
    await page.keyboard.type('Kumo');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule is saved.').first().waitFor();
    expect((await rules())[0].actions.filter).toEqual({ brand: ['Kumo'] });
  });
});
