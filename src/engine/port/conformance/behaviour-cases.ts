import type { ItemBehaviour } from '../behaviour.ts';
import { ask, browse, put, titles, type ConformanceGroup } from './case.ts';

const lamps = [
  [
    put({ id: 'a', title: 'Desk lamp', popularity: 1 }),
    put({ id: 'b', title: 'Desk lamp', popularity: 9 }),
    put({ id: 'c', title: 'Desk lamp', popularity: 5 }),
  ],
];

const item = (id: string, appeal: number, demand = 0): ItemBehaviour => ({ id, appeal, demand });

export const behaviour: ConformanceGroup = {
  behaviour: 'what shoppers do',
  cases: [
    {
      name: 'the appeal of an item comes before its popularity',
      catalog: lamps,
      behaviour: [item('a', 3), item('b', -2)],
      query: ask('lamp'),
      expect: { ids: ['a', 'c', 'b'] },
    },
    {
      name: 'for a query its own appeal stands in the place of the item’s',
      catalog: lamps,
      behaviour: [item('a', 3), item('b', -2)],
      query: ask(
        'lamp',
        {},
        {
          behaviour: [
            { id: 'a', appeal: -1 },
            { id: 'c', appeal: -4 },
          ],
        },
      ),
      expect: { ids: ['a', 'b', 'c'] },
    },
    {
      name: 'never lifts a hit over one that matches better',
      catalog: [
        [
          put({ id: 'title', title: 'Lamp' }),
          put({ id: 'text', title: 'Shade', description: 'Fits every lamp that was sold here' }),
        ],
      ],
      behaviour: [item('text', 10), item('title', -10)],
      query: ask('lamp', {}, { behaviour: [{ id: 'text', appeal: 10 }] }),
      expect: { ids: ['title', 'text'] },
    },
    {
      name: 'nor a typo over the word itself',
      catalog: titles('Tables', 'Cables'),
      behaviour: [item('2', 10)],
      query: ask('tables'),
      expect: { ids: ['1'] },
    },
    {
      name: 'a boost of the merchant comes first',
      catalog: lamps,
      behaviour: [item('a', 10)],
      query: ask('lamp', {}, { boosts: [{ filter: { kind: 'in', field: 'id', values: ['c'] }, weight: 1.5 }] }),
      expect: { ids: ['c', 'a', 'b'] },
    },
    {
      name: 'a pin too',
      catalog: lamps,
      behaviour: [item('a', 10)],
      query: ask('lamp', {}, { pins: [{ id: 'c', position: 1 }] }),
      expect: { ids: ['c', 'a', 'b'], pinned: ['c'] },
    },
    {
      name: 'its effect is bounded: beyond ten steps popularity decides',
      catalog: lamps,
      behaviour: [item('a', 5_000), item('b', 10)],
      query: ask('lamp'),
      expect: { ids: ['b', 'a', 'c'] },
    },
    {
      name: 'browsing goes by demand, then popularity',
      catalog: lamps,
      behaviour: [item('c', -10, 7)],
      query: browse({ behaviour: [{ id: 'a', appeal: 10 }] }),
      expect: { ids: ['c', 'b', 'a'], total: 3 },
    },
    {
      name: 'under a sort by popularity demand decides among equals',
      catalog: [[put({ id: 'a' }), put({ id: 'b' }), put({ id: 'c', popularity: 1 })]],
      behaviour: [item('b', 0, 4)],
      query: browse({ sort: { by: 'popularity' } }),
      expect: { ids: ['c', 'b', 'a'] },
    },
    {
      name: 'an explicit sort is left alone',
      catalog: [[put({ id: 'a', price: 1 }), put({ id: 'b', price: 2 })]],
      behaviour: [item('b', 10, 10)],
      query: browse({ sort: { by: 'field', field: 'price', direction: 'asc' } }),
      expect: { ids: ['a', 'b'] },
    },
    {
      name: 'it holds for a document that is written again, and for one that comes later',
      catalog: [...lamps, [put({ id: 'a', title: 'Desk lamp' }), put({ id: 'd', title: 'Desk lamp' })]],
      behaviour: [item('d', 8), item('a', 4), item('gone', 10)],
      query: ask('desk lamp'),
      expect: { ids: ['d', 'a', 'b', 'c'] },
    },
  ],
};
