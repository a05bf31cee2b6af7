import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';

const dist = new URL('../dist/', import.meta.url);
const NAMES = ['MirabelError'];

test('the package can be imported, required and loaded by a script tag', async () => {
  const imported = (await import(new URL('index.js', dist).href)) as object;
  const required = createRequire(import.meta.url)('../dist/cjs/index.js') as object;
  const page = createContext({});
  runInContext(readFileSync(new URL('mirabel.global.js', dist), 'utf8'), page);
  for (const shape of [imported, required, page.mirabel])
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(NAMES));
});

test.each(['index.js', 'cjs/index.js', 'mirabel.global.js'])('%s has a source map that holds its sources', (file) => {
  const map = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(new URL(file, dist), 'utf8'))?.[1];
  const { sourcesContent } = JSON.parse(readFileSync(new URL(map!, new URL(file, dist)), 'utf8')) as {
    sourcesContent: string[];
  };
  expect(sourcesContent.join('')).toContain('class MirabelError');
});
