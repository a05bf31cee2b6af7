import { request } from 'node:http';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { product, products, Shop } from '../support/catalogue.ts';
import type { Answer } from '../support/client.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

test.each([
  ['plain', false],
  ['idempotent', true],
])('while one tenant pushes from 60 connections (%s), the items of another are read', async (_, idempotent) => {
  const busy = new Shop(service, await service.createTenant());
  const calm = new Shop(service, await service.createTenant());
  await calm.push(products(10));
  const options = (round: number) => (idempotent ? { headers: { 'idempotency-key': `r${round}` } } : {});
  const pushes: Promise<Answer>[] = [];
  await whileLocked(busy, async () => {
    for (let round = 0; round < 60; round++) {
      // Few, so that on a busy machine too the last one's turn comes before its patience ends.
      const documents = products(20, () => ({ round }));
      pushes.push(busy.push(documents, 'erp', options(round)));
    }
    // Without the gate every connection of the pool would wait for the lock by now, and these reads with them.
    for (let read = 0; read < 50; read++) expect((await calm.items()).status).toBe(200);
  });
  const answers = await Promise.all(pushes);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.version)).size).toBe(60);
});

/** Runs `during` while no write of the tenant can go on. */
async function whileLocked(shop: Shop, during: () => Promise<void>): Promise<void> {
  await service.app.get(Database).tenant(shop.tenant.context, async (tx) => {
    await tx.query('select 1 from catalogs for update');
    await during();
  });
}

test('3 writes of a tenant are under way and 100 wait; more are told to come back, and nobody is lost', async () => {
  const shop = new Shop(service, await service.createTenant());
  const answers: Promise<Answer>[] = [];
  await whileLocked(shop, async () => {
    const refused = Promise.withResolvers<void>();
    let count = 0;
    for (let i = 0; i < 110; i++) {
      const answer = shop.push([product(`p-${i}`)]);
      answers.push(answer);
      void answer.then(({ status }) => (status === 503 && ++count === 7 ? refused.resolve() : undefined));
    }
    await refused.promise;
  });
  const settled = await Promise.all(answers);
  const busy = settled.filter(({ status }) => status === 503);
  expect(busy).toHaveLength(7);
  for (const answer of busy) {
    expect(answer.body.code).toBe('overloaded');
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect(settled.filter(({ status }) => status === 200)).toHaveLength(103);
  expect((await shop.items('?limit=1')).body.total).toBe(103);
});

test('clients that go away while they wait leave no place taken', async () => {
  const shop = new Shop(service, await service.createTenant());
  await shop.push([product('a')]);
  await whileLocked(shop, async () => {
    const clients = Array.from({ length: 10 }, (_, i) => pushAndHang(shop, `gone-${i}`));
    await Promise.all(clients.map(({ sent }) => sent));
    // One round trip later the requests are in the server's hands.
    await shop.items();
    await Promise.all(clients.map(({ goAway }) => goAway()));
  });
  for (let i = 0; i < 5; i++) expect((await shop.push([product('b', { round: i })])).status).toBe(200);
});

/** Not with fetch: an aborted one opens another connection, which holds the server's close. */
function pushAndHang(shop: Shop, id: string) {
  const outgoing = request(`${service.url}/api/v1/index`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${shop.tenant.keys.indexer}`, 'content-type': 'application/json' },
  });
  outgoing.on('error', () => {});
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  const sent = new Promise<void>((resolve) => {
    outgoing.end(JSON.stringify({ source: 'erp', documents: [product(id)] }), resolve);
  });
  const goAway = (): Promise<void> => {
    outgoing.destroy();
    return closed;
  };
  return { sent, goAway };
}
