import { ApiError } from '../../../kernel/errors.ts';
import { GroupCommit } from './group-commit.ts';

/** A writer whose commits are released by hand. */
class Gate {
  readonly batches: number[][] = [];
  #open: (() => void)[] = [];
  poison: number | null = null;
  failure: unknown = null;

  write = async (entries: readonly number[]): Promise<string[]> => {
    this.batches.push([...entries]);
    await new Promise<void>((resolve) => this.#open.push(resolve));
    if (this.failure) throw this.failure;
    if (this.poison !== null && entries.includes(this.poison)) throw new Error('refused');
    return entries.map((entry) => `stored ${entry}`);
  };

  async release(): Promise<void> {
    for (const open of this.#open.splice(0)) open();
    await new Promise((resolve) => setImmediate(resolve));
  }

  async releaseAll(): Promise<void> {
    while (this.#open.length > 0) await this.release();
  }
}

let gate: Gate;
beforeEach(() => {
  gate = new Gate();
});

test('what arrives while a batch is written is the next batch, and each is answered after its own commit', async () => {
  const line = new GroupCommit({ write: gate.write });
  const answers: string[] = [];
  for (let n = 1; n <= 5; n++) void line.add(n).then((answer) => answers.push(answer));
  expect(gate.batches).toEqual([[1]]);
  expect(line.waiting).toBe(4);
  await gate.release();
  expect(answers).toEqual(['stored 1']);
  expect(gate.batches).toEqual([[1], [2, 3, 4, 5]]);
  await gate.release();
  expect(answers).toHaveLength(5);
});

test('a batch goes beside those being written only when it is worthwhile, and while there are lanes', async () => {
  const line = new GroupCommit({ write: gate.write, worthwhile: 3, lanes: 2, maxBatch: 4 });
  for (let n = 1; n <= 9; n++) void line.add(n);
  expect(gate.batches).toEqual([[1], [2, 3, 4]]);
  expect(line.waiting).toBe(5);
  await gate.releaseAll();
  expect(gate.batches).toEqual([[1], [2, 3, 4], [5, 6, 7, 8], [9]]);
});

test('a full line sends away at once, and takes again when there is room', async () => {
  const line = new GroupCommit({ write: gate.write, maxWaiting: 3 });
  const kept = [1, 2, 3, 4].map((n) => line.add(n));
  const refused = await line.add(5).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'overloaded', options: { retryAfter: 2 } });
  await gate.releaseAll();
  expect(await Promise.all(kept)).toHaveLength(4);
  const next = line.add(6);
  await gate.releaseAll();
  expect(await next).toBe('stored 6');
});

test('who waited too long is sent away instead of stored', async () => {
  const line = new GroupCommit({ write: gate.write, maxAge: -1 });
  await expect(line.add(1)).rejects.toMatchObject({ code: 'overloaded' });
  expect(gate.batches).toEqual([]);
});

test.each([1, 2, 5, 8, 9])('of nine rows only the poisoned one (%i) is refused', async (poison) => {
  const poisoned: unknown[] = [];
  const line = new GroupCommit({ write: gate.write, onPoison: (error) => poisoned.push(error) });
  gate.poison = poison;
  const first = line.add(0);
  const settled = Promise.allSettled(Array.from({ length: 9 }, (_, n) => line.add(n + 1)));
  await gate.releaseAll();
  await first;
  const results = await settled;
  expect(results.flatMap((result, n) => (result.status === 'rejected' ? [n + 1] : []))).toEqual([poison]);
  expect(poisoned).toHaveLength(1);
});

test('when the database is away nobody is to blame: all are told, nothing is split', async () => {
  const line = new GroupCommit({ write: gate.write });
  gate.failure = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  const settled = Promise.allSettled([1, 2, 3].map((n) => line.add(n)));
  await gate.releaseAll();
  for (const result of await settled) {
    expect(result.status).toBe('rejected');
    expect((result as PromiseRejectedResult).reason).toBeInstanceOf(ApiError);
    expect((result as PromiseRejectedResult).reason.code).toBe('database_unavailable');
  }
  expect(gate.batches).toEqual([[1], [2, 3]]);
});

test('settled waits for what waits and what is being written', async () => {
  const line = new GroupCommit({ write: gate.write });
  await line.settled();
  void line.add(1);
  void line.add(2);
  let settled = false;
  void line.settled().then(() => (settled = true));
  await gate.release();
  expect(settled).toBe(false);
  await gate.releaseAll();
  expect(settled).toBe(true);
});
