import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * When a process began, in a form that no later owner of the same pid shares.
 * Null when nothing runs under that pid (gone, a zombie, or the id of a mere thread).
 */
export function processStart(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform !== 'linux') return psField(pid, 'lstart=') || null;
  const stat = readText(`/proc/${pid}/stat`);
  // With hidepid another user's process has no entry here; a signal still tells that it lives.
  if (!stat) return belongsToAnotherUser(pid) ? 'unknown' : null;
  // The name in parentheses may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X' || threadGroup(pid) !== pid) return null;
  return `${readText('/proc/sys/kernel/random/boot_id').trim()}:${fields[19]}`;
}

/** Is `pid` a PostgreSQL server whose data folder is `dataFolder` (a real path)? */
export function isPostmasterOf(pid: number, dataFolder: string): boolean {
  if (processStart(pid) === null) return false;
  if (process.platform !== 'linux') return psField(pid, 'command=').includes(`-D ${dataFolder}`);
  return isPostgresIn(pid, dataFolder);
}

/** Server processes that still work in `dataFolder`, for instance backends that outlived their postmaster. */
export function postgresProcessesIn(dataFolder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(pid, dataFolder));
}

/** False when the process is gone already. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function isPostgresIn(pid: number, dataFolder: string): boolean {
  if (workingFolder(pid) !== dataFolder) return false;
  // A backend renames itself to "postgres: checkpointer" and the like.
  const command = readText(`/proc/${pid}/cmdline`).split('\0')[0] ?? '';
  return basename(command) === 'postgres' || command.startsWith('postgres:');
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function threadGroup(pid: number): number {
  return Number(/^Tgid:\t(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1]);
}

function belongsToAnotherUser(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function psField(pid: number, field: string): string {
  try {
    const [state = '', text = ''] = ['state=', field].map((name) =>
      execFileSync('ps', ['-ww', '-o', name, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim(),
    );
    return state.startsWith('Z') ? '' : text;
  } catch {
    return '';
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
