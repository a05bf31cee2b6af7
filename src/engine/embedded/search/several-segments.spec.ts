import { randomUUID } from 'node:crypto';
import { tenantContext } from '../../../kernel/tenant-context.ts';
import { ask, put } from '../../port/conformance/index.ts';
import type { SearchIndex } from '../../port/index.ts';
import { createEmbeddedEngine, type EmbeddedEngine } from '../index.ts';

let engine: EmbeddedEngine;
let index: SearchIndex;

const BRANDS = ['Acme', 'Öko', 'Zeta 2', 'Zeta 10', 'bolt'];

beforeEach(async () => {
  engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 });
  index = await engine.open(tenantContext(randomUUID(), 'shop'));
  // Each batch becomes a segment, and none has all of the brands.
  for (let version = 1; version <= 3; version++) {
    const changes = Array.from({ length: 8 }, (_, at) =>
      put({
        id: `${version}-${at}`,
        title: 'Lamp',
        brand: BRANDS[(at + version) % (version + 2)]!,
        price: at * version,
      }),
    );
    await index.apply({ version, changes });
  }
});
afterEach(() => engine.close());

it('counts the values of a facet alike whether they have a common scale yet or not', async () => {
  expect(index.stats().segments).toBe(3);
  const facets = ['brand', 'price'].map((field) => ({ field, maxValues: 4, filter: null }));
  const first = (await index.search(ask('lamp', {}, { facets }))).facets;
  expect(first[0]!.values).toEqual([
    { value: 'Acme', count: 6 },
    { value: 'Öko', count: 6 },
    { value: 'Zeta 2', count: 6 },
    { value: 'Zeta 10', count: 4 },
  ]);
  for (let times = 0; times < 3; times++) {
    expect((await index.search(ask('lamp', {}, { facets }))).facets).toEqual(first);
  }
});

it.each(['asc', 'desc'] as const)('sorts by text over all segments, page by page: %s', async (direction) => {
  const sort = { by: 'field', field: 'brand', direction } as const;
  const all = await index.search(ask('lamp', {}, { sort, limit: 24 }));
  const brands = all.hits.map(({ json }) => (JSON.parse(Buffer.from(json).toString()) as { brand: string }).brand);
  const order = ['Acme', 'bolt', 'Öko', 'Zeta 2', 'Zeta 10'];
  if (direction === 'desc') order.reverse();
  expect(brands).toEqual(brands.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  const ids = all.hits.map(({ id }) => id);
  for (let offset = 0; offset < 24; offset += 3) {
    const page = await index.search(ask('lamp', {}, { sort, offset, limit: 3 }));
    expect(page.hits.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 3));
  }
});
