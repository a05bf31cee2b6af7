import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirInUseError, lockDataDir, readHolder } from './data-dir-lock.ts';
import { processStart } from './process-table.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirabel-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function writeLock(number: number, content: unknown): Promise<void> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return writeFile(join(folder, `mirabel-${number}.lock`), text);
}

describe('the lock on a data folder', () => {
  it('is held until released and leaves one file', async () => {
    const lock = await lockDataDir(folder);
    expect(lock.previousDied).toBe(false);
    await expect(lockDataDir(folder)).rejects.toThrow(`${folder} is in use by process ${process.pid}`);
    await expect(lockDataDir(folder)).rejects.toBeInstanceOf(DataDirInUseError);
    await lock.publish({ port: 1, database: 'shop' });
    expect(await readHolder(folder)).toMatchObject({ pid: process.pid, note: { port: 1, database: 'shop' } });
    await lock.release();
    expect(await readHolder(folder)).toBeNull();
    expect((await lockDataDir(folder)).previousDied).toBe(false);
    expect(await readdir(folder)).toEqual(['mirabel-2.lock']);
  });

  it.each([
    ['a process that is gone', { pid: 2 ** 22 - 1, startedAt: 'earlier' }],
    ['an earlier process of the same number', { pid: process.pid, startedAt: 'earlier' }],
    ['a write that was cut off', '{"pid":'],
  ])('of %s is taken over', async (_, record) => {
    await writeLock(3, record);
    expect((await lockDataDir(folder)).previousDied).toBe(true);
    expect(await readdir(folder)).toEqual(['mirabel-4.lock']);
  });

  it('of a living process is respected, whatever else is in the folder', async () => {
    await writeLock(1, { pid: 2 ** 22 - 1, startedAt: 'earlier' });
    await writeLock(2, { pid: process.ppid, startedAt: processStart(process.ppid) });
    await expect(lockDataDir(folder)).rejects.toMatchObject({ pid: process.ppid });
  });

  it('that is stale goes to exactly one of many starts', async () => {
    await writeLock(9, { pid: 2 ** 22 - 1, startedAt: 'earlier' });
    const module = new URL('./data-dir-lock.ts', import.meta.url).href;
    const script = `
      const { lockDataDir } = await import(${JSON.stringify(module)});
      await lockDataDir(process.argv[1]).then(() => console.log('won'), (error) => console.log(error.name));
      process.stdin.resume();`;
    const racers = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    let answers = 0;
    for (const racer of racers) {
      // All keep running until the last one has answered: a lock that ended with its process proves nothing.
      racer.stdout.once('data', () => {
        answers += 1;
        if (answers === racers.length) for (const each of racers) each.stdin.end();
      });
    }
    const results = await Promise.all(racers.map((racer) => text(racer.stdout)));
    expect(results.map((result) => result.trim()).sort()).toEqual([
      ...Array<string>(5).fill('DataDirInUseError'),
      'won',
    ]);
  });
});
