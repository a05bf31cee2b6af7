import { faultsOf } from '../src/sections/rules/editor/rule-faults.ts';
import { bodyOf, formOf, pinsOf } from '../src/sections/rules/editor/rule-form.ts';
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
      { id: 'a', position: 2 },
      { id: 'b', position: 7 },
    ],
    hide: ['h'],
    boost: [{ filter: { brand: ['Kumo'], price: { gte: 5, lt: 9 } }, weight: 2.5 }],
    bury: [{ filter: { in_stock: [false] } }],
    filter: { any: [{ brand: ['A'] }, { price: { lt: 3 } }] },
    redirect: '/red',
    banner: { title: 'Sale', text: null, image: '/sale.png', url: null },
    replace_query: 'rosso',
  },
  starts_at: '2026-11-28T10:30:00.000Z',
  ends_at: null,
} as unknown as Rule;

test('a rule that nobody touched is sound, and saved as it was', () => {
  const form = formOf(RULE);
  expect([...faultsOf(form)]).toEqual([]);
  const { name, priority, conditions, actions, starts_at, ends_at } = RULE;
  expect(bodyOf(form)).toEqual({ name, priority, conditions, actions, starts_at, ends_at });
});

test('pins in another order share the same places; a new one comes last', () => {
  const { pins } = formOf(RULE);
  const turned = pinsOf(pins, ['b', 'a']);
  expect(turned).toEqual([
    { id: 'b', place: '2' },
    { id: 'a', place: '7' },
  ]);
  expect(pinsOf(turned, ['b', 'a', 'c']).at(-1)).toEqual({ id: 'c', place: '8' });
  expect(pinsOf(turned, ['a'])).toEqual([{ id: 'a', place: '7' }]);
});

test('what is not sound is told by the pointers of the service', () => {
  const empty = formOf(null);
  expect(Object.fromEntries(faultsOf(empty))).toEqual({
    '/name': 'fault_needed',
    '/conditions/0/pattern': 'fault_words',
    '/actions': 'fault_no_action',
  });
  const form = {
    ...formOf(RULE),
    conditions: [{ ...formOf(RULE).conditions[0]!, locale: 'no language' }],
    pins: [
      { id: 'a', place: '1' },
      { id: 'h', place: '1' },
      { id: 'c', place: '0' },
    ],
    redirect: 'javascript:alert(1)',
    banner: { title: '', text: '', image: '//evil.example/a.png', url: '' },
    priority: '1.5',
    ends: '2026-01-01T00:00',
  };
  expect(Object.fromEntries(faultsOf(form))).toEqual({
    '/conditions/0/locale': 'fault_language',
    '/actions/pin/1/position': 'fault_place_taken',
    '/actions/pin/1/id': 'fault_both',
    '/actions/pin/2/position': 'fault_place',
    '/actions/redirect': 'fault_link',
    '/actions/banner/title': 'fault_needed',
    '/actions/banner/image': 'fault_link',
    '/priority': 'fault_priority',
    '/ends_at': 'fault_order',
  });
});
