import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, outcomeOf, type LaunchMethod } from './launch-method.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { Account } from './ownership.ts';

export const SUPERUSER = 'mirabel';

const DRAFT_PREFIX = 'postgres.new-';

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

/** A cluster is made in a folder of its own and renamed when complete: a folder of the final name is a whole one. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const folder = clusterFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(`${folder} is not a PostgreSQL data folder: move it away or set another MB_DATA_DIR`);
  }
  return names.length > 0;
}

/** An empty folder for a new cluster. What killed starts left half done goes away. */
export async function createDraftFolder(dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const draft = join(dataDir, `${DRAFT_PREFIX}${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  return draft;
}

export async function createCluster(options: {
  dataDir: string;
  draft: string;
  binaries: PostgresBinaries;
  method: LaunchMethod;
  durable: boolean;
}): Promise<void> {
  const { dataDir, draft, binaries, method, durable } = options;
  await createPassword(dataDir, method.owner);
  const args = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile(dataDir)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  const { code, errors } = await outcomeOf(launch(method, binaries.initdb, args, ['ignore', 'ignore', 'pipe']));
  if (code !== 0) throw new Error(`The database folder could not be created (initdb, exit code ${code}): ${errors}`);
  // An empty folder of that name may be there and does not stand in the way.
  await rename(draft, clusterFolder(dataDir));
}

/** The server's account owns it: initdb reads it there, and root can read it anyway. */
async function createPassword(dataDir: string, owner: Account | null): Promise<void> {
  await rm(passwordFile(dataDir), { force: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(passwordFile(dataDir), flags, 0o600);
  try {
    await file.writeFile(`${randomBytes(24).toString('base64url')}\n`);
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readPassword(dataDir: string): Promise<string> {
  const path = passwordFile(dataDir);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw new Error(`The embedded database's password cannot be read from ${path}: start as the folder's owner`, {
      cause,
    });
  }
}

/** Follows the data when its owner changes, as when a user takes over what root began. */
export async function securePassword(dataDir: string, owner: Account | null): Promise<void> {
  const file = await open(passwordFile(dataDir), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.chmod(0o600);
  } finally {
    await file.close();
  }
}
