import { BrowserFiles, withoutSourceMap } from './browser-files.ts';

test('before the files for browsers are built it is said how to build them', () => {
  // As after a start that found no folder.
  const files = new BrowserFiles();
  expect(files.find('mirabel')).toBeUndefined();
  expect(() => files.require('mirabel')).toThrow('The files for browsers are not built: run `npm run build`.');
  expect(() => files.byName('mirabel-0123456789abcdef.js')).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('each file has a name that changes with its content, and its map beside it', async () => {
  const files = new BrowserFiles();
  await files.onModuleInit();
  const { name, type, content } = files.require('mirabel');
  expect(name).toMatch(/^mirabel-[\da-f]{16}\.js$/);
  expect(type).toBe('text/javascript; charset=utf-8');
  expect(content).toMatch(new RegExp(`//# sourceMappingURL=${name}\\.map\\n$`));
  expect(files.byName(`${name}.map`).type).toBe('application/json');
  expect(withoutSourceMap({ name, type, content })).not.toContain('sourceMappingURL');
});
