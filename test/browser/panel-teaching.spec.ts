import type { Page } from 'playwright-core';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { describeInBrowser } from '../support/browser.ts';
import { ask, type Answer } from '../support/client.ts';
import { panelTests, type OpenPanel } from '../support/panel-page.ts';

const HOSTILE = '<img src=x onerror=window.hacked=1>';

describeInBrowser('teaching the search in the panel', () => {
  const panel = panelTests('editor', {
    prepare: ({ service, shop }) => {
      const titles = { kite: 'Red kite', lamp: 'Red lamp', mug: 'Red mug', odd: `Red ${HOSTILE}` };
      const documents = Object.entries(titles).map(([id, title]) => ({ id, title, url: `/${id}`, price: 9 }));
      return service.app.get(IndexingService).push(shop.context, 'erp', documents as never);
    },
  });
  let service: TestApp;
  let shop: TestTenant;
  let opened: OpenPanel;
  let page: Page;
  beforeEach(() => {
    ({ service, shop, opened, page } = panel);
  });

  const api = (method: string, path: string, body?: unknown): Promise<Answer> =>
    ask(service.url, method, `/v1/${shop.slug}${path}`, { key: shop.keys.secret, ...(body ? { body } : {}) });
  const found = async (q: string): Promise<string[]> =>
    (await api('GET', `/search?q=${q}`)).body.hits.map(({ id }: { id: string }) => id);
  const column = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

  test('a draft is seen before it is in force, then published', async () => {
    await opened.go('preview');
    await page.getByText('Type what a shopper would type').waitFor();
    await page.getByLabel('Query').fill('red');
    await column('Now').getByText('4 results.').waitFor();
    await page.getByText(HOSTILE).first().waitFor();
    await column('Now').getByRole('button', { name: 'Pin: Red mug' }).click();
    await column('Now').getByRole('button', { name: 'Hide: Red lamp' }).click();
    await column('With the draft').getByText('3 results.').waitFor();
    await column('With the draft').getByText('Pinned').waitFor();
    expect(await found('red')).toContain('lamp');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('It is in force.').first().waitFor();
    const ids = await found('red');
    expect(ids[0]).toBe('mug');
    expect(ids).not.toContain('lamp');
    expect((await api('GET', '/rules')).body.rows[0].updated_by).toBe(opened.email);
  });

  test('words that mean the same, tried by keyboard', async () => {
    await opened.go('preview?q=drake');
    await column('Now').getByText('Nothing is found').waitFor();
    await page.getByLabel('Means the same as').focus();
    await page.keyboard.type('kite');
    await column('With the draft').getByText('1 result.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('It is in force.').first().waitFor();
    expect(await found('drake')).toEqual(['kite']);
  });

  test('a rule with pins in an order of its own, dragged and by keyboard; the later of two editors is told', async () => {
    await opened.go('rules');
    await page.getByText('There is no rule yet').waitFor();
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Red things');
    await dialog.getByLabel('Words', { exact: true }).fill('red');
    for (const [title, typed] of [
      ['Red lamp', 'lamp'],
      ['Red mug', 'mug'],
    ] as const) {
      await dialog.getByLabel('Find products for: Pinned, from the top').fill(typed);
      await dialog.getByRole('button', { name: `+ ${title}` }).click();
    }
    const pinned = (title: string) => dialog.getByRole('listitem').filter({ hasText: title });
    await pinned('Red mug').dragTo(pinned('Red lamp'));
    await dialog.getByRole('listitem').first().filter({ hasText: 'Red mug' }).waitFor();
    await dialog.getByRole('button', { name: 'Move up: lamp' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('listitem').first().filter({ hasText: 'Red lamp' }).waitFor();
    await dialog.getByRole('button', { name: 'Move up: mug' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule is saved.').first().waitFor();
    expect((await found('red')).slice(0, 2)).toEqual(['mug', 'lamp']);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Name').fill('Mine');
    const { id } = (await api('GET', '/rules')).body.rows[0];
    await api('PATCH', `/rules/${id}`, { name: 'Theirs' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Mine');
    expect((await api('GET', `/rules/${id}`)).body.name).toBe('Theirs');
  });

  test('two rules for the same words are pointed out; one is turned off, one deleted', async () => {
    const rule = { conditions: [{ match: 'is', pattern: 'Red' }], actions: { redirect: '/red' } };
    await api('POST', '/rules', { ...rule, name: 'First' });
    await api('POST', '/rules', { ...rule, name: 'Second' });
    await opened.go('rules');
    await page.getByText('Also in force for the same words: First.').waitFor();
    await page.getByRole('group', { name: 'What to do with First' }).getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Also in force').first().waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'What to do with Second' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It is deleted.').first().waitFor();
    expect((await api('GET', '/rules')).body.rows).toMatchObject([{ name: 'First', enabled: false }]);
  });

  test('rules that want different things of one search say so, with the words and who prevails', async () => {
    const pin = [{ id: 'mug', position: 1 }];
    const about = (match: string, pattern: string) => [{ match, pattern }];
    await api('POST', '/rules', { name: 'First', conditions: about('contains', 'red'), actions: { pin } });
    const hide = { name: 'Second', conditions: about('ends', 'mugs'), actions: { hide: ['mug'] } };
    await api('POST', '/rules', hide);
    await opened.go('rules');
    const card = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    const words = 'hides what the other one pins: Red mug. For example for “red mugs”.';
    await card('First').getByText(`“Second” ${words} This rule prevails.`).waitFor();
    await card('Second').getByText(`“First” ${words} The other one prevails.`).waitFor();
    await card('Second').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('This rule prevails.').waitFor({ state: 'detached' });
    expect((await api('GET', '/rules/conflicts')).body.rows).toEqual([]);
  });

  test('synonyms are written, found, imported; what is there already is told', async () => {
    await opened.go('rules/synonyms');
    await page.getByText('No synonym here').waitFor();
    await page.getByRole('button', { name: 'New synonym' }).click();
    await page.getByRole('dialog').getByLabel('Words that mean the same').fill('drake\nkite');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'drake = kite' }).waitFor();
    expect(await found('drake')).toEqual(['kite']);
    await page.getByRole('button', { name: 'New synonym' }).click();
    await page.getByRole('dialog').getByLabel('Words that mean the same').fill('kite, dragon');
    await page.getByText('There already: drake = kite').waitFor();
    await page.keyboard.press('Escape');
    const file = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('cup, mug\n=> nothing\n') };
    await page.getByLabel('Import a file').setInputFiles(file);
    await page.getByText('1 synonym was added. 1 line was not understood.').waitFor();
    expect(await found('cup')).toEqual(['mug']);
    await page.getByLabel('Find words').fill('cup');
    await page.getByRole('rowheader', { name: 'drake = kite' }).waitFor({ state: 'detached' });
  });
});
