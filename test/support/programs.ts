import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What daemons are found in that are not on everybody's path. */
const ALSO = ['/usr/sbin', '/usr/local/sbin'];

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of these names that the machine has, or null. Tests that need one are skipped without it, and the run says so. */
export function findProgram(names: readonly string[], env: NodeJS.ProcessEnv = process.env): string | null {
  const places = [...(env.PATH ?? '').split(delimiter), ...ALSO].filter((folder) => folder !== '');
  return names.flatMap((name) => places.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

export const findRedis = (): string | null => findProgram(['redis-server']);
export const findPgBouncer = (): string | null => findProgram(['pgbouncer']);
