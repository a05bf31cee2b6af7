import { LearnedSynonyms, SynonymsReader } from '../../src/modules/synonyms/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask, type AskOptions } from '../support/client.ts';

let service: TestApp;
let shop: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  other = await service.createTenant();
});
beforeEach(async () => {
  shop = await service.createTenant();
});
afterAll(() => service.close());

const call = (method: string, path: string, options: AskOptions = {}, tenant = shop) =>
  ask(service.url, method, `/v1/${tenant.slug}/synonyms${path}`, { key: tenant.keys.secret, ...options });
const create = (body: unknown) => call('POST', '', { body });
const faults = (answer: { body: { errors?: { field: string; code: string }[] } }): string[] =>
  (answer.body.errors ?? []).map(({ field, code }) => `${field} ${code}`);
const expand = async (text: string): Promise<string[]> => {
  const compiled = await service.app.get(SynonymsReader).get(shop.context);
  return compiled
    .expand({ words: text.split(' '), locale: 'en', typos: true })
    .map(({ replacement }) => replacement.join(' '));
};

test('created, read, changed, listed and deleted, each with its effect at once', async () => {
  expect(await expand('sofa')).toEqual([]);
  const created = await create({ type: 'two_way', terms: [' Sofa ', 'couch', 'sofa'] });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'two_way',
    input: null,
    terms: ['Sofa', 'couch'],
    locale: null,
    source: 'manual',
    confidence: null,
    enabled: true,
    suggestion_id: null,
    created_at: new Date(service.clock.now()).toISOString(),
    version: 1,
    updated_at: new Date(service.clock.now()).toISOString(),
    updated_by: 'First secret key',
  });
  const { id } = created.body;
  expect(await expand('sofa')).toEqual(['couch']);

  expect((await call('GET', `/${id}`)).body).toEqual(created.body);

  const patched = await call('PATCH', `/${id}`, { body: { terms: ['sofa', 'settee'], locale: 'en-gb' } });
  expect(patched.status).toBe(200);
  expect(patched.body).toEqual({ ...created.body, terms: ['sofa', 'settee'], locale: 'en-GB', version: 2 });
  expect(await expand('sofa')).toEqual([]);
  expect((await call('PATCH', `/${id}`, { body: { locale: null } })).body.locale).toBeNull();
  expect(await expand('sofa')).toEqual(['settee']);
  await call('PATCH', `/${id}`, { body: { enabled: false } });
  expect(await expand('sofa')).toEqual([]);

  const turned = await call('PATCH', `/${id}`, {
    body: { type: 'one_way', input: 'sofa', terms: ['divan'], enabled: true },
  });
  expect(turned.body).toMatchObject({ type: 'one_way', input: 'sofa', terms: ['divan'] });
  expect(await expand('sofa')).toEqual(['divan']);
  expect(await expand('divan')).toEqual([]);

  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 204, text: '' });
  expect(await expand('sofa')).toEqual([]);
  expect((await call('GET', `/${id}`)).status).toBe(404);
  expect((await call('DELETE', `/${id}`)).status).toBe(404);
});

test('lists have pages, a text and a source', async () => {
  await create({ type: 'two_way', terms: ['a1', 'b1'] });
  await create({ type: 'one_way', input: '100% wool', terms: ['b2'] });
  await call('POST', '/import?format=solr', { body: { content: 'c1, c2' } });
  const all = await call('GET', '');
  expect(all.body).toMatchObject({ total: 3, limit: 20, offset: 0 });
  expect(all.body.rows.map((row: { source: string }) => row.source)).toEqual(['import', 'manual', 'manual']);
  expect((await call('GET', '?limit=1&offset=1')).body).toMatchObject({ total: 3, rows: [{ input: '100% wool' }] });
  expect((await call('GET', '?q=B')).body.total).toBe(2);
  expect((await call('GET', '?q=%25')).body.total).toBe(1);
  expect((await call('GET', '?source=import')).body.total).toBe(1);
  for (const query of ['?limit=101', '?limit=0', '?offset=-1', '?source=x', '?page=2', `?q=${'x'.repeat(101)}`]) {
    expect(await call('GET', query)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  }
});

test('the same synonym twice is one', async () => {
  const first = await create({ type: 'two_way', terms: ['café', 'coffee house'] });
  const again = await create({ type: 'two_way', terms: ['Coffee House', 'CAFE'] });
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict', existing_id: first.body.id } });
  expect(again.body.detail).toContain(first.body.id);
  const second = await create({ type: 'two_way', terms: ['café', 'bar'] });
  expect(second.status).toBe(201);
  const clash = await call('PATCH', `/${second.body.id}`, { body: { terms: ['coffee house', 'café'] } });
  expect(clash).toMatchObject({ status: 409, body: { existing_id: first.body.id } });
  const same = await call('PATCH', `/${second.body.id}`, { body: { terms: ['bar', 'CAFÉ'] } });
  expect(same).toMatchObject({ status: 200, body: { terms: ['bar', 'CAFÉ'] } });
  const racing = await Promise.all([1, 2, 3, 4].map(() => create({ type: 'two_way', terms: ['race', 'contest'] })));
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

const refused: [unknown, string][] = [
  [{}, '/type required, /terms required'],
  [{ type: 'both', terms: ['a', 'b'] }, '/type is_in'],
  [{ type: 'two_way', terms: 'a, b' }, '/terms is_array'],
  [{ type: 'two_way', terms: ['a', 5] }, '/terms is_string'],
  [{ type: 'two_way', terms: ['a', null] }, '/terms is_string'],
  [{ type: 'two_way', terms: ['a'] }, '/terms too_few'],
  [{ type: 'two_way', terms: ['a', 'Á'] }, '/terms too_few'],
  [{ type: 'two_way', terms: ['a', '…'] }, '/terms/1 empty'],
  [{ type: 'two_way', input: 'c', terms: ['a', 'b'] }, '/input unexpected'],
  [{ type: 'one_way', terms: ['a'] }, '/input required'],
  [{ type: 'one_way', input: null, terms: ['a'] }, '/input required'],
  [{ type: 'one_way', input: 5, terms: ['a'] }, '/input is_string'],
  [{ type: 'one_way', input: 'a', terms: [] }, '/terms too_few'],
  [{ type: 'two_way', terms: ['a', 'x'.repeat(101)] }, '/terms/1 max_length'],
  [{ type: 'two_way', terms: ['a', '1 2 3 4 5 6 7 8 9 10 11'] }, '/terms/1 max_words'],
  [{ type: 'two_way', terms: Array.from({ length: 51 }, (_, at) => `t${at}`) }, '/terms array_max_size'],
  [{ type: 'two_way', terms: ['a', 'b'], locale: 'no locale' }, '/locale locale'],
  [{ type: 'two_way', terms: ['a', 'b'], enabled: 'yes' }, '/enabled boolean'],
  [{ type: 'two_way', terms: ['a', 'b'], enabled: null }, '/enabled boolean'],
  [{ type: 'two_way', terms: ['a', 'b'], source: 'learned' }, '/source unknown_field'],
];
test.each(refused.map(([body, fault]) => [fault, body] as const))('refused: %s', async (expected, body) => {
  const answer = await create(body);
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect(faults(answer).join(', ')).toBe(expected);
});

test('at the bounds', async () => {
  expect((await create({ type: 'two_way', terms: ['1 2 3 4 5 6 7 8 9 10', 'x'.repeat(100)] })).status).toBe(201);
  const terms = Array.from({ length: 50 }, (_, at) => `t${at}`);
  expect((await create({ type: 'two_way', terms })).body.terms).toEqual(terms);
  const odd = ['emoji 🎉 cake', 'עברית "quoted"', "o'neill", '<b>bold</b>', '\\', 'x'].filter((term) =>
    /\w|\p{L}/u.test(term),
  );
  expect((await create({ type: 'two_way', terms: odd })).body.terms).toEqual(odd);
});

test('a patch is judged as a whole', async () => {
  const { body } = await create({ type: 'one_way', input: 'tv', terms: ['television'] });
  const wrong: [unknown, string][] = [
    [{ input: null }, '/input required'],
    [{ type: 'two_way' }, '/input unexpected'],
    [{ terms: ['TV'] }, '/terms too_few'],
    [{ terms: null }, '/terms is_array'],
    [{ type: null }, '/type is_in'],
    [{ colour: 1 }, '/colour unknown_field'],
  ];
  for (const [patch, fault] of wrong) {
    const answer = await call('PATCH', `/${body.id}`, { body: patch });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual(expect.arrayContaining([fault]));
  }
  expect((await call('PATCH', `/${body.id}`, { body: {} })).body).toEqual(body);
  expect((await call('PATCH', `/${body.id}`, { raw: '[]' })).status).toBe(422);
});

test("ids that are none, another tenant's, and parameters nobody knows", async () => {
  const { body } = await create({ type: 'two_way', terms: ['a', 'b'] });
  for (const id of ['1', 'x%2Fy', body.id + '0']) {
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    expect((await call('PATCH', `/${id}`, { body: {} })).status).toBe(404);
  }
  expect((await call('GET', `/${body.id}`, {}, other)).status).toBe(404);
  expect((await call('PATCH', `/${body.id}`, { body: { enabled: false } }, other)).status).toBe(404);
  expect((await call('DELETE', `/${body.id}`, {}, other)).status).toBe(404);
  expect((await call('GET', `/${body.id}?x=1`)).status).toBe(400);
  expect((await call('POST', '?x=1', { body: { type: 'two_way', terms: ['c', 'd'] } })).status).toBe(400);
  expect((await call('GET', '', { key: other.keys.secret })).body.code).toBe('tenant_mismatch');
  expect((await call('GET', '', { key: shop.keys.public })).body.code).toBe('insufficient_scope');
  expect((await call('GET', '', { key: shop.keys.indexer })).body.code).toBe('insufficient_scope');
});

const load = (format: string, content: unknown) => call('POST', `/import?format=${format}`, { body: { content } });

test('a Solr text comes in, its wrong lines are named', async () => {
  await create({ type: 'two_way', terms: ['sofa', 'couch'] });
  const answer = await load('solr', '# furniture\ncouch, SOFA\ntv, telly => television\nalone\ntv => television\n');
  expect(answer).toMatchObject({
    status: 200,
    body: { created: 2, unchanged: 2, failed: 1, errors: [{ line: 4, code: 'too_few', message: expect.any(String) }] },
  });
  expect(await expand('telly')).toEqual(['television']);
});

test.each(['csv', 'solr'])('what is exported as %s comes back the same in another shop', async (format) => {
  const bodies = [
    { type: 'two_way', terms: ['=sum(a)', 'b, c', 'd|e', 'f => g', '"h"', "'i", '#j', '\\k'] },
    { type: 'one_way', input: '-1', terms: ['minus one'], locale: 'pt-BR', enabled: false },
    { type: 'one_way', input: 'Ω', terms: ['ом', 'オーム'] },
  ];
  for (const body of bodies) expect((await create(body)).status).toBe(201);
  const file = await call('GET', `/export?format=${format}`);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toBe(
    format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
  );
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect((await load(format, file.text)).body).toEqual({ created: 0, unchanged: 3, failed: 0, errors: [] });

  const copy = await service.createTenant();
  const answer = await call('POST', `/import?format=${format}`, { body: { content: file.text } }, copy);
  expect(answer.body).toEqual({ created: 3, unchanged: 0, failed: 0, errors: [] });
  const said = async (tenant: TestTenant) =>
    (await call('GET', '', {}, tenant)).body.rows.map(
      ({ type, input, terms, locale, enabled }: Record<string, unknown>) =>
        JSON.stringify([type, input, terms, locale, enabled]),
    );
  expect((await said(copy)).sort()).toEqual((await said(shop)).sort());
});

test('imports and exports are guarded like everything else', async () => {
  expect((await call('POST', '/import', { body: { content: '' } })).status).toBe(400);
  expect((await load('xml', '')).body).toMatchObject({ status: 400, errors: [{ field: 'format' }] });
  expect(faults(await load('csv', 5))).toEqual(['/content is_string']);
  expect(faults(await call('POST', '/import?format=csv', { body: {} }))).toEqual(['/content required']);
  expect((await load('csv', '')).body).toMatchObject({ failed: 1, errors: [{ line: 1, code: 'header' }] });
  expect((await load('solr', '')).body).toEqual({ created: 0, unchanged: 0, failed: 0, errors: [] });
  expect((await call('GET', '/export')).status).toBe(400);
  expect((await call('GET', '/export?format=csv', { key: shop.keys.public })).status).toBe(403);
  expect(
    (await call('POST', '/import?format=csv', { raw: 'terms', headers: { 'content-type': 'text/csv' } })).status,
  ).toBe(415);
  expect((await load('solr', 'x'.repeat(5_000_001))).status).toBe(422);
  expect((await load('solr', 'x'.repeat(10 * 1024 * 1024))).status).toBe(413);
});

test('10,000 synonyms and no more', async () => {
  const lines = Array.from({ length: 10_002 }, (_, at) => `left${at}, right${at}`).join('\n');
  const answer = await load('solr', lines);
  expect(answer.body).toMatchObject({ created: 10_000, failed: 2, errors: [{ line: 10_001, code: 'too_many' }, {}] });
  expect(await create({ type: 'two_way', terms: ['one', 'more'] })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  expect(await expand('left77')).toEqual(['right77']);
  const many = await load('solr', 'x\n'.repeat(1_500));
  expect(many.body.failed).toBe(1_500);
  expect(many.body.errors).toHaveLength(1_000);
});

const line = (at: number, terms: number): string => Array.from({ length: terms }, (_, n) => `w${at}x${n}`).join(', ');
test('100,000 terms and no more', async () => {
  const text = [...Array.from({ length: 1_999 }, (_, at) => line(at, 50)), line(1_999, 49), line(2_000, 2)].join('\n');
  expect((await load('solr', text)).body).toMatchObject({ created: 2_000, failed: 1, errors: [{ code: 'too_many' }] });
  const last = (await call('GET', '?q=w1999x0')).body.rows[0];
  const grow = (terms: string[]) => call('PATCH', `/${last.id}`, { body: { terms } });
  expect((await grow([...last.terms, 'the last'])).status).toBe(200);
  const { rows } = (await call('GET', '?q=w1998x0')).body;
  expect((await call('PATCH', `/${rows[0].id}`, { body: { terms: rows[0].terms.slice(1) } })).status).toBe(200);
  expect((await call('PATCH', `/${rows[0].id}`, { body: { terms: rows[0].terms } })).status).toBe(200);
  expect(await create({ type: 'one_way', input: 'q', terms: ['r', 's'] })).toMatchObject({ status: 409 });
});

test('a repeated create with an Idempotency-Key is one', async () => {
  const options = { body: { type: 'two_way', terms: ['p', 'q'] }, headers: { 'idempotency-key': 'once' } };
  const [first, second] = [await call('POST', '', options), await call('POST', '', options)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.body).toEqual(first.body);
});

test('learning adds and removes its own, in the transaction of its decision', async () => {
  const learned = service.app.get(LearnedSynonyms);
  const database = service.app.get(Database);
  const manual = await create({ type: 'two_way', terms: ['sofa', 'couch'] });
  const suggestion = '01890000-0000-7000-8000-000000000001';
  const learn = (input: string, terms: string[]) =>
    database.tenant(shop.context, (tx) =>
      learned.learn(tx, shop.context, {
        type: 'one_way',
        input,
        terms,
        locale: null,
        confidence: 0.87,
        suggestion_id: suggestion,
      }),
    );
  const made = await learn('notbook', ['notebook']);
  expect(made.created).toBe(true);
  const read = await call('GET', `/${made.synonym.id}`);
  expect(read.body).toMatchObject({ source: 'learned', confidence: 0.87, suggestion_id: suggestion });
  expect(await expand('notbook')).toEqual(['notebook']);
  expect((await learn('notbook', ['NOTEBOOK'])).created).toBe(false);
  const remove = (id: string) => database.tenant(shop.context, (tx) => learned.remove(tx, shop.context, id));
  expect(await remove(manual.body.id)).toBe(false);
  expect(await remove(made.synonym.id)).toBe(true);
  expect(await remove(made.synonym.id)).toBe(false);
  expect(await expand('notbook')).toEqual([]);
  await expect(
    database.tenant(shop.context, async (tx) => {
      await learned.learn(tx, shop.context, { ...made.synonym, confidence: 0.9, suggestion_id: suggestion });
      throw new Error('decided otherwise');
    }),
  ).rejects.toThrow('decided otherwise');
  expect(await expand('notbook')).toEqual([]);
});
