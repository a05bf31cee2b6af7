import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresUnavailableError } from './binaries.ts';
import { NOBODY, takeOver, type Account } from './ownership.ts';

/** How a server program is started with the right account and tied to this process' life. */
export interface LaunchMethod {
  /** Put before the program. */
  prefix: readonly string[];
  /** Set when Node itself changes the account. */
  account: Account | null;
  /** Who must own the data on disk; null when nothing has to change. */
  owner: Account | null;
}

/** The application's secrets (keys, tokens) stay out of the server's environment. */
const ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const DIES_WITH_PARENT = '--pdeathsig=INT';
const ROOT: Account = { uid: 0, gid: 0 };

export function launch(
  method: LaunchMethod,
  program: string,
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const [command = program, ...rest] = [...method.prefix, program, ...args];
  return spawn(command, rest, {
    ...method.account,
    cwd: '/',
    env: ENVIRONMENT,
    // A process group of its own: Ctrl-C in a terminal reaches the whole group of the application.
    detached: true,
    stdio,
  });
}

/**
 * The first method that can run the program and write into `folder`. Where root's own folders are closed to others
 * (a checkout below /root, a strict TMPDIR), the server needs one more right to reach them.
 */
export async function chooseLaunchMethod(
  binaries: PostgresBinaries,
  folder: string,
  account: Account | null,
): Promise<LaunchMethod> {
  const failures: string[] = [];
  for (const method of account ? methodsForRoot(account) : METHODS_FOR_USER) {
    if (method.owner) await takeOver(folder, method.owner);
    const failure = await probe(method, binaries, folder);
    if (failure === null) return method;
    failures.push(`${method.prefix[0] ?? 'direct start'}: ${failure}`);
  }
  throw new EmbeddedPostgresUnavailableError(
    `PostgreSQL cannot be started with its data in ${folder} (${[...new Set(failures)].join('; ')}). ` +
      'Set MB_DATA_DIR to a folder that its user can reach, or DATABASE_URL to a PostgreSQL server.',
  );
}

const METHODS_FOR_USER: readonly LaunchMethod[] = [
  { prefix: ['setpriv', DIES_WITH_PARENT], account: null, owner: null },
  { prefix: [], account: null, owner: null },
];

function methodsForRoot(account: Account): LaunchMethod[] {
  const drop = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', DIES_WITH_PARENT];
  const dropBut = (capability: string): string[] => [
    ...drop,
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
  return [
    { prefix: drop, account: null, owner: account },
    { prefix: [], account, owner: account },
    // Reading past permissions is enough and the smaller right, but containers by default have only the other one.
    { prefix: dropBut('dac_read_search'), account: null, owner: account },
    { prefix: dropBut('dac_override'), account: null, owner: account },
    // In a user namespace the server stays root on disk and is nobody in its own eyes.
    { prefix: ['unshare', '--user', `--map-user=${NOBODY.uid}`], account: null, owner: ROOT },
  ];
}

/** What stands in the way; null when nothing does. */
async function probe(method: LaunchMethod, binaries: PostgresBinaries, folder: string): Promise<string | null> {
  const script = 'test -w "$1" || { echo "no access to the data folder" >&2; exit 1; }; exec "$2" --version';
  const child = launch(
    method,
    '/bin/sh',
    ['-c', script, 'sh', folder, binaries.postgres],
    ['ignore', 'ignore', 'pipe'],
  );
  const { code, errors } = await outcomeOf(child);
  return code === 0 ? null : errors || `exit code ${code}`;
}

/** Waits for a short program; a program that cannot be started counts as failed. */
export async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errors: errors.trim() };
  } catch (error) {
    return { code: null, errors: (error as Error).message };
  }
}
