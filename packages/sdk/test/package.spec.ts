import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sdkTypes } from '../../../scripts/sdk-types.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const manifest = JSON.parse(read('../package.json')) as { version: string; dependencies?: object };

test('the types of the wire are those of openapi.json (npm run generate)', async () => {
  const [, content] = await sdkTypes(JSON.parse(read('../../../openapi.json')));
  expect(read('../src/wire.ts') === content).toBe(true);
});

test('it has no dependencies and the script of a page weighs at most 6 kB', () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(gzipSync(read('../dist/mirabel.global.js'), { level: 9 }).length).toBeLessThanOrEqual(6 * 1024);
});

test('the newest release of the change log is the version of the package', () => {
  const releases = read('../CHANGELOG.md').match(/^## \[\d+\.\d+\.\d+\]/gm);
  expect(releases?.[0]).toBe(`## [${manifest.version}]`);
});
