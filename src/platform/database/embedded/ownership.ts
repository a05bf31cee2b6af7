import { constants } from 'node:fs';
import { lchown, lstat, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

/** By convention the user and group "nobody": they need no entry in the system's files. */
export const NOBODY: Account = { uid: 65_534, gid: 65_534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root: who it runs as. Null when this process is not root. */
export async function serverAccount(dataDir: string, clusterFolder: string): Promise<Account | null> {
  if (!isRoot()) return null;
  for (const folder of [clusterFolder, dataDir]) {
    const owner = await ownerOf(folder);
    if (owner && owner.uid !== 0) return owner;
  }
  return NOBODY;
}

/**
 * Gives a file that root wrote into the data folder to the folder's owner, who may run the next start without root.
 * Opened without following links, so that the owner cannot point it at a file of somebody else.
 */
export async function giveToOwner(path: string, dataDir: string): Promise<void> {
  const owner = isRoot() ? await ownerOf(dataDir) : null;
  if (!owner || owner.uid === 0) return;
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
}

/** Changes the owner of a folder and everything below, only when the folder itself has another one. */
export async function takeOver(folder: string, account: Account): Promise<void> {
  if ((await ownerOf(folder))?.uid === account.uid) return;
  await changeOwner(folder, account);
}

async function changeOwner(path: string, account: Account): Promise<void> {
  const entry = await lstat(path);
  if (entry.isDirectory()) {
    for (const name of await readdir(path)) await changeOwner(join(path, name), account);
  }
  // The folder last: a take-over that was cut off is then seen and done again.
  await lchown(path, account.uid, account.gid);
}

async function ownerOf(path: string): Promise<Account | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
