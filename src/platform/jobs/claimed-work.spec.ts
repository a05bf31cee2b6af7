import { ClaimedWork } from './claimed-work.ts';

/** Work that ends when it is told to, from a queue of numbers. */
function setUp(queue: number[], take = (): Promise<number | null> => Promise.resolve(queue.shift() ?? null)) {
  const ends = new Map<number, () => void>();
  const given: number[] = [];
  const faults: unknown[] = [];
  const work = new ClaimedWork<number>({
    name: 'piece',
    slots: 2,
    take,
    work: (piece) => new Promise((resolve) => ends.set(piece, resolve)),
    giveBack: async (piece) => void given.push(piece),
    onFault: (error) => void faults.push(error),
  });
  return { work, ends, given, faults };
}

test('takes nothing before it serves, then as much as it has slots, and more as they become free', async () => {
  const { work, ends } = setUp([1, 2, 3]);
  await work.fill();
  expect(ends.size).toBe(0);
  await work.serve();
  expect([...ends.keys()]).toEqual([1, 2]);
  ends.get(1)!();
  await new Promise(setImmediate);
  expect([...ends.keys()]).toEqual([1, 2, 3]);
});

test('what was claimed while the process began to stop is given back; what runs is waited for', async () => {
  const late = Promise.withResolvers<number | null>();
  const answers = [Promise.resolve(1), late.promise];
  const { work, ends, given } = setUp([], () => answers.shift() ?? Promise.resolve(null));
  void work.serve();
  await new Promise(setImmediate);
  let stopped = false;
  const stopping = work.stop().then(() => (stopped = true));
  late.resolve(2);
  await new Promise(setImmediate);
  expect(given).toEqual([2]);
  expect([...ends.keys()]).toEqual([1]);
  expect(stopped).toBe(false);
  ends.get(1)!();
  await stopping;
});

test('a failed look is told, and the next one takes', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(7)];
  const { work, ends, faults } = setUp([], () => answers.shift() ?? Promise.resolve(null));
  await work.serve();
  expect(faults).toEqual([new Error('away')]);
  await work.fill();
  expect([...ends.keys()]).toEqual([7]);
});
