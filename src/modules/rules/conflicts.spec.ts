import { commonWords, CONFLICT_LIMITS, conflictsOf, Pattern } from './conflicts.ts';
import { NO_ACTIONS, type Rule, type RuleActions, type RuleCondition } from './rule.ts';

const NOW = 1_000_000;

const when = (match: RuleCondition['match'], pattern: string, more: Partial<RuleCondition> = {}): RuleCondition => ({
  match,
  pattern,
  channel: null,
  locale: null,
  ...more,
});
const rule = (name: string, conditions: RuleCondition[], actions: Partial<RuleActions>, more: Partial<Rule> = {}) => ({
  id: name,
  name,
  enabled: true,
  priority: 0,
  conditions,
  actions: { ...NO_ACTIONS, ...actions },
  starts_at: null,
  ends_at: null,
  created_at: new Date(0),
  ...more,
});
const found = async (...rules: Rule[]): Promise<string[]> =>
  (await conflictsOf(rules, 'en', NOW)).rows.map(({ kind, rules: [first, second], query, items }) =>
    `${kind} ${first.name}/${second.name} «${query}» ${items.join()}`.trimEnd(),
  );

describe('the fewest words that meet two conditions', () => {
  test.each<[RuleCondition, RuleCondition, string | null]>([
    [when('is', 'red shoes'), when('is', 'Red shoe'), 'red shoes'],
    [when('is', 'red shoes'), when('is', 'red'), null],
    [when('is', 'red shoes'), when('contains', 'shoe'), 'red shoes'],
    [when('is', 'red shoes'), when('starts', 'shoe'), null],
    [when('is', 'red shoes'), when('ends', 'shoe'), 'red shoes'],
    [when('starts', 'red'), when('starts', 'red shoes'), 'red shoes'],
    [when('starts', 'red'), when('starts', 'blue'), null],
    [when('ends', 'red shoes'), when('ends', 'blue shoes'), null],
    [when('starts', 'red'), when('ends', 'shoes'), 'red shoes'],
    [when('ends', 'shoes'), when('starts', 'red'), 'red shoes'],
    [when('starts', 'red running'), when('ends', 'running shoes'), 'red running shoes'],
    [when('contains', 'shoes'), when('contains', 'running shoes'), 'running shoes'],
    [when('contains', 'a b c'), when('contains', 'c d'), 'a b c d'],
    [when('contains', 'c d'), when('contains', 'a b c'), 'a b c d'],
    [when('contains', 'one two three four five six'), when('contains', 'seven eight nine ten eleven'), null],
    [when('is', 'sale', { channel: 'overlay' }), when('is', 'sale', { channel: 'results_page' }), null],
    [when('is', 'sale', { channel: 'overlay' }), when('is', 'sale'), 'sale'],
    [when('is', 'sale', { locale: 'en' }), when('is', 'sale', { locale: 'es' }), null],
    [when('is', 'sale', { locale: 'en' }), when('is', 'sale', { locale: 'en-GB' }), 'sale'],
    // A stem of one language is none of another.
    [when('is', 'zapatos', { locale: 'es' }), when('is', 'zapato', { locale: 'es' }), 'zapatos'],
  ])('%j %j', (a, b, words) => {
    expect(commonWords(new Pattern(a), new Pattern(b), 'en')?.join(' ') ?? null).toBe(words);
    // From the other side they are as few, whichever spelling they have.
    expect(commonWords(new Pattern(b), new Pattern(a), 'en')?.length ?? null).toBe(words?.split(' ').length ?? null);
  });
});

test('what two rules of one search want differently', async () => {
  const shoes = [when('contains', 'shoes')];
  expect(
    await found(rule('a', shoes, { redirect: '/a' }), rule('b', [when('is', 'red shoe')], { redirect: '/b' })),
  ).toEqual(['redirect a/b «red shoes»']);
  expect(await found(rule('a', [], { replace_query: 'x' }), rule('b', shoes, { replace_query: 'y' }))).toEqual([
    'replace_query a/b «shoes»',
  ]);
  const pins = (...ids: string[]) => ({ pin: ids.map((id, at) => ({ id, position: at + 1 })) });
  expect(await found(rule('a', shoes, { hide: ['2'] }), rule('b', shoes, pins('1', '2')))).toEqual([
    'pin_hidden a/b «shoes» 2',
  ]);
  expect(await found(rule('a', shoes, pins('1', '2')), rule('b', shoes, pins('2', '3')))).toEqual([
    'pinned_twice a/b «shoes» 2',
    'position a/b «shoes» 3',
  ]);
  const acme = { filter: { brand: ['Acme'] } };
  expect(await found(rule('a', shoes, { boost: [{ ...acme, weight: 2 }] }), rule('b', [], { bury: [acme] }))).toEqual([
    'boost_buried a/b «shoes»',
  ]);
});

test('the same condition twice is told, and rules that get on are not', async () => {
  const shoes = [when('is', 'Shoes')];
  expect(
    await found(rule('a', shoes, { redirect: '/a' }), rule('b', [when('is', 'shoes ')], { redirect: '/a' })),
  ).toEqual(['same_condition a/b «shoes»']);
  expect(await found(rule('a', shoes, { hide: ['1'] }), rule('b', [], { hide: ['2'] }))).toEqual([]);
  expect(
    await found(rule('a', shoes, { redirect: '/a' }), rule('b', [when('is', 'hats')], { redirect: '/b' })),
  ).toEqual([]);
});

test('rules that are off, over or in force at other times do not count', async () => {
  const at = (time: number) => new Date(time);
  const a = (more: Partial<Rule>) => rule('a', [], { redirect: '/a' }, more);
  const b = (more: Partial<Rule>) => rule('b', [], { redirect: '/b' }, more);
  expect(await found(a({ enabled: false }), b({}))).toEqual([]);
  expect(await found(a({ ends_at: at(NOW) }), b({}))).toEqual([]);
  expect(await found(a({ ends_at: at(NOW + 5) }), b({ starts_at: at(NOW + 5) }))).toEqual([]);
  expect(await found(a({ ends_at: at(NOW + 6) }), b({ starts_at: at(NOW + 5) }))).toEqual(['redirect a/b «»']);
});

test('of very many only some are listed, and that is told', async () => {
  const many = Array.from({ length: 40 }, (_, at) => rule(`r${at}`, [], { redirect: `/${at}` }));
  const { rows, complete } = await conflictsOf(many, 'en', NOW);
  expect(complete).toBe(false);
  expect(rows).toHaveLength(CONFLICT_LIMITS.rows);
});

test('the most rules that a shop may have: others get their turn in between', async () => {
  const words = Array.from({ length: 20 }, (_, at) => when('is', `word ${at}`));
  const boost = Array.from({ length: 20 }, (_, at) => ({ filter: { brand: [`b${at}`] }, weight: 2 }));
  const pin = Array.from({ length: 50 }, (_, at) => ({ id: `i${at}`, position: at + 1 }));
  const most = Array.from({ length: 1_000 }, (_, at) =>
    rule(
      `r${at}`,
      words.map((one) => ({ ...one, pattern: `${one.pattern} ${at}` })),
      {
        boost,
        pin: pin.map(({ id, position }) => ({ id: `${id}-${at}`, position })),
      },
    ),
  );
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const { rows, complete } = await conflictsOf(most, 'en', NOW);
  clearInterval(counting);
  // Each two of them want the same places, for other words.
  expect({ rows, complete }).toEqual({ rows: [], complete: false });
  expect(turns).toBeGreaterThan(10);
});
