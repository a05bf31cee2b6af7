import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
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

/** The cluster for tests, once it was built (test/support/opensearch/README.md); null without Java. */
export function findOpenSearch(env: NodeJS.ProcessEnv = process.env): string | null {
  const cache = env.XDG_CACHE_HOME || join(env.HOME ?? homedir(), '.cache');
  const built = env.OPENSEARCH_CACHE || join(cache, 'mirabel-opensearch');
  return existsSync(join(built, 'built')) && (env.JAVA_HOME || findProgram(['java'], env)) ? built : null;
}

export const findPgBouncer = (): string | null => findProgram(['pgbouncer']);
