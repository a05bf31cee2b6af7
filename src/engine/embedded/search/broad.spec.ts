import { randomUUID } from 'node:crypto';
import { tenantContext } from '../../../kernel/tenant-context.ts';
import { ask, put } from '../../port/conformance/index.ts';
import type { FacetRequest, Filter, SearchIndex, SearchQuery } from '../../port/index.ts';
import { createEmbeddedEngine, type EmbeddedEngine } from '../index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';
import { fieldCosts } from './match-cost.ts';
import { costIn, matchAll, subset } from './match.ts';
import { directReadings, wordGroups } from './reading.ts';

/** Words and fields in turns, so that every combination comes up: `lamp`, `lamps`, both, neither; in every field. */
function product(at: number): Parameters<typeof put>[0] {
  const word = ['lamp', 'lamps', 'desk', 'lamp lamps'][at % 4]!;
  const other = ['desk', 'lamp', 'iron', 'lamps', 'gate'][at % 5]!;
  return {
    id: `p${at}`,
    title: at % 3 === 0 ? `${other} for ${word}` : `${word} ${other} no${at % 7}`,
    brand: ['Acme', 'Bolt', 'Lamp'][at % 3]!,
    ...(at % 11 !== 0 && { categories: [at % 2 === 0 ? 'Light > Lamp' : `Light > Room ${at % 9}`] }),
    description: at % 6 === 0 ? `${word} and more` : 'nothing',
    price: at % 13,
    ...(at % 4 !== 0 && { attributes: { width: at % 17 } }),
    popularity: (at * 7919) % 400,
  };
}

const COUNT = 3_000;

describe('a broad word', () => {
  const writer = new SegmentWriter();
  for (let at = 0; at < COUNT; at++) {
    const change = put(product(at));
    if (change.kind === 'upsert') writer.addDocument(change.document, change.json);
  }
  const { buffer, documents } = writer.finish(null);
  const segment = new Segment(buffer, documents);

  const deleted = Bitmap.of(
    COUNT,
    Uint32Array.from({ length: COUNT / 7 }, (_, at) => at * 7),
  );
  const asked = [
    'lamp',
    'iron',
    'gate',
    'lamp desk',
    'lamps iron',
    'la|',
    'no|',
    'i|',
    'lamp de|',
    'iron no|',
    'desk no3|',
  ];
  it.each(asked.flatMap((words) => [null, deleted].map((gone) => ({ words, gone }))))(
    '$words matches what has it, an inflection or what goes on so, at the cost of the best',
    ({ words, gone }) => {
      const { text } = ask(words.replace('|', ''), { lastIsPrefix: words.endsWith('|') });
      for (const searched of [null, ['title', 'brand']]) {
        const fields = fieldCosts(searched);
        const groups = wordGroups(segment, text!, null);
        const view = { id: 'x', segment, deleted: gone, live: COUNT };
        const matches = matchAll(view, directReadings(segment, text!, groups, null), fields);
        const found = Array.from(matches.documents, (document, at) => [document, matches.costs[at]!]);
        const expected: number[][] = [];
        for (let document = 0; document < COUNT; document++) {
          const costs = groups.map((group) => costIn(segment, group, fields, document));
          if (gone?.has(document) || costs.some((cost) => cost < 0)) continue;
          expected.push([document, costs.reduce((sum, cost) => sum + cost, 0)]);
        }
        expect(found.toSorted((a, b) => a[0]! - b[0]!)).toEqual(expected);
        if (matches.inOrder) expect(found).toEqual(expected);
        const part = subset(matches, matches.documents.subarray(10, 20));
        expect(Array.from(part.documents, (document, at) => [document, part.costs[at]!])).toEqual(found.slice(10, 20));
      }
    },
  );
});

describe('a page of a broad search', () => {
  let engine: EmbeddedEngine;
  let index: SearchIndex;
  beforeAll(async () => {
    engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 });
    index = await engine.open(tenantContext(randomUUID(), 'shop'));
    for (const version of [1, 2]) {
      const changes = Array.from({ length: COUNT / 2 }, (_, at) => put(product((version - 1) * (COUNT / 2) + at)));
      await index.apply({ version, changes });
    }
  });
  afterAll(() => engine.close());

  const facetsWithin = (filter: Filter | null): FacetRequest[] =>
    ['brand', 'categories', 'price'].map((field) => ({ field, maxValues: 50, filter }));
  const filter = { kind: 'range' as const, field: 'price', gte: 3 };
  const cases: [string, Partial<SearchQuery>][] = [
    ['lamp', {}],
    ['iron', {}],
    ['lamp desk', {}],
    ['', {}],
    ['lamp', { filter }],
    ['lamp', { hidden: ['p8', 'p1'] }],
    ['lamp', { pins: [{ id: 'p2', position: 2 }] }],
    ['lamp', { boosts: [{ filter, weight: 2 }] }],
    ['lamp', { sort: { by: 'field', field: 'price', direction: 'asc' } }],
    ['lamp desk', { sort: { by: 'field', field: 'price', direction: 'desc' } }],
    ['', { sort: { by: 'field', field: 'price', direction: 'desc' } }],
    ['', { sort: { by: 'field', field: 'categories', direction: 'asc' } }],
  ];

  const both = [false, true].flatMap((lastIsPrefix) => cases.map(([words, more]) => ({ words, more, lastIsPrefix })));
  it.each(both)('$words $more is the beginning of the whole order', async ({ words, more, lastIsPrefix }) => {
    // So deep a page is ranked in full.
    const typed = { lastIsPrefix };
    const facets = facetsWithin(more.filter ?? null);
    const all = await index.search(ask(words, typed, { ...more, facets, limit: 1_000 }));
    const ids = all.hits.map(({ id }) => id);
    expect(all.total).toBeGreaterThan(500);
    for (let times = 0; times < 2; times++) {
      for (const offset of [0, 5, 30]) {
        const page = await index.search(ask(words, typed, { ...more, facets, offset, limit: 5 }));
        expect(page.hits.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 5));
        expect(page.total).toBe(all.total);
        expect(page.facets).toEqual(all.facets);
      }
    }
    const brands = new Map(all.facets[0]!.values.map(({ value, count }) => [value, count]));
    expect([...brands.values()].reduce((sum, count) => sum + count, 0)).toBe(all.total);
  });

  const behaviour = Array.from({ length: COUNT / 10 }, (_, at) => ({
    id: `p${at * 10}`,
    appeal: (at % 9) - 4,
    demand: at % 5,
  }));
  it.each(both)('$words $more with behaviour, beginning and whole are alike', async ({ words, more, lastIsPrefix }) => {
    await index.setBehaviour(behaviour);
    const ofQuery = { behaviour: ['p7', 'p8', 'p20', 'p33'].map((id, at) => ({ id, appeal: 2 - at })) };
    const typed = { lastIsPrefix };
    const all = await index.search(ask(words, typed, { ...more, ...ofQuery, limit: 1_000, explain: true }));
    const ids = all.hits.map(({ id }) => id);
    for (const offset of [0, 30]) {
      const page = await index.search(ask(words, typed, { ...more, ...ofQuery, offset, limit: 5 }));
      expect(page.hits.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 5));
    }
    await index.setBehaviour([]);
  });

  it.each(['asc', 'desc'] as const)('sorts those without a value last: %s', async (direction) => {
    const sort = { by: 'field' as const, field: 'attributes.width', direction };
    for (const words of ['lamp', '', 'desk']) {
      const { hits, total } = await index.search(ask(words, { lastIsPrefix: false }, { sort, limit: 5_000 }));
      expect(hits.length).toBe(total);
      const products = hits.map(({ json }) => JSON.parse(Buffer.from(json).toString()) as ReturnType<typeof product>);
      const keyed = products.map(({ attributes, popularity }) => ({
        width: attributes?.['width'] as number,
        popularity,
      }));
      const sign = direction === 'asc' ? 1 : -1;
      const expected = keyed.toSorted(
        (a, b) =>
          sign * (a.width ?? sign * Infinity) - sign * (b.width ?? sign * Infinity) || b.popularity! - a.popularity!,
      );
      expect(keyed).toEqual(expected);
      for (const offset of [0, 60, total - 10]) {
        const page = await index.search(ask(words, { lastIsPrefix: false }, { sort, offset, limit: 10 }));
        expect(page.hits.map(({ id }) => id)).toEqual(hits.slice(offset, offset + 10).map(({ id }) => id));
      }
    }
  });

  it('counts its memory', async () => {
    // One of which nothing is kept yet: what is kept is bounded, so that it may get less as well.
    const fresh = await engine.open(tenantContext(randomUUID(), 'other'));
    await fresh.apply({ version: 1, changes: Array.from({ length: COUNT }, (_, at) => put(product(at))) });
    const before = fresh.stats().bytes;
    await fresh.search(ask('gate', { lastIsPrefix: true }, { facets: facetsWithin(null) }));
    await fresh.search(ask('no', { lastIsPrefix: true }));
    expect(fresh.stats().bytes).toBeGreaterThan(before);
  });

  it('counts anew what was deleted', async () => {
    const facets = facetsWithin(null);
    const before = await index.search(ask('lamp', {}, { facets }));
    const ids = before.hits.map(({ id }) => id);
    await index.apply({ version: 100, changes: ids.map((id) => ({ kind: 'delete' as const, id })) });
    const after = await index.search(ask('lamp', {}, { facets }));
    expect(after.total).toBe(before.total - ids.length);
    const sum = (result: typeof before): number => result.facets[0]!.values.reduce((all, { count }) => all + count, 0);
    expect(sum(after)).toBe(after.total);
    expect(after.hits.some(({ id }) => ids.includes(id))).toBe(false);
    // Counted without what is kept: a filter that all pass.
    const every = { kind: 'range' as const, field: 'price', gte: 0 };
    const filtered = await index.search(ask('lamp', {}, { filter: every, facets: facetsWithin(every) }));
    expect(filtered.facets).toEqual(after.facets);
    expect(filtered.hits.map(({ id }) => id)).toEqual(after.hits.map(({ id }) => id));
  });
});
