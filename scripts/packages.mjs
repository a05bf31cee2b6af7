import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PACKAGES = join(root, 'packages');
/** What the service serves to browsers: a copy, so that `dist` alone is a whole service. */
const SERVED = join(root, 'dist', 'browser');

function packagesWithBundles() {
  if (!existsSync(PACKAGES)) return [];
  return readdirSync(PACKAGES)
    .sort()
    .map((name) => join(PACKAGES, name))
    .filter((folder) => existsSync(join(folder, 'bundles.mjs')));
}

/**
 * Bundles every package that has a `bundles.mjs` into its `dist`, and copies what a page loads by a script tag
 * (`*.global.js` with its source map, `*.global.css`), to `dist/browser`, and an application
 * (`index.html`) to a folder of its name in `dist`. With `types`, the declarations of a publishable package too.
 */
export async function buildPackages({ types = false } = {}) {
  const { build } = await import('vite');
  rmSync(SERVED, { recursive: true, force: true });
  mkdirSync(SERVED, { recursive: true });
  for (const folder of packagesWithBundles()) {
    const { bundles } = await import(pathToFileURL(join(folder, 'bundles.mjs')).href);
    const dist = join(folder, 'dist');
    rmSync(dist, { recursive: true, force: true });
    for (const bundle of bundles) await forProduction(() => build(withDefaults(folder, bundle)));
    if (existsSync(join(dist, 'cjs'))) writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
    if (existsSync(join(dist, 'index.html'))) {
      const served = join(root, 'dist', basename(folder));
      rmSync(served, { recursive: true, force: true });
      cpSync(dist, served, { recursive: true });
      continue;
    }
    if (types) writeTypes(folder);
    for (const file of readdirSync(dist)) {
      if (/\.global\.(css|js(\.map)?)$/.test(file)) copyFileSync(join(dist, file), join(SERVED, file));
    }
  }
}

/** What browsers load is the same whoever builds it: under `NODE_ENV=test` React would be the one for developers. */
async function forProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

function withDefaults(folder, bundle) {
  return {
    root: folder,
    configFile: false,
    logLevel: 'warn',
    ...bundle,
    build: { target: 'es2022', outDir: 'dist', emptyOutDir: false, sourcemap: true, ...bundle.build },
  };
}

function writeTypes(folder) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const target = join(folder, 'dist', 'types');
  const flags = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rootDir',
    join(folder, 'src'),
    '--outDir',
    target,
  ];
  const result = spawnSync(process.execPath, [tsc, '-p', folder, ...flags], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`);
  // Under the folder's `"type": "commonjs"` the same declarations describe what `require` gives.
  const commonJs = join(folder, 'dist', 'cjs');
  if (existsSync(commonJs)) cpSync(target, join(commonJs, 'types'), { recursive: true });
}
