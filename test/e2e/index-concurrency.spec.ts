import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import type { Answer } from '../support/client.ts';

let service: TestApp;
let tenant: TestTenant;
let shop: Shop;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  tenant = await service.createTenant();
  shop = new Shop(service, tenant);
});
afterAll(() => service.close());

interface Stored {
  id: string;
  version: number;
  round: number | null;
}

/** What the change feed holds, tombstones included. */
const feed = (): Promise<Stored[]> =>
  service.app.get(Database).tenant(tenant.context, (tx) =>
    tx.query<Stored>(
      `select id, version::int as version, (document -> 'attributes' ->> 'round')::int as round
         from items order by version, id`,
    ),
  );

test('pushes of the same documents from many clients: one of them is the whole state, versions are strictly ordered', async () => {
  const rounds = Array.from({ length: 20 }, (_, round) => round);
  const answers = await Promise.all(
    rounds.map((round) =>
      shop.push(
        products(50, (i) => ({ id: `${(i * 7 + round) % 50}`, round })),
        `source-${round}`,
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(rounds.map(() => 200));
  const versions = answers.map(({ body }) => body.version as number).sort((a, b) => a - b);
  expect(versions).toEqual(rounds.map((round) => round + 1));
  const rows = await feed();
  expect(rows).toHaveLength(50);
  const winner = answers.findIndex(({ body }) => body.version === 20);
  for (const row of rows) expect(row).toMatchObject({ version: 20, round: winner });
  const { body } = await shop.search({ q: '', per_page: '100' });
  expect(body.total).toBe(50);
  for (const hit of body.hits) expect(hit.attributes.round).toBe(winner);
});

test('writes and deletions in any order: search, items and answers agree', async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `p-${i}`);
  const work = Array.from({ length: 90 }, (_, step): (() => Promise<Answer>) => {
    const mine = ids.filter((_id, i) => (i * 13 + step) % 5 === 0);
    if (step % 4 === 3) return () => shop.remove(`/${mine[step % mine.length]}`);
    if (step % 17 === 0) return () => shop.remove('?source=erp');
    return () => shop.push(mine.map((id, i) => (i % 4 === 1 ? { id, deleted: true } : product(id, { round: step }))));
  });
  const answers = await Promise.all(work.map((run) => run()));
  expect(answers.map(({ status }) => status)).toEqual(work.map(() => 200));
  const rows = await feed();
  const highest = Math.max(...rows.map(({ version }) => version));
  expect(Math.max(...answers.map(({ body }) => body.version as number))).toBe(highest);
  const present = rows.filter(({ round }) => round !== null).map(({ id, round }) => [id, round]);
  const hits = (await shop.search({ q: '', per_page: '100' })).body.hits as {
    id: string;
    attributes: { round: number };
  }[];
  expect(hits.map(({ id, attributes }) => [id, attributes.round]).sort()).toEqual(present.sort());
});

test('two tenants hold the same ids apart', async () => {
  const other = new Shop(service, await service.createTenant());
  await Promise.all([
    shop.push([product('a', { title: 'Velvet sofa' }), product('b')]),
    other.push([product('a', { title: 'Linen sofa' })]),
  ]);
  expect((await shop.item('a')).body).toMatchObject({ title: 'Velvet sofa', version: 1 });
  expect((await other.item('a')).body).toMatchObject({ title: 'Linen sofa', version: 1 });
  expect(await other.found('velvet')).toEqual([]);
  expect((await other.item('b')).status).toBe(404);
  expect((await other.remove('/b')).body).toMatchObject({ deleted: false });
  expect((await other.remove('?source=erp')).body).toMatchObject({ deleted: 1 });
  expect((await shop.items()).body.total).toBe(2);
  expect(await shop.found('sofa')).toEqual(['a']);
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'push-1' };

  test('a repeat replays the answer byte for byte, also a 207, and has no second effect', async () => {
    const documents = [product('a', { price: 1 }), { id: 'bad' }];
    const first = await shop.push(documents, 'erp', { headers });
    expect(first).toMatchObject({ status: 207, body: { version: 1 } });
    await shop.push([product('a', { price: 2 })]);
    const again = await shop.push(documents, 'erp', { headers });
    expect(again).toMatchObject({ status: 207, text: first.text });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await shop.item('a')).body).toMatchObject({ price: 2, version: 2 });
  });

  test('another body is refused', async () => {
    await shop.push([product('a')], 'erp', { headers });
    expect(await shop.push([product('b')], 'erp', { headers })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect((await shop.items()).body.total).toBe(1);
  });

  test('a push that failed as a whole is not kept: its correction runs', async () => {
    expect((await shop.push([{ id: 'a' }], 'erp', { headers })).status).toBe(422);
    expect((await shop.push([product('a')], 'erp', { headers })).status).toBe(200);
  });

  test('the document is searchable when an idempotent push is answered', async () => {
    await shop.push([product('warm')]);
    await shop.push([product('a', { title: 'Velvet sofa' })], 'erp', { headers });
    expect(await shop.found('velvet')).toEqual(['a']);
  });

  test('of concurrent duplicates one has an effect', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.push(products(100), 'erp', { headers })));
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toMatchObject({ version: 1, indexed: 100 });
      else expect(body.code).toBe('idempotency_in_progress');
    }
    expect((await shop.push(products(100), 'erp', { headers })).body.results[0].status).toBe('created');
    expect((await shop.push([product('p-0')])).body).toMatchObject({ version: 1 });
  });

  test('deletions by source: the source is part of what the key stands for', async () => {
    await shop.push([product('a')], 'one');
    await shop.push([product('b')], 'two');
    const first = await shop.remove('?source=one', { headers });
    expect(first.body).toMatchObject({ deleted: 1 });
    expect((await shop.remove('?source=one', { headers })).text).toBe(first.text);
    expect(await shop.remove('?source=two', { headers })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });
});
