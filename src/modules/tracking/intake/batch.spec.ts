import fc from 'fast-check';
import { iso } from './batch.ts';

test('a time is written as Date writes it, also with parts of milliseconds and before 1970', () => {
  const times = fc.integer({ min: -1e12, max: 4e12 });
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 2_500 }), (time, later) => {
      expect(iso(time)).toBe(new Date(time).toISOString());
      expect(iso(time + later)).toBe(new Date(time + later).toISOString());
    }),
  );
  expect(iso(1_785_000_000_012.75)).toBe(new Date(1_785_000_000_012).toISOString());
});
