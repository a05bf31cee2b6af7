import type { Page } from 'playwright-core';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import type { TestApp, TestTenant } from '../support/app.ts';
import { describeInBrowser } from '../support/browser.ts';
import { panelTests, type OpenPanel } from '../support/panel-page.ts';
import { candidate, RunOf, SmartShop } from '../support/smart.ts';

const HOSTILE = '<img src=x onerror=window.hacked=1>';

describeInBrowser('suggestions in the panel', () => {
  const panel = panelTests('editor', {
    prepare: async ({ service, shop }) => {
      const documents = ['kite', 'lamp', 'mug'].map((id) => ({ id, title: `Red ${id}`, url: `/${id}`, price: 9 }));
      await service.app.get(IndexingService).push(shop.context, 'erp', documents as never);
      await new SmartShop(service, shop).settings({ smart_mode: 'hybrid', hybrid_confidence_threshold: 1 });
    },
  });
  let service: TestApp;
  let shop: TestTenant;
  let opened: OpenPanel;
  let page: Page;
  let smart: SmartShop;
  beforeEach(() => {
    ({ service, shop, opened, page } = panel);
    smart = new SmartShop(service, shop);
  });

  const propose = (...words: [string, string, number][]) =>
    new RunOf(service, shop).with(
      ...words.map(([failed, rescue, confidence]) => candidate(failed, rescue, { confidence })),
    );
  const row = (failed: string) => page.getByRole('button', { name: new RegExp(`^${failed}`) });
  const statusOf = async (failed: string): Promise<string> => (await smart.about(failed)).status;
  const toast = (text: string) => page.getByText(text).first().waitFor();
  // As a whole: the buttons "Save" and "Discard" side by side have it in them.
  const saved = () => page.getByText('Saved', { exact: true }).first().waitFor();

  test('nothing yet, then a run begun by hand', async () => {
    await opened.go('suggestions');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await page.getByRole('link', { name: 'See the runs' }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('table').getByText('Succeeded').waitFor();
    await page.getByRole('button', { name: /^Details/ }).click();
    await page.getByRole('dialog').getByText('Queries analysed').waitFor();
    expect((await smart.ask('GET', '/smart/runs')).body.rows).toMatchObject([{ trigger: 'manual' }]);
  });

  test('decided by keyboard alone: j, k, a, z, r', async () => {
    await propose(['kyte', 'kite', 0.9], ['lanp', 'lamp', 0.8], ['mugg', 'mug', 0.7]);
    await opened.go('suggestions');
    await row('kyte').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: /kyte.*kite/ }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: /lanp.*lamp/ }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: /kyte.*kite/ }).waitFor();
    await page.keyboard.press('a');
    await toast('1 accepted.');
    await page.getByRole('heading', { name: /lanp.*lamp/ }).waitFor();
    expect(await statusOf('kyte')).toBe('accepted');
    await page.keyboard.press('z');
    await toast('1 reverted');
    expect(await statusOf('kyte')).toBe('reverted');
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Reject the suggestion' }).waitFor();
    await page.keyboard.type('a brand of its own');
    await page.keyboard.press('Control+Enter');
    await toast('1 rejected');
    expect(await smart.about('lanp')).toMatchObject({ status: 'rejected', reject_reason: 'a brand of its own' });
  });

  test('several at once by mouse, and taken back from the message', async () => {
    await propose(['kyte', 'kite', 0.9], ['lanp', 'lamp', 0.8], ['mugg', 'mug', 0.7]);
    await opened.go('suggestions');
    await page.getByRole('checkbox', { name: /kyte/ }).check();
    await page.getByRole('checkbox', { name: /mugg/ }).check();
    await page.getByRole('group', { name: '2 ticked' }).getByRole('button', { name: 'Accept' }).click();
    await toast('2 accepted.');
    expect((await smart.synonyms()).map(({ input }) => input).sort()).toEqual(['kyte', 'mugg']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast('2 reverted');
    expect(await smart.synonyms()).toEqual([]);
  });

  test('filters live in the address and survive a new page', async () => {
    await propose(['kyte', 'kite', 0.9], ['lanp', 'lamp', 0.6]);
    await opened.go('suggestions');
    await page.getByLabel('Find words').fill('lan');
    await page.getByText('1 suggestion', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('lan');
    await page.reload();
    await row('lanp').waitFor();
    await expect(row('kyte').count()).resolves.toBe(0);
    await page.getByLabel('Confidence').selectOption('0.75');
    await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
  });

  test('what strangers typed is text', async () => {
    await propose([HOSTILE, 'kite', 0.9]);
    await opened.go('suggestions');
    await page.getByText(HOSTILE).first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 2, name: /onerror/ }).waitFor();
    await expect(page.locator('main img').count()).resolves.toBe(0);
  });

  test('why it is proposed is said in the language of the reader', async () => {
    await propose(['kyte', 'kite', 0.9]);
    await page.evaluate(() => localStorage.setItem('mirabel-panel-language', 'de'));
    await opened.go('suggestions');
    await row('kyte').click();
    const said = page.getByText('10 Personen suchten „kyte“ und fanden nichts.');
    await said.waitFor();
    expect(await said.locator('..').textContent()).toBe(
      '10 Personen suchten „kyte“ und fanden nichts. 8 davon suchten dann „kite“ und klickten einen Artikel an. Es sieht nach einem Tippfehler aus.',
    );
  });

  test('a long list draws what is on screen, to its end', async () => {
    const words = Array.from({ length: 260 }, (_, at): [string, string, number] => [
      `kyte${String(at).padStart(3, '0')}`,
      'kite',
      0.9 - at / 1_000,
    ]);
    await propose(...words);
    await opened.go('suggestions');
    await page.getByText('260 suggestions').waitFor();
    expect(await page.locator('li[aria-setsize="260"]').count()).toBeLessThan(60);
    await page.locator('li[aria-setsize]').first().hover();
    await page
      .locator('li[aria-setsize]')
      .first()
      .evaluate((one) => {
        one.closest('div')!.scrollTop = 1_000_000;
      });
    await row('kyte259').waitFor();
  });

  test('the later of two people is told, sees the other text and may keep theirs', async () => {
    await opened.go('suggestions/memory');
    const memory = page.getByLabel('What Smart should know of your shop');
    await memory.fill('Mine');
    await smart.settings({ business_memory_md: 'Theirs' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody else has changed this').waitFor();
    await page.getByText('Theirs', { exact: true }).waitFor();
    await expect(memory.inputValue()).resolves.toBe('Mine');
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await saved();
    expect((await smart.ask('GET', '/settings')).body.business_memory_md).toBe('Mine');
  });

  test('thresholds are moved by keyboard, counted and saved', async () => {
    await propose(['kyte', 'kite', 0.9], ['lanp', 'lamp', 0.6]);
    await opened.go('suggestions/calibration');
    await page.getByRole('slider', { name: /Threshold of hybrid/ }).focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
    await page.getByText('would have applied 2 suggestions: 0 right, 0 wrong, 2 not judged.').waitFor();
    await page.getByRole('button', { name: 'Save these thresholds' }).click();
    await saved();
    expect((await smart.ask('GET', '/settings')).body.hybrid_confidence_threshold).toBe(0.05);
  });

  test('repeated clicks are pinned with one click, and unpinned from the message', async () => {
    for (let at = 0; at < 4; at++) {
      const session = crypto.randomUUID();
      await smart.searched('red', 3, session);
      await smart.track('click', { session_id: session, query: 'red', item_id: 'mug', position: 3 });
    }
    await opened.go('suggestions/repeated-clicks');
    await page.getByRole('button', { name: 'Pin Red mug for red' }).click();
    await page.getByText('Pinned', { exact: true }).waitFor();
    const rules = async () => (await smart.ask('GET', '/rules')).body.rows;
    expect(await rules()).toMatchObject([{ actions: { pin: [{ id: 'mug', position: 1 }] } }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Pin Red mug for red' }).waitFor();
    expect(await rules()).toEqual([]);
  });
});
