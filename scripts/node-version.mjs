import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const WANTED = 24;

/**
 * Ends this process unless it is Node 24. npm puts the Node 24 of package.json first on the path, but npm 10 drops that
 * link when it removes the package of the other processor: then the same script runs again under the one that is there.
 */
export async function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return;
  const name = `node-${process.platform}-${process.arch}`;
  const node = fileURLToPath(new URL(`../node_modules/${name}/bin/node`, import.meta.url));
  if (existsSync(node)) process.exit(await runUnder(node));
  console.error(
    `Mirabel needs Node ${WANTED} and this is ${process.versions.node}. ` +
      'On Linux `npm ci` brings it; elsewhere install Node 24 or newer.',
  );
  process.exit(1);
}

function runUnder(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
