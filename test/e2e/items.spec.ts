import { startTestApp, type TestApp } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';

let service: TestApp;
let shop: Shop;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = new Shop(service, await service.createTenant());
});
afterAll(() => service.close());

const ids = (body: { rows: { id: string }[] }): string[] => body.rows.map(({ id }) => id);

describe('list', () => {
  test('filters by source and type, pages, and counts all', async () => {
    await shop.push([product('a'), product('b', { docType: 'guide' }), product('c')], 'erp');
    await shop.push([product('d', { docType: 'guide' })], 'cms');
    await shop.remove('/c');
    const all = (await shop.items()).body;
    expect(all).toMatchObject({ total: 3, limit: 20, offset: 0 });
    expect(ids(all)).toEqual(['a', 'b', 'd']);
    expect(ids((await shop.items('?source=erp')).body)).toEqual(['a', 'b']);
    expect(ids((await shop.items('?doc_type=guide')).body)).toEqual(['b', 'd']);
    expect(ids((await shop.items('?doc_type=guide&source=cms')).body)).toEqual(['d']);
    expect((await shop.items('?source=none')).body).toEqual({ total: 0, rows: [], limit: 20, offset: 0 });
    const page = (await shop.items('?limit=1&offset=1')).body;
    expect(page).toMatchObject({ total: 3, limit: 1, offset: 1 });
    expect(ids(page)).toEqual(['b']);
    expect(ids((await shop.items('?offset=3')).body)).toEqual([]);
  });

  test('100 a page at most, 101 is refused', async () => {
    await shop.push(products(101));
    expect((await shop.items('?limit=100')).body.rows).toHaveLength(100);
    expect(await shop.items('?limit=101')).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  });

  test.each([
    '?limit=0',
    '?limit=x',
    '?limit=1.5',
    '?offset=-1',
    '?offset=10000001',
    '?source=a&source=b',
    '?source=a%00',
    '?source=',
    '?doc_type=Product',
    `?doc_type=${'x'.repeat(33)}`,
  ])('%s is refused', async (query) =>
    expect(await shop.items(query)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } }),
  );

  test('unknown parameters are ignored: a public key may call it', async () => {
    expect((await shop.items('?colour=red')).status).toBe(200);
  });

  test('a secret key may read, an indexer key may not', async () => {
    const path = `/v1/${shop.tenant.slug}/items`;
    expect((await ask(service.url, 'GET', path, { key: shop.tenant.keys.secret })).status).toBe(200);
    expect(await ask(service.url, 'GET', path, { key: shop.tenant.keys.indexer })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });
});

describe('read', () => {
  test('what is not there is 404', async () => {
    expect(await shop.item('none')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('HEAD answers as GET without a body', async () => {
    await shop.push([product('a')]);
    const answer = await ask(service.url, 'HEAD', `/v1/${shop.tenant.slug}/items/a`, { key: shop.tenant.keys.public });
    expect(answer).toMatchObject({ status: 200, text: '' });
  });
});

test("another tenant's items are neither read nor changed, whatever the key and the path", async () => {
  const other = new Shop(service, await service.createTenant());
  await shop.push([product('mine', { title: 'Velvet sofa' })]);
  const before = (await shop.item('mine')).body;
  expect((await other.item('mine')).status).toBe(404);
  expect((await other.patch('mine', { title: 'Stolen' })).status).toBe(404);
  expect((await other.push([{ id: 'mine', deleted: true }])).body).toMatchObject({ version: 0 });
  const { slug } = shop.tenant;
  const { keys } = other.tenant;
  for (const answer of [
    await ask(service.url, 'GET', `/v1/${slug}/items/mine`, { key: keys.public }),
    await ask(service.url, 'GET', `/v1/${slug}/items`, { key: keys.secret }),
    await ask(service.url, 'PATCH', `/v1/${slug}/items/mine`, { key: keys.secret, body: { title: 'Stolen' } }),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'tenant_mismatch' } });
  }
  expect((await shop.item('mine')).body).toEqual(before);
  expect((await other.items()).body.total).toBe(0);
});

describe('change', () => {
  beforeEach(async () => {
    await shop.push([product('a', { title: 'Velvet sofa', price: 5, brand: 'Oak', colour: 'red', size: 'L' })]);
  });

  test('named fields merge, null clears, and search knows at once', async () => {
    const answer = await shop.patch('a', {
      title: 'Leather couch',
      price: null,
      stock: 3,
      attributes: { size: null, width: 7 },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { title: 'Leather couch', stock: 3, brand: 'Oak', source: 'erp', version: 2 },
    });
    expect(answer.body).not.toHaveProperty('price');
    expect(answer.body.attributes).toEqual({ colour: 'red', width: 7 });
    expect((await shop.item('a')).body).toEqual(answer.body);
    expect(await shop.found('leather')).toEqual(['a']);
    expect(await shop.found('velvet')).toEqual([]);
  });

  test('fields that are not known are attributes', async () => {
    const { body } = await shop.patch('a', { colour: null, material: 'oak' });
    expect(body.attributes).toEqual({ size: 'L', material: 'oak' });
    expect((await shop.patch('a', { attributes: null })).body).not.toHaveProperty('attributes');
  });

  test('what changes nothing takes no version', async () => {
    expect((await shop.patch('a', {})).body.version).toBe(1);
    expect((await shop.patch('a', { price: '5.0', id: 'a' })).body.version).toBe(1);
    const pushed = await shop.push([
      product('a', { title: 'Velvet sofa', price: 5, brand: 'Oak', colour: 'red', size: 'L' }),
    ]);
    expect(pushed.body).toMatchObject({ version: 1, results: [{ status: 'unchanged' }] });
  });

  test('it stays with its source', async () => {
    await shop.patch('a', { price: 7 });
    expect((await shop.items('?source=erp')).body.total).toBe(1);
  });

  test.each<[unknown, string, string]>([
    [{ title: null }, '/title', 'required'],
    [{ url: 'javascript:alert(1)' }, '/url', 'url'],
    [{ price: -1 }, '/price', 'min'],
    [{ id: 'b' }, '/id', 'read_only'],
    [{ source: 'cms' }, '/source', 'read_only'],
    [{ version: 9 }, '/version', 'read_only'],
    [{ indexed_at: 'x' }, '/indexed_at', 'read_only'],
    [{ deleted: true }, '/deleted', 'unknown_field'],
    [{ attributes: [1] }, '/attributes', 'type'],
    [{ note: 'x\u0000' }, '/note', 'nul_character'],
    [{ tags: ['a', 5] }, '/tags/1', 'type'],
    [{ note: 'x'.repeat(102_400) }, '', 'too_large'],
    [[], '', 'type'],
    ['x', '', 'type'],
    [null, '', 'type'],
  ])('%.60j is 422 and changes nothing', async (body, field, code) => {
    const before = (await shop.item('a')).body;
    expect(await shop.patch('a', body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ field, code }] },
    });
    expect((await shop.item('a')).body).toEqual(before);
  });

  test('unsafe keys and too deep a body are 400', async () => {
    for (const raw of [
      '{"__proto__":{"a":1}}',
      '{"attributes":{"constructor":1}}',
      `{"x":${'['.repeat(40)}${']'.repeat(40)}}`,
      '{',
    ]) {
      expect(await shop.patch('a', undefined, { raw })).toMatchObject({
        status: 400,
        body: { code: 'malformed_json' },
      });
    }
    const nested = { x: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) as unknown };
    expect(await shop.patch('a', nested)).toMatchObject({ status: 422, body: { errors: [{ code: 'too_deep' }] } });
  });

  test('it never creates, and what was deleted is gone', async () => {
    expect(await shop.patch('none', { title: 'x' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await shop.remove('/a');
    expect((await shop.patch('a', { title: 'x' })).status).toBe(404);
  });

  test('unknown parameters are refused', async () => {
    const path = `/v1/${shop.tenant.slug}/items/a?dry=1`;
    expect(await ask(service.url, 'PATCH', path, { key: shop.tenant.keys.secret, body: {} })).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter' },
    });
  });

  test('a public key may not', async () => {
    expect(await shop.patch('a', {}, { key: shop.tenant.keys.public })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });

  test('two at once do not lose each other', async () => {
    const fields = Array.from({ length: 20 }, (_, i) => `f${i}`);
    const answers = await Promise.all(fields.map((name) => shop.patch('a', { attributes: { [name]: 1 } })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { body } = await shop.item('a');
    expect(Object.keys(body.attributes).sort()).toEqual(['colour', 'size', ...fields].sort());
    expect(body.version).toBe(21);
  });

  test('an idempotent repeat has no second effect', async () => {
    const headers = { 'idempotency-key': 'patch-1' };
    const first = await shop.patch('a', { price: 9 }, { headers });
    await shop.patch('a', { price: 10 });
    const again = await shop.patch('a', { price: 9 }, { headers });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await shop.item('a')).body.price).toBe(10);
  });
});
