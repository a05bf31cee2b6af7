import { randomUUID } from 'node:crypto';
import { HourCounts } from './hour-counts.ts';

const START = Date.UTC(2026, 10, 2);
const MINUTE = 60_000;

const addMany = (counts: HourCounts, session: string, times: number, now: number): number => {
  let count = 0;
  for (let n = 0; n < times; n++) count = counts.add(session, now);
  return count;
};

test('a session is counted within the hour, half of it in the next one, and not after a silence', () => {
  const counts = new HourCounts();
  const session = randomUUID();
  expect(addMany(counts, session, 80, START)).toBe(80);
  expect(addMany(counts, session, 20, START + 59 * MINUTE)).toBe(100);
  expect(counts.add(session, START + 61 * MINUTE)).toBe(51);
  expect(counts.add(session, START + 200 * MINUTE)).toBe(1);
});

test('counts stop at 255 instead of beginning anew', () => {
  expect(addMany(new HourCounts(), randomUUID(), 700, START)).toBe(255);
});

test.each([
  ['random', () => randomUUID()],
  ['of one moment', () => `019abcde-0001-7${randomUUID().slice(15)}`],
  ['of one machine', () => `${randomUUID().slice(0, 8)}-0001-1000-8000-0123456789ab`],
])('sessions whose ids are %s are spread: hardly one of twenty thousand seems busy', (_, make) => {
  const counts = new HourCounts();
  let busy = 0;
  for (let n = 0; n < 20_000; n++) if (counts.add(make(), START) > 5) busy++;
  expect(busy).toBeLessThan(20);
});
