import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run test:versions -- <commit>`: processes of that version are replaced by those of this one, under load and on one
 * database. Needs the repository with its history.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [commit = 'HEAD^'] = process.argv.slice(2);
const run = (command, args, cwd, env = {}) =>
  execFileSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });

const folder = await mkdtemp(join(tmpdir(), 'mirabel-versions-'));
const previous = join(folder, 'previous');
try {
  run('git', ['worktree', 'add', '--detach', previous, commit], root);
  const [here, there] = await Promise.all(
    [root, previous].map((at) => readFile(join(at, 'package-lock.json'), 'utf8')),
  );
  if (here === there) await symlink(join(root, 'node_modules'), join(previous, 'node_modules'));
  else run('npm', ['ci', '--no-fund', '--no-audit'], previous);
  run(process.execPath, ['scripts/build.mjs'], previous);
  run(process.execPath, ['scripts/test.mjs', 'test/e2e/rolling-restart'], root, { MIRABEL_PREVIOUS: previous });
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', previous], { cwd: root });
  await rm(folder, { recursive: true, force: true });
}
