import { startTestApp, type TestApp } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';

let service: TestApp;
let shop: Shop;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = new Shop(service, await service.createTenant());
});
afterAll(() => service.close());

test('a deletion is done when it is answered, and again without effect', async () => {
  await shop.push([product('a', { title: 'Velvet sofa' }), product('b', { title: 'Velvet chair' })]);
  expect(await shop.remove('/a')).toMatchObject({ status: 200, body: { id: 'a', deleted: true, version: 2 } });
  expect((await shop.item('a')).status).toBe(404);
  expect(await shop.found('velvet')).toEqual(['b']);
  expect(await shop.remove('/a')).toMatchObject({ status: 200, body: { id: 'a', deleted: false, version: 2 } });
  expect((await shop.remove('/never')).body).toEqual({ id: 'never', deleted: false, version: 2 });
});

test('what was deleted comes back as new', async () => {
  await shop.push([product('a', { title: 'Velvet sofa' })]);
  await shop.remove('/a');
  const { body } = await shop.push([product('a', { title: 'Velvet sofa' })]);
  expect(body).toMatchObject({ version: 3, results: [{ status: 'created' }] });
  expect(await shop.found('velvet')).toEqual(['a']);
});

test('deletions in a push', async () => {
  await shop.push([product('a'), product('b')]);
  const answer = await shop.push([
    { id: 'a', deleted: true },
    { id: 'none', deleted: true },
    product('c'),
    { deleted: true },
  ]);
  expect(answer).toMatchObject({ status: 207, body: { received: 4, indexed: 1, deleted: 2, failed: 1, version: 2 } });
  expect(answer.body.results.map(({ status }: { status: string }) => status)).toEqual([
    'deleted',
    'deleted',
    'created',
    'failed',
  ]);
  const ids = (await shop.items()).body.rows.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(['b', 'c']);
});

test('a push of deletions that have no effect takes no version', async () => {
  const answer = await shop.push([{ id: 'none', deleted: true }]);
  expect(answer).toMatchObject({ status: 200, body: { indexed: 0, deleted: 1, version: 0 } });
});

test('a source goes as a whole, and only it', async () => {
  await shop.push(
    products(7, () => ({ title: 'Velvet thing' })),
    'erp',
  );
  await shop.push([product('other', { title: 'Velvet other' })], 'cms');
  expect(await shop.remove('?source=erp')).toMatchObject({
    status: 200,
    body: { source: 'erp', deleted: 7, version: 3 },
  });
  expect(await shop.found('velvet')).toEqual(['other']);
  expect((await shop.items()).body).toMatchObject({ total: 1, rows: [{ id: 'other', source: 'cms' }] });
  expect((await shop.remove('?source=erp')).body).toEqual({ source: 'erp', deleted: 0, version: 3 });
  expect((await shop.remove('?source=never')).body).toEqual({ source: 'never', deleted: 0, version: 3 });
});

test('a source larger than one chunk takes a version a chunk and vanishes at once', async () => {
  for (let part = 0; part < 6; part++) {
    const documents = products(1000, (i) => ({ id: `${part}-${i}`, title: 'Velvet bulk' }));
    expect((await shop.push(documents)).status).toBe(200);
  }
  const { body } = await shop.remove('?source=erp');
  expect(body).toEqual({ source: 'erp', deleted: 6000, version: 8 });
  expect((await shop.search({ q: 'velvet' })).body.total).toBe(0);
  expect((await shop.items()).body.total).toBe(0);
});

test.each([
  '',
  '?source=',
  '?source=e%20r%20p',
  `?source=${'x'.repeat(65)}`,
  '?source=a&source=b',
  '?source=erp&mode=all',
])('DELETE /api/v1/index%s is 400 and deletes nothing', async (query) => {
  await shop.push([product('a')]);
  expect(await shop.remove(query)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  expect((await shop.items()).body.total).toBe(1);
});

test('an unknown parameter beside an id is 400', async () => {
  await shop.push([product('a')]);
  expect(await shop.remove('/a?sorce=erp')).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  expect((await shop.item('a')).status).toBe(200);
});

test('a write by another source moves the document to it', async () => {
  await shop.push([product('a'), product('b')], 'erp');
  const moved = await shop.push([product('a')], 'cms');
  expect(moved.body).toMatchObject({ version: 2, results: [{ status: 'updated' }] });
  expect((await shop.item('a')).body).toMatchObject({ source: 'cms', version: 2 });
  expect((await shop.remove('?source=erp')).body).toMatchObject({ deleted: 1 });
  expect((await shop.item('a')).status).toBe(200);
  expect((await shop.remove('?source=cms')).body).toMatchObject({ deleted: 1 });
});

test('a delete by id does not ask for the source', async () => {
  await shop.push([product('a')], 'cms');
  expect((await shop.push([{ id: 'a', deleted: true }], 'erp')).body.deleted).toBe(1);
  expect((await shop.item('a')).status).toBe(404);
});
