import type { Browser } from 'playwright-core';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';

const script = new URL('../../packages/sdk/dist/mirabel.global.js', import.meta.url).pathname;

describeInBrowser('the script of the SDK', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('defines window.mirabel in a page and nothing else', async () => {
    const { page, context, faults } = await openPage(browser);
    const before = await page.evaluate(() => Object.getOwnPropertyNames(window));
    await page.addScriptTag({ path: script });
    const after = await page.evaluate(() => Object.getOwnPropertyNames(window));
    expect(after.filter((name) => !before.includes(name))).toEqual(['mirabel']);
    expect(faults).toEqual([]);
    await context.close();
  });
});
