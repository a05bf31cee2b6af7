import { CompiledRules, type SearchSituation } from './evaluation.ts';
import { isSafeLink } from './link.ts';
import { combine } from './outcome.ts';
import type { QueryReading } from './query-graph.ts';
import { draftFaults, NO_ACTIONS, type Rule, type RuleActions, type RuleCondition } from './rule.ts';

let next = 0;
function rule(fields: Partial<Rule>): Rule {
  next++;
  return {
    id: `r${next}`,
    name: `Rule ${next}`,
    enabled: true,
    priority: 0,
    conditions: [],
    actions: { ...NO_ACTIONS, hide: ['x'] },
    starts_at: null,
    ends_at: null,
    created_at: new Date(next),
    ...fields,
  };
}
const when = (match: RuleCondition['match'], pattern: string, more: Partial<RuleCondition> = {}): RuleCondition => ({
  match,
  pattern,
  channel: null,
  locale: null,
  ...more,
});

function situation(text: string, more: Partial<QueryReading> = {}, locale = 'en'): SearchSituation {
  const words = text.split(' ').filter(Boolean);
  return { queries: [{ words, truncated: false, alternatives: [], ...more }], locale, channel: null, now: 1_000 };
}
const matches = (condition: RuleCondition, at: SearchSituation): boolean =>
  new CompiledRules([rule({ conditions: [condition] })]).evaluate(at).length > 0;

test.each([
  ['is', 'red shoes', 'red shoes', true],
  ['is', 'red shoes', 'red shoes sale', false],
  ['is', 'red shoes', 'shoes red', false],
  ['starts', 'red', 'red shoes', true],
  ['starts', 'shoes', 'red shoes', false],
  ['ends', 'shoes', 'red shoes', true],
  ['ends', 'red', 'red shoes', false],
  ['contains', 'running shoes', 'red running shoes sale', true],
  ['contains', 'red sale', 'red running shoes sale', false],
  ['contains', 'shoe', 'red shoes', true],
  ['is', 'RED Shoe!', 'red shoes', true],
  ['is', 'caf\u00e9', 'cafe', true],
  ['contains', 'run', 'trunk', false],
  ['contains', 'red', '', false],
  ['is', 'T-Shirts', 'tshirt', true],
  ['is', 'tshirt', 't shirt', true],
  ['contains', 'wi-fi router', 'fast wifi routers', true],
  ['is', '34', '3 4', false],
] as const)('%s %s on %s: %s', (match, pattern, query, expected) => {
  expect(matches(when(match, pattern), situation(query))).toBe(expected);
});

test('synonyms in any combination', () => {
  const alternatives = [
    { from: 0, to: 1, replacement: ['crimson'] },
    { from: 1, to: 2, replacement: ['long', 'couch'] },
  ];
  const at = situation('red sofa', { alternatives });
  expect(matches(when('is', 'crimson long couches'), at)).toBe(true);
  expect(matches(when('starts', 'red long'), at)).toBe(true);
  expect(matches(when('ends', 'couch'), at)).toBe(true);
  expect(matches(when('contains', 'long couch'), at)).toBe(true);
  expect(matches(when('is', 'crimson couch'), at)).toBe(false);
});

test('a query that was cut off is nothing and ends with nothing', () => {
  const at = situation('a1 b1 c1', { truncated: true });
  expect(matches(when('is', 'a1 b1 c1'), at)).toBe(false);
  expect(matches(when('ends', 'c1'), at)).toBe(false);
  expect(matches(when('starts', 'a1'), at)).toBe(true);
});

test('channel and locale must fit within the condition that matches', () => {
  const condition = when('is', 'sale', { channel: 'overlay', locale: 'es' });
  const spanish = situation('sale', {}, 'es-MX');
  expect(matches(condition, { ...spanish, channel: 'overlay' })).toBe(true);
  expect(matches(condition, { ...spanish, channel: 'results_page' })).toBe(false);
  expect(matches(condition, spanish)).toBe(false);
  expect(matches(condition, { ...situation('sale'), channel: 'overlay' })).toBe(false);
});

test('dates: from the start on, not from the end on', () => {
  const rules = new CompiledRules([rule({ starts_at: new Date(1_000), ends_at: new Date(2_000) })]);
  const at = (now: number) => rules.evaluate({ ...situation('x'), now }).length;
  expect([at(999), at(1_000), at(1_999), at(2_000)]).toEqual([0, 1, 1, 0]);
});

test('higher priority first, then the older; disabled ones rest; without conditions always', () => {
  const low = rule({ priority: -1 });
  const old = rule({ priority: 5 });
  const young = rule({ priority: 5 });
  const rules = new CompiledRules([low, young, old, rule({ enabled: false })]);
  expect(rules.evaluate(situation('')).map(({ id }) => id)).toEqual([old.id, young.id, low.id]);
});

const outcome = (...actions: Partial<RuleActions>[]) =>
  combine(
    new CompiledRules(actions.map((action) => rule({ actions: { ...NO_ACTIONS, ...action } }))).evaluate(
      situation('x'),
    ),
  );

test('about an item the first rule decides, taken positions move on', () => {
  const result = outcome(
    { pin: [{ id: 'a', position: 1 }], hide: ['b'] },
    {
      pin: [
        { id: 'b', position: 2 },
        { id: 'c', position: 1 },
      ],
      hide: ['a', 'd'],
    },
  );
  expect(result.pins).toEqual([
    { id: 'a', position: 1 },
    { id: 'c', position: 2 },
  ]);
  expect(result.hidden).toEqual(['b', 'd']);
});

test('the first redirect, all banners, filters and boosts', () => {
  const banner = { title: 'Sale', text: null, image: null, url: null };
  const result = outcome(
    { redirect: '/a', banner, filter: { brand: 'A' } },
    { redirect: '/b', banner, boost: [{ filter: { brand: 'B' }, weight: 3 }], bury: [{ filter: { in_stock: false } }] },
  );
  expect(result).toMatchObject({ redirect: '/a', banners: [banner, banner] });
  expect(result.filters).toEqual([{ kind: 'in', field: 'brand', values: ['A'] }]);
  expect(result.boosts).toEqual([
    { filter: { kind: 'in', field: 'brand', values: ['B'] }, weight: 3 },
    { filter: { kind: 'in', field: 'in_stock', values: [false] }, weight: 0.1 },
  ]);
});

test('a stored filter that is refused today does nothing and stops nothing', () => {
  expect(outcome({ filter: { colour: 'red' }, redirect: '/a' })).toMatchObject({ filters: [], redirect: '/a' });
});

test.each([
  ['/sale', true],
  ['/', true],
  ['https://shop.example/a?b=c#d', true],
  ['HTTP://shop.example', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/\t/evil.example', false],
  ['javascript:alert(1)', false],
  ['java\tscript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https:evil.example', false],
  ['https://user:pass@shop.example', false],
  ['https://', false],
  ['sale', false],
  ['', false],
  ['/' + 'x'.repeat(2_048), false],
  [5, false],
])('link %j: %s', (link, safe) => expect(isSafeLink(link)).toBe(safe));

test('what is wrong with a rule is said at its place', () => {
  const faults = draftFaults(
    rule({
      conditions: [when('is', '!!!'), when('is', 'a b c d e f g h i j k')],
      actions: {
        ...NO_ACTIONS,
        pin: [
          { id: 'a', position: 1 },
          { id: 'a', position: 1 },
          { id: 'b', position: 2 },
        ],
        hide: ['b'],
        boost: [{ filter: { colour: 'red' }, weight: 2 }],
        bury: [{ filter: {} }],
        filter: { price: { above: 1 } },
        replace_query: '?',
      },
      starts_at: new Date(5),
      ends_at: new Date(5),
    }),
  );
  expect(faults.map(({ field, code }) => `${field} ${code}`)).toEqual([
    '/conditions/0/pattern empty',
    '/conditions/1/pattern max_words',
    '/actions/boost/0/filter/colour unknown_field',
    '/actions/bury/0/filter empty',
    '/actions/filter/price/above operator',
    '/actions/pin/1/id duplicate',
    '/actions/pin/1/position duplicate',
    '/actions/pin/2/id contradiction',
    '/actions/replace_query empty',
    '/ends_at order',
  ]);
  expect(draftFaults(rule({ actions: { ...NO_ACTIONS } }))).toMatchObject([{ field: '/actions', code: 'empty' }]);
});
