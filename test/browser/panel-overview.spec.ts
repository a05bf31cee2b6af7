import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { TestApp, TestTenant } from '../support/app.ts';
import { describeInBrowser } from '../support/browser.ts';
import { panelTests, type OpenPanel } from '../support/panel-page.ts';
import { SmartShop } from '../support/smart.ts';

const HOSTILE = '<script>window.hacked=1</script>';

describeInBrowser('overview and opportunities in the panel', () => {
  const panel = panelTests('owner');
  let service: TestApp;
  let shop: TestTenant;
  let opened: OpenPanel;
  let page: Page;
  let smart: SmartShop;
  beforeEach(() => {
    ({ service, shop, opened, page } = panel);
    smart = new SmartShop(service, shop);
  });

  const buy = async (query: string): Promise<void> => {
    const session_id = randomUUID();
    await smart.searched(query, 3, session_id);
    await smart.track('click', { session_id, query, item_id: 'mug', position: 2 });
    const order = { session_id, item_id: 'mug', order_id: randomUUID(), revenue: '12.50', currency: 'EUR' };
    await smart.track('conversion', order);
  };

  test('an empty shop gets its line for the pages, and the first event appears by itself', async () => {
    await page.getByRole('button', { name: 'Make a public key for it' }).click();
    await page.getByText('The key is in the line above.').waitFor();
    const line = await page.getByLabel('Put this line into the pages of your shop').innerText();
    expect(line).toMatch(
      new RegExp(`^<script src="${service.url}/v1/${shop.slug}/widget-bootstrap.js\\?key=mb_pk_live_`),
    );
    const script = await fetch(/src="([^"]+)"/.exec(line)![1]!);
    expect(script.status).toBe(200);
    await buy('mug');
    await page.getByRole('button', { name: /^Searches/ }).waitFor();
    await page.getByRole('rowheader', { name: 'mug' }).first().waitFor();
  });

  test('figures explain themselves, draw themselves and are read as a table', async () => {
    await buy('mug');
    await buy('mug');
    await smart.searched('kayak', 0, randomUUID());
    await opened.go('overview?days=7');
    await page.getByRole('button', { name: 'What is this: Without results' }).click();
    await page.getByText('Searches that found nothing, out of all searches.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Revenue/ }).click();
    expect(new URL(page.url()).searchParams.get('figure')).toBe('revenue');
    await page.getByRole('heading', { name: 'Revenue (EUR)' }).waitFor();
    await page.getByRole('group', { name: /Revenue .* over time/ }).focus();
    await page.keyboard.press('End');
    await page.getByText(/This period: €25/).waitFor();
    await page.getByRole('button', { name: 'As a table' }).click();
    await page.getByRole('region', { name: 'Revenue (EUR)' }).getByRole('cell', { name: '€25.00' }).waitFor();
  });

  test('queries that failed, as text and as CSV', async () => {
    await smart.searched(HOSTILE, 0, randomUUID());
    await smart.searched('=1+1', 0, randomUUID());
    await opened.go('overview');
    await page.getByLabel('Queries', { exact: true }).selectOption('no_results');
    // The live feed beside it has the query, too.
    await page.getByRole('region', { name: 'Found nothing' }).getByText(HOSTILE).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `CSV: ${shop.slug}-queries-no_results.csv` }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toMatch(/^normalized_query,query,searches,/);
    expect(csv).toContain("'=1+1");
  });

  test('what was missed gets a synonym, a redirect, a note', async () => {
    for (const query of ['kayak', 'kyte', 'sale']) {
      await smart.searched(query, 0, randomUUID());
      await smart.searched(query, 0, randomUUID());
    }
    await opened.go('opportunities');
    const about = (query: string) => page.getByRole('group', { name: `What to do about ${query}` });
    await about('kyte').getByRole('button', { name: 'Synonym' }).click();
    await page.getByLabel('Words that mean the same').fill('kite');
    await page.getByText('These words find nothing either.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The synonym is in use.').first().waitFor();
    expect(await smart.synonyms()).toMatchObject([{ type: 'one_way', input: 'kyte', terms: ['kite'] }]);

    await about('sale').getByRole('button', { name: 'Redirect' }).click();
    await page.getByLabel('Address of the page').fill('not an address');
    await page.getByRole('button', { name: 'Make the rule' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await expect(page.getByLabel('Address of the page').inputValue()).resolves.toBe('not an address');
    await page.getByLabel('Address of the page').fill('/sale');
    await page.keyboard.press('Enter');
    await page.getByText('The rule is in force.').first().waitFor();
    const search = await smart.ask('POST', '/search', { q: 'sale' });
    expect(search.body.redirect).toBe('/sale');

    await about('kayak').getByRole('button', { name: 'We do not sell it' }).click();
    await page.getByText('Noted as not sold').waitFor();
    expect((await smart.ask('GET', '/settings')).body.business_memory_md).toBe('We do not sell: kayak');
  });

  test('without a network the last figures stay, and come back by themselves', async () => {
    await buy('mug');
    await opened.go('overview');
    await page.getByRole('button', { name: /^Searches/ }).waitFor();
    await opened.context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await expect(page.getByRole('button', { name: /^Searches/ }).isVisible()).resolves.toBe(true);
    await opened.context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
  });
});
