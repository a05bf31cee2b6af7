import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type Answer, type AskOptions } from '../support/client.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const catalogue = [
  product('s1', 'Red leather sofa', {
    brand: 'Oak',
    price: 900,
    stock: 3,
    popularity: 5,
    attributes: { colour: 'red' },
  }),
  product('s2', 'Blue sofa', { brand: 'Oak', price: 700, stock: 0, popularity: 9, attributes: { colour: 'blue' } }),
  product('s3', 'Green sofa bed', {
    brand: 'Elm',
    price: 500,
    stock: 1,
    popularity: 1,
    attributes: { colour: 'green' },
  }),
  product('c1', 'Velvet couch', { brand: 'Elm', price: 1200.5, stock: 2, attributes: { colour: 'red' } }),
  product('n1', 'Notebook 15 inch', { brand: 'Acme', price: 999.99, stock: 5, sku: 'NB-15 X' }),
  product('t1', 'Cotton T-shirt', { brand: 'Wear', price: 10, stock: 50, attributes: { colour: 'blue' } }),
  product('h/"1" 🎉', 'Hostile <script>alert(1)</script> title "}],', { price: 1, description: '<b>bold</b> & brave' }),
  product('g1', 'Gift card', { docType: 'voucher', price: 25 }),
];

function product(id: string, title: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, title, url: `/p/${encodeURIComponent(id)}`, docType: 'product', ...fields };
}

let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  shop = await service.createTenant();
  const pushed = await ask(service.url, 'POST', '/api/v1/index', {
    key: shop.keys.indexer,
    body: { source: 'e2e', documents: catalogue },
  });
  if (pushed.status !== 200) throw new Error(pushed.text);
});
afterAll(() => service.close());

const post = (body: unknown, options: AskOptions = {}): Promise<Answer> =>
  ask(service.url, 'POST', `/v1/${shop.slug}/search`, { key: shop.keys.public, body, ...options });
const get = (query: Record<string, string> | string, options: AskOptions = {}): Promise<Answer> =>
  ask(service.url, 'GET', `/v1/${shop.slug}/search?${new URLSearchParams(query)}`, {
    key: shop.keys.public,
    ...options,
  });
const ids = (answer: Answer): string[] => answer.body.hits.map((hit: { id: string }) => hit.id);
const manage = async (path: string, body: unknown, method = 'POST'): Promise<{ id: string }> => {
  const answer = await ask(service.url, method, `/v1/${shop.slug}/${path}`, { key: shop.keys.secret, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};
const told = ({ body }: Answer): object => ({ ...body, query_id: null, took_ms: null });
const redirected = async (more: object): Promise<string> => (await post({ q: 'sofa', ...more })).body.redirect;
const addRule = (actions: unknown, pattern = 'sofa', more: object = {}) =>
  manage('rules', { name: 'R', conditions: [{ match: 'contains', pattern }], actions, ...more });

test('the answer of the contract, to the letter', async () => {
  const answer = await post({ q: 'Red  SOFA' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(Object.keys(answer.body)).toEqual([
    'query_id',
    'query',
    'normalized_query',
    'corrected_query',
    'total',
    'total_relation',
    'page',
    'per_page',
    'hits',
    'total_relaxed',
    'facets',
    'applied',
    'redirect',
    'banners',
    'took_ms',
  ]);
  expect(answer.body).toMatchObject({
    query_id: expect.stringMatching(UUID_V7),
    query: 'Red  SOFA',
    normalized_query: 'red sofa',
    corrected_query: null,
    total: 1,
    total_relation: 'eq',
    page: 1,
    per_page: 20,
    facets: [],
    applied: { rules: [], synonyms: [], typos: [], truncated: false },
    redirect: null,
    banners: [],
    took_ms: expect.any(Number),
  });
  expect(answer.body.hits[0]).toMatchObject({
    ...catalogue[0],
    position: 1,
    highlight: { title: '<mark>Red</mark> leather <mark>sofa</mark>', description: null },
  });
  expect(answer.body.hits[0]).not.toHaveProperty('explain');
});

test('GET says the same as POST', async () => {
  const filters = { brand: ['Oak', 'Elm'], price: { gte: 600 }, not: { 'attributes.colour': 'blue' } };
  const [viaPost, viaGet] = [
    await post({ q: 'sofa', filters, facets: ['brand', 'price'], sort: 'price:asc', per_page: 1, explain: true }),
    await get({
      q: 'sofa',
      filters: JSON.stringify(filters),
      facets: 'brand, price',
      sort: 'price:asc',
      per_page: '1',
      explain: 'true',
      utm_source: 'ignored',
    }),
  ];
  expect(viaGet.status).toBe(200);
  expect(ids(viaPost)).toEqual(['s1']);
  expect(viaPost.body.hits[0].explain).toMatchObject({ pinned: false, relaxed: false });
  expect(told(viaGet)).toEqual(told(viaPost));
  const repeated = await ask(service.url, 'GET', `/v1/${shop.slug}/search?q=sofa&facets=brand&facets=price,tags`, {
    key: shop.keys.public,
  });
  expect(repeated.body.facets.map(({ field }: { field: string }) => field)).toEqual(['brand', 'price', 'tags']);
});

test('nothing asked for browses by popularity; a secret key may search too', async () => {
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/search`, { key: shop.keys.secret });
  expect(answer.body).toMatchObject({ query: '', normalized_query: '', total: 8 });
  expect(ids(answer).slice(0, 3)).toEqual(['s2', 's1', 's3']);
  expect((await post(undefined, { raw: '' })).body.total).toBe(8);
  expect((await post({ q: null, page: null, filters: null, facets: null, future_field: 1 })).body.total).toBe(8);
  expect(await ask(service.url, 'HEAD', `/v1/${shop.slug}/search`, { key: shop.keys.public })).toMatchObject({
    status: 200,
    text: '',
  });
});

test("pages, positions and a facet's own selection", async () => {
  const second = await post({ q: 'sofa', page: 2, per_page: 2, sort: 'price:desc' });
  expect(second.body).toMatchObject({ total: 3, page: 2, per_page: 2, hits: [{ id: 's3', position: 3 }] });
  const chosen = await post({ q: 'sofa', filters: { brand: 'Elm' }, facets: ['brand', 'attributes.colour', 'price'] });
  expect(ids(chosen)).toEqual(['s3']);
  expect(chosen.body.facets).toEqual([
    {
      field: 'brand',
      values: [
        { value: 'Oak', count: 2 },
        { value: 'Elm', count: 1 },
      ],
    },
    { field: 'attributes.colour', values: [{ value: 'green', count: 1 }] },
    expect.objectContaining({ field: 'price', stats: { min: 500, max: 500, avg: 500, sum: 500 } }),
  ]);
});

test.each<[object, string[]]>([
  [{ brand: ['Oak', 'Elm'], in_stock: true }, ['c1', 's1', 's3']],
  [{ price: { gt: 700, lte: 1200.5 } }, ['c1', 'n1', 's1']],
  [{ any: [{ docType: 'voucher' }, { 'attributes.colour': 'green' }] }, ['g1', 's3']],
  [{ not: { docType: 'product' } }, ['g1']],
  [{ id: ['s1', 'h/"1" 🎉'] }, ['h/"1" 🎉', 's1']],
  [{ sku: 'NB-15 X' }, ['n1']],
  [{ 'attributes.nobody': 'has' }, []],
])('filters %j', async (filters, expected) => {
  const answer = await post({ filters });
  expect(ids(answer).sort()).toEqual([...expected].sort());
  expect(answer.body.total).toBe(expected.length);
});

test('hostile documents come out as they are and never as markup', async () => {
  const answer = await post({ q: 'hostile' });
  expect(answer.body.hits[0]).toMatchObject({ id: 'h/"1" 🎉', title: catalogue[6]!.title });
  expect(answer.body.hits[0].highlight.title).not.toMatch(/<(?!\/?mark>)/);
  expect(answer.body.hits[0].highlight.description).not.toMatch(/<(?!\/?mark>)/);
});

const refusedGets: [Record<string, string>, string][] = [
  [{ q: 'x'.repeat(513) }, 'q max_length'],
  [{ page: '0' }, 'page min'],
  [{ page: 'x' }, 'page is_int'],
  [{ page: '1.5' }, 'page is_int'],
  [{ per_page: '101' }, 'per_page max'],
  [{ per_page: '0' }, 'per_page min'],
  [{ page: '11', per_page: '100' }, 'page window'],
  [{ filters: '{' }, 'filters json'],
  [{ filters: '[]' }, 'filters type'],
  [{ filters: '{"colour":"red"}' }, 'filters unknown_field'],
  [{ filters: '{"__proto__":"red"}' }, 'filters unknown_field'],
  [{ filters: '{"brand":{"gte":1}}' }, 'filters operator'],
  [{ filters: `{"brand":"${'x'.repeat(8_192)}"}` }, 'filters max_length'],
  [{ facets: 'brand,colour' }, 'facets unknown_field'],
  [{ facets: Array.from({ length: 51 }, (_, at) => `attributes.a${at}`).join(',') }, 'facets array_max_size'],
  [{ sort: 'price' }, 'sort sort'],
  [{ locale: 'no locale' }, 'locale locale'],
  [{ channel: 'email' }, 'channel is_in'],
  [{ session_id: '1' }, 'session_id uuid'],
  [{ explain: 'maybe' }, 'explain is_in'],
];
test.each(refusedGets.map(([query, fault]) => [fault, query] as const))('GET refused: %s', async (expected, query) => {
  const answer = await get(query);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)).toEqual([expected]);
});

const refusedPosts: [unknown, string][] = [
  [{ q: 5 }, '/q is_string'],
  [{ q: 'x'.repeat(513) }, '/q max_length'],
  [{ page: '2x' }, '/page is_int'],
  [{ page: 1_001, per_page: 1 }, '/page max'],
  [{ page: 334, per_page: 3 }, '/page window'],
  [{ filters: 'brand' }, '/filters type'],
  [{ filters: { brand: [{}] } }, '/filters/brand/0 type'],
  [{ filters: { any: [{ price: { gte: 'x' } }] } }, '/filters/any/0/price/gte type'],
  [{ facets: 'brand' }, '/facets is_array'],
  [{ facets: [null] }, '/facets is_string'],
  [{ facets: ['brand', 'title'] }, '/facets/1 unknown_field'],
  [{ sort: 'brand:asc' }, '/sort sort'],
  [{ locale: 7 }, '/locale locale'],
  [{ channel: 'x' }, '/channel is_in'],
  [{ session_id: 'x' }, '/session_id uuid'],
  [{ explain: 'x' }, '/explain is_in'],
  [[], ' type'],
];
test.each(refusedPosts.map(([body, fault]) => [fault, body] as const))('POST refused: %s', async (expected, body) => {
  const answer = await post(body);
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect(answer.body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)).toEqual([expected]);
});

test('at the bounds', async () => {
  expect((await get({ q: 'x'.repeat(512) })).status).toBe(200);
  expect((await get({ page: '10', per_page: '100' })).body.hits).toEqual([]);
  const long = await post({ q: 'sofa b c d e f g h i j k' });
  expect(long.body).toMatchObject({ normalized_query: 'sofa b c d e f g h i j', applied: { truncated: true } });
  expect((await post({ q: '\ud800 \u0000 sofa' })).status).toBe(200);
  expect((await get('q=a&q=b')).body.errors[0]).toMatchObject({ field: 'q', code: 'is_string' });
});

test('keys, origins, methods', async () => {
  expect((await post({}, { key: shop.keys.indexer })).body.code).toBe('insufficient_scope');
  expect((await ask(service.url, 'POST', `/v1/${shop.slug}/search`, { body: {} })).body.code).toBe('missing_api_key');
  const other = await service.createTenant();
  expect((await post({}, { key: other.keys.public })).body.code).toBe('tenant_mismatch');
  const wrong = await ask(service.url, 'DELETE', `/v1/${shop.slug}/search`, { key: shop.keys.secret });
  expect(wrong).toMatchObject({ status: 405 });
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST');
  const crossed = await post({ q: 'sofa' }, { headers: { origin: 'https://shop.example' } });
  expect(crossed.headers.get('access-control-allow-origin')).toBeTruthy();
});

test('an Idempotency-Key replays the answer', async () => {
  const options = { headers: { 'idempotency-key': 'a' } };
  const [first, second] = [await post({ q: 'sofa' }, options), await post({ q: 'sofa' }, options)];
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(second.text).toBe(first.text);
});

test('synonyms work at once, below direct matches, and say so', async () => {
  expect(ids(await post({ q: 'sofa' }))).not.toContain('c1');
  const { id } = await manage('synonyms', { type: 'two_way', terms: ['sofa', 'couch'] });
  const answer = await post({ q: 'sofas' });
  expect(ids(answer).slice(0, 3).sort()).toEqual(['s1', 's2', 's3']);
  expect(ids(answer)[3]).toBe('c1');
  expect(answer.body.applied.synonyms).toEqual([{ id, from: 'sofas', to: 'couch' }]);
  expect((await post({ q: 'leather' })).body.applied.synonyms).toEqual([]);
  await manage(`synonyms/${id}`, { enabled: false }, 'PATCH');
  expect(ids(await post({ q: 'sofa' }))).not.toContain('c1');
});

test('one-way, several words, a typo', async () => {
  const { id } = await manage('synonyms', { type: 'one_way', input: 'portable computer', terms: ['notebook'] });
  const answer = await post({ q: 'portable computr' });
  expect(ids(answer)[0]).toBe('n1');
  expect(answer.body.applied.synonyms).toEqual([{ id, from: 'portable computr', to: 'notebook' }]);
  expect((await post({ q: 'notebook' })).body.applied.synonyms).toEqual([]);
});

test('pins keep their position, count, obey filters and rest under a sort', async () => {
  const { id } = await addRule({ pin: [{ id: 't1', position: 2 }] });
  const answer = await post({ q: 'sofa' });
  expect(ids(answer)[1]).toBe('t1');
  expect(answer.body.hits[1].position).toBe(2);
  expect(answer.body).toMatchObject({ total: 4, applied: { rules: [{ id, name: 'R' }] } });
  expect(ids(await post({ q: 'sofa', page: 2, per_page: 1 }))).toEqual(['t1']);
  expect(ids(await post({ q: 'sofa', filters: { brand: 'Oak' } }))).not.toContain('t1');
  expect(ids(await post({ q: 'sofa', sort: 'price:asc' }))[1]).not.toBe('t1');
});

test('hide, boost, bury and filter', async () => {
  const plain = ids(await post({ q: 'sofa' }));
  const last = plain.at(-1)!;
  const boost = await addRule({ boost: [{ filter: { id: last }, weight: 10 }] });
  expect(ids(await post({ q: 'sofa' }))[0]).toBe(last);
  await manage(`rules/${boost.id}`, { actions: { bury: [{ filter: { id: plain[0] } }] } }, 'PATCH');
  expect(ids(await post({ q: 'sofa' })).at(-1)).toBe(plain[0]);
  await manage(`rules/${boost.id}`, { actions: { hide: ['s1'] } }, 'PATCH');
  const hidden = await post({ q: 'sofa' });
  expect([ids(hidden).includes('s1'), hidden.body.total]).toEqual([false, 2]);
  await manage(`rules/${boost.id}`, { actions: { filter: { brand: 'Elm' } } }, 'PATCH');
  const filtered = await post({ q: 'sofa', facets: ['brand'] });
  expect(ids(filtered)).toEqual(['s3']);
  expect(filtered.body.facets[0].values).toEqual([{ value: 'Elm', count: 1 }]);
});

test('redirect, banner, replaced query', async () => {
  await addRule({ redirect: '/sale', banner: { title: 'Sale' }, replace_query: 'couch' }, 'settee');
  const answer = await post({ q: 'Settees' });
  expect(answer.body).toMatchObject({
    query: 'Settees',
    normalized_query: 'settees',
    corrected_query: 'couch',
    redirect: '/sale',
    banners: [{ title: 'Sale', text: null, image: null, url: null }],
  });
  expect(ids(answer)[0]).toBe('c1');
});

test('dates, channel, locale, priority', async () => {
  const ends_at = new Date(service.clock.now() + 1_000).toISOString();
  await addRule({ redirect: '/low' }, 'sofa', { ends_at });
  const condition = { match: 'is', pattern: 'sofa', channel: 'overlay', locale: 'de' };
  await addRule({ redirect: '/high' }, 'sofa', { priority: 1, conditions: [condition] });
  expect(await redirected({})).toBe('/low');
  expect(await redirected({ channel: 'overlay' })).toBe('/low');
  expect(await redirected({ channel: 'overlay', locale: 'de-AT' })).toBe('/high');
  service.clock.advance(1_000);
  expect(await redirected({})).toBeNull();
});

test("another tenant's rules, synonyms and documents do not reach", async () => {
  await addRule({ redirect: '/mine' });
  await manage('synonyms', { type: 'two_way', terms: ['sofa', 'couch'] });
  const other = await service.createTenant();
  const answer = await ask(service.url, 'POST', `/v1/${other.slug}/search`, {
    key: other.keys.public,
    body: { q: 'sofa' },
  });
  expect(answer.body).toMatchObject({ total: 0, hits: [], redirect: null, applied: { rules: [], synonyms: [] } });
});

test('settings of the tenant: fields, typos, language', async () => {
  expect((await post({ q: 'sofaa' })).body.total).toBe(3);
  await manage('settings', { typo_tolerance: false, searchable_fields: ['brand'] }, 'PATCH');
  expect((await post({ q: 'sofaa' })).body.total).toBe(0);
  expect((await post({ q: 'sofa' })).body.total).toBe(0);
  expect((await post({ q: 'oak' })).body.total).toBe(2);
});

it('finds values of a facet by what is typed, and says where it matched', async () => {
  const answer = await post({ facet_query: { brand: 'oa', 'attributes.colour': '' }, facets: ['docType'] });
  expect(answer.body.facets).toEqual([
    { field: 'docType', values: expect.any(Array) },
    { field: 'brand', values: [{ value: 'Oak', count: 2, highlighted: '<mark>Oa</mark>k' }] },
    { field: 'attributes.colour', values: expect.arrayContaining([{ value: 'red', count: 2, highlighted: 'red' }]) },
  ]);
  const asked = await get({ q: 'sofa', facet_query: '{"brand":"el"}', facet_limit: '1' });
  expect(asked.body.facets).toEqual([
    { field: 'brand', values: [{ value: 'Elm', count: 1, highlighted: '<mark>El</mark>m' }] },
  ]);
});

it('refuses what is no question for values of a facet', async () => {
  const body = await post({ facet_query: { nothing: 'a', brand: 5 } });
  expect(body.status).toBe(422);
  expect(body.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    '/facet_query/nothing',
    '/facet_query/brand',
  ]);
  const query = await get({ facet_query: '[' });
  expect([query.status, query.body.errors[0].field]).toEqual([400, 'facet_query']);
  expect((await get({ facet_limit: '1001' })).status).toBe(400);
});
