import type { TestApp } from '../support/app.ts';
import { Shop, product } from '../support/catalogue.ts';
import { Connectors, goods, Merchant } from '../support/merchant.ts';
import { startConnectorApp } from '../support/merchant-app.ts';

let service: TestApp;
let merchant: Merchant;
let connectors: Connectors;
let shop: Shop;
let id: string;

beforeAll(async () => {
  service = await startConnectorApp();
  merchant = await Merchant.start();
});
beforeEach(async () => {
  const tenant = await service.createTenant();
  connectors = new Connectors(service, tenant);
  shop = new Shop(service, tenant);
  merchant.answer = Merchant.pages(goods(200));
  id = await connectors.create({ endpoint: merchant.url, source: 'shop' });
  await shop.push([product('other-1'), product('other-2')], 'erp');
  expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', created: 200 });
  merchant.asked.length = 0;
});
afterAll(async () => {
  await service.close();
  await merchant.stop();
});

const syncOf = (count: number, from = 0) => {
  merchant.answer = Merchant.pages(goods(count, from));
  return connectors.sync(id);
};
const approve = (syncId: string) => connectors.ask('POST', `/${id}/syncs/${syncId}/approve-removals`);
const own = () => connectors.catalogue('shop');

test('what a complete listing has no longer goes, of the own source alone, also from the search', async () => {
  expect(await syncOf(190)).toMatchObject({ status: 'succeeded', removed: 10, held_removals: 0, unchanged: 190 });
  expect(await own()).toHaveLength(190);
  expect(await connectors.catalogue('erp')).toEqual(['other-1', 'other-2']);
  expect((await shop.search({ q: '', per_page: '1' })).body.total).toBe(192);
});

test.each([
  [180, 20, 0],
  [179, 0, 21],
])('of 200 documents %i are left: %i go at once, %i are held', async (left, removed, held) => {
  expect(await syncOf(left)).toMatchObject({ status: 'succeeded', removed, held_removals: held });
  expect(await own()).toHaveLength(200 - removed);
});

test('held removals happen when they are approved, once', async () => {
  const held = await syncOf(50);
  expect(held).toMatchObject({ status: 'succeeded', removed: 0, held_removals: 150 });
  expect(await approve(held.id)).toMatchObject({
    status: 200,
    body: { removed: 150, held_removals: 0, status: 'succeeded' },
  });
  expect(await own()).toHaveLength(50);
  expect(await approve(held.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('approval spares what came back in a listing that did not end, and what another source took', async () => {
  const held = await syncOf(50);
  merchant.answer = (asked) => (asked.url.searchParams.get('page') === '1' ? { body: goods(100) } : { status: 404 });
  expect(await connectors.sync(id)).toMatchObject({ status: 'partial', removed: 0 });
  await shop.push([product('g-150')], 'erp');
  expect(await approve(held.id)).toMatchObject({ status: 200, body: { removed: 99, held_removals: 0 } });
  expect(await own()).toHaveLength(100);
  expect(await connectors.catalogue('erp')).toContain('g-150');
});

test('a later complete listing makes older held removals void', async () => {
  const held = await syncOf(50);
  expect(await syncOf(199)).toMatchObject({ removed: 1, held_removals: 0 });
  expect(await approve(held.id)).toMatchObject({ status: 409 });
  expect(await own()).toHaveLength(199);
});

test('an empty listing removes nothing', async () => {
  const ended = await syncOf(0);
  expect(ended).toMatchObject({ status: 'partial', pages: 1, items: 0, removed: 0, held_removals: 0 });
  expect(ended.errors).toMatchObject([{ code: 'empty_listing' }]);
  expect(await own()).toHaveLength(200);
});

test('an empty shop without documents is no fault', async () => {
  const empty = await connectors.create({ endpoint: merchant.url, source: 'empty' });
  merchant.answer = () => ({ body: [] });
  expect(await connectors.sync(empty)).toMatchObject({ status: 'succeeded', items: 0, errors: [] });
});

test('without prune_missing nothing goes', async () => {
  await connectors.ask('PATCH', `/${id}`, { prune_missing: false });
  expect(await syncOf(195)).toMatchObject({ status: 'succeeded', removed: 0, held_removals: 0 });
  expect(await own()).toHaveLength(200);
});

test('an item that is listed but broken stays as it was; one without an id stops all removals', async () => {
  const list = goods(195);
  list[3] = { ...list[3], url: 'nowhere' };
  merchant.answer = Merchant.pages(list);
  expect(await connectors.sync(id)).toMatchObject({ status: 'partial', failed: 1, removed: 5 });
  expect(await own()).toContain('g-3');
  merchant.answer = Merchant.pages([...goods(190), { title: 'nameless', url: '/n' }]);
  expect(await connectors.sync(id)).toMatchObject({ status: 'partial', failed: 1, removed: 0 });
});

test('an item that says it is deleted counts as missing and never deletes another source', async () => {
  merchant.answer = Merchant.pages([...goods(199), { id: 'g-199', deleted: true }, { id: 'other-1', deleted: true }]);
  expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', removed: 1 });
  expect(await connectors.catalogue('erp')).toEqual(['other-1', 'other-2']);
});

describe('pages that did not change', () => {
  const etags = (list: () => Record<string, unknown>[]) => (asked: { url: URL; headers: Record<string, unknown> }) => {
    const page = Merchant.pages(list())(asked as never) as { body: unknown[] };
    const etag = `"${JSON.stringify(page.body).length}-${asked.url.search}"`;
    return asked.headers['if-none-match'] === etag ? { status: 304, raw: '' } : { ...page, headers: { etag } };
  };

  test('are not read again, and what is in them is not removed', async () => {
    let list = goods(250);
    merchant.answer = etags(() => list) as never;
    expect(await connectors.sync(id)).toMatchObject({ created: 50, unchanged: 200 });
    merchant.asked.length = 0;
    expect(await connectors.sync(id)).toMatchObject({
      status: 'succeeded',
      pages: 3,
      items: 250,
      unchanged: 250,
      removed: 0,
    });
    expect(merchant.asked.every(({ headers }) => headers['if-none-match'])).toBe(true);
    list = list.slice(0, 245);
    expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', items: 245, unchanged: 245, removed: 5 });
    expect(await own()).toHaveLength(245);
  });

  test('are not read again when they took several transactions to write', async () => {
    merchant.answer = (({ headers }: { headers: Record<string, unknown> }) =>
      headers['if-none-match'] === '"all"'
        ? { status: 304, raw: '' }
        : { body: goods(700), headers: { etag: '"all"' } }) as never;
    await connectors.ask('PATCH', `/${id}`, { paginated: 'none' });
    expect(await connectors.sync(id)).toMatchObject({ created: 500, unchanged: 200 });
    merchant.asked.length = 0;
    expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', items: 700, unchanged: 700, removed: 0 });
    expect(merchant.asked.map(({ headers }) => headers['if-none-match'])).toEqual(['"all"']);
    await shop.patch('g-1', { title: 'changed here' });
    expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', updated: 1, unchanged: 699 });
  });

  test('are read again when a document of theirs was changed, deleted or taken here', async () => {
    const list = goods(200);
    merchant.answer = etags(() => list) as never;
    await connectors.sync(id);
    await shop.patch('g-1', { title: 'changed here' });
    await shop.remove('/g-2');
    await shop.push([product('g-3')], 'erp');
    expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', created: 1, updated: 2, unchanged: 197 });
    expect(await own()).toHaveLength(200);
    expect(await connectors.document('g-1')).toMatchObject({ title: 'Good 1' });
  });

  test('are known by their bytes when the merchant sends nothing to ask by, also after a document changed here', async () => {
    expect(await syncOf(200)).toMatchObject({ status: 'succeeded', unchanged: 200 });
    await shop.patch('g-150', { title: 'changed here' });
    expect(await syncOf(200)).toMatchObject({ status: 'succeeded', updated: 1, unchanged: 199 });
    expect(await connectors.document('g-150')).toMatchObject({ title: 'Good 150' });
  });

  test('are read again when the mapping changed', async () => {
    merchant.answer = etags(() => goods(200)) as never;
    await connectors.sync(id);
    await connectors.ask('PATCH', `/${id}`, { mapping: { id: 'id', title: 'title', url: 'url' } });
    expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', updated: 200 });
  });
});
