import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { candidate, RunOf, SmartShop, type Body } from '../support/smart.ts';

let service: TestApp;
let tenant: TestTenant;
let shop: SmartShop;
let catalogue: Shop;
let run: RunOf;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  tenant = await service.createTenant();
  shop = new SmartShop(service, tenant);
  catalogue = new Shop(service, tenant);
  run = new RunOf(service, tenant);
});
afterAll(() => service.close());

const shoes = () =>
  catalogue.push([
    product('s1', { title: 'Red sneakers' }),
    product('s2', { title: 'Blue sneakers' }),
    product('k', { title: 'Kite' }),
  ]);

test('a suggestion has the fields of the API document and ours', async () => {
  await shoes();
  await shop.settings({ smart_mode: 'hybrid' });
  const ended = await run.with(candidate('Trainerz', 'sneakers', { confidence: 0.649 }));
  const [row] = await shop.suggestions();
  expect(row).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    failed: 'Trainerz',
    rescue: 'sneakers',
    suggested: 'sneakers',
    confidence: 0.64,
    reason: 'Shoppers searched «Trainerz», then «sneakers».',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    run: { id: ended.id, mode: 'hybrid', started_at: ended.started_at, cost_usd_cents: 0 },
    status: 'pending',
    decision: 'suggested',
    kind: 'typo',
    evidence: {
      because: { code: 'typo', source: 'searches', conversions: 0, opinion: null },
      sessions: 10,
      rescues: 8,
      rescue_rate: 0.8,
      shared_items: 1,
      edit_distance: 1,
      results_failed: 0,
      results_rescue: 3,
      replay: {
        queries: 1,
        searches: 10,
        recovered: 1,
        recovered_searches: 10,
        changed: 0,
        changed_searches: 0,
        displaced: 0,
        displaced_searches: 0,
        held: false,
      },
    },
    decided_at: null,
    decided_by: null,
    reject_reason: null,
  });
  expect(ended).toMatchObject({
    status: 'succeeded',
    metrics: { suggestions_created: 1, by_band: { high: 0, medium: 0, low: 1 }, pending: 1, applied: 0, logged: 0 },
  });
});

test('modes: shadow logs, hybrid and auto apply from their threshold, one word to several waits', async () => {
  await shoes();
  const all = [
    candidate('aaaa', 'sneakers', { confidence: 0.9 }),
    candidate('bbbb', 'sneakers', { confidence: 0.7 }),
    candidate('cccc', 'red sneakers', { confidence: 0.99 }),
    candidate('dddd', 'sneakers', { confidence: 0.3 }),
  ];
  const seen = async () => Promise.all(all.map(async ({ originalQuery }) => shop.about(originalQuery)));
  const states = async () => (await seen()).map(({ status, decision }) => `${status} ${decision}`);

  expect((await run.with(...all)).metrics).toMatchObject({ logged: 4, applied: 0, pending: 0, suggestions_created: 4 });
  expect(await states()).toEqual(['logged auto', 'logged suggested', 'logged suggested', 'logged suggested']);
  expect(await shop.suggestions()).toEqual([]);
  expect(await shop.synonyms()).toEqual([]);

  await shop.settings({ smart_mode: 'auto' });
  expect((await run.with(...all)).metrics).toMatchObject({ applied: 1, pending: 3, suggestions_created: 0 });
  expect(await states()).toEqual(['applied auto', 'pending suggested', 'pending suggested', 'pending suggested']);

  await shop.settings({ smart_mode: 'hybrid' });
  expect((await run.with(...all)).metrics).toMatchObject({ applied: 1, pending: 0, suggestions_created: 0 });
  expect(await states()).toEqual(['applied auto', 'applied auto', 'pending suggested', 'pending suggested']);

  // Back in shadow nothing that is in force or waits is touched.
  await shop.settings({ smart_mode: 'shadow' });
  expect((await run.with(...all)).metrics).toMatchObject({ applied: 0, pending: 0, logged: 0 });
  expect(await states()).toEqual(['applied auto', 'applied auto', 'pending suggested', 'pending suggested']);
  const [applied] = await seen();
  expect(applied.history.map(({ by, from, to }: Body) => [by, from, to])).toEqual([
    ['run', null, 'logged'],
    ['run', 'logged', 'applied'],
  ]);
  expect(
    (await shop.synonyms()).map(({ source, confidence, input, terms }) => [source, confidence, input, terms]),
  ).toEqual(
    expect.arrayContaining([
      ['learned', 0.9, 'aaaa', ['sneakers']],
      ['learned', 0.7, 'bbbb', ['sneakers']],
    ]),
  );
  expect(await catalogue.found('aaaa')).toEqual(['s1', 's2']);
});

test('accept takes effect at once and answers the same again; reject and revert have their own rules', async () => {
  await shoes();
  await run.with(candidate('schuhe', 'sneakers'), candidate('drachen', 'kite'), candidate('xxxx', 'kite'));
  expect(await catalogue.found('schuhe')).toEqual([]);
  const { id } = await shop.about('schuhe');
  const accept = () => shop.ask('POST', `/smart/suggestions/${id}/accept`);
  const accepted = await accept();
  expect(accepted).toMatchObject({
    status: 200,
    body: {
      suggestion: { id, status: 'accepted', decided_at: expect.any(String), failed: 'schuhe' },
      synonym: { source: 'learned', confidence: 0.9, suggestion_id: id, type: 'one_way', input: 'schuhe' },
      engine: 'applied',
    },
  });
  expect(await catalogue.found('schuhe')).toEqual(['s1', 's2']);
  expect(await accept()).toMatchObject({ status: 200, body: accepted.body });
  expect(await shop.ask('POST', `/smart/suggestions/${id}/reject`)).toMatchObject({
    status: 409,
    body: { code: 'suggestion_already_resolved', current_status: 'accepted' },
  });
  const reverted = await shop.ask('POST', `/smart/suggestions/${id}/revert`);
  expect(reverted).toMatchObject({ status: 200, body: { suggestion: { id, status: 'reverted' } } });
  expect(await catalogue.found('schuhe')).toEqual([]);
  expect(await shop.ask('POST', `/smart/suggestions/${id}/revert`)).toMatchObject({
    status: 409,
    body: { code: 'conflict', current_status: 'reverted' },
  });
  expect((await accept()).body.suggestion.status).toBe('accepted');

  const { id: other } = await shop.about('drachen');
  const reject = (body?: unknown) => shop.ask('POST', `/smart/suggestions/${other}/reject`, body);
  expect(await reject({ reason: 'x'.repeat(501) })).toMatchObject({ status: 422 });
  expect(await reject({ because: 'x' })).toMatchObject({ status: 422 });
  const rejected = await reject({ reason: 'A dragon is no kite here.' });
  expect(rejected).toMatchObject({
    status: 200,
    body: {
      suggestion: { status: 'rejected', reject_reason: 'A dragon is no kite here.', decided_at: expect.any(String) },
    },
  });
  expect((await reject({ reason: 'another' })).body).toEqual(rejected.body);
  expect(await shop.ask('POST', `/smart/suggestions/${other}/accept`)).toMatchObject({
    status: 409,
    body: { code: 'suggestion_already_resolved', current_status: 'rejected' },
  });
  const { id: third } = await shop.about('xxxx');
  expect(await shop.ask('POST', `/smart/suggestions/${third}/reject`)).toMatchObject({
    status: 200,
    body: { suggestion: { status: 'rejected', reject_reason: null } },
  });
  expect((await shop.about('xxxx')).history.at(-1)).toMatchObject({
    by: 'person',
    reason: 'Rejected at a confidence of 0.9, when it was logged.',
  });
  const whole = await shop.ask('GET', `/smart/suggestions/${id}`);
  expect(whole.body.history.map(({ by, from, to }: Body) => [by, from, to])).toEqual([
    ['run', null, 'logged'],
    ['person', 'logged', 'accepted'],
    ['person', 'accepted', 'reverted'],
    ['person', 'reverted', 'accepted'],
  ]);
});

test('an applied one is in force: it can only be reverted', async () => {
  await shoes();
  await shop.settings({ smart_mode: 'auto' });
  await run.with(candidate('schuhe', 'sneakers'));
  const { id } = await shop.about('schuhe');
  for (const action of ['accept', 'reject']) {
    expect(await shop.ask('POST', `/smart/suggestions/${id}/${action}`)).toMatchObject({
      status: 409,
      body: { code: 'suggestion_already_resolved', current_status: 'applied' },
    });
  }
  expect(await shop.ask('POST', `/smart/suggestions/${id}/revert`)).toMatchObject({ status: 200 });
  expect(await shop.synonyms()).toEqual([]);
  // A person's word stands, whatever the next run finds.
  await run.with(candidate('schuhe', 'sneakers', { confidence: 0.99 }));
  expect(await shop.about('schuhe')).toMatchObject({ status: 'reverted' });
});

test('twenty people accept at once: one synonym, one answer', async () => {
  await shoes();
  await run.with(candidate('schuhe', 'sneakers'));
  const { id } = await shop.about('schuhe');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.ask('POST', `/smart/suggestions/${id}/accept`)),
  );
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
  expect(await shop.synonyms()).toHaveLength(1);
});

test('an Idempotency-Key works as elsewhere', async () => {
  await shoes();
  await run.with(candidate('schuhe', 'sneakers'));
  const { id } = await shop.about('schuhe');
  const post = (key: string, body?: unknown) =>
    shop.ask('POST', `/smart/suggestions/${id}/reject`, body, { 'Idempotency-Key': key });
  const first = await post('a', { reason: 'no' });
  const again = await post('a', { reason: 'no' });
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await post('a', { reason: 'other' })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
});

test('the list: status, confidence, run, words, sort, pages', async () => {
  await shoes();
  await shop.settings({ smart_mode: 'hybrid', hybrid_confidence_threshold: 1 });
  const first = await run.with(candidate('aaaa', 'sneakers', { confidence: 0.5 }));
  service.clock.advance(1_000);
  const second = await run.with(
    candidate('bbbb', 'kite', { confidence: 0.8 }),
    candidate('CcCc_100%', 'kite', { confidence: 0.6 }),
  );
  const failed = async (query: string) => (await shop.suggestions(query)).map((row) => row.failed);
  expect(await failed('')).toEqual(['bbbb', 'CcCc_100%', 'aaaa']);
  expect((await failed('&sort=created_at')).at(-1)).toBe('aaaa');
  expect(await failed('&min_confidence=0.6')).toEqual(['bbbb', 'CcCc_100%']);
  expect(await failed(`&run_id=${first.id}`)).toEqual(['aaaa']);
  expect(await failed(`&run_id=${second.id}&min_confidence=0.61`)).toEqual(['bbbb']);
  expect(await failed('&q=CCCC')).toEqual(['CcCc_100%']);
  expect(await failed('&q=SNEAK')).toEqual(['aaaa']);
  expect(await failed('&q=%25')).toEqual(['CcCc_100%']);
  expect(await failed('&status=applied')).toEqual([]);
  const page = await shop.ask('GET', '/smart/suggestions?limit=1&offset=1');
  expect(page.body).toMatchObject({ total: 3, limit: 1, offset: 1, rows: [{ failed: 'CcCc_100%' }] });
  for (const wrong of [
    'status=new',
    'min_confidence=2',
    'min_confidence=x',
    'run_id=x',
    'sort=x',
    'limit=0',
    'what=1',
  ]) {
    const answer = await shop.ask('GET', `/smart/suggestions?${wrong}`);
    expect([wrong, answer.status, answer.body.code]).toEqual([wrong, 400, 'invalid_parameter']);
  }
});

test("ids that are not ours, not there or another shop's are not found", async () => {
  await shoes();
  const other = new SmartShop(service, await service.createTenant());
  await run.with(candidate('schuhe', 'sneakers'));
  const { id } = await shop.about('schuhe');
  for (const [who, which] of [
    [shop, 'some-id'],
    [shop, '00000000-0000-4000-8000-000000000000'],
    [other, id],
  ] as const) {
    const answers = [await who.ask('GET', `/smart/suggestions/${which}`)];
    for (const action of ['accept', 'reject', 'revert']) {
      answers.push(await who.ask('POST', `/smart/suggestions/${which}/${action}`));
    }
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await shop.about('schuhe')).toMatchObject({ status: 'logged' });
});

test('what the shop says already is nothing to decide', async () => {
  await shoes();
  await shop.settings({ smart_mode: 'auto' });
  const made = await shop.ask('POST', '/synonyms', { type: 'two_way', terms: ['schuhe', 'sneakers', 'trainers'] });
  const ended = await run.with(candidate('Schuhe', 'sneakers'));
  expect(ended.metrics).toMatchObject({ logged: 1, applied: 0, pending: 0 });
  expect(await shop.about('Schuhe')).toMatchObject({ status: 'logged', decision: 'logged' });
  await shop.ask('DELETE', `/synonyms/${made.body.id}`);
  await run.with(candidate('Schuhe', 'sneakers'));
  expect(await shop.about('Schuhe')).toMatchObject({ status: 'applied', decision: 'auto' });
});

test('opportunities name the suggestion about a query', async () => {
  await shoes();
  for (let n = 0; n < 2; n++) await shop.searched('Schuhe', 0, crypto.randomUUID());
  await run.with(candidate('schuhe', 'sneakers'));
  const { id } = await shop.about('schuhe');
  const { body } = await shop.ask('POST', '/opportunities/group', {});
  expect(body.rows).toMatchObject([{ normalized_query: 'schuhe', suggestion_id: id }]);
});
