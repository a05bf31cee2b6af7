import type { Browser, Page } from 'playwright-core';
import { DemoShop } from '../../src/modules/demo/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { audit } from '../support/axe.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';

/** What depends on size and colours; the rest is the same in every look. */
const LOOKS = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'region', 'aria-hidden-focus'];

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

describeInBrowser('axe finds nothing', () => {
  let service: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestApp({ settings: { demo: true } });
    await service.app.get(DemoShop).ensure();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
  const type = async (page: Page, text: string, wait: string): Promise<void> => {
    await box(page).fill(text);
    await page.getByText(wait).first().waitFor();
  };
  const card = (page: Page) => page.locator('.card').first().waitFor();
  const add = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByRole('link', { name: 'See the basket' }).waitFor();
  };
  const PRODUCT = '/p/castoro-low-top-court-sneakers-black';
  const down = async (page: Page): Promise<void> => {
    await page.route(/\/v1\/demo\/(search|suggest)/, (route) => route.abort());
  };

  const states: [string, string, (page: Page) => Promise<unknown>][] = [
    ['home', '', card],
    ['panel with products', '', (page) => type(page, 'lamp', 'Show all')],
    [
      'panel with an active option',
      '',
      (page) => type(page, 'lamp', 'Show all').then(() => page.keyboard.press('ArrowDown')),
    ],
    ['panel with a correction', '', (page) => type(page, 'sneekers', 'Did you mean')],
    ['panel with nothing found', '', (page) => type(page, 'zzqqxxkk', 'Popular now')],
    ['panel of a service that is down', '', (page) => down(page).then(() => type(page, 'lamp', 'Try again'))],
    [
      'panel while it waits',
      '',
      (page) =>
        page
          .route(/\/search/, () => {})
          .then(() => box(page).fill('lamp'))
          .then(() => page.locator('.skeleton').first().waitFor()),
    ],
    ['results', '/search?q=shoes', card],
    ['results with filters', '/search?q=shoes&f.brand=Zephra&r.price=10..500', card],
    ['results with a correction', '/search?q=sneekers', card],
    ['results that match some words', '/search?q=lamp+xyzzyplugh', card],
    ['no results', '/search?q=zzqqxxkk', card],
    ['a page that is none', '/search?q=shoes&page=40', (page) => page.getByText('There are no more results').waitFor()],
    [
      'a search that is refused',
      '/search?q=shoes&f.nonsense=1',
      (page) => page.getByText('could not be understood').first().waitFor(),
    ],
    ['product', PRODUCT, (page) => page.getByRole('button', { name: 'Add to basket' }).waitFor()],
    ['product in the basket', PRODUCT, add],
    ['basket', PRODUCT, (page) => add(page).then(() => page.goto(`${service.url}/demo/cart`))],
    ['empty basket', '/cart', (page) => page.getByText('Nothing in it yet').waitFor()],
    ['checkout', PRODUCT, (page) => add(page).then(() => page.goto(`${service.url}/demo/checkout`))],
    [
      'strip',
      '/search?q=lamp',
      (page) => card(page).then(() => page.getByRole('button', { name: /Behind the page/ }).click()),
    ],
    ['missing', '/p/nothing', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  ];

  const looks = [
    ['desktop, light', { viewport: DESKTOP, colorScheme: 'light' }, undefined],
    ['phone, dark', { viewport: PHONE, colorScheme: 'dark' }, LOOKS],
  ] as const;

  test.each(looks)(
    '%s',
    async (_, options, rules) => {
      const found: Record<string, string[]> = {};
      // The looks differ in what covers what; states of the same shape need one visit.
      for (const [state, path, reach] of rules ? states.filter((_, at) => at % 2 === 1) : states) {
        const { page, context } = await openPage(browser, options);
        await page.goto(`${service.url}/demo${path}`);
        await reach(page);
        const violations = await audit(page, rules);
        if (violations.length > 0) found[state] = violations;
        await context.close();
      }
      expect(found).toEqual({});
    },
    180_000,
  );
});
