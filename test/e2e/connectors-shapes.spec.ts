import type { TestApp } from '../support/app.ts';
import { Connectors, goods, Merchant } from '../support/merchant.ts';
import { startConnectorApp } from '../support/merchant-app.ts';
import { SHAPES } from '../support/merchant-shapes.ts';

let service: TestApp;
let merchant: Merchant;
let connectors: Connectors;
let presets: { id: string; config: Record<string, unknown> }[];

beforeAll(async () => {
  service = await startConnectorApp();
  merchant = await Merchant.start();
});
beforeEach(async () => {
  connectors = new Connectors(service, await service.createTenant());
  merchant.asked.length = 0;
  presets = (await connectors.ask('GET', '/presets')).body.rows;
});
afterAll(async () => {
  await service.close();
  await merchant.stop();
});

describe.each(SHAPES.map((shape) => [shape.preset, shape] as const))('%s', (preset, shape) => {
  test('its preset lists the whole shop and maps it', async () => {
    merchant.answer = shape.answer;
    const { config } = presets.find(({ id }) => id === preset)!;
    const id = await connectors.create({ endpoint: merchant.url + shape.path, ...config });
    expect(await connectors.sync(id)).toMatchObject({
      status: 'succeeded',
      items: shape.count,
      created: shape.count,
      errors: [],
    });
    expect(await connectors.document(shape.sample.id as string)).toMatchObject(shape.sample);
    expect(await connectors.sync(id)).toMatchObject({
      status: 'succeeded',
      unchanged: shape.count,
      updated: 0,
      removed: 0,
    });
  });

  test('a look at its endpoint proposes what works', async () => {
    merchant.answer = shape.answer;
    const { status, body } = await connectors.ask('POST', '/detect', { endpoint: merchant.url + shape.path });
    expect(status).toBe(200);
    expect(body.preset?.id).toBe(preset);
    expect(body.confidence).toBeGreaterThan(0.7);
    const id = await connectors.create({ endpoint: merchant.url + shape.path, ...body.config });
    expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', items: shape.count, errors: [] });
    expect(await connectors.document(shape.sample.id as string)).toMatchObject(shape.sample);
  });
});

test('an unknown shop is recognised by its names and values', async () => {
  const products = [1, 2, 3].map((n) => ({
    article_number: `A-${n}`,
    product_id: n,
    label: `Pan ${n}`,
    link: `https://shop.example/pan-${n}`,
    picture: `https://shop.example/pan-${n}.jpg`,
    preis: null,
    sale_price: `1.0${n}0,50`,
    manufacturer: { name: 'Steel' },
    keywords: 'pan, steel',
    qty: n,
  }));
  const sample = { status: 'ok', payload: { list: products, next_cursor: 'abc' } };
  const { body } = await connectors.ask('POST', '/detect', { sample });
  expect(body).toMatchObject({
    preset: null,
    config: {
      paginated: 'page',
      dataPath: 'payload.list',
      mapping: {
        id: 'product_id',
        title: 'label',
        url: 'link',
        image: 'picture',
        price: 'sale_price',
        stock: 'qty',
        brand: 'manufacturer.name',
        sku: 'article_number',
        tags: 'keywords',
      },
      transforms: { price: 'decimal_comma', tags: 'split' },
    },
  });
  expect(body.confidence).toBeGreaterThan(0.5);
  expect(body.confidence).toBeLessThan(1);
  merchant.answer = () => ({ body: sample });
  const report = await connectors.ask('POST', '/test', { endpoint: merchant.url, ...body.config, paginated: 'none' });
  expect(report.body).toMatchObject({ ok: true, page: { items: 3, valid: 3, failed: 0, data_path: 'payload.list' } });
  expect(report.body.samples[0].document).toMatchObject({ price: '1010.50', tags: ['pan', 'steel'] });
});

test.each([
  [
    { data: goods(3), links: { next: 'https://shop.example/?page=2' } },
    { paginated: 'link', nextLink: 'links.next' },
  ],
  [
    { data: goods(3), meta: { next_cursor: 'YWJj' } },
    { paginated: 'cursor', cursorPath: 'meta.next_cursor' },
  ],
  [
    { data: goods(3), offset: 0, limit: 3 },
    { paginated: 'offset', pageParam: 'offset' },
  ],
  [{ data: goods(3), meta: { current_page: 1 } }, { paginated: 'page' }],
])('the paging of %j is recognised', async (sample, config) => {
  const { body } = await connectors.ask('POST', '/detect', { sample });
  expect(body.config).toMatchObject(config);
  expect(body.paging.confidence).toBeGreaterThanOrEqual(0.7);
});

test('nothing to recognise says so', async () => {
  const { body } = await connectors.ask('POST', '/detect', { sample: { hello: 'world' } });
  expect(body).toMatchObject({ preset: null, confidence: 0, fields: [] });
  expect((await connectors.ask('POST', '/detect', {})).body.errors).toMatchObject([
    { field: '/sample', code: 'required' },
  ]);
});

describe('a test', () => {
  test('shows five samples, the coverage and stores nothing', async () => {
    merchant.answer = Merchant.pages([...goods(6), { id: 'x', title: 'No address' }]);
    const { status, body } = await connectors.ask('POST', '/test', { endpoint: merchant.url });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, page: { items: 7, valid: 6, failed: 1, data_path: '' }, first_page: 1 });
    expect(body.samples).toHaveLength(5);
    expect(body.samples[0]).toMatchObject({ document: { id: 'g-0', title: 'Good 0' }, error: null });
    expect(body.coverage).toEqual(
      expect.arrayContaining([
        { field: 'title', filled: 7, share: 1 },
        { field: 'url', filled: 6, share: 0.86 },
      ]),
    );
    expect(body.errors).toMatchObject([{ page: 1, path: '6.url', item_id: 'x', code: 'required' }]);
    expect(await connectors.catalogue()).toEqual([]);
    expect((await connectors.ask('GET')).body.total).toBe(0);
  });

  test('finds that the first page has the number 0', async () => {
    merchant.answer = ({ url }) => ({
      body: goods(20)
        .slice(Number(url.searchParams.get('page')) * 10)
        .slice(0, 10),
    });
    const { body } = await connectors.ask('POST', '/test', { endpoint: merchant.url, pageSize: 10 });
    expect(body).toMatchObject({ first_page: 0, errors: [{ code: 'first_page' }] });
    expect((await connectors.ask('POST', '/detect', { endpoint: merchant.url })).body.config.firstPage).toBe(0);
  });

  test('says what is wrong with the merchant', async () => {
    merchant.answer = () => ({ status: 403 });
    const { status, body } = await connectors.ask('POST', '/test', { endpoint: merchant.url });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, page: null, samples: [], errors: [{ page: 1, code: 'http_403' }] });
    const forbidden = await connectors.ask('POST', '/test', { endpoint: 'http://127.0.0.1:8080/' });
    expect(forbidden.body.errors).toMatchObject([{ field: '/endpoint', code: 'address_refused' }]);
  });
});
