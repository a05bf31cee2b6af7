import { readFileSync } from 'node:fs';

/** Native ESM: started by scripts/test.mjs with --experimental-vm-modules. */
const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
// Tests run the sources, so imports keep their `.ts`.
swc.jsc.rewriteRelativeImportExtensions = false;
swc.swcrc = false;
delete swc.$schema;

const common = {
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  extensionsToTreatAsEsm: ['.ts'],
  // What an outside team imports.
  moduleNameMapper: { '^mirabel$': '<rootDir>/src/public.ts' },
  // CommonJS packages that require() Nest meet a module cycle unless Nest is loaded first.
  setupFiles: ['<rootDir>/test/support/jest-setup.ts'],
};

export default {
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...common, displayName: 'contract', testMatch: ['<rootDir>/test/contract/**/*.spec.ts'] },
    { ...common, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'] },
    { ...common, displayName: 'packages', testMatch: ['<rootDir>/packages/*/test/**/*.spec.ts'], setupFiles: [] },
    { ...common, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.spec.ts'] },
  ],
  // Far beyond what any test needs: a slow machine is no fault, and what hangs still ends.
  testTimeout: 240_000,
  maxWorkers: 2,
  // What a file imported natively stays in its worker: after a hundred files 4 GB, where V8 gives up.
  workerIdleMemoryLimit: '1GB',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};
