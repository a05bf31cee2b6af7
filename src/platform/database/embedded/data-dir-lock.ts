import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { giveToOwner } from './ownership.ts';
import { processStart } from './process-table.ts';

/** Another process works in the data folder. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(`${dataDir} is in use by process ${pid}`);
    this.pid = pid;
  }
}

/** Where the holder's database answers; absent until it does. */
export interface LockNote {
  port: number;
  database: string;
}

export interface DataDirLock {
  /** The last holder ended without giving the folder back. */
  readonly previousDied: boolean;
  /** Tells other processes, through `readHolder`, how to reach the database. */
  publish(note: LockNote): Promise<void>;
  release(): Promise<void>;
}

interface LockRecord {
  pid: number;
  startedAt: string;
  released?: true;
  note?: LockNote;
}

interface Generation {
  number: number;
  /** Null when the file is empty, cut off or gone. */
  record: LockRecord | null;
}

/**
 * Each taking of the folder creates the file of the next generation, and the highest number holds it. Removing a
 * stale lock and creating a new one in its place would let two late starts remove each other's.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const mine: LockRecord = { pid: process.pid, startedAt: processStart(process.pid) ?? 'unknown' };
  for (;;) {
    const current = await newestGeneration(dataDir);
    const holder = current && holderOf(current);
    if (holder) throw new DataDirInUseError(dataDir, holder.pid);
    const number = (current?.number ?? 0) + 1;
    if (!(await createGeneration(dataDir, number, mine))) continue;
    const newest = Math.max(...(await listGenerations(dataDir)));
    if (newest !== number) {
      await rm(lockPath(dataDir, number), { force: true });
      continue;
    }
    await removeOlder(dataDir, number);
    return holdLock(dataDir, number, mine, current !== null && !current.record?.released);
  }
}

/** Who holds the folder now; null when nobody does. */
export async function readHolder(dataDir: string): Promise<{ pid: number; note?: LockNote } | null> {
  const current = await newestGeneration(dataDir);
  return current && holderOf(current);
}

function holdLock(dataDir: string, number: number, mine: LockRecord, previousDied: boolean): DataDirLock {
  let released = false;
  return {
    previousDied,
    publish: (note) => replaceGeneration(dataDir, number, { ...mine, note }),
    release: async () => {
      if (released) return;
      released = true;
      await replaceGeneration(dataDir, number, { ...mine, released: true });
    },
  };
}

function holderOf({ record }: Generation): LockRecord | null {
  if (!record || record.released) return null;
  const startedAt = processStart(record.pid);
  if (startedAt === null) return null;
  return startedAt === record.startedAt || startedAt === 'unknown' ? record : null;
}

async function newestGeneration(dataDir: string): Promise<Generation | null> {
  for (let attempt = 0; ; attempt++) {
    const numbers = await listGenerations(dataDir);
    if (numbers.length === 0) return null;
    const number = Math.max(...numbers);
    const record = await readRecord(lockPath(dataDir, number));
    // Unreadable: just replaced by a newer one, or, where hard links are missing, still being written.
    if (record || attempt === 10) return { number, record };
    await delay(20);
  }
}

async function listGenerations(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir);
  return names.flatMap((name) => {
    const match = /^mirabel-(\d{1,15})\.lock$/.exec(name);
    return match ? [Number(match[1])] : [];
  });
}

async function readRecord(path: string): Promise<LockRecord | null> {
  try {
    const record: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isLockRecord(record) ? record : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isLockRecord(value: unknown): value is LockRecord {
  return typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number';
}

/** False when another process created that generation first. */
async function createGeneration(dataDir: string, number: number, record: LockRecord): Promise<boolean> {
  const draft = await writeDraft(dataDir, record);
  const path = lockPath(dataDir, number);
  try {
    // A link appears with its content complete; a file created in place could be read while still empty.
    await link(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
    return await createInPlace(path, record);
  } finally {
    await rm(draft, { force: true });
  }
}

async function createInPlace(path: string, record: LockRecord): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(record), { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function replaceGeneration(dataDir: string, number: number, record: LockRecord): Promise<void> {
  await rename(await writeDraft(dataDir, record), lockPath(dataDir, number));
}

async function writeDraft(dataDir: string, record: LockRecord): Promise<string> {
  const draft = join(dataDir, `mirabel-${randomUUID()}.draft`);
  await writeFile(draft, `${JSON.stringify(record)}\n`, { flag: 'wx', mode: 0o644 });
  await giveToOwner(draft, dataDir);
  return draft;
}

/** Older generations, and the drafts of killed starts; a young draft may be of a start that goes on right now. */
async function removeOlder(dataDir: string, number: number): Promise<void> {
  for (const other of await listGenerations(dataDir)) {
    if (other < number) await rm(lockPath(dataDir, other), { force: true });
  }
  for (const name of await readdir(dataDir)) {
    if (!/^mirabel-[\da-f-]{36}\.draft$/.test(name)) continue;
    const draft = join(dataDir, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > 60_000) await rm(draft, { force: true });
  }
}

function lockPath(dataDir: string, number: number): string {
  return join(dataDir, `mirabel-${number}.lock`);
}
