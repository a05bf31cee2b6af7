import { niceTicks } from '../src/components/scale.ts';
import { addDays, lastDays, localDate, periodBefore } from '../src/shell/period.ts';

test.each([
  [0, [0, 1]],
  [-1, [0, 1]],
  [Number.NaN, [0, 1]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [1, [0, 0.5, 1]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
  [101, [0, 50, 100, 150]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('ticks up to %p', (max, ticks) => {
  expect(niceTicks(max)).toEqual(ticks);
});

test('ticks reach the highest value and are few', () => {
  for (let max = 0.001; max < 1e9; max *= 1.37) {
    const ticks = niceTicks(max);
    expect(ticks.at(-1)!).toBeGreaterThanOrEqual(max * (1 - 1e-9));
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test('a day is a day of the shop', () => {
  const at = new Date('2026-11-28T23:30:00Z');
  expect(localDate(at, 'UTC')).toBe('2026-11-28');
  expect(localDate(at, 'Europe/Madrid')).toBe('2026-11-29');
  expect(localDate(at, 'America/Lima')).toBe('2026-11-28');
});

test('periods', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(lastDays(1, '2026-11-28')).toEqual({ from: '2026-11-28', to: '2026-11-28' });
  expect(lastDays(7, '2026-11-28')).toEqual({ from: '2026-11-22', to: '2026-11-28' });
  expect(periodBefore({ from: '2026-11-22', to: '2026-11-28' })).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  // The days around a change of clocks have 23 and 25 hours; dates do not care.
  expect(periodBefore({ from: '2026-03-29', to: '2026-03-29' })).toEqual({ from: '2026-03-28', to: '2026-03-28' });
});
