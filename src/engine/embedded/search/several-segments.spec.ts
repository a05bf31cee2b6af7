import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { tenantContext } from '../../../kernel/tenant-context.ts';
import { ask, put, remove } from '../../port/conformance/index.ts';
import type { Change, SearchIndex } from '../../port/index.ts';
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

describe('a field of very many texts', () => {
  const skus = Array.from({ length: 10_500 }, (_, at) => `${at % 2 ? 'Lä' : 'la'}-${(at * 7_919) % 10_007}-${at}`);
  const shelves = (from: string, some: readonly string[]): Change[] =>
    some.map((sku, at) => put({ id: `${from}${at}`, title: 'Shelf', sku }));

  it('is filtered by one of them', async () => {
    await index.apply({ version: 4, changes: shelves('a', skus) });
    const found = async (...values: string[]): Promise<number> =>
      (await index.search(ask('shelf', {}, { filter: { kind: 'in', field: 'sku', values } }))).total;
    for (let at = 0; at < skus.length; at += 500) expect(await found(skus[at]!)).toBe(1);
    expect(await found(skus[0]!, skus[1]!, 'la-1', '')).toBe(2);
  });

  it('is counted over several segments, the most frequent first, equal ones in display order', async () => {
    const others = skus.map((sku, at) => (at % 100 === 7 ? sku : `other ${at}`));
    await index.apply({ version: 4, changes: shelves('a', skus) });
    await index.apply({ version: 5, changes: shelves('b', others) });
    await index.apply({ version: 6, changes: shelves('c', others.slice(0, 408)) });
    const facets = [{ field: 'sku', maxValues: 500, filter: null }];
    const [counted] = (await index.search(ask('shelf', {}, { facets }))).facets;
    const counts = new Map<string, number>();
    for (const sku of [...skus, ...others, ...others.slice(0, 408)]) counts.set(sku, (counts.get(sku) ?? 0) + 1);
    const { compare } = new Intl.Collator('en', { numeric: true });
    const expected = [...counts].sort(([a, times], [b, more]) => more - times || compare(a, b)).slice(0, 500);
    expect(counted!.values).toEqual(expected.map(([value, count]) => ({ value, count })));
  });
});

describe('what is learned of titles', () => {
  const HEADS = ['pad', 'mat', 'bag', 'case', 'stand', 'tray', 'glove', 'cable', 'dock', 'hub'];
  const WORDS = ['laser', 'silent', 'compact', 'ergonomic', 'wireless', 'travel', 'gaming', 'vertical'];
  // More titles than are looked at, and what stands beside "mouse" shifts from the first of them to the last.
  const products = Array.from({ length: 1_200 }, (_, at) => {
    const words = [WORDS[(at * 7 + (at >> 4)) % WORDS.length]!, WORDS[(at >> 3) % WORDS.length]!, 'mouse'];
    if (at % 3 === 0) words.push(HEADS[(at >> 5) % HEADS.length]!);
    return put({ id: `p${at}`, title: `${words.join(' ')} ${at}` });
  });

  async function ranked(batch: number, gone: number): Promise<string[]> {
    const own = await engine.open(tenantContext(randomUUID(), 'shop'));
    // What is deleted again leaves no trace, whether a merge has taken it out yet or not.
    const others = Array.from({ length: gone }, (_, at) => put({ id: `x${at}`, title: `mouse hole ${at}` }));
    await own.apply({ version: 1, changes: [...others, put({ id: 'y', title: 'lamp' })] });
    let version = 2;
    for (let from = 0; from < products.length; from += batch) {
      await own.apply({ version: version++, changes: products.slice(from, from + batch) });
    }
    await own.apply({ version, changes: others.map(({ id }) => remove(id)) });
    const { hits } = await own.search(ask('mouse', {}, { limit: 1_000 }));
    return hits.map(({ id }) => id);
  }

  it('is the same in whichever segments the titles lie', async () => {
    const together = await ranked(products.length, 0);
    expect(together).toHaveLength(1_000);
    for (const batch of [500, 130]) expect(await ranked(batch, 0)).toEqual(together);
    expect(await ranked(500, 300)).toEqual(together);
  });
});

describe('what is forgiven', () => {
  const WORDS =
    'sneaker sneakers sneeze snake headphone headphones headset yellow yelow mellow keyboard keyboards key board cable cables'.split(
      ' ',
    );
  WORDS.push(...'table stable notebook note books book phone telephone fone cordless cord less kayak kodak'.split(' '));
  const word = fc.constantFrom(...WORDS);
  const letter = fc.constantFrom(...'aeknosl');
  /** As it is, cut short, or with a letter mistaken, missing or too many. */
  const typed = fc
    .record({ word, cut: fc.nat(3), at: fc.nat(9), drop: fc.nat(1), letter: fc.option(letter) })
    .map(({ word: meant, cut, at, drop, letter: other }) => {
      const letters = Array.from(meant.slice(0, Math.max(3, meant.length - cut)));
      letters.splice(at, drop, ...(other ? [other] : []));
      return letters.join('');
    });
  const product = fc.record({
    title: fc.array(word, { minLength: 1, maxLength: 3 }),
    description: fc.array(word, { maxLength: 2 }),
  });

  async function indexed(products: { title: string[]; description: string[] }[], batch: number): Promise<SearchIndex> {
    const own = await engine.open(tenantContext(randomUUID(), 'shop'));
    const changes = products.map(({ title, description }, at) =>
      put({ id: `p${at}`, title: title.join(' '), description: description.join(' ') }),
    );
    for (let from = 0; from < changes.length; from += batch)
      await own.apply({ version: from + 1, changes: changes.slice(from, from + batch) });
    return own;
  }

  it('is the same however the catalogue is cut', async () => {
    const queries = fc.array(fc.array(typed, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 6, maxLength: 24 }),
        fc.integer({ min: 2, max: 6 }),
        queries,
        async (products, batch, asked) => {
          const [whole, cut] = [await indexed(products, products.length), await indexed(products, batch)];
          for (const words of asked) {
            const answers = await Promise.all(
              [whole, cut].map(async (one) => {
                const { hits, ...answer } = await one.search(ask(words.join(' ')));
                return { ...answer, hits: hits.map(({ id, relaxed }) => ({ id, relaxed })) };
              }),
            );
            expect({ words, ...answers[1] }).toEqual({ words, ...answers[0] });
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
