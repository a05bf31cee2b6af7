import { bodyOf, formOf } from '../src/sections/rules/rule-form.ts';
import type { Rule } from '../src/sections/rules/rules.ts';

const RULE = {
  id: 'r',
  name: 'Red things',
  priority: 2,
  conditions: [
    { match: 'is', pattern: 'red', channel: 'overlay', locale: 'en' },
    { match: 'contains', pattern: 'ruby', channel: null, locale: null },
  ],
  actions: {
    pin: [
      { id: 'b', position: 7 },
      { id: 'a', position: 2 },
    ],
    hide: ['h'],
    boost: [{ filter: { brand: ['Kumo'] }, weight: 2 }],
    bury: [],
    redirect: null,
    banner: null,
    replace_query: null,
  },
  starts_at: '2026-11-28T10:30:00.000Z',
  ends_at: null,
} as unknown as Rule;

test('a rule that nobody touched is saved as it was, with what the editor has no field for', () => {
  const body = bodyOf(formOf(RULE), RULE);
  expect(body).toMatchObject({
    name: 'Red things',
    priority: 2,
    conditions: RULE.conditions,
    starts_at: '2026-11-28T10:30:00.000Z',
    ends_at: null,
  });
  expect(body.actions.boost).toEqual(RULE.actions.boost);
  expect(body.actions.hide).toEqual(['h']);
  expect(body.actions.pin).toEqual([
    { id: 'a', position: 2 },
    { id: 'b', position: 7 },
  ]);
});

test('pins that were moved stand one below the other; another way to match holds for all words', () => {
  const body = bodyOf({ ...formOf(RULE), pins: ['b', 'a'], match: 'starts', patterns: 'red\n\n red \nrose' }, RULE);
  expect(body.actions.pin).toEqual([
    { id: 'b', position: 1 },
    { id: 'a', position: 2 },
  ]);
  expect(body.conditions).toEqual([
    { match: 'starts', pattern: 'red', channel: 'overlay', locale: 'en' },
    { match: 'starts', pattern: 'rose' },
  ]);
});
