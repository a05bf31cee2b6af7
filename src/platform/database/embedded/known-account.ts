import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { PostgresBinaries } from './binaries.ts';
import { chooseLaunchMethod, type LaunchMethod } from './launch-method.ts';
import { NOBODY, type Account } from './ownership.ts';

/**
 * `initdb` gives up when its user has no entry in the system's list, as with the arbitrary user ids of some container
 * platforms; the server itself does not ask. It then runs as an account that has one.
 */
export async function chooseInitMethod(
  binaries: PostgresBinaries,
  folder: string,
  account: Account | null,
): Promise<LaunchMethod> {
  if (account) return chooseLaunchMethod(binaries, folder, isListed(account) ? account : listedAccount());
  if (isCurrentUserListed()) return chooseLaunchMethod(binaries, folder, null);
  return { prefix: ['unshare', '--user', `--map-user=${listedAccount().uid}`], account: null, owner: null };
}

/** "nobody" when the system has it, else any account but root. */
function listedAccount(): Account {
  const accounts = listedAccounts();
  return accounts.find(({ uid }) => uid === NOBODY.uid) ?? accounts.find(({ uid }) => uid !== 0) ?? NOBODY;
}

function isListed(account: Account): boolean {
  return listedAccounts().some(({ uid }) => uid === account.uid);
}

/** Asks the system's name services, which may know more than the file. */
function isCurrentUserListed(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function listedAccounts(): Account[] {
  let text: string;
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [, , uid, gid] = line.split(':');
    return uid && gid ? [{ uid: Number(uid), gid: Number(gid) }] : [];
  });
}
