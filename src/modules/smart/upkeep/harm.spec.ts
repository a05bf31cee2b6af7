import { findHarm, fisherExact } from './harm.ts';

test("Fisher's exact test against published and counted values", () => {
  // The lady tasting tea: 4 of 4 right by chance in 1 of 70 cases, 3 of 4 or better in 17.
  expect(fisherExact(4, 4, 0, 4)).toBeCloseTo(1 / 70, 12);
  expect(fisherExact(3, 4, 1, 4)).toBeCloseTo(17 / 70, 12);
  expect(fisherExact(0, 4, 4, 4)).toBeCloseTo(1, 12);
  expect(fisherExact(5, 5, 0, 0)).toBe(1);
});

test('many sessions are counted as exactly as few', () => {
  // Ten times the same shares: surer. The sum over all outcomes is 1.
  expect(fisherExact(6_000, 19_000, 250, 1_000)).toBeLessThan(fisherExact(600, 1_900, 25, 100));
  expect(fisherExact(0, 19_000, 1_000, 1_000)).toBeCloseTo(1, 9);
});

const counts = (sessions: number, no_click: number, no_result = 0) => ({ sessions, no_click, no_result });

test('harm is found when chance does not explain it, and only then', () => {
  expect(findHarm({ with: counts(950, 700), without: counts(50, 10) })).toMatchObject({ outcome: 'no_click' });
  expect(findHarm({ with: counts(950, 500, 400), without: counts(50, 26, 1) })).toMatchObject({ outcome: 'no_result' });
  expect(findHarm({ with: counts(950, 500), without: counts(50, 26) })).toBeNull();
  expect(findHarm({ with: counts(950, 100), without: counts(50, 40) })).toBeNull();
  expect(findHarm({ with: counts(20, 20), without: counts(2, 0) })).toBeNull();
  expect(findHarm({ with: counts(500, 500), without: counts(0, 0) })).toBeNull();
});
