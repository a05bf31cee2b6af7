import { LearnedBehaviour } from '../behaviour/index.ts';
import { CompiledRules, type Rule, type RuleActions } from '../rules/index.ts';
import { CompiledSynonyms, type Synonym } from '../synonyms/index.ts';
import { planSearch, type PlanInput, type SearchPlan } from './plan.ts';
import { searchRequest, type RawSearch } from './search-request.ts';

const settings = { locale: 'en', searchable_fields: null, typo_tolerance: true };
const NO_ACTIONS: RuleActions = {
  pin: [],
  hide: [],
  boost: [],
  bury: [],
  filter: null,
  redirect: null,
  banner: null,
  replace_query: null,
};
const rule = (pattern: string, actions: Partial<RuleActions>, fields: Partial<Rule> = {}): Rule => ({
  id: pattern,
  name: pattern,
  enabled: true,
  priority: 0,
  conditions: [{ match: 'contains', pattern, channel: null, locale: null }],
  actions: { ...NO_ACTIONS, ...actions },
  starts_at: null,
  ends_at: null,
  created_at: new Date(0),
  ...fields,
});
const synonym = (...terms: string[]): Synonym => ({
  id: terms[0]!,
  type: 'two_way',
  input: null,
  terms,
  locale: null,
  source: 'manual',
  confidence: null,
  enabled: true,
  suggestion_id: null,
  created_at: new Date(0),
});

function plan(raw: RawSearch, rules: Rule[] = [], synonyms: Synonym[] = [], more: Partial<PlanInput> = {}): SearchPlan {
  return planSearch({
    request: searchRequest(raw, 'body'),
    settings,
    synonyms: new CompiledSynonyms(synonyms),
    rules: new CompiledRules(rules),
    learned: new LearnedBehaviour([], [], new Map()),
    now: 0,
    ...more,
  });
}
const applied = ({ outcome }: SearchPlan): string[] => outcome.applied.map(({ id }) => id);

test('words, page and settings', () => {
  const { query, typed } = plan({ q: ' Rote  SCHUHE!', page: 3, per_page: 10, locale: 'de', explain: true }, [], [], {
    settings: { locale: 'en', searchable_fields: ['title'], typo_tolerance: false },
  });
  expect(typed).toEqual({ normalized: 'rote schuhe', truncated: false });
  expect(query).toEqual({
    text: {
      words: ['rote', 'schuhe'],
      lastIsPrefix: true,
      alternatives: [],
      locale: 'de',
      typoTolerance: false,
      searchableFields: ['title'],
    },
    filter: null,
    facets: [],
    sort: { by: 'relevance' },
    offset: 20,
    limit: 10,
    boosts: [],
    pins: [],
    hidden: [],
    behaviour: [],
    explain: true,
  });
});

test('without words it browses; after ten they are cut', () => {
  expect(plan({ q: '' }).query.text).toBeNull();
  expect(plan({ q: '?!' }).query.text).toBeNull();
  const long = plan({ q: 'a b c d e f g h i j k' });
  expect(long.typed.truncated).toBe(true);
  expect(long.query.text).toMatchObject({ lastIsPrefix: false });
  expect(long.query.text!.words).toHaveLength(10);
});

test("a facet's own selection does not narrow its counts, everything else does", () => {
  const { query } = plan(
    { q: 'x', facets: ['brand', 'price'], filters: { brand: 'A', in_stock: true, any: [{ brand: 'B' }] } },
    [rule('x', { filter: { docType: 'product' } })],
  );
  const brand = { kind: 'in', field: 'brand', values: ['A'] };
  const rest = [
    { kind: 'in', field: 'in_stock', values: [true] },
    { kind: 'or', filters: [{ kind: 'in', field: 'brand', values: ['B'] }] },
    { kind: 'in', field: 'docType', values: ['product'] },
  ];
  expect(query.filter).toEqual({ kind: 'and', filters: [brand, ...rest] });
  expect(query.facets).toEqual([
    { field: 'brand', maxValues: 100, filter: { kind: 'and', filters: rest } },
    { field: 'price', maxValues: 100, filter: { kind: 'and', filters: [brand, ...rest] } },
  ]);
});

test('synonyms become alternatives, told apart by their reference', () => {
  const { query, synonyms } = plan({ q: 'red sofa' }, [], [synonym('sofa', 'couch', 'day bed')]);
  expect(query.text!.alternatives).toEqual([
    { from: 1, to: 2, replacement: ['couch'], synonymId: 'sofa#0', typos: 0 },
    { from: 1, to: 2, replacement: ['day', 'bed'], synonymId: 'sofa#1', typos: 0 },
  ]);
  expect(synonyms.get('sofa#1')).toEqual({ id: 'sofa', from: 'sofa', to: 'day bed' });
});

test('rules see plurals and synonyms, but no typos', () => {
  const rules = [rule('couch', { hide: ['x'] })];
  const synonyms = [synonym('sofas', 'couches')];
  expect(applied(plan({ q: 'sofa' }, rules, synonyms))).toEqual(['couch']);
  expect(applied(plan({ q: 'sofaz' }, rules, synonyms))).toEqual([]);
});

test('a replaced query is what is asked, and calls rules too', () => {
  const rules = [
    rule('tee', { replace_query: 't-shirt', hide: ['a'] }),
    rule('t shirt', { pin: [{ id: 'b', position: 1 }] }),
    rule('shirt', { replace_query: 'blouse' }),
  ];
  const result = plan({ q: 'Tee' }, rules);
  expect(result.query.text!.words).toEqual(['t', 'shirt']);
  expect(result.typed.normalized).toBe('tee');
  expect(result.replacedBy).toBe('t shirt');
  expect(applied(result)).toEqual(['shirt', 't shirt', 'tee']);
  expect(result.query).toMatchObject({ pins: [{ id: 'b', position: 1 }], hidden: ['a'] });
  expect(plan({ q: 'shoe' }, rules).replacedBy).toBeNull();
});

test('channel and time reach the rules', () => {
  const sale = rule('sale', { redirect: '/sale' }, { starts_at: new Date(10) });
  sale.conditions[0]!.channel = 'overlay';
  const at = (channel: 'overlay' | 'results_page', now: number) =>
    plan({ q: 'sale', channel }, [sale], [], { now }).outcome.redirect;
  expect([at('overlay', 9), at('overlay', 10), at('results_page', 10)]).toEqual([null, '/sale', null]);
});
