import { ask, browse, put, remove, type ConformanceGroup } from './case.ts';

export const changes: ConformanceGroup = {
  behaviour: 'updates and deletions',
  cases: [
    {
      name: 'an upsert replaces',
      catalog: [[put({ id: '1', title: 'Old lamp' })], [put({ id: '1', title: 'New chair' })]],
      query: ask('lamp'),
      expect: { ids: [], total: 0 },
    },
    {
      name: 'the new words are found',
      catalog: [[put({ id: '1', title: 'Old lamp' })], [put({ id: '1', title: 'New chair' })]],
      query: ask('chair'),
      expect: { ids: ['1'], total: 1 },
    },
    {
      name: 'a deletion',
      catalog: [[put({ id: '1', title: 'Lamp' }), put({ id: '2', title: 'Lamp' })], [remove('1')]],
      query: ask('lamp', {}, { facets: [{ field: 'docType', maxValues: 1, filter: null }] }),
      expect: { ids: ['2'], total: 1, facets: { docType: [['product', 1]] } },
    },
    {
      name: 'a deletion of what is not there',
      catalog: [[put({ id: '1', title: 'Lamp' })], [remove('9')]],
      query: browse(),
      expect: { ids: ['1'] },
    },
    {
      name: 'a deleted word is not known',
      catalog: [[put({ id: '1', title: 'Cannon' }), put({ id: '2', title: 'Canon' })], [remove('1')]],
      query: ask('cannon'),
      expect: { ids: ['2'], correctedQuery: 'canon' },
    },
    {
      name: 'deleted and put again',
      catalog: [[put({ id: '1', title: 'Lamp' })], [remove('1')], [put({ id: '1', title: 'Lamp' })]],
      query: ask('lamp'),
      expect: { ids: ['1'], total: 1 },
    },
    {
      name: 'ids of any kind',
      catalog: [[put({ id: 'a/b "c" 😀 אב', title: 'Lamp' })]],
      query: ask('lamp', {}, { facets: [] }),
      expect: { ids: ['a/b "c" 😀 אב'] },
    },
    {
      name: 'many small writes',
      catalog: Array.from({ length: 40 }, (_, at) => [put({ id: String(at), title: `Lamp ${at}`, popularity: at })]),
      query: ask('lamp', {}, { limit: 3 }),
      expect: { ids: ['39', '38', '37'], total: 40 },
    },
  ],
};
