import { like, put, type SimilarCase } from './case.ts';

const catalog = [
  [
    put({ id: 'kite', title: 'Red paper kite', categories: ['Toys > Kites'], price: 20, currency: 'EUR' }),
    put({ id: 'dragon', title: 'Paper kite dragon', categories: ['Toys > Kites'], price: 24, currency: 'EUR' }),
    put({ id: 'stunt', title: 'Stunt kite', categories: ['Toys > Kites'], price: 90, currency: 'EUR' }),
    put({ id: 'ball', title: 'Red ball', categories: ['Toys > Balls'], price: 5, currency: 'EUR' }),
    put({ id: 'line', title: 'Strong cord', categories: ['Outdoor > Ropes'], price: 21, currency: 'EUR' }),
    put({ id: 'desk', title: 'Oak desk', categories: ['Furniture'], price: 20, currency: 'EUR' }),
    put({ id: 'guide', title: 'How to fly a red paper kite', docType: 'article', categories: ['Toys > Kites'] }),
  ],
];

export const similar: readonly SimilarCase[] = [
  {
    name: 'by rare words, categories and price band; not itself, not another type, not what shares a price alone',
    catalog,
    query: like('kite'),
    expect: ['dragon', 'stunt', 'ball'],
  },
  {
    name: 'what is bought with it',
    catalog,
    query: like('kite', { related: [{ id: 'line', weight: 1 }], limit: 2 }),
    expect: ['line', 'dragon'],
  },
  {
    name: 'only what may be shown',
    catalog,
    query: like('kite', { hidden: ['dragon'], filter: { kind: 'range', field: 'price', lte: 50 } }),
    expect: ['ball'],
  },
  { name: 'an unknown item', catalog, query: like('zzz'), expect: null },
  {
    name: 'a deleted item',
    catalog: [...catalog, [{ kind: 'delete', id: 'kite' }]],
    query: like('kite'),
    expect: null,
  },
  {
    name: 'across changes',
    catalog: [...catalog, [put({ id: 'blue', title: 'Blue paper kite', categories: ['Toys > Kites'] })]],
    query: like('blue', { limit: 2 }),
    expect: ['dragon', 'kite'],
  },
  {
    name: 'nothing alike',
    catalog: [[put({ id: 'a', title: 'Lamp' }), put({ id: 'b', title: 'Desk' })]],
    query: like('a'),
    expect: [],
  },
];
