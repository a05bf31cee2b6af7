import * as fc from 'fast-check';
import type { EngineHit, SearchResult } from '../../engine/port/index.ts';
import { LearnedBehaviour } from '../behaviour/index.ts';
import { CompiledRules } from '../rules/index.ts';
import { CompiledSynonyms } from '../synonyms/index.ts';
import { writeAnswer } from './answer.ts';
import { planSearch } from './plan.ts';
import { searchRequest, type RawSearch } from './search-request.ts';

const settings = { locale: 'en', searchable_fields: null, typo_tolerance: true };

function hit(document: object, more: Partial<EngineHit> = {}): EngineHit {
  return {
    id: 'x',
    json: Buffer.from(JSON.stringify(document)),
    highlight: { title: '<mark>a</mark> &lt;b&gt;', description: null },
    pinned: false,
    relaxed: false,
    ...more,
  };
}

function answer(raw: RawSearch, result: Partial<SearchResult>) {
  const request = searchRequest(raw, 'body');
  const plan = planSearch({
    request,
    settings,
    synonyms: new CompiledSynonyms([
      {
        id: 's1',
        type: 'two_way',
        input: null,
        terms: ['sofa', 'couch', 'settee'],
        locale: null,
        source: 'manual',
        confidence: null,
        enabled: true,
        suggestion_id: null,
        created_at: new Date(0),
      },
    ]),
    rules: new CompiledRules([]),
    learned: new LearnedBehaviour([], [], new Map()),
    now: 0,
  });
  const whole: SearchResult = {
    total: 0,
    totalRelation: 'eq',
    totalRelaxed: 0,
    hits: [],
    facets: [],
    typos: [],
    correctedQuery: null,
    relaxation: null,
    synonymsUsed: [],
    ...result,
  };
  const bytes = writeAnswer({ queryId: 'q1', request, plan, result: whole, tookMs: 1.5 });
  return JSON.parse(bytes.toString('utf8'));
}

test('every member of the contract, in its order, with its nulls', () => {
  const body = answer({ q: 'Sofa' }, {});
  expect(body).toEqual({
    query_id: 'q1',
    query: 'Sofa',
    normalized_query: 'sofa',
    corrected_query: null,
    total: 0,
    total_relation: 'eq',
    page: 1,
    per_page: 20,
    hits: [],
    total_relaxed: 0,
    facets: [],
    applied: { rules: [], synonyms: [], typos: [], relaxation: null, truncated: false },
    redirect: null,
    banners: [],
    took_ms: 1.5,
  });
  expect(Object.keys(body).indexOf('hits')).toBe(8);
});

test('positions go on through the pages; explain only where the engine explained', () => {
  const explanation = { rules: [{ name: 'words', value: 1, better: 'higher' as const }] };
  const body = answer(
    { q: 'sofa', page: 3, per_page: 2 },
    { total: 9, hits: [hit({ id: 'a' }), hit({ id: 'b' }, { explanation, pinned: true })] },
  );
  expect(body.hits).toEqual([
    { id: 'a', position: 5, highlight: { title: '<mark>a</mark> &lt;b&gt;', description: null } },
    {
      id: 'b',
      position: 6,
      highlight: { title: '<mark>a</mark> &lt;b&gt;', description: null },
      explain: { pinned: true, relaxed: false, rules: explanation.rules },
    },
  ]);
});

test('only the ways to say a synonym that a hit used', () => {
  const body = answer({ q: 'sofa' }, { synonymsUsed: ['s1#1', 'unknown'], typos: [{ from: 'a', to: 'b' }] });
  expect(body.applied).toMatchObject({
    synonyms: [{ id: 's1', from: 'sofa', to: 'settee' }],
    typos: [{ from: 'a', to: 'b' }],
  });
});

test('facets with and without figures', () => {
  const stats = { min: 1, max: 2, avg: 1.5, sum: 3 };
  const facets = [
    { field: 'brand', values: [{ value: 'A', count: 2 }] },
    { field: 'price', values: [], stats },
  ];
  expect(answer({}, { facets }).facets).toEqual(facets);
});

test('any document stays what it is', () => {
  const hostile = fc.dictionary(
    fc.string({ unit: 'binary', maxLength: 8 }).filter((key) => !['position', 'highlight', '__proto__'].includes(key)),
    fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
    { maxKeys: 5 },
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 4 }), (documents) => {
      const stored = documents.map((document) => JSON.parse(JSON.stringify(document)) as object);
      const body = answer({ q: '"}{' }, { hits: stored.map((document) => hit(document)) });
      expect(body.hits).toEqual(
        stored.map((document, index) => ({ ...document, position: index + 1, highlight: expect.anything() })),
      );
    }),
  );
  const tricky = { id: '}', title: '"}],"hits":[{"\\', url: '/\u2028\u0000', attributes: { a: '}}}' } };
  expect(answer({}, { hits: [hit(tricky), hit({})] }).hits).toMatchObject([tricky, { position: 2 }]);
});
