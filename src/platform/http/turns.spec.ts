import { Turns } from './turns.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const busy = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test('what arrives together begins in order, over several turns of the loop', async () => {
  const turns = new Turns();
  const begun: number[] = [];
  for (let i = 0; i < 100; i++) turns.enter(() => begun.push(i));
  const atOnce = begun.length;
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(100);
  expect(turns.wait).toBeGreaterThan(0);
  let rounds = 0;
  for (; begun.length < 100; rounds++) await turn();
  expect(rounds).toBeGreaterThan(1);
  expect(begun).toEqual(Array.from({ length: 100 }, (_, i) => i));
  expect(turns.wait).toBe(0);
});

test('long work: others get their turn in between', async () => {
  const turns = new Turns();
  const ended: number[] = [];
  for (let i = 0; i < 300; i++) {
    turns.enter(() => {
      busy(2);
      ended.push(i);
    });
  }
  let between = 0;
  for (; ended.length < 300; between++) await turn();
  // All together would be one turn.
  expect(between).toBeGreaterThan(5);
});

test('short work: many begin in a turn', async () => {
  const turns = new Turns();
  const begun: number[] = [];
  for (let i = 0; i < 20_000; i++) turns.enter(() => begun.push(i));
  let rounds = 0;
  for (; begun.length < 20_000; rounds++) await turn();
  // 16 a turn, which is what a process begins with, would be 1,250.
  expect(rounds).toBeLessThan(600);
});
