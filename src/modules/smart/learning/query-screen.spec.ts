import { QueryScreen } from './query-screen.ts';

const judged = (maxLength: number, ...queries: [query: string, typed?: string][]) => {
  const screen = new QueryScreen(maxLength);
  const passed = queries.filter(([query, typed]) => screen.passes(query, typed ?? query, true)).map(([query]) => query);
  return { passed, length: screen.skipped('length'), personal: screen.skipped('personal') };
};

test('the length is counted in Unicode characters, the limit itself passes', () => {
  const queries = ['a'.repeat(20), 'a'.repeat(21), '靴'.repeat(20), '𠮷'.repeat(20), '𠮷'.repeat(21)];
  expect(judged(20, ...queries.map((query): [string] => [query]))).toEqual({
    passed: [queries[0], queries[2], queries[3]],
    length: 2,
    personal: 0,
  });
});

test('a query is counted once, and judged anew when it is typed so that it shows what it is', () => {
  expect(judged(40, ['sofa'], ['anna k example org'], ['anna k example org', 'anna.k@example.org'], ['sofa'])).toEqual({
    passed: ['sofa', 'anna k example org', 'sofa'],
    length: 0,
    personal: 1,
  });
});

test('what is held back and not to be counted is held back all the same', () => {
  const screen = new QueryScreen(5);
  expect([screen.passes('too long', 'too long', false), screen.skipped('length')]).toEqual([false, 0]);
});
