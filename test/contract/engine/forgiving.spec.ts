import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { createEmbeddedEngine, type EmbeddedEngine } from '../../../src/engine/embedded/index.ts';
import { ask, put } from '../../../src/engine/port/conformance/index.ts';
import type { EngineHit, SearchIndex, SearchResult, TextQuery } from '../../../src/engine/port/index.ts';
import { tenantContext } from '../../../src/kernel/tenant-context.ts';
import { editDistance, normalizeQuery, tokenize } from '../../../src/text/index.ts';

const WORDS = 'headphones sneaker umbrella coffee grinder keyboard camera blanket lantern bottle'.split(' ');
const LOCALES = ['en', 'de', 'fr', 'es', 'ru', 'ja', 'tr', 'el', 'ar', 'th', 'xx', 'zh-Hant-TW'];
const ENOUGH = 5;

const word = fc.constantFrom(...WORDS);
const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const catalogue = fc.array(title, { minLength: 1, maxLength: 12 });
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
/** One edit anywhere but in the first letter. */
const misspelled = (right: string): fc.Arbitrary<string> =>
  fc
    .record({ at: fc.integer({ min: 1, max: right.length - 1 }), kind: fc.integer({ min: 0, max: 3 }), letter })
    .map(({ at, kind, letter: typed }) => {
      const [before, after] = [right.slice(0, at), right.slice(at)];
      if (kind === 0) return before + after.slice(1);
      if (kind === 1) return before + typed + after;
      if (kind === 2) return before + typed + after.slice(1);
      return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
    });
/** A word as it is, misspelled, or made up. */
const typedWord = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 4, arbitrary: word.chain(misspelled) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{3,9}$/) },
);
const typed = fc.array(typedWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const locale = fc.constantFrom(...LOCALES);

let engine: EmbeddedEngine;
beforeAll(() => void (engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 })));
afterAll(() => engine.close());

/** The titles in two batches, so that words are known to one segment and not to the other. */
async function indexOf(titles: readonly string[]): Promise<SearchIndex> {
  const index = await engine.open(tenantContext(randomUUID(), 'forgiving'));
  const changes = titles.map((one, at) => put({ id: `id-${at}`, title: one }));
  const half = Math.ceil(changes.length / 2);
  await index.apply({ version: 1, changes: changes.slice(0, half) });
  await index.apply({ version: 2, changes: changes.slice(half) });
  return index;
}

const search = (index: SearchIndex, query: string, text: Partial<TextQuery> = {}): Promise<SearchResult> =>
  index.search(ask(query, { lastIsPrefix: false, ...text }, { limit: 1_000, explain: true }));
const fullOf = ({ hits }: SearchResult): string[] => hits.filter((hit) => !hit.relaxed).map(({ id }) => id);
const rule = (hit: EngineHit, name: string): number => hit.explanation!.rules.find((one) => one.name === name)!.value;
const termsOf = (text: string): string[] => tokenize(text).map(({ term }) => term);

/** Ids of the titles that have all words as they are typed. */
function having(titles: readonly string[], words: readonly string[]): string[] {
  return titles.flatMap((one, at) => (words.every((each) => termsOf(one).includes(each)) ? [`id-${at}`] : []));
}

/** What holds for every answer, whatever was forgiven. */
function checkAnswer(result: SearchResult): void {
  const full = fullOf(result);
  expect(result.total).toBe(full.length);
  expect(result.totalRelaxed).toBe(result.hits.length - full.length);
  expect(new Set(result.hits.map(({ id }) => id)).size).toBe(result.hits.length);
  expect(result.hits.findIndex((hit) => hit.relaxed)).toBe(result.totalRelaxed > 0 ? full.length : -1);
  expect(result.relaxation !== null).toBe(result.totalRelaxed > 0);
}

it('counts exactly, keeps its stages in order, and never hides what has the words as typed', async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, typed, locale, async (titles, query, language) => {
      const index = await indexOf(titles);
      const result = await search(index, query, { locale: language });
      checkAnswer(result);
      const words = normalizeQuery(query).words;
      const exact = having(titles, words);
      const full = result.hits.filter((hit) => !hit.relaxed);
      const typos = full.map((hit) => rule(hit, 'typos'));
      expect(typos).toEqual(typos.toSorted((a, b) => a - b));
      expect(full.slice(0, exact.length).map(({ id }) => id)).toEqual(expect.arrayContaining(exact));
      if (exact.length >= ENOUGH) expect([...typos, result.typos.length].every((one) => one === 0)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

it('corrects no word that the catalogue knows, and only to words that a hit has', async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, typed, async (titles, query) => {
      const result = await search(await indexOf(titles), query);
      const vocabulary = new Set(titles.flatMap(termsOf));
      const shown = new Set(result.hits.flatMap(({ id }) => termsOf(titles[Number(id.slice(3))]!)));
      for (const { from, to } of result.typos) {
        expect(normalizeQuery(query).words).toContain(from);
        expect(vocabulary.has(from)).toBe(false);
        expect(shown.has(to)).toBe(true);
      }
      if (result.correctedQuery !== null) expect(result.correctedQuery).not.toBe(normalizeQuery(query).words.join(' '));
    }),
    { numRuns: 150 },
  );
});

it('finds what was meant with every word misspelled once, and nothing of it without tolerance', async () => {
  const pair = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      pair.chain((right) => fc.tuple(fc.constant(right), fc.tuple(...right.map(misspelled)))),
      catalogue,
      async ([right, wrong], others) => {
        fc.pre(wrong.every((one) => !WORDS.includes(one) && one.length >= 5));
        const titles = [...others.slice(0, 3), right.join(' ')];
        const index = await indexOf(titles);
        const result = await search(index, wrong.join(' '));
        expect(fullOf(result)).toContain(`id-${titles.length - 1}`);
        const strict = await search(index, wrong.join(' '), { typoTolerance: false });
        expect(strict.typos).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

it('reads what sounds like a word as that word, when nothing is nearer', async () => {
  const index = await indexOf([...WORDS, 'photograph album', 'Pepper grinder', 'Coffee beans', 'Snakes']);
  const meant = { hedfones: 'headphones', sneekr: 'sneaker', fotograf: 'photograph', kamera: 'camera' };
  for (const [from, to] of Object.entries(meant)) {
    const { total, typos, correctedQuery } = await search(index, from);
    expect({ from, total, typos, correctedQuery }).toEqual({
      from,
      total: 1,
      typos: [{ from, to }],
      correctedQuery: to,
    });
  }
  expect((await search(index, 'kexboxrd')).hits).toEqual([]);
  expect((await search(index, 'hedfones', { typoTolerance: false })).hits).toEqual([]);
});

describe('a word that nothing is near, beside words that are known', () => {
  const titles = ['Wool blanket', 'Wool sneaker', 'Wool lantern', 'Silk keyboard', 'Wool bottle', 'Wool keyboard'];

  it('shows first what has the word that it may have been, and finds no more and no less by it', async () => {
    const index = await indexOf(titles);
    const result = await search(index, 'wool kexboxrd');
    checkAnswer(result);
    expect(result).toMatchObject({
      total: 0,
      totalRelaxed: 5,
      typos: [{ from: 'kexboxrd', to: 'keyboard' }],
      correctedQuery: 'wool keyboard',
      relaxation: { optional: ['kexboxrd'] },
    });
    expect(result.hits[0]!.id).toBe('id-5');
    const unsold = await search(index, 'wool dishwasher');
    expect(result.hits.map(({ id }) => id).toSorted()).toEqual(unsold.hits.map(({ id }) => id).toSorted());
  });

  it.each(['wool xeyboxrd', 'wool kexb0xrd', 'wool botfe'])(
    'guesses nothing for a third wrong letter (the first counts twice), a code or a short word: %s',
    async (query) => {
      const { total, totalRelaxed, typos } = await search(await indexOf(titles), query);
      expect({ total, totalRelaxed, typos }).toEqual({ total: 0, totalRelaxed: 5, typos: [] });
    },
  );

  it('guesses that a word of four letters lacks one, and never that one of them is another', async () => {
    const index = await indexOf([...titles, 'Wool light', 'Wool lint']);
    const result = await search(index, 'liht wool');
    checkAnswer(result);
    expect(result).toMatchObject({ total: 0, totalRelaxed: 7, typos: [{ from: 'liht', to: 'light' }] });
    expect(result.hits[0]!.id).toBe('id-6');
    expect(await search(index, 'lixt wool')).toMatchObject({ total: 0, totalRelaxed: 7, typos: [] });
  });

  it('guesses nothing without tolerance', async () => {
    const { totalRelaxed, typos } = await search(await indexOf(titles), 'wool kexboxrd', { typoTolerance: false });
    expect({ totalRelaxed, typos }).toEqual({ totalRelaxed: 5, typos: [] });
  });

  it('reads a slip of a description, shown to be one by the titles of the others, as what is meant there, too', async () => {
    const titles = Array.from({ length: 120 }, (_, at) => `Cartridge ${at % 2 === 0 ? 'magenta' : 'cyan'} ${at}`);
    const index = await indexOf([...titles, 'Ribbon']);
    const described = { id: 'slip', title: 'Ink', description: 'A cartrige of magenta ink' };
    await index.apply({ version: 3, changes: [put(described)] });
    const alone = await search(index, 'cartrige');
    checkAnswer(alone);
    expect(fullOf(alone)).toEqual(['slip']);
    expect(alone).toMatchObject({
      totalRelaxed: 120,
      typos: [{ from: 'cartrige', to: 'cartridge' }],
      relaxation: { optional: ['cartrige'] },
    });
    const both = await search(index, 'cartrige cyan');
    checkAnswer(both);
    expect(both.total).toBe(0);
    expect(both.hits.slice(0, 60).every(({ id }) => titles[Number(id.slice(3))]?.includes('cyan'))).toBe(true);
    // One product that has it in its title is named so: the word is right.
    await index.apply({ version: 4, changes: [put({ id: 'named', title: 'Cartrige' })] });
    expect(await search(index, 'cartrige')).toMatchObject({ total: 2, totalRelaxed: 0, typos: [] });
    expect((await search(index, 'cartrige', { typoTolerance: false })).totalRelaxed).toBe(0);
  });

  it('takes what it sounds like for it when a product has that beside the other words, else what is nearer by letters', async () => {
    const some = ['Siocon kettle', 'Label maker', 'Silicone label printer'];
    const { total, hits } = await search(await indexOf(some), 'siiconhe label');
    expect({ total, ids: hits.map(({ id }) => id) }).toEqual({ total: 0, ids: ['id-2', 'id-1'] });
    const sounding = await search(await indexOf([...some, 'Siocon label']), 'siiconhe label');
    expect({ total: sounding.total, first: sounding.hits[0]!.id }).toEqual({ total: 1, first: 'id-3' });
  });
});

it('prefers corrections that occur together in one document', async () => {
  const index = await indexOf(['Coffer', 'Coffer', 'Coffer', 'Grinders', 'Coffee grinder']);
  const { hits, correctedQuery } = await search(index, 'coffe grindr');
  expect(hits[0]!.id).toBe('id-4');
  expect(correctedQuery).toBe('coffee grinder');
});

it('joins what was typed apart and splits what was typed together', async () => {
  await fc.assert(
    fc.asyncProperty(word, word, catalogue, async (left, right, others) => {
      fc.pre(left !== right);
      const rest = others.slice(0, 3);
      const apart = await indexOf([...rest, `${left} ${right}`]);
      expect(fullOf(await search(apart, left + right))).toContain(`id-${rest.length}`);
      const together = await indexOf([...rest, left + right]);
      expect(fullOf(await search(together, `${left} ${right}`))).toContain(`id-${rest.length}`);
    }),
    { numRuns: 80 },
  );
});

it('forgives nothing in a code', async () => {
  const code = fc.stringMatching(/^[a-z]{2,4}[0-9]{3,5}$/);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(code, { minLength: 2, maxLength: 8 }), async ([asked, ...codes]) => {
      fc.pre(codes.every((one) => !one.startsWith(asked!)));
      const result = await search(await indexOf(codes.map((one) => `Valve ${one}`)), asked!);
      expect(result.hits).toEqual([]);
      expect(result.typos).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

it('answers the same with and without the accents of Latin letters, in every language', async () => {
  const accented = fc.constantFrom('café', 'crème', 'über', 'señor', 'łódź', 'smørrebrød', 'naïve', 'garçon', 'tabelă');
  const plain = (text: string): string =>
    text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ø', 'o');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(accented, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      fc.array(accented, { minLength: 1, maxLength: 2 }),
      locale,
      async (titles, words, language) => {
        const index = await indexOf(titles.map((each) => each.join(' ')));
        const ids = async (query: string): Promise<string[]> =>
          (await search(index, query, { locale: language })).hits.map(({ id }) => id);
        const typedFully = await ids(words.join(' '));
        expect(await ids(plain(words.join(' ')))).toEqual(typedFully);
        expect(await ids(words.join(' ').toUpperCase())).toEqual(typedFully);
      },
    ),
    { numRuns: 100 },
  );
});

it('takes any text as a title and as a query', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '\ud800',
      '\u202e\u0000',
      'a\u0301'.repeat(300),
      '💥'.repeat(200),
      'ا\u064e'.repeat(200),
      '0-'.repeat(400),
    ),
    fc.tuple(letter, fc.integer({ min: 1, max: 2_000 })).map(([one, times]) => one.repeat(times)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostile, { minLength: 1, maxLength: 6 }),
      hostile,
      locale,
      async (titles, query, language) => {
        const index = await indexOf(titles);
        for (const lastIsPrefix of [true, false]) {
          for (const one of [query, ...titles])
            checkAnswer(await search(index, one, { locale: language, lastIsPrefix }));
        }
        expect(index.stats().documents).toBe(titles.length);
      },
    ),
    { numRuns: 80 },
  );
});

it('measures distance as a plain recursion does', () => {
  const short = fc.stringMatching(/^[abc]{0,6}$/);
  fc.assert(
    fc.property(short, short, fc.integer({ min: 1, max: 4 }), (a, b, most) => {
      fc.pre(a !== '' && b !== '' && (a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])));
      expect(editDistance(a, b, most)).toBe(Math.min(most + 1, slowDistance(a, b)));
    }),
  );
});

function slowDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const swapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(
    slowDistance(a.slice(1), b) + 1,
    slowDistance(a, b.slice(1)) + 1,
    slowDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    swapped ? slowDistance(a.slice(2), b.slice(2)) + 1 : Infinity,
  );
}
