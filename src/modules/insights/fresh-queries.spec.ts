import fc from 'fast-check';
import { pageWithFresh, type FreshQuery } from './fresh-queries.ts';

interface Query {
  word: string;
  closed: number;
  fresh: number;
}

const queries = fc.uniqueArray(
  fc.record({
    word: fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }),
    closed: fc.constantFrom(0, 0, 1, 1, 2, 3),
    fresh: fc.constantFrom(0, 0, 0, 1, 2),
  }),
  { selector: ({ word }) => word, maxLength: 40 },
);

const byWord = (a: Query, b: Query): number => (a.word < b.word ? -1 : 1);
const byWeight =
  (weightOf: (query: Query) => number) =>
  (a: Query, b: Query): number =>
    weightOf(b) - weightOf(a) || byWord(a, b);

/** As the rollups have them: queries that a closed day had once are numbered, in any order, whether this period has them or not. */
function rolledUp(all: readonly Query[], numbered: ReadonlySet<Query>) {
  const numbers = new Map([...numbered].map((query, number) => [query, number]));
  const alphabet = [...numbered].sort(byWord);
  const ranks = new Uint32Array(numbers.size);
  for (const [place, query] of alphabet.entries()) ranks[numbers.get(query)!] = place;
  const closed = [...numbered].filter((query) => query.closed > 0).sort(byWeight((query) => query.closed));
  const order = {
    numbers: Uint32Array.from(closed, (query) => numbers.get(query)!),
    weights: Uint32Array.from(closed, (query) => query.closed),
  };
  const fresh = all
    .filter((query) => query.fresh > 0)
    .sort(byWord)
    .map((query): FreshQuery => {
      const number = numbers.get(query) ?? null;
      const behind = alphabet.findLast(({ word }) => word < query.word);
      return {
        query: query.word,
        weight: query.fresh,
        number,
        behind: number === null && behind ? numbers.get(behind)! : null,
      };
    });
  return { order, ranks, fresh, words: [...numbered].map(({ word }) => word) };
}

test('fresh queries stand where adding up all of them puts them', () => {
  fc.assert(
    fc.property(queries, fc.nat(45), fc.nat(10), fc.nat(), (all, offset, limit, seed) => {
      const numbered = new Set(all.filter((query, at) => query.closed > 0 || ((seed >> (at % 30)) & 1) === 1));
      const { order, ranks, fresh, words } = rolledUp(all, numbered);
      const { total, places } = pageWithFresh(order, ranks, fresh, { limit, offset });
      const weightOf = ({ closed, fresh: open }: Query): number => closed + open;
      const expected = all.filter((query) => weightOf(query) > 0).sort(byWeight(weightOf));
      expect(total).toBe(expected.length);
      expect(places.map((place) => [place.number === null ? place.query : words[place.number], place.weight])).toEqual(
        expected.slice(offset, offset + limit).map((query) => [query.word, weightOf(query)]),
      );
    }),
    { numRuns: 2_000 },
  );
});
