import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { product, Shop, type TestDocument } from '../support/catalogue.ts';
import type { Answer } from '../support/client.ts';
import { createTenantOf, CuttingProxy, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';

const KILLS = 10;
const LANES = 3;
const SHARED = 40;

let dataDir: string;
let service: StartedService;
let tenant: TestTenant;

const start = async (): Promise<void> => {
  service = await startWithoutDemo({ MB_DATA_DIR: dataDir });
};
const kill = () => service.program.stop('SIGKILL');

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-durability-'));
  await start();
});
afterAll(async () => {
  await kill();
  // PostgreSQL may still be writing its last files after a kill.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A push whose documents carry its number in three places each; the shared ones are overwritten by every push. */
interface Batch {
  number: number;
  own: number;
  documents: TestDocument[];
}

function makeBatch(number: number): Batch {
  const own = 1 + ((number * 37) % 150);
  const stamped = (id: string, kind: string): TestDocument =>
    product(id, { title: `Batch n${number}x`, price: number, attributes: { batch: number, kind } });
  return {
    number,
    own,
    documents: [
      ...Array.from({ length: own }, (_, i) => stamped(`${number}/${i}`, 'own')),
      ...Array.from({ length: SHARED }, (_, i) => stamped(`shared/${i}`, 'shared')),
    ],
  };
}

const send = (shop: Shop, { number, documents }: Batch): Promise<Answer> =>
  shop.push(documents, 'erp', { headers: { 'idempotency-key': `batch-${number}` } });

/** Own documents of a batch that a search finds, by their title, price and attributes at once. */
async function foundOf(shop: Shop, { number }: Batch): Promise<number> {
  const filters = JSON.stringify({
    'attributes.batch': number,
    'attributes.kind': 'own',
    price: { gte: number, lte: number },
  });
  return (await shop.search({ q: `n${number}x`, filters, per_page: '1' })).body.total as number;
}

/** Own documents of each batch among the items; every item of any kind is whole. */
async function storedOf(shop: Shop): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const { body } = await shop.items(`?limit=100&offset=${offset}`);
    total = body.total as number;
    for (const { id, title, price, attributes } of body.rows) {
      const { batch, kind } = attributes as { batch: number; kind: string };
      expect({ id, title, price }).toEqual({ id, title: `Batch n${batch}x`, price: batch });
      if (kind === 'own') counts.set(batch, (counts.get(batch) ?? 0) + 1);
    }
  }
  return counts;
}

/** Pushes on several connections until the process is gone; returns what was answered and what hung in the air. */
async function pushUntilKilled(shop: Shop, next: () => Batch, killAfter: number) {
  const acknowledged: Batch[] = [];
  const unanswered: Batch[] = [];
  const begun = Promise.withResolvers<void>();
  const lane = async (): Promise<void> => {
    for (;;) {
      const batch = next();
      let answer: Answer;
      try {
        answer = await send(shop, batch);
      } catch {
        unanswered.push(batch);
        return;
      }
      expect(answer).toMatchObject({ status: 200, body: { indexed: batch.documents.length } });
      acknowledged.push(batch);
      begun.resolve();
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  await begun.promise;
  await new Promise((resolve) => setTimeout(resolve, killAfter));
  await kill();
  await Promise.all(lanes);
  return { acknowledged, unanswered };
}

async function sharedBatches(shop: Shop): Promise<number[]> {
  const filters = JSON.stringify({ 'attributes.kind': 'shared' });
  const { hits, total } = (await shop.search({ q: '', filters, per_page: '100' })).body;
  expect(total).toBe(SHARED);
  return [...new Set(hits.map((hit: { attributes: { batch: number } }) => hit.attributes.batch))] as number[];
}

test('killed ten times in the middle of pushes: what was acknowledged is found, nothing is half written', async () => {
  tenant = await createTenantOf(service, 'kills', { MB_DATA_DIR: dataDir });
  const stored: Batch[] = [];
  let number = 0;
  for (let round = 0; round < KILLS; round++) {
    // The moment of death moves through the life of a push.
    const { acknowledged, unanswered } = await pushUntilKilled(
      new Shop(service, tenant),
      () => makeBatch(++number),
      round * 23,
    );
    expect(unanswered).toHaveLength(LANES);
    await start();
    const shop = new Shop(service, tenant);
    stored.push(...acknowledged);
    for (const batch of stored) expect([batch.number, await foundOf(shop, batch)]).toEqual([batch.number, batch.own]);
    for (const batch of unanswered) expect([0, batch.own]).toContain(await foundOf(shop, batch));
    expect(await sharedBatches(shop)).toHaveLength(1);
    const items = await storedOf(shop);
    for (const batch of stored) expect([batch.number, items.get(batch.number)]).toEqual([batch.number, batch.own]);
    for (const batch of unanswered) expect(items.get(batch.number) ?? 0).toBe(await foundOf(shop, batch));
    for (const batch of unanswered) {
      expect((await send(shop, batch)).status).toBe(200);
      expect(await foundOf(shop, batch)).toBe(batch.own);
    }
    stored.push(...unanswered);
    // One version a batch: no repeat had a second effect.
    expect((await shop.remove('/none')).body.version).toBe(stored.length);
  }
  const shop = new Shop(service, tenant);
  const { total } = (await shop.items('?limit=1')).body;
  expect(total).toBe(SHARED + stored.reduce((sum, { own }) => sum + own, 0));
  expect((await shop.search({ q: '', per_page: '1' })).body.total).toBe(total);
}, 300_000);

test.each([
  ['the connection is cut', false],
  ['the process is killed too', true],
])(
  'between commit and reply %s: the repeat with the same key finds one effect',
  async (_, killed) => {
    tenant = await createTenantOf(service, killed ? 'cut-and-killed' : 'cut', { MB_DATA_DIR: dataDir });
    let gone: Promise<unknown> = Promise.resolve();
    const proxy = await CuttingProxy.start(service.url, () => {
      if (killed) gone = kill();
    });
    const batch = makeBatch(1);
    try {
      await expect(send(new Shop(proxy, tenant), batch)).rejects.toThrow(/fetch failed/);
    } finally {
      await gone;
      await proxy.close();
    }
    if (killed) await start();
    const shop = new Shop(service, tenant);
    expect(await foundOf(shop, batch)).toBe(batch.own);
    const again = await send(shop, batch);
    expect(again).toMatchObject({ status: 200, body: { indexed: batch.documents.length, version: 1 } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.results[0].status).toBe('created');
    expect((await shop.remove('/none')).body.version).toBe(1);
  },
  60_000,
);
