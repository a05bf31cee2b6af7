import { restAfter } from './behaviour-learner.ts';

const MINUTE = 60_000;

test('a tenant rests ten times as long as learning took, and what is new still counts within five minutes', () => {
  expect(restAfter(0)).toBe(0);
  expect(restAfter(2_000)).toBe(20_000);
  for (let took = 0; took <= 110_000; took += 1_000) {
    expect(restAfter(took)).toBeLessThanOrEqual(10 * took);
    // An event that comes just after a counting began waits for it, the rest, the job's minute and the next counting.
    expect(took + restAfter(took) + MINUTE + took).toBeLessThan(5 * MINUTE);
  }
  expect(restAfter(10 * MINUTE)).toBe(0);
});
