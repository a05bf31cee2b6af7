import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FolderClaim } from './folder-claim.ts';

let parent: string;
let folder: string;
const claims: FolderClaim[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'claim-'));
  folder = join(parent, 'indexes');
});
afterEach(async () => {
  for (const claim of claims.splice(0)) claim.release();
  await rm(parent, { recursive: true, force: true });
});

function claim(options: ConstructorParameters<typeof FolderClaim>[1] = {}): FolderClaim {
  const made = new FolderClaim(folder, options);
  claims.push(made);
  return made;
}

interface Holder {
  place: string;
  pid: number;
  startedAt: string;
}

/** What this process would write. */
async function ownHolder(): Promise<Holder> {
  const own = claim();
  await own.take(false);
  const [name] = await readdir(parent);
  const holder = JSON.parse(await readFile(join(parent, name!), 'utf8')) as Holder;
  await rm(join(parent, name!));
  return holder;
}

const write = (number: number, holder: Partial<Holder>): Promise<void> =>
  writeFile(join(parent, `indexes.owner-${number}`), JSON.stringify(holder));

test('it is held until released, and leaves one file', async () => {
  const first = claim();
  expect([await first.take(true), first.held]).toEqual([true, true]);
  first.release();
  expect(first.held).toBe(false);
  expect(await claim().take(false)).toBe(true);
  expect(await readdir(parent)).toEqual(['indexes.owner-2']);
});

test.each([
  ['a process that is gone', { pid: 2 ** 22 - 1 }],
  ['an earlier process of our number', { startedAt: '1' }],
  ['an earlier process of a number that lives', { pid: process.ppid, startedAt: '1' }],
])('of %s on this machine it is taken over at once', async (_, holder) => {
  await write(3, { ...(await ownHolder()), ...holder });
  expect(await claim().take(false)).toBe(true);
  expect(await readdir(parent)).toEqual(['indexes.owner-4']);
});

test('of a living process on this machine it stays, without a sign of life', async () => {
  const stat = await readFile(`/proc/${process.ppid}/stat`, 'utf8');
  const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
  await write(3, { ...(await ownHolder()), pid: process.ppid, startedAt });
  expect(await claim({ givenUpAfter: 0 }).take(true)).toBe(false);
});

test('of the process of our number in another container it stays while that one gives signs of life', async () => {
  await write(3, { ...(await ownHolder()), place: `${hostname()} of another container` });
  const path = join(parent, 'indexes.owner-3');
  let sign = 1;
  let last = Promise.resolve();
  const alive = setInterval(() => (last = last.then(() => utimes(path, sign, sign++))), 20);
  try {
    expect(await claim().take(true)).toBe(false);
  } finally {
    clearInterval(alive);
    await last;
  }
  // Who cannot wait is told no: it may live.
  expect(await claim().take(false)).toBe(false);
  expect(await claim({ givenUpAfter: 50 }).take(true)).toBe(true);
});

test('a file that was cut off is given up like a holder without signs of life', async () => {
  await writeFile(join(parent, 'indexes.owner-7'), '{"pid":');
  expect(await claim().take(false)).toBe(false);
  expect(await claim({ givenUpAfter: 50 }).take(true)).toBe(true);
});

test('who was given up and lives is told that it holds no more', async () => {
  const lost = Promise.withResolvers<void>();
  const slow = claim({ beat: 10, lost: lost.resolve });
  await slow.take(true);
  await write(2, { place: 'elsewhere', pid: 1, startedAt: '1' });
  await lost.promise;
  expect(slow.held).toBe(false);
});

test('of one that died goes to exactly one of many starts', async () => {
  await write(9, { ...(await ownHolder()), pid: 2 ** 22 - 1 });
  const module = new URL('./folder-claim.ts', import.meta.url).href;
  const script = `
    const { FolderClaim } = await import(${JSON.stringify(module)});
    console.log(await new FolderClaim(process.argv[1]).take(true));
    process.stdin.resume();`;
  const racers = Array.from({ length: 5 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  let answers = 0;
  for (const racer of racers) {
    // All keep running until the last one has answered: a claim that ended with its process proves nothing.
    racer.stdout.once('data', () => {
      answers += 1;
      if (answers === racers.length) for (const each of racers) each.stdin.end();
    });
  }
  const results = await Promise.all(racers.map((racer) => text(racer.stdout)));
  expect(results.map((result) => result.trim()).sort()).toEqual(['false', 'false', 'false', 'false', 'true']);
});
