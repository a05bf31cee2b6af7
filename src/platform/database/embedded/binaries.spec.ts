import { execFile } from 'node:child_process';
import { cp, lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries, restoreLibraryLinks } from './binaries.ts';

const run = promisify(execFile);

describe('the libraries of the PostgreSQL package', () => {
  it('get their short names when the install script did not run', async () => {
    const installed = dirname(dirname((await findBinaries()).postgres));
    const copy = await mkdtemp(join(tmpdir(), 'mirabel-native-'));
    try {
      const native = join(copy, 'native');
      await cp(installed, native, {
        recursive: true,
        filter: async (path) => !path.includes('/share/') && !(await lstat(path)).isSymbolicLink(),
      });
      const postgres = join(native, 'bin', 'postgres');
      await expect(run(postgres, ['--version'])).rejects.toThrow('cannot open shared object file');
      const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as unknown[];
      expect(await restoreLibraryLinks(native, 'the package')).toBe(links.length);
      expect((await run(postgres, ['--version'])).stdout).toContain('PostgreSQL) 18');
      expect(await restoreLibraryLinks(native, 'the package')).toBe(0);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
});
