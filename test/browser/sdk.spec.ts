import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Mirabel } from '../../packages/sdk/src/index.ts';
import { KeysService } from '../../src/modules/auth/index.ts';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { ShopPages } from '../support/shop-pages.ts';

type ShopWindow = Window & { mb: Mirabel };
const DAY = 86_400_000;
const order = { order_id: 'o1', item_id: 'k1', revenue: '19.90', currency: 'EUR' };

/** Run in the page before its own scripts. */
function forbidStorage(): void {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('no', 'SecurityError');
    },
  });
}

function fillStorage(): void {
  for (let size = 1 << 23; size >= 1; size >>= 1) {
    try {
      localStorage.setItem(`filler ${size}`, 'x'.repeat(size));
    } catch {
      // Too much: half of it.
    }
  }
}

describeInBrowser('the script tag of a shop', () => {
  let browser: Browser;
  let service: TestApp;
  let shop: TestTenant;
  let pages: ShopPages;
  let context: BrowserContext;
  let faults: string[];

  beforeAll(async () => {
    service = await startTestApp();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  beforeEach(async () => {
    shop = await service.createTenant();
    const documents = [1, 2, 3].map((at) => ({ id: `k${at}`, title: `Kite ${at}`, url: `/k${at}`, price: at }));
    await service.app.get(IndexingService).push(shop.context, 'erp', documents as never);
    const tag = (more = ''): string =>
      `<script ${more} src="${service.url}/v1/${shop.slug}/widget-bootstrap.js?key=${shop.keys.public}"></script>`;
    const html = (body: string): string => `<!doctype html><html lang="en"><body>${body}</body></html>`;
    pages = await ShopPages.start(
      {
        '/': html(tag()),
        '/asks': html(tag('data-consent="required" data-channel="overlay"')),
        '/widget': html(`<mirabel-search></mirabel-search>${tag('async')}`),
        '/elsewhere': html('A page without the SDK'),
      },
      {},
      // As strict as a shop can be: nothing inline, nothing but the service.
      { 'content-security-policy': `default-src 'none'; script-src ${service.url}; connect-src ${service.url}` },
    );
  });
  afterEach(async () => {
    await context.close();
    await pages.close();
    expect(faults).toEqual([]);
  });

  const open = async (
    path = '/',
    prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
  ): Promise<Page> => {
    const opened = await openPage(browser);
    ({ context, faults } = opened);
    await prepare(context);
    await opened.page.goto(pages.url + path);
    return opened.page;
  };
  const metrics = async (what: string) =>
    (await ask(service.url, 'GET', `/v1/${shop.slug}/metrics/${what}`, { key: shop.keys.secret })).body;
  /** Asks the service until it says so; the test's own time limit ends the wait. */
  const until = async (what: string, fits: (body: Awaited<ReturnType<typeof metrics>>) => boolean) => {
    for (;;) {
      const body = await metrics(what);
      if (fits(body)) return body;
    }
  };
  const stored = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage).sort());
  const events = (): string[] => {
    const seen: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/track/')) seen.push(request.url().split('/track/')[1]!);
    });
    return seen;
  };

  test('search, click and purchase on three pages count as one, with the search that led there', async () => {
    const page = await open();
    const total = await page.evaluate(async () => (await (window as unknown as ShopWindow).mb.search('kite')).total);
    expect(total).toBe(3);
    await until('overview', ({ searches }) => searches === 1);
    await page.goto(`${pages.url}/?next`);
    const click = await page.evaluate(() => (window as unknown as ShopWindow).mb.trackClick({ item_id: 'k2' }));
    expect(click.status).toBe('accepted');
    await page.goto(`${pages.url}/?thanks`);
    const bought = await page.evaluate((event) => (window as unknown as ShopWindow).mb.trackConversion(event), {
      ...order,
      item_id: 'k2',
    });
    expect(bought.status).toBe('accepted');
    const { rows } = await metrics('conversions');
    expect(rows).toEqual([expect.objectContaining({ item_id: 'k2', query: 'kite', attribution: 'query_id' })]);
    expect(await metrics('overview')).toMatchObject({
      sessions: 1,
      ctr: 1,
      mean_click_position: 2,
      conversion_rate: 1,
    });
  });

  test('a click is counted once although its page is left at once, before the browser has asked for leave', async () => {
    const page = await open();
    await page.evaluate((elsewhere) => {
      // The first call of this address: the preflight has not been made when the page goes.
      void (window as unknown as ShopWindow).mb.trackClick({ item_id: 'k1', query: 'kite', position: 1 });
      location.href = elsewhere;
    }, `${pages.url}/elsewhere`);
    await page.waitForURL('**/elsewhere');
    const { rows } = await until('items?by=clicks', (body) => body.rows.length > 0);
    expect(rows).toEqual([expect.objectContaining({ item_id: 'k1', clicks: 1 })]);
  });

  test('offline, events wait and go out when the network is back, also those of a tab that was closed', async () => {
    const page = await open();
    const closed = await context.newPage();
    await closed.goto(pages.url);
    await context.setOffline(true);
    const buy = (tab: Page, order_id: string) =>
      tab.evaluate((event) => (window as unknown as ShopWindow).mb.trackConversion(event), { ...order, order_id });
    expect((await buy(closed, 'o1')).status).toBe('queued');
    expect((await buy(page, 'o2')).status).toBe('queued');
    await closed.close();
    // What one tab writes, another sees a moment later: Chromium tells its processes of it in turn.
    await page.waitForFunction(() => Object.keys(localStorage).filter((key) => key.includes(':event:')).length === 2);
    // The lease of the closed tab is over.
    await page.clock.install();
    await context.setOffline(false);
    await page.reload();
    await page.clock.fastForward(35_000);
    await page.clock.fastForward(5_000);
    await until('conversions', ({ total }) => total === 2);
    await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.includes(':event:')));
    faults.splice(0); // Chromium logs each request without a network.
  });

  test('the session ends 24 hours after it began, and two tabs share it', async () => {
    const page = await open('/', (context) => context.clock.install({ time: Date.parse('2026-03-01T10:00:00Z') }));
    const id = (tab: Page): Promise<string> => tab.evaluate(() => (window as unknown as ShopWindow).mb.getSessionId());
    // What one tab writes, another sees a moment later: Chromium tells its processes of it in turn.
    const sees = (tab: Page, id: string) =>
      tab.waitForFunction((id) => Object.values(localStorage).some((value) => String(value).includes(id)), id);
    const first = await id(page);
    const tab = await context.newPage();
    await tab.goto(pages.url);
    await sees(tab, first);
    expect(await id(tab)).toBe(first);
    await page.clock.setSystemTime(Date.parse('2026-03-01T10:00:00Z') + DAY - 1_000);
    expect(await id(page)).toBe(first);
    await page.clock.setSystemTime(Date.parse('2026-03-01T10:00:00Z') + DAY + 2_000);
    const second = await id(page);
    expect(second).not.toBe(first);
    await sees(tab, second);
    expect(await id(tab)).toBe(second);
  });

  test.each([
    ['forbidden', forbidStorage],
    ['full', fillStorage],
  ])('with storage that is %s everything works from memory', async (_, spoil) => {
    const page = await open('/', (context) => context.addInitScript(spoil));
    const result = await page.evaluate(async () => {
      const { mb } = window as unknown as ShopWindow;
      await mb.search('kite', { track: false });
      const { status } = await mb.trackClick({ item_id: 'k3' });
      return { status, steady: mb.getSessionId() === mb.getSessionId() };
    });
    expect(result).toEqual({ status: 'accepted', steady: true });
  });

  test('nothing is stored or sent before consent, and refusing erases', async () => {
    const page = await open('/asks');
    const seen = events();
    const use = () =>
      page.evaluate(async () => {
        const { mb } = window as unknown as ShopWindow;
        const { total } = await mb.search('kite');
        return [total, (await mb.trackClick({ item_id: 'k1' })).status];
      });
    expect(await use()).toEqual([3, 'ignored']);
    expect([await stored(page), seen]).toEqual([[], []]);
    await page.evaluate(() => (window as unknown as ShopWindow).mb.setConsent(true));
    expect(await use()).toEqual([3, 'accepted']);
    expect(await stored(page)).toEqual(expect.arrayContaining([`mirabel:${shop.slug}:session`]));
    await page.evaluate(() => (window as unknown as ShopWindow).mb.setConsent(false));
    expect(await stored(page)).toEqual([]);
    expect(await use()).toEqual([3, 'ignored']);
  });

  test('with Global Privacy Control nothing is stored or sent', async () => {
    const page = await open('/', (context) =>
      context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })),
    );
    const seen = events();
    const total = await page.evaluate(async () => (await (window as unknown as ShopWindow).mb.search('kite')).total);
    expect([total, await stored(page), seen]).toEqual([3, [], []]);
  });

  test('a page whose key was rotated goes on searching and reporting, without being loaded again', async () => {
    const page = await open();
    const keys = service.app.get(KeysService);
    const { rows } = await keys.list(shop.context, { limit: 10, offset: 0 });
    await keys.rotate(shop.context, rows.find(({ kind }) => kind === 'public')!.id, 0);
    const refused = await ask(service.url, 'GET', `/v1/${shop.slug}/search`, { key: shop.keys.public });
    expect(refused.body.code).toBe('expired_api_key');
    const result = await page.evaluate(async () => {
      const { mb } = window as unknown as ShopWindow;
      const { total } = await mb.search('kite', { track: false });
      return [total, (await mb.trackClick({ item_id: 'k1' })).status];
    });
    expect(result).toEqual([3, 'accepted']);
    faults.splice(0); // Chromium logs the answer 401.
  });

  test('the widget is fetched only when the page holds its element, also one that comes later', async () => {
    const page = await open();
    const loaded = (): Promise<boolean> => page.evaluate(() => customElements.get('mirabel-search') !== undefined);
    await page.waitForLoadState('networkidle');
    expect(await loaded()).toBe(false);
    await page.evaluate(() => document.body.append(document.createElement('mirabel-search')));
    await page.evaluate(() => customElements.whenDefined('mirabel-search').then(() => null));
    await page.goto(`${pages.url}/widget`);
    await page.evaluate(() => customElements.whenDefined('mirabel-search').then(() => null));
    faults.splice(0); // The widget's styles under this policy are its own tests' matter.
  });
});
