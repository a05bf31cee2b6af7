import { DistinctCount } from './distinct-count.ts';
import { QueryScreen } from './query-screen.ts';

function countOf(texts: number): number {
  const distinct = new DistinctCount();
  for (let times = 0; times < 2; times++) for (let n = 0; n < texts; n++) distinct.add(`query ${n}`);
  return distinct.count;
}

test('different texts are counted, however many', () => {
  expect([0, 1, 50_000].map(countOf)).toEqual([0, 1, 50_000]);
  expect(Math.abs(countOf(300_000) / 300_000 - 1)).toBeLessThan(0.02);
});

test('a query that is held back counts once, also when its verdict was forgotten meanwhile', () => {
  const screen = new QueryScreen(20);
  const passes = (query: string): boolean => screen.passes(query, query, true);
  for (let times = 0; times < 2; times++) {
    for (let n = 0; n < 1_000; n++) expect(passes(`much too long for a query ${n}`)).toBe(false);
    for (let n = 0; n < 60_000; n++) passes(`sofa ${n}`);
  }
  expect([screen.skipped('length'), screen.skipped('personal')]).toEqual([1_000, 0]);
});
