import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NOT_SOURCES = new Set(['dist', 'node_modules', 'test']);

/** Names, sizes and times of all sources: cheap to take, and different after any edit. */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) return void hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    for (const name of readdirSync(join(root, path)).sort()) if (!NOT_SOURCES.has(name)) visit(join(path, name));
  };
  inputs.forEach(visit);
  return hash.digest('hex');
}

/** Runs `work` when an input changed since it last succeeded. */
async function whenChanged(stamp, inputs, force, work) {
  const file = join(root, 'dist', stamp);
  const sources = fingerprint(inputs);
  if (!force && existsSync(file) && readFileSync(file, 'utf8') === sources) return;
  await work();
  writeFileSync(file, sources);
}

/**
 * Compiles the service, and bundles what browsers load, when their sources changed since the last build. An installed
 * package has no sources, only `dist`.
 */
export async function build({ force = false } = {}) {
  if (!existsSync(join(root, '.swcrc'))) return;
  const service = ['src', 'migrations', 'package-lock.json', '.swcrc', 'nest-cli.json'];
  await whenChanged('.sources', service, force, compileService);
  const packages = ['packages', 'package-lock.json', 'scripts/packages.mjs'];
  await whenChanged('.packages', packages, force, async () => {
    const { buildPackages } = await import('./packages.mjs');
    await buildPackages({ types: force });
  });
}

function compileService() {
  const require = createRequire(import.meta.url);
  const nest = join(dirname(require.resolve('@nestjs/cli/package.json')), 'bin', 'nest.js');
  const result = spawnSync(process.execPath, [nest, 'build'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}`);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ force: true });
