import { latestNight } from './nights.ts';

const at = (time: string, zone: string, hour: number): string => latestNight(Date.parse(time), zone, hour).day;

test('the night begins with its local hour', () => {
  expect(at('2026-11-28T02:59:59Z', 'UTC', 3)).toBe('2026-11-27');
  expect(at('2026-11-28T03:00:00Z', 'UTC', 3)).toBe('2026-11-28');
  expect(at('2026-11-27T18:00:00Z', 'Asia/Tokyo', 3)).toBe('2026-11-28');
  expect(at('2026-11-28T07:59:00Z', 'America/New_York', 3)).toBe('2026-11-27');
  expect(at('2026-11-28T00:00:00Z', 'UTC', 0)).toBe('2026-11-28');
  expect(at('2026-11-28T22:59:00Z', 'UTC', 23)).toBe('2026-11-27');
});

test('an hour that a night does not have: the next one stands for it', () => {
  // Madrid, 2026-03-29: 2:00 to 3:00 is skipped at 01:00 UTC.
  expect(at('2026-03-29T00:59:59Z', 'Europe/Madrid', 2)).toBe('2026-03-28');
  expect(at('2026-03-29T01:00:00Z', 'Europe/Madrid', 2)).toBe('2026-03-29');
});

test('an hour that comes twice is of one night', () => {
  // Madrid, 2026-10-25: 2:00 comes at 00:00 and at 01:00 UTC.
  expect(at('2026-10-24T23:59:59Z', 'Europe/Madrid', 2)).toBe('2026-10-24');
  expect(at('2026-10-25T00:00:00Z', 'Europe/Madrid', 2)).toBe('2026-10-25');
  expect(at('2026-10-25T01:30:00Z', 'Europe/Madrid', 2)).toBe('2026-10-25');
});

test('a zone whose clocks change at midnight', () => {
  // Beirut, 2026-03-29: 0:00 to 1:00 is skipped at 22:00 UTC.
  expect(at('2026-03-28T21:59:59Z', 'Asia/Beirut', 0)).toBe('2026-03-28');
  expect(at('2026-03-28T22:00:00Z', 'Asia/Beirut', 0)).toBe('2026-03-29');
});
