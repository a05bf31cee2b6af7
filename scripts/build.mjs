import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(root, 'dist', '.sources');

/** Names, sizes and times of all sources: cheap to take, and different after any edit. */
function fingerprint() {
  const hash = createHash('sha256');
  const inputs = ['src', 'migrations', 'package-lock.json', '.swcrc', 'nest-cli.json'];
  const visit = (path) => {
    const stat = statSync(join(root, path));
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(join(path, name));
    else hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  inputs.forEach(visit);
  return hash.digest('hex');
}

/** Compiles when a source changed since the last build. An installed package has no sources, only `dist`. */
export function build({ force = false } = {}) {
  if (!existsSync(join(root, '.swcrc'))) return;
  const sources = fingerprint();
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  const require = createRequire(import.meta.url);
  const nest = join(dirname(require.resolve('@nestjs/cli/package.json')), 'bin', 'nest.js');
  const result = spawnSync(process.execPath, [nest, 'build'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}`);
    process.exit(1);
  }
  writeFileSync(STAMP, sources);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build({ force: true });
