import type { Browser, Page } from 'playwright-core';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser, type OpenPage } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { ShopPages } from '../support/shop-pages.ts';

const PACKAGE = new URL('../../packages/sdk/dist/', import.meta.url);
const LIBRARY = new URL('../../node_modules/instantsearch.js/dist/instantsearch.production.min.js', import.meta.url);

/** A page as a shop on InstantSearch has it: all that is ours is the client. */
function page(service: TestApp, shop: TestTenant): string {
  return `<!doctype html><html lang="en"><body>
    <div id="box"></div><div id="brand"></div><div id="menu"></div><div id="price"></div><div id="sort"></div>
    <div id="stats"></div><div id="hits"></div><div id="pages"></div><div id="clear"></div>
    <script src="/instantsearch.js"></script>
    <script type="module">
      import { init } from '/sdk.js';
      import { createSearchClient } from '/adapter.js';
      window.mb = init({ baseUrl: '${service.url}', tenant: '${shop.slug}', key: '${shop.keys.public}' });
      window.mb.on('track:success', ({ kind }) => (window.tracked ??= []).push(kind));
      const { searchBox, hits, refinementList, hierarchicalMenu, rangeInput, sortBy, pagination, stats, clearRefinements } = instantsearch.widgets;
      const search = instantsearch({ indexName: 'shop', searchClient: createSearchClient(window.mb) });
      search.addWidgets([
        searchBox({ container: '#box' }),
        refinementList({ container: '#brand', attribute: 'brand', searchable: true, limit: 3 }),
        hierarchicalMenu({ container: '#menu', attributes: ['categories.lvl0', 'categories.lvl1'] }),
        rangeInput({ container: '#price', attribute: 'price' }),
        sortBy({ container: '#sort', items: [
          { value: 'shop', label: 'Relevance' }, { value: 'shop/price:asc', label: 'Cheapest' } ] }),
        stats({ container: '#stats' }),
        hits({ container: '#hits', templates: {
          item: (hit, { html, components }) =>
            html\`<article data-id="\${hit.objectID}" data-price="\${hit.price}">\${components.Highlight({ hit, attribute: 'title' })}</article>\`,
          empty: (results, { html }) => html\`<p id="none">Nothing for \${results.query}</p>\` } }),
        pagination({ container: '#pages' }),
        clearRefinements({ container: '#clear' }),
      ]);
      search.start();
    </script></body></html>`;
}

const kite = (at: number, more: object): object => ({
  id: `k${at}`,
  title: `Kite ${at}`,
  url: `/k${at}`,
  price: 10 + at,
  currency: 'EUR',
  brand: at % 2 ? 'Wind & Söhne' : 'Breeze',
  categories: [at % 3 ? 'Toys > Kites' : 'Toys > Outdoor'],
  ...more,
});

describeInBrowser('the widgets of InstantSearch over the running service', () => {
  let browser: Browser;
  let service: TestApp;
  let shop: TestTenant;
  let pages: ShopPages;
  let opened: OpenPage;
  let view: Page;

  beforeAll(async () => {
    service = await startTestApp();
    shop = await service.createTenant();
    const documents = Array.from({ length: 45 }, (_, at) => kite(at, {}));
    const others = ['Ace', 'Bolt', 'Core', 'Dart'].map((brand, at) => kite(100 + at, { title: `Ball ${at}`, brand }));
    const hostile = kite(200, { title: 'Kite &lt;img src=x onerror=alert(1)&gt; & "tail"', brand: 'Zed' });
    await service.app.get(IndexingService).push(shop.context, 'erp', [...documents, ...others, hostile] as never);
    pages = await ShopPages.start(
      { '/': page(service, shop) },
      {
        '/instantsearch.js': LIBRARY,
        '/sdk.js': new URL('index.js', PACKAGE),
        '/adapter.js': new URL('instantsearch.js', PACKAGE),
      },
    );
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await service?.close();
  });
  beforeEach(async () => {
    opened = await openPage(browser);
    view = opened.page;
    await view.goto(pages.url);
    await view.waitForSelector('#hits article');
  });
  afterEach(async () => {
    expect(opened.faults).toEqual([]);
    await opened.context.close();
  });

  const type = async (query: string): Promise<void> => {
    await view.fill('#box input', query);
  };
  const count = async (text: string): Promise<void> => {
    await view.waitForFunction((wanted) => document.querySelector('#stats')!.textContent?.includes(wanted), text);
  };
  const texts = (selector: string): Promise<string[]> =>
    view.$$eval(selector, (elements) => elements.map((element) => (element as HTMLElement).innerText.trim()));
  const wait = async (work: () => boolean): Promise<void> => {
    await view.waitForFunction(work);
  };

  test('search box and hits with highlights; hostile titles stay text', async () => {
    await count('50 results');
    await type('tail');
    await count('1 result found');
    expect(await texts('#hits article')).toEqual(['Kite <img src=x onerror=alert(1)> & "tail"']);
    expect(await view.$$eval('#hits mark', (marks) => marks.map((mark) => mark.textContent))).toEqual(['tail']);
    expect(await view.$('#hits img')).toBeNull();
  });

  test('no results', async () => {
    await type('xylophone');
    await view.waitForSelector('#none');
    expect(await texts('#none')).toEqual(['Nothing for xylophone']);
    await count('No results');
  });

  test('refinement list with several values, search for values, clear', async () => {
    expect(await texts('#brand .ais-RefinementList-labelText')).toEqual(['Breeze', 'Wind & Söhne', 'Ace']);
    await view.click('#brand li:has-text("Breeze") input');
    await count('23 results');
    await view.click('#brand li:has-text("Söhne") input');
    await count('45 results');
    expect(await texts('#brand li .ais-RefinementList-count')).toEqual(['23', '22', '1']);
    await view.fill('#brand input[type=search]', 'sohn');
    await view.waitForSelector('#brand .ais-RefinementList-labelText mark');
    expect(await texts('#brand .ais-RefinementList-labelText')).toEqual(['Wind & Söhne']);
    expect(await view.$$eval('#brand mark', (marks) => marks.map((mark) => mark.textContent))).toEqual(['Söhn']);
    await view.fill('#brand input[type=search]', 'nothing like it');
    await view.waitForSelector('#brand .ais-RefinementList-noResults');
    await view.click('#clear button');
    await count('50 results');
  });

  test('hierarchical menu', async () => {
    expect(await texts('#menu a')).toEqual([expect.stringMatching(/^Toys\s*50$/)]);
    await view.click('#menu a:has-text("Toys")');
    await view.waitForSelector('#menu a:has-text("Outdoor")');
    expect((await texts('#menu a')).slice(1)).toEqual([
      expect.stringMatching(/^Kites\s*34$/),
      expect.stringMatching(/^Outdoor\s*16$/),
    ]);
    await view.click('#menu a:has-text("Outdoor")');
    await count('16 results');
    expect(await texts('#menu a')).toHaveLength(3);
  });

  test('range, sort and pages', async () => {
    expect(await view.getAttribute('#price .ais-RangeInput-input--min', 'placeholder')).toBe('10');
    expect(await view.getAttribute('#price .ais-RangeInput-input--max', 'placeholder')).toBe('210');
    await view.fill('#price .ais-RangeInput-input--min', '20');
    await view.fill('#price .ais-RangeInput-input--max', '49');
    await view.click('#price button');
    await count('30 results');
    expect(await view.getAttribute('#price .ais-RangeInput-input--max', 'placeholder')).toBe('210');
    await view.selectOption('#sort select', 'shop/price:asc');
    await wait(() => (document.querySelector('#hits article') as HTMLElement).dataset.price === '20');
    await view.click('#pages [aria-label="Page 2"]');
    await wait(() => (document.querySelector('#hits article') as HTMLElement).dataset.price === '40');
    expect(await texts('#hits article')).toHaveLength(10);
    expect(await view.$('#pages [aria-label="Page 3"]')).toBeNull();
  });

  test('the query that was meant is reported once, and a click finds it with its place', async () => {
    for (const text of ['k', 'ki', 'kit', 'kite']) await type(text);
    // Balls among the kites by their category.
    await count('49 results');
    await view.waitForFunction(() => (window as { tracked?: string[] }).tracked?.length === 1);
    await view.click('#pages [aria-label="Page 2"]');
    await wait(() => document.querySelector('#pages .ais-Pagination-item--selected')?.textContent === '2');
    const result = await view.evaluate(() => {
      const item_id = document.querySelector<HTMLElement>('#hits article:nth-child(1), #hits li:nth-child(3) article')!
        .dataset.id!;
      const { mb } = window as unknown as { mb: { trackClick(event: object): Promise<{ status: string }> } };
      return mb.trackClick({ item_id });
    });
    expect(result.status).toBe('accepted');
    const metrics = (what: string) =>
      ask(service.url, 'GET', `/v1/${shop.slug}/metrics/${what}`, { key: shop.keys.secret });
    const { body } = await metrics('queries?kind=top');
    const reported = body.rows.filter(({ query }: { query: string }) => query.startsWith('k'));
    expect(reported).toEqual([expect.objectContaining({ query: 'kite', searches: 1 })]);
    expect((await metrics('overview')).body.mean_click_position).toBeGreaterThan(20);
  });
});
