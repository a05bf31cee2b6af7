import * as fc from 'fast-check';
import { appealOf, demandOf, itemAttraction, pairAttraction, queryRate, shopRate, vouched } from './appeal.ts';

const known = (expected: number, gain: number, corroborated = gain) => ({ expected, gain, corroborated });

test('an item without evidence is as expected; a query’s item without evidence is like the item', () => {
  expect(itemAttraction(known(0, 0), 1.7)).toBe(1);
  expect(pairAttraction(known(0, 0), 0.3, 2.5)).toBe(2.5);
  expect(appealOf(1)).toBe(0);
});

test('much evidence speaks for itself, little is held by its prior', () => {
  expect(pairAttraction(known(1_000, 3_000), 1, 0.5)).toBeCloseTo(3, 1);
  expect(pairAttraction(known(1, 3), 1, 0.5)).toBeLessThan(1);
});

test('what a shop or a query draws in general is no merit of an item', () => {
  const items = [known(1_000, 4_000), known(500, 2_000)];
  const shop = shopRate(items);
  expect(shop).toBeGreaterThan(3.9);
  expect(itemAttraction(items[0]!, shop)).toBeCloseTo(1, 1);
  const navigational = [known(500, 1_000), known(500, 1_000)];
  expect(appealOf(pairAttraction(navigational[0]!, queryRate(navigational, 1), 1))).toBe(0);
});

test('what lone visitors say counts as much as what others vouch for, and nothing alone', () => {
  expect([vouched(known(1, 30, 0)), vouched(known(1, 30, 2)), vouched(known(1, 30, 20))]).toEqual([0, 4, 30]);
});

test('its effect is bounded, whatever comes in, and grows with the gain', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(amount, amount, amount, amount, (expected, gain, corroborated, more) => {
      const shop = shopRate([known(expected, gain)]);
      const appeal = (g: number): number => appealOf(pairAttraction(known(expected, g), shop, 1));
      const low = appeal(Math.min(gain, more));
      const high = appeal(Math.max(gain, more));
      expect(low).toBeLessThanOrEqual(high);
      expect(Math.abs(low)).toBeLessThanOrEqual(10);
      expect(Number.isInteger(high)).toBe(true);
      const demand = demandOf({ expected, gain, corroborated }, Math.max(gain, more));
      expect(demand).toBeGreaterThanOrEqual(0);
      expect(demand).toBeLessThanOrEqual(10);
    }),
  );
});
