import type { TestApp } from '../support/app.ts';
import { Connectors, goods, Merchant, type Asked, type Item } from '../support/merchant.ts';
import { startConnectorApp } from '../support/merchant-app.ts';

let service: TestApp;
let merchant: Merchant;
let connectors: Connectors;

beforeAll(async () => {
  service = await startConnectorApp();
  merchant = await Merchant.start();
});
beforeEach(async () => {
  connectors = new Connectors(service, await service.createTenant());
  merchant.asked.length = 0;
});
afterAll(async () => {
  await service.close();
  await merchant.stop();
});

const sync = async (fields: Record<string, unknown> = {}) =>
  connectors.sync(await connectors.create({ endpoint: merchant.url, ...fields }));
const searches = () => merchant.asked.map(({ url }) => url.search);

describe('page', () => {
  test('ends on a page that is shorter than the first', async () => {
    merchant.answer = Merchant.pages(goods(25));
    expect(await sync({ pageSize: 10 })).toMatchObject({ status: 'succeeded', pages: 3, items: 25 });
    expect(searches()).toEqual(['?limit=10&page=1', '?limit=10&page=2', '?limit=10&page=3']);
  });

  test('ends on an empty page', async () => {
    merchant.answer = Merchant.pages(goods(20));
    expect(await sync({ pageSize: 10 })).toMatchObject({ status: 'succeeded', pages: 3, items: 20 });
  });

  test('a merchant that caps the page size is listed to its end', async () => {
    merchant.answer = ({ url }) => {
      const from = (Number(url.searchParams.get('page')) - 1) * 7;
      return { body: goods(20).slice(from, from + 7) };
    };
    expect(await sync({ pageSize: 100 })).toMatchObject({ status: 'succeeded', pages: 3, items: 20 });
  });

  test('names of parameters and the number of the first page are configured', async () => {
    merchant.answer = ({ url }) => ({
      body: goods(15)
        .slice(Number(url.searchParams.get('p')) * 10)
        .slice(0, 10),
    });
    const fields = {
      pageSize: 10,
      pageParam: 'p',
      limitParam: 'per_page',
      firstPage: 0,
      endpoint: `${merchant.url}/?a=1`,
    };
    expect(await sync(fields)).toMatchObject({ status: 'succeeded', items: 15 });
    expect(searches()).toEqual(['?a=1&per_page=10&p=0', '?a=1&per_page=10&p=1']);
  });

  test('a page with the items of the page before stops the sync, proves no end and removes nothing', async () => {
    merchant.answer = Merchant.pages(goods(40));
    const id = await connectors.create({ endpoint: merchant.url, pageSize: 10 });
    await connectors.sync(id);
    merchant.answer = () => ({ body: goods(10) });
    const ended = await connectors.sync(id);
    expect(ended).toMatchObject({ status: 'partial', pages: 2, removed: 0, held_removals: 0, truncated: false });
    expect(ended.errors).toMatchObject([
      { page: 2, code: 'repeated_page', message: expect.stringContaining('pageParam') },
    ]);
    expect(await connectors.catalogue()).toHaveLength(40);
  });

  test('at most 50 pages: more is truncated and removes nothing', async () => {
    merchant.answer = ({ url }) => ({ body: goods(2, Number(url.searchParams.get('page')) * 2) });
    const ended = await sync({ pageSize: 2 });
    expect(ended).toMatchObject({ status: 'partial', pages: 50, items: 100, truncated: true });
    expect(ended.errors).toMatchObject([{ page: 50, code: 'truncated' }]);
    expect(merchant.asked).toHaveLength(50);
  });

  test('50 full pages are the end when the merchant says how many there are', async () => {
    merchant.answer = ({ url }) => ({
      body: { total: 100, items: goods(2, Number(url.searchParams.get('page')) * 2) },
    });
    expect(await sync({ pageSize: 2 })).toMatchObject({ status: 'succeeded', pages: 50, items: 100, truncated: false });
  });

  test('totals that change and ids that come twice do no harm', async () => {
    const list = [...goods(12), ...goods(6, 8)];
    merchant.answer = ({ url, number }) => {
      const from = (Number(url.searchParams.get('page')) - 1) * 6;
      return { body: { total: 7 * number, data: list.slice(from, from + 6) } };
    };
    expect(await sync({ pageSize: 6 })).toMatchObject({ status: 'succeeded', pages: 4, items: 18, created: 14 });
    expect(await connectors.catalogue()).toHaveLength(14);
  });
});

describe('cursor', () => {
  const config = { paginated: 'cursor', cursorPath: 'meta.next', cursorParam: 'after', pageSize: 10 };

  test.each([[null], [''], [undefined]])('ends on the cursor %j', async (last) => {
    merchant.answer = ({ url }) => {
      const from = Number(url.searchParams.get('after') ?? 0);
      return { body: { items: goods(25).slice(from, from + 10), meta: { next: from < 20 ? from + 10 : last } } };
    };
    expect(await sync(config)).toMatchObject({ status: 'succeeded', pages: 3, items: 25 });
    expect(searches()).toEqual(['?limit=10', '?limit=10&after=10', '?limit=10&after=20']);
  });

  test('a cursor that was there before stops the sync and proves no end', async () => {
    const cursors = ['a', 'b', 'a'];
    merchant.answer = ({ number }) => ({ body: { items: goods(2, number * 2), meta: { next: cursors[number - 1] } } });
    const ended = await sync(config);
    expect(ended).toMatchObject({ status: 'partial', pages: 3, truncated: false });
    expect(ended.errors).toMatchObject([
      { page: 3, code: 'repeated_cursor', message: expect.stringContaining('cursorPath') },
    ]);
  });

  test('a cursor can not change where it is sent', async () => {
    const cursor = '&page=9#/../?@evil.example/';
    merchant.answer = ({ url }) => {
      const after = url.searchParams.get('after');
      return { body: { items: goods(1, after ? 1 : 0), meta: { next: after === null ? cursor : null } } };
    };
    expect(await sync(config)).toMatchObject({ status: 'succeeded', items: 2 });
    expect(merchant.asked[1]!.url).toMatchObject({ pathname: '/', host: new URL(merchant.url).host });
    expect(merchant.asked[1]!.url.searchParams.get('after')).toBe(cursor);
  });

  test('the last item may be the cursor', async () => {
    merchant.answer = ({ url }) => {
      const from = Number(url.searchParams.get('after')?.slice(2) ?? -1) + 1;
      return { body: goods(15).slice(from, from + 10) };
    };
    expect(await sync({ ...config, cursorPath: '-1.id' })).toMatchObject({ status: 'succeeded', items: 15 });
  });
});

test('none is one request without parameters', async () => {
  merchant.answer = () => ({ body: goods(1_500) });
  expect(await sync({ paginated: 'none' })).toMatchObject({
    status: 'succeeded',
    pages: 1,
    items: 1_500,
    created: 1_500,
  });
  expect(searches()).toEqual(['']);
});

test('offset goes on by what came', async () => {
  merchant.answer = ({ url }) => {
    const skip = Number(url.searchParams.get('skip'));
    return { body: { products: goods(20).slice(skip, skip + 7), total: 20, skip } };
  };
  const config = { paginated: 'offset', pageParam: 'skip', dataPath: 'products', pageSize: 10 };
  expect(await sync(config)).toMatchObject({ status: 'succeeded', pages: 3, items: 20 });
  expect(searches()).toEqual(['?limit=10&skip=0', '?limit=10&skip=7', '?limit=10&skip=14']);
});

describe('link', () => {
  const page = ({ url }: Asked): number => Number(url.searchParams.get('n') ?? 0);

  test('follows the header', async () => {
    merchant.answer = (asked) => {
      const next = page(asked) + 1;
      const link = `<${merchant.url}/?a=1>; rel="prev", </more?n=${next}>; rel="next"; title="a, b"`;
      return { body: goods(5, page(asked) * 5), ...(next < 3 ? { headers: { link } } : {}) };
    };
    expect(await sync({ paginated: 'link' })).toMatchObject({ status: 'succeeded', pages: 3, items: 15 });
  });

  test('follows a path in the body, and leaves the credentials at home', async () => {
    const other = await Merchant.start();
    other.answer = () => ({ body: { items: goods(1, 1), next: null } });
    merchant.answer = () => ({ body: { items: goods(1), next: `${other.url}/second` } });
    const auth = { type: 'bearer', token: 'canary' };
    expect(await sync({ paginated: 'link', nextLink: 'next', auth })).toMatchObject({ status: 'succeeded', items: 2 });
    expect(merchant.asked[0]!.headers.authorization).toBe('Bearer canary');
    expect(other.asked[0]!.headers.authorization).toBeUndefined();
    await other.stop();
  });

  test.each(['http://127.0.0.1:9/', 'http://169.254.169.254/', 'file:///etc/passwd'])('never to %s', async (next) => {
    merchant.answer = () => ({ body: { items: goods(1), next } });
    const ended = await sync({ paginated: 'link', nextLink: 'next' });
    expect(ended).toMatchObject({ status: 'partial', pages: 1 });
    expect(['address_refused', 'url_refused']).toContain(ended.errors[0].code);
  });

  test('a circle stops', async () => {
    merchant.answer = (asked) => ({ body: { items: goods(1, page(asked)), next: `/?n=${1 - page(asked)}` } });
    expect(await sync({ paginated: 'link', nextLink: 'next' })).toMatchObject({
      status: 'partial',
      errors: [{ code: 'repeated_cursor' }],
    });
  });
});

describe('where the items are', () => {
  const wrap: [string, (items: Item[]) => unknown][] = [
    ['items', (items) => ({ items, data: [] })],
    ['data', (items) => ({ data: items, results: [] })],
    ['results', (items) => ({ data: {}, results: items })],
    ['the root', (items) => items],
  ];
  test.each(wrap)('%s without dataPath', async (_, wrapped) => {
    merchant.answer = () => ({ body: wrapped(goods(3)) });
    expect(await sync({ paginated: 'none' })).toMatchObject({ status: 'succeeded', items: 3 });
  });

  test('a dotted path with indexes', async () => {
    merchant.answer = () => ({ body: { shops: [{ products: goods(3) }], items: [] } });
    expect(await sync({ paginated: 'none', dataPath: 'shops.0.products' })).toMatchObject({
      status: 'succeeded',
      items: 3,
    });
  });

  test('nowhere: the error says what to set', async () => {
    merchant.answer = () => ({ body: { products: goods(3) } });
    const ended = await sync({});
    expect(ended).toMatchObject({ status: 'failed', pages: 0, errors: [{ page: 1, code: 'no_items' }] });
    expect(ended.errors[0].message).toContain('there is one at "products"');
  });
});
