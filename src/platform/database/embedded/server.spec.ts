import { findFreePort } from './server.ts';

test('the database leaves the port to the service that will listen there', async () => {
  const free = [4_001, 4_001, 4_002];
  expect(await findFreePort(4_001, async () => free.shift()!)).toBe(4_002);
  expect(free).toEqual([]);
  expect(await findFreePort(4_001)).toBeGreaterThan(0);
});
