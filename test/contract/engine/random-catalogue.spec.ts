import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { createEmbeddedEngine } from '../../../src/engine/embedded/index.ts';
import { ask, put, remove } from '../../../src/engine/port/conformance/index.ts';
import type { Change, EngineHit, Filter, SearchIndex, SearchQuery, Sort } from '../../../src/engine/port/index.ts';
import { tenantContext } from '../../../src/kernel/tenant-context.ts';
import { ReferenceIndex } from './reference.ts';

/** Codes have no typos, no inflections and no splits that mean anything: what matches is beyond dispute. */
const word = fc.constantFrom('lamp', 'desk', 'iron', 'gate', 'blue', 'k7', 'x-99', 'été', 'стол', 'μήλο');
const id = fc.constantFrom(...Array.from({ length: 24 }, (_, at) => `p${at}`));
const document = fc.record(
  {
    id,
    title: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    brand: fc.constantFrom('Acme', 'Bolt', 'Ünsal'),
    categories: fc.uniqueArray(fc.constantFrom('A > B', 'A > C', 'D'), { maxLength: 2 }),
    price: fc.integer({ min: 0, max: 20 }),
    stock: fc.integer({ min: 0, max: 1 }),
    popularity: fc.integer({ min: 0, max: 3 }),
    description: fc.array(word, { maxLength: 3 }).map((words) => words.join(', ')),
  },
  { requiredKeys: ['id', 'title'] },
);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: document.map((fields) => put({ url: '/', docType: 'product', ...fields })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 23 }).map((at) => remove(`p${at}`)) },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.uniqueArray(change, { minLength: 1, maxLength: 24, selector: ({ id }) => id }) },
  { weight: 1, arbitrary: fc.constantFrom('snapshot', 'reopen', 'settle', 'clear') },
);
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('in' as const),
    field: fc.constantFrom('brand', 'categories', 'in_stock'),
    values: fc.uniqueArray(fc.constantFrom<string | boolean>('Acme', 'Ünsal', 'A', 'A > C', 'D', true), {
      maxLength: 3,
    }),
  }),
  fc.record({
    kind: fc.constant('range' as const),
    field: fc.constant('price'),
    gte: fc.integer({ max: 20 }),
    lt: fc.integer({ max: 25 }),
  }),
);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  leaf,
  leaf.map((inner): Filter => ({ kind: 'not', filter: inner })),
  fc.array(leaf, { maxLength: 3 }).map((filters): Filter => ({ kind: 'and', filters })),
  fc.array(leaf, { maxLength: 3 }).map((filters): Filter => ({ kind: 'or', filters })),
);
const question = fc.record({
  words: fc.array(word, { maxLength: 2 }),
  filter: fc.option(filter),
  other: fc.option(filter),
  sort: fc.constantFrom<Sort>(
    { by: 'relevance' },
    { by: 'relevance' },
    { by: 'popularity' },
    { by: 'field', field: 'price', direction: 'asc' },
    { by: 'field', field: 'price', direction: 'desc' },
    { by: 'field', field: 'brand', direction: 'asc' },
    { by: 'field', field: 'brand', direction: 'desc' },
  ),
  pins: fc.uniqueArray(fc.record({ id, position: fc.integer({ min: 1, max: 8 }) }), {
    maxLength: 3,
    selector: ({ position }) => position,
  }),
  hidden: fc.uniqueArray(id, { maxLength: 2 }),
});

interface Question {
  words: string[];
  filter: Filter | null;
  other: Filter | null;
  sort: Sort;
  hidden: string[];
}

function queryOf({ words, filter, other, sort, hidden }: Question): SearchQuery {
  const facets = [
    { field: 'brand', maxValues: 100, filter },
    { field: 'categories', maxValues: 100, filter: other },
  ];
  return ask(
    words.join(' '),
    { lastIsPrefix: false, typoTolerance: false, locale: 'xx' },
    { filter, facets, sort, hidden, limit: 1_000 },
  );
}

async function compare(index: SearchIndex, reference: ReferenceIndex, query: SearchQuery): Promise<void> {
  const result = await index.search(query);
  const full = result.hits.filter((hit) => !hit.relaxed).map(({ id }) => id);
  const rest = result.hits.slice(full.length);
  expect(rest.every((hit) => hit.relaxed && reference.hasSomeWords(hit.id, query))).toBe(true);
  if (query.sort.by !== 'relevance') expect(full).toEqual(reference.sorted(full, query.sort));
  expect(full.toSorted()).toEqual(reference.matching(query));
  expect(result.total).toBe(full.length);
  expect(new Set(result.hits.map(({ id }) => id)).size).toBe(result.hits.length);
  expect(result.hits.length).toBe(result.total + result.totalRelaxed);
  for (const hit of result.hits) {
    expect(JSON.parse(Buffer.from(hit.json).toString())).toEqual(reference.documents.get(hit.id));
  }
  const counted = result.total > 0 || result.totalRelaxed === 0;
  for (const [at, field] of (['brand', 'categories'] as const).entries()) {
    if (!counted) continue;
    const values = new Map(result.facets[at]!.values.map(({ value, count }) => [value, count]));
    expect(values).toEqual(reference.count(query, field, query.facets[at]!.filter));
  }
}

/** Pins stand at their positions, or last; the others keep their order. */
async function comparePins(
  index: SearchIndex,
  reference: ReferenceIndex,
  query: SearchQuery,
  pins: SearchQuery['pins'],
): Promise<void> {
  const without = await index.search(query);
  const result = await index.search({ ...query, pins });
  const inForce = reference.pinsInForce(query, pins);
  const ids = (hits: readonly EngineHit[]): string[] => hits.map((hit) => hit.id);
  expect(ids(result.hits.filter((hit) => hit.pinned))).toEqual(inForce.map((pin) => pin.id));
  const pinned = new Set(inForce.map((pin) => pin.id));
  const full = (hits: readonly EngineHit[]): EngineHit[] => hits.filter((hit) => !hit.relaxed && !pinned.has(hit.id));
  expect(ids(full(result.hits))).toEqual(ids(full(without.hits)));
  for (const { id, position } of inForce) {
    // Where there is too little else to stand before it, a pin moves up.
    const before = result.hits.length - inForce.length + inForce.filter((pin) => pin.position < position).length;
    if (position - 1 <= before && position <= result.hits.length) expect(result.hits[position - 1]!.id).toBe(id);
  }
  expect(result.total).toBe(new Set([...reference.matching(query), ...pinned]).size);
}

it('agrees with the reference through any sequence of writes, merges, snapshots and reopenings', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'engine-'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(question, { minLength: 3, maxLength: 6 }),
      async (steps, questions) => {
        const tenant = tenantContext(randomUUID(), 'random');
        const reference = new ReferenceIndex();
        let engine = createEmbeddedEngine({ directory, memoryBudgetBytes: 1 << 30 });
        let index = await engine.open(tenant);
        for (const one of steps) {
          if (one === 'clear') {
            await index.rebuild(async () => {});
            reference.documents.clear();
          } else if (one === 'snapshot') await index.snapshot();
          else if (one === 'settle') await index.settle();
          else if (one === 'reopen') {
            const { version } = index;
            await engine.close();
            engine = createEmbeddedEngine({ directory, memoryBudgetBytes: 1 << 30 });
            index = await engine.open(tenant);
            expect(index.version).toBe(version);
          } else {
            await index.apply({ version: index.version + 1, changes: one });
            for (const change of one) {
              if (change.kind === 'upsert') reference.put(change.document);
              else reference.remove(change.id);
            }
            expect(index.stats().documents).toBe(reference.documents.size);
          }
        }
        for (const one of questions) {
          await compare(index, reference, queryOf(one));
          await comparePins(index, reference, queryOf(one), one.pins);
        }
        await engine.close();
      },
    ),
    { numRuns: 60 },
  );
  await rm(directory, { recursive: true, force: true });
});
