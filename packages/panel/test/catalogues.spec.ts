import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = new URL('../src/', import.meta.url).pathname;
const LANGUAGES = ['es', 'de', 'fr'];

type Message = string | Record<string, string>;
type Messages = Record<string, Message>;

const catalogues = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith(join('messages', 'en.ts')))
  .map((path) => dirname(path))
  .sort();

async function read(folder: string, language: string): Promise<Messages> {
  return ((await import(join(SOURCES, folder, `${language}.ts`))) as { default: Messages }).default;
}

const places = (message: Message): string[] =>
  [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].filter((place) => place !== '{count}').sort();

describe.each(catalogues)('%s', (folder) => {
  test.each(LANGUAGES)('%s says what the English catalogue says', async (language) => {
    const english = await read(folder, 'en');
    const translated = await read(folder, language);
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english)) {
      expect({ key, places: places(translated[key]!) }).toEqual({ key, places: places(message) });
      expect({ key, type: typeof translated[key] }).toEqual({ key, type: typeof message });
      expect(JSON.stringify(translated[key])).not.toBe('""');
    }
  });

  test('every text is used', async () => {
    const where = folder === join('i18n', 'messages') ? SOURCES : join(SOURCES, dirname(folder));
    const sources = readdirSync(where, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('messages'))
      .map((path) => readFileSync(join(where, path), 'utf8'))
      .join('\n');
    // A key may be put together: `theme_${value}`.
    const stems = [...sources.matchAll(/`(\w+_)\$\{/g)].map(([, stem]) => stem!);
    const unused = Object.keys(await read(folder, 'en')).filter(
      (key) => !sources.includes(`'${key}'`) && !stems.some((stem) => key.startsWith(stem)),
    );
    // Figures are named by the metric they show.
    expect(unused.filter((key) => !new RegExp(`'${key}'|\\b${key}\\b`).test(sources))).toEqual([]);
  });
});
