import fc from 'fast-check';
import { addressOf } from './rate-limiter.ts';
import { SlidingWindowStorage } from './sliding-window.storage.ts';

const TTL = 60_000;

test('no window of a minute ever holds more than the limit, and nothing is refused without need', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 20_000 })),
      async (limit, waits) => {
        let now = 0;
        const storage = new SlidingWindowStorage({ now: () => now });
        const admitted: number[] = [];
        for (const wait of waits) {
          now += wait;
          const inWindow = admitted.filter((time) => time > now - TTL).length;
          const { isBlocked, timeToExpire } = await storage.increment('key', TTL, limit);
          expect(isBlocked).toBe(inWindow >= limit);
          if (!isBlocked) admitted.push(now);
          expect(timeToExpire).toBeGreaterThan(0);
          expect(timeToExpire).toBeLessThanOrEqual(TTL / 1000);
        }
      },
    ),
  );
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (ip, counted) => {
  expect(addressOf(ip)).toBe(counted);
});
