import { randomUUID } from 'node:crypto';
import { tenantContext } from '../../kernel/tenant-context.ts';
import { ask, put } from '../port/conformance/index.ts';
import type { ChangeBatch } from '../port/index.ts';
import { createEmbeddedEngine, type EmbeddedEngine } from './index.ts';

const tenant = tenantContext(randomUUID(), 'shop');
let engine: EmbeddedEngine;
let broken: boolean;

beforeEach(() => {
  engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 });
  broken = true;
});
afterEach(() => engine.close());

const batch = (version: number): ChangeBatch => ({ version, changes: [put({ id: `p-${version}`, title: 'Lamp' })] });

/** Cannot be indexed while `broken`. */
function fragile(version: number): ChangeBatch {
  const change = put({ id: `p-${version}`, title: 'Lamp' });
  Object.defineProperty(change, 'document', {
    get() {
      if (broken) throw new Error('cannot be indexed');
      return { id: `p-${version}`, title: 'Lamp', url: '/p', docType: 'product' };
    },
  });
  return { version, changes: [change] };
}

it('never passes a batch that failed: what was queued behind it is refused, what came before it is there', async () => {
  const index = await engine.open(tenant);
  const asked = [batch(1), batch(2), fragile(3), batch(4), batch(5)].map((one) => index.apply(one));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(index.stats()).toMatchObject({ version: 2, documents: 2 });
  broken = false;
  await Promise.all([fragile(3), batch(4), batch(5)].map((one) => index.apply(one)));
  expect(index.stats()).toMatchObject({ version: 5, documents: 5 });
  expect((await index.search(ask('lamp'))).total).toBe(5);
});

it('applies after a rebuild what was asked for after it, also when it was taken up before', async () => {
  const index = await engine.open(tenant);
  await Promise.all([index.apply(batch(8)), index.rebuild((fresh) => fresh.apply(batch(2))), index.apply(batch(9))]);
  expect(index.stats()).toMatchObject({ version: 9, documents: 2 });
});

it('is dropped for the memory budget once it rests, when it was passed over because it was at work', async () => {
  const small = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 });
  const both = [await small.open(tenant), await small.open(tenantContext(randomUUID(), 'other'))];
  await Promise.all(both.map((index) => index.apply(batch(1))));
  await small.settle();
  expect(both.map(({ closed }) => closed)).toEqual([true, false]);
  await small.close();
});
