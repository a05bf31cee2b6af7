import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { requireNode24 } from './node-version.mjs';

await requireNode24();
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const child = spawn(process.execPath, [jest, '--config', 'jest.config.mjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'test',
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`,
  },
});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
