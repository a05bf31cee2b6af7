import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPostmasterOf, postgresProcessesIn, signal } from './process-table.ts';

const PATIENCE_MS = 10_000;
const INTERVAL_MS = 20;

export interface PostmasterFile {
  pid: number;
  status: string;
}

/** The server's own lock file; its eighth line tells how far it is. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Call only with the data folder's lock held: whatever still serves the folder has lost its application. PostgreSQL
 * itself gives up when the pid in its file lives, whoever that is by now. True when something was left behind.
 */
export async function clearStaleServer(cluster: string): Promise<boolean> {
  const file = await readPostmasterFile(cluster);
  if (file && isPostmasterOf(file.pid, cluster)) await stopOrphan(file.pid, cluster);
  await waitForLastProcess(cluster);
  if (file) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return file !== null;
}

async function stopOrphan(pid: number, cluster: string): Promise<void> {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signal(pid, name);
    if (await becomesTrue(() => !isPostmasterOf(pid, cluster))) return;
  }
  throw new Error(`The PostgreSQL server ${pid} of an earlier run does not end: stop it and start again`);
}

/** Backends of a killed server still write to its files and shared memory until they notice. */
async function waitForLastProcess(cluster: string): Promise<void> {
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    if (await becomesTrue(() => postgresProcessesIn(cluster).length === 0)) return;
    for (const pid of postgresProcessesIn(cluster)) signal(pid, name);
  }
  if (await becomesTrue(() => postgresProcessesIn(cluster).length === 0)) return;
  throw new Error(`Processes of an earlier PostgreSQL server do not end: ${postgresProcessesIn(cluster).join(', ')}`);
}

async function becomesTrue(condition: () => boolean): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await delay(INTERVAL_MS);
  }
  return true;
}
