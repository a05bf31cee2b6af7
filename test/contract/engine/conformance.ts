import { randomUUID } from 'node:crypto';
import { tenantContext } from '../../../src/kernel/tenant-context.ts';
import { CONFORMANCE, type ConformanceCase, type Expectation } from '../../../src/engine/port/conformance/index.ts';
import type { SearchEngine, SearchResult } from '../../../src/engine/port/index.ts';

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
  });
}

async function answer(engine: SearchEngine, { catalog, query }: ConformanceCase): Promise<SearchResult> {
  const index = await engine.open(tenantContext(randomUUID(), 'conformance'));
  let version = 0;
  for (const changes of catalog) await index.apply({ version: ++version, changes });
  return index.search(query);
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
