import fc from 'fast-check';
import { addDays, dayAt, daysBetween, localDay } from './local-days.ts';

const HOUR = 3_600_000;

test.each([
  ['UTC', '2026-11-28', '2026-11-28T00:00:00.000Z', 24],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['Asia/Kathmandu', '2026-11-28', '2026-11-27T18:15:00.000Z', 24],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  // Clocks change at midnight: the day begins at 1.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
])('%s on %s', (zone, day, start, hours) => {
  const found = localDay(day, zone);
  expect(new Date(found.start).toISOString()).toBe(start);
  expect((found.end - found.start) / HOUR).toBe(hours);
});

test('days follow each other without gap or overlap, and each instant is in its day', () => {
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo');
  const time = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2027-12-31') });
  fc.assert(
    fc.property(zones, time, (zone, at) => {
      const day = dayAt(at, zone);
      expect(at >= day.start && at < day.end).toBe(true);
      expect(localDay(addDays(day.day, 1), zone).start).toBe(day.end);
      expect(dayAt(day.end - 1, zone)).toEqual(day);
    }),
    { numRuns: 300 },
  );
  expect(daysBetween('2026-02-27', '2026-03-02', 'UTC').map(({ day }) => day)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
});
