import type { Alternative } from '../query.ts';
import { ask, browse, put, titles, type ConformanceGroup } from './case.ts';

const fields = [
  [
    put({ id: 'description', title: 'Stand', description: 'For any lamp' }),
    put({ id: 'attribute', title: 'Shade', attributes: { fits: 'any lamp of ours, large or small' } }),
    put({ id: 'category', title: 'Bulb', categories: ['Home > Lamp bulbs and shades'] }),
    put({ id: 'brand', title: 'Cord', brand: 'Lamp and Light Company Ltd Berlin' }),
    put({ id: 'title', title: 'Lamp black' }),
  ],
];

const stocked = [
  [
    put({ id: 'a', title: 'Desk lamp', popularity: 1 }),
    put({ id: 'b', title: 'Desk lamp', popularity: 9 }),
    put({ id: 'c', title: 'Desk lamp', popularity: 5 }),
  ],
];

const desks = titles(
  'Acme mouse 3',
  'Acme USB mouse',
  'Bolt mouse USB',
  'Bolt desk pad',
  'Acme mouse pad black',
  'Bolt mouse pad',
  'Acme desk pad',
  'Bolt yoga pad',
  'Bolt lamp black',
  'Acme chair black',
  'Acme hub USB',
  'Bolt lamp USB',
);

/** Thirty-three mice as a shop has them, and one of which more is told and that is none of them. */
const mice = [
  [
    ...Array.from({ length: 33 }, (_, at) => put({ id: `m${at + 10}`, title: 'Wireless optical mouse' })),
    put({ id: 'a', title: 'Woodland family marshmallow mouse', description: 'A toy of soft plush. '.repeat(30) }),
  ],
];

export const ranking: ConformanceGroup = {
  behaviour: 'ranking',
  cases: [
    {
      name: 'title, brand, categories, attributes, description',
      catalog: fields,
      query: ask('lamp', { lastIsPrefix: false }),
      expect: { ids: ['title', 'brand', 'category', 'attribute', 'description'] },
    },
    {
      name: 'fields in an order of the tenant',
      catalog: fields,
      query: ask('lamp', { lastIsPrefix: false, searchableFields: ['description', 'title'] }),
      expect: { ids: ['description', 'title'], total: 2 },
    },
    { name: 'popularity among equals', catalog: stocked, query: ask('desk lamp'), expect: { ids: ['b', 'c', 'a'] } },
    {
      name: 'words side by side first',
      catalog: titles('Desk and reading lamp with a clamp', 'Desk lamp in white, big clamp'),
      query: ask('desk lamp'),
      expect: { ids: ['2', '1'] },
    },
    {
      name: 'the thing before what is made for it',
      catalog: [
        [
          put({ id: 'bag', title: 'Laptop bag', categories: ['Bags'] }),
          put({ id: 'laptop', title: 'Probook laptop 14 inch, 16 GB, black', categories: ['Laptops'] }),
        ],
      ],
      query: ask('laptop'),
      expect: { ids: ['laptop', 'bag'] },
    },
    {
      name: 'a word that stands before a head only modifies it, whichever head',
      catalog: desks,
      query: ask('mouse', {}, { limit: 3 }),
      expect: { anyOrder: ['1', '2', '3'] },
    },
    {
      name: 'what is like most that have the word before what is unlike them',
      catalog: mice,
      query: ask('mouse', {}, { limit: 3 }),
      expect: { ids: ['m10', 'm11', 'm12'] },
    },
    {
      name: 'one word in a title before both words somewhere in a description',
      catalog: [
        [
          put({ id: 'tv', title: 'Television', description: 'A smart picture to watch' }),
          put({ id: 'watch', title: 'Acme smartwatch' }),
        ],
      ],
      query: ask('smart watch'),
      expect: { ids: ['watch', 'tv'], total: 2 },
    },
    {
      name: 'words of a short document before the same words scattered over a long one, unless they name the thing',
      catalog: [
        [
          put({
            id: 'computer',
            title: 'Workstation',
            description: `A game runs well. ${'Much else is told. '.repeat(200)}Memory controller.`,
            popularity: 5,
          }),
          put({ id: 'gamepad', title: 'Shuttle', description: 'A controller for any game' }),
          put({
            id: 'named',
            title: 'Wheel',
            categories: ['Game controller'],
            description: 'Much else is told. '.repeat(200),
          }),
        ],
      ],
      query: ask('game controller'),
      expect: { ids: ['named', 'gamepad', 'computer'], total: 3 },
    },
    {
      name: 'what a title is for comes last',
      catalog: titles('Case for iphone', 'Iphone black'),
      query: ask('iphone'),
      expect: { ids: ['2', '1'] },
    },
    {
      name: 'a boost lifts',
      catalog: stocked,
      query: ask('lamp', {}, { boosts: [{ filter: { kind: 'in', field: 'id', values: ['a'] }, weight: 3 }] }),
      expect: { ids: ['a', 'b', 'c'] },
    },
    {
      name: 'a weight under one buries',
      catalog: stocked,
      query: ask('lamp', {}, { boosts: [{ filter: { kind: 'in', field: 'id', values: ['b'] }, weight: 0.5 }] }),
      expect: { ids: ['c', 'a', 'b'] },
    },
    {
      name: 'a boost never lifts a relaxed match over a full one',
      catalog: titles('Desk lamp', 'Desk'),
      query: ask('desk lamp', {}, { boosts: [{ filter: { kind: 'in', field: 'id', values: ['2'] }, weight: 10 }] }),
      expect: { ids: ['1'] },
    },
    {
      name: 'browsing goes by popularity',
      catalog: stocked,
      query: browse(),
      expect: { ids: ['b', 'c', 'a'], total: 3 },
    },
  ],
};

export const pinsAndHidden: ConformanceGroup = {
  behaviour: 'pins and hidden ids',
  cases: [
    {
      name: 'a pin keeps its position',
      catalog: stocked,
      query: ask('lamp', {}, { pins: [{ id: 'a', position: 1 }] }),
      expect: { ids: ['a', 'b', 'c'], total: 3, pinned: ['a'] },
    },
    {
      name: 'a pin counts although it does not match',
      catalog: [...stocked, [put({ id: 'x', title: 'Chair' })]],
      query: ask('lamp', {}, { pins: [{ id: 'x', position: 2 }] }),
      expect: { ids: ['b', 'x', 'c', 'a'], total: 4, pinned: ['x'] },
    },
    {
      name: 'one that has some of the words comes once, and is no relaxed hit',
      catalog: titles('Desk lamp', 'Desk', 'Lamp'),
      query: ask('desk lamp', {}, { pins: [{ id: '2', position: 1 }] }),
      expect: { ids: ['2', '1', '3'], total: 2, totalRelaxed: 1, relaxed: ['3'], pinned: ['2'] },
    },
    {
      name: 'a position past the end',
      catalog: stocked,
      query: ask('lamp', {}, { pins: [{ id: 'b', position: 50 }] }),
      expect: { ids: ['c', 'a', 'b'] },
    },
    {
      name: 'on its page only',
      catalog: stocked,
      query: ask('lamp', {}, { pins: [{ id: 'a', position: 2 }], offset: 1, limit: 1 }),
      expect: { ids: ['a'], total: 3 },
    },
    {
      name: 'obeys the filter',
      catalog: stocked,
      query: ask(
        'lamp',
        {},
        {
          pins: [{ id: 'a', position: 1 }],
          filter: { kind: 'not', filter: { kind: 'in', field: 'id', values: ['a'] } },
        },
      ),
      expect: { ids: ['b', 'c'], total: 2 },
    },
    {
      name: 'rests under a sort',
      catalog: stocked,
      query: ask('lamp', {}, { pins: [{ id: 'a', position: 1 }], sort: { by: 'popularity' } }),
      expect: { ids: ['b', 'c', 'a'], pinned: [] },
    },
    {
      name: 'an id that is gone',
      catalog: stocked,
      query: ask('lamp', {}, { pins: [{ id: 'zzz', position: 1 }] }),
      expect: { ids: ['b', 'c', 'a'], total: 3 },
    },
    {
      name: 'hidden ids do not count',
      catalog: stocked,
      query: ask('lamp', {}, { hidden: ['b'], facets: [{ field: 'docType', maxValues: 10, filter: null }] }),
      expect: { ids: ['c', 'a'], total: 2, facets: { docType: [['product', 2]] } },
    },
    {
      name: 'hidden beats pinned',
      catalog: stocked,
      query: ask('lamp', {}, { hidden: ['b'], pins: [{ id: 'b', position: 1 }] }),
      expect: { ids: ['c', 'a'], total: 2 },
    },
  ],
};

const said = (from: number, to: number, replacement: string, typos = 0): Alternative => ({
  from,
  to,
  replacement: replacement.split(' '),
  synonymId: `s-${replacement}`,
  typos,
});

export const alternatives: ConformanceGroup = {
  behaviour: 'alternatives',
  cases: [
    {
      name: 'a synonym ranks below the word',
      catalog: titles('Sofa grey', 'Couch grey', 'Lamp'),
      query: ask('couch', { alternatives: [said(0, 1, 'sofa')] }),
      expect: { ids: ['2', '1'], total: 2, synonymsUsed: ['s-sofa'] },
    },
    {
      name: 'one word for several',
      catalog: titles('Television stand', 'Chair stand'),
      query: ask('tv stand', { alternatives: [said(0, 1, 'television')] }),
      expect: { ids: ['1'], total: 1, synonymsUsed: ['s-television'] },
    },
    {
      name: 'several words for one',
      catalog: titles('Solid state drive', 'Drive'),
      query: ask('ssd', { alternatives: [said(0, 1, 'solid state drive')] }),
      expect: { ids: ['1'], total: 1, synonymsUsed: ['s-solid state drive'] },
    },
    {
      name: 'one word for a run of words',
      catalog: titles('Smartphone red', 'Red'),
      query: ask('mobile phone red', { alternatives: [said(0, 2, 'smartphone')] }),
      expect: { total: 1, synonymsUsed: ['s-smartphone'] },
    },
    {
      name: 'not used when no hit has it',
      catalog: titles('Couch grey'),
      query: ask('couch', { alternatives: [said(0, 1, 'sofa')] }),
      expect: { ids: ['1'], synonymsUsed: [] },
    },
    {
      name: 'for a word with a typo',
      catalog: titles('Sofa'),
      query: ask('coucg', { alternatives: [said(0, 1, 'sofa', 1)] }),
      expect: { ids: ['1'], synonymsUsed: ['s-sofa'] },
    },
    {
      name: 'never for a known word that is only near the term of a synonym',
      catalog: titles('Shirt', 'Bermuda'),
      query: ask('shirt', { alternatives: [said(0, 1, 'bermuda', 1)] }),
      expect: { ids: ['1'], total: 1, synonymsUsed: [] },
    },
    {
      name: 'a hit by a synonym typed right is understood, not corrected',
      catalog: titles('Bermuda', 'Shirt', 'Other'),
      query: ask('short', { alternatives: [said(0, 1, 'bermuda')] }),
      expect: { correctedQuery: null, synonymsUsed: ['s-bermuda'] },
    },
  ],
};

export const relaxation: ConformanceGroup = {
  behaviour: 'words that may be left out',
  cases: [
    {
      name: 'an unknown word costs least',
      catalog: titles('Gate hinge', 'Fence'),
      query: ask('gate zzzzzz'),
      expect: { ids: ['1'], total: 0, totalRelaxed: 1, optional: ['zzzzzz'] },
    },
    {
      name: 'relaxed hits follow below',
      catalog: titles('Iron fence gate', 'Iron gate', 'Plastic chair'),
      query: ask('iron fence gate'),
      expect: { ids: ['1', '2'], total: 1, totalRelaxed: 1, relaxed: ['2'] },
    },
    {
      name: 'the rarer word decides',
      catalog: titles('Red lamp', 'Red chair', 'Red table', 'Blue samovar'),
      query: ask('red samovar'),
      expect: { ids: ['4'], total: 0, optional: ['red'] },
    },
    {
      name: 'a long natural query',
      catalog: titles('Decorative gate hardware', 'Iron', 'Desk'),
      query: ask('wrought iron decorative fence gate hardware'),
      expect: { total: 0, ids: ['1'] },
    },
    {
      name: 'one word has nothing to leave out',
      catalog: titles('Lamp'),
      query: ask('zzzzzz'),
      expect: { ids: [], totalRelaxed: 0, optional: null },
    },
    {
      name: 'not when the page is full',
      catalog: titles('Iron gate', 'Iron'),
      query: ask('iron gate', {}, { limit: 1 }),
      expect: { ids: ['1'], totalRelaxed: 0, optional: null },
    },
  ],
};
