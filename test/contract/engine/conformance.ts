import { randomUUID } from 'node:crypto';
import { tenantContext } from '../../../src/kernel/tenant-context.ts';
import {
  CONFORMANCE,
  SIMILAR,
  type CatalogSteps,
  type ConformanceCase,
  type Expectation,
} from '../../../src/engine/port/conformance/index.ts';
import type { ItemBehaviour, SearchEngine, SearchIndex, SearchResult } from '../../../src/engine/port/index.ts';

/** Runs every conformance case against an adapter; each case has a tenant of its own. */
export function describeConformance(name: string, start: () => Promise<SearchEngine>): void {
  describe(`${name} answers as the port demands`, () => {
    let engine: SearchEngine;
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(() => engine.close());

    for (const { behaviour, cases } of CONFORMANCE) {
      describe(behaviour, () => {
        it.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
          check(await answer(engine, one), one.expect);
        });
      });
    }

    describe('items like one', () => {
      it.each(SIMILAR.map((one) => [one.name, one] as const))('%s', async (_, { catalog, query, expect: expected }) => {
        const index = await indexOf(engine, catalog);
        expect(await index.has(query.id)).toBe(expected !== null);
        const hits = await index.similar(query);
        expect(hits?.map(({ id }) => id) ?? null).toEqual(expected);
      });
    });
  });
}

async function answer(engine: SearchEngine, { catalog, behaviour, query }: ConformanceCase): Promise<SearchResult> {
  return (await indexOf(engine, catalog, behaviour)).search(query);
}

async function indexOf(
  engine: SearchEngine,
  catalog: CatalogSteps,
  behaviour?: readonly ItemBehaviour[],
): Promise<SearchIndex> {
  const index = await engine.open(tenantContext(randomUUID(), 'conformance'));
  let version = 0;
  for (const changes of catalog) {
    if (behaviour && version === catalog.length - 1) await index.setBehaviour(behaviour);
    await index.apply({ version: ++version, changes });
  }
  return index;
}

function check(result: SearchResult, expected: Expectation): void {
  expect(seen(result, expected)).toEqual({
    ...expected,
    ...(expected.anyOrder && { anyOrder: expected.anyOrder.toSorted() }),
  });
}

/** The parts of a result that an expectation speaks of, in its shape. */
function seen(result: SearchResult, expected: Expectation): Expectation {
  const ids = result.hits.map(({ id }) => id);
  const highlightOf = (part: 'title' | 'description', wanted: object): { [id: string]: never } =>
    Object.fromEntries(
      Object.keys(wanted).map((id) => [id, result.hits.find((hit) => hit.id === id)?.highlight[part] as never]),
    );
  const all: Expectation = {
    ids,
    anyOrder: ids.toSorted(),
    total: result.total,
    totalRelaxed: result.totalRelaxed,
    relaxed: result.hits.filter((hit) => hit.relaxed).map(({ id }) => id),
    pinned: result.hits.filter((hit) => hit.pinned).map(({ id }) => id),
    typos: result.typos,
    correctedQuery: result.correctedQuery,
    optional: result.relaxation?.optional ?? null,
    synonymsUsed: result.synonymsUsed,
    facets: Object.fromEntries(
      result.facets.map(({ field, values }) => [field, values.map(({ value, count }) => [value, count] as const)]),
    ),
    stats: Object.fromEntries(result.facets.flatMap(({ field, stats }) => (stats ? [[field, stats]] : []))),
    title: highlightOf('title', expected.title ?? {}),
    description: highlightOf('description', expected.description ?? {}),
  };
  return Object.fromEntries(Object.keys(expected).map((key) => [key, all[key as keyof Expectation]]));
}
