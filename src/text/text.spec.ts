import * as fc from 'fast-check';
import {
  codeParts,
  editDistance,
  lettersShared,
  isCode,
  joinedForms,
  looseForm,
  normalize,
  normalizeQuery,
  stem,
  tokenize,
  typoBudget,
  withoutSeparators,
} from './index.ts';

/** Letters of the scripts that catalogues are written in, and what stands between words. */
const everyday = fc.oneof(
  fc.constantFrom(...'aAzZ09 -_/.,\'’&+!"™®²½ﬁＡ１ßÆøŁéÉİıñçüÖ\u00ad\u200d'),
  fc.constantFrom(...'αΆΣςЙёЁїがかカｶｯー漢字一เสื้อกาلكِتشَשָׁלहिन्दी한글'),
);

describe('normalize', () => {
  it.each([
    ['Café CRÈME', 'cafe creme'],
    ['Straße', 'strasse'],
    ['Æbleskiver Øl Łódź', 'aebleskiver ol lodz'],
    ['ｉＰｈｏｎｅ　１５', 'iphone 15'],
    ['Мой Йогурт', 'мой йогурт'],
    ['が か', 'が か'],
    ['Μπλούζα ΚΑΦΈΣ', 'μπλούζα καφέσ'],
    ['İstanbul', 'istanbul'],
    ["men’s o'neill", 'mens oneill'],
    ["L'Oréal d'or", 'oreal or'],
    ['15.6" 3,5 mm', '15.6 3.5 mm'],
    ['Intel® Core™2', 'intel core 2'],
    ['T-Shirt  RS-7667 FH', 't shirt rs 7667 fh'],
    ['ki\u00adlo', 'kilo'],
    ['สวัสดี', 'สวัสดี'],
    ['हिन्दी', 'हिन्दी'],
    ['', ''],
    ['!!! 🎉', ''],
  ])('%s → %s', (text, expected) => {
    expect(normalize(text)).toBe(expected);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: everyday, maxLength: 30 }), (text) => {
        const once = normalize(text);
        expect(normalize(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('cuts unspaced scripts into words', () => {
    expect(tokenize('ワイヤレスイヤホン').map((token) => token.term).length).toBeGreaterThan(0);
    expect(normalize('เสื้อยืดสีแดง').split(' ').length).toBeGreaterThan(1);
  });
});

describe('tokenize', () => {
  it('gives offsets into the text as given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        let last = 0;
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(last);
          expect(token.end).toBeGreaterThan(token.start);
          last = token.end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
    expect(tokenize('Ein Café!')[1]).toEqual({ term: 'cafe', start: 4, end: 8, joinsPrevious: false });
  });

  it('joins compounds', () => {
    expect(joined('T-shirt')).toEqual(['tshirt']);
    expect(joined('RS-7667-FH')).toEqual(['rs7667fh', 'rs7667', '7667fh']);
    expect(joined('3/4 and 10-20')).toEqual([]);
    expect(withoutSeparators(tokenize('RS-7667 FH'))).toBe('rs7667fh');
    expect(codeParts('rs7667fh')).toEqual(['rs', '7667', 'fh']);
  });
});

describe('normalizeQuery', () => {
  it('asks for the first ten words', () => {
    expect(normalizeQuery('a b c d e f g h i j')).toMatchObject({ truncated: false });
    expect(normalizeQuery('a b c d e f g h i j k')).toEqual({
      normalized: 'a b c d e f g h i j',
      words: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
      truncated: true,
    });
  });
});

describe('typos', () => {
  it('has a budget by length and none for codes', () => {
    expect(['lamp', 'lamps', 'notebook', 'notebooks', 'gtx560ti5'].map(typoBudget)).toEqual([0, 1, 1, 2, 0]);
    expect(isCode('a23')).toBe(true);
  });

  it.each([
    ['laptop', 'laptop', 0],
    ['laptop', 'latpop', 1],
    ['laptop', 'lapto', 1],
    ['laptop', 'laptopp', 1],
    ['laptop', 'captop', 2],
    ['laptop', 'aptop', 2],
    ['laptop', 'alptop', 1],
    ['laptop', 'lxptxp', 2],
    ['laptop', 'desktop', 3],
  ])('%s to %s is %d', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance);
    expect(editDistance(b, a, 2)).toBe(distance);
  });

  it('counts the letters that two words share in one order', () => {
    const pairs = [
      ['lights', 'liightss'],
      ['lamp', 'malp'],
      ['abc', 'xyz'],
      ['', 'abc'],
      ['aab', 'aba'],
    ] as const;
    expect(pairs.map(([a, b]) => lettersShared(a, b))).toEqual([6, 2, 0, 0, 2]);
    expect(pairs.map(([a, b]) => lettersShared(b, a))).toEqual([6, 2, 0, 0, 2]);
  });

  it('equals the unbounded algorithm inside the bound', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(`x${a}`, `x${b}`, 2)).toBe(Math.min(3, fullAlignment(`x${a}`, `x${b}`)));
      }),
      { numRuns: 3000 },
    );
  });
});

const joined = (text: string): string[] => joinedForms(tokenize(text)).map((form) => form.term);

/** The textbook table, filled in full. */
function fullAlignment(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
      }
    }
  }
  return rows[a.length]![b.length]!;
}

describe('looser forms', () => {
  it('forgives what people leave out', () => {
    expect(looseForm('μπλούζα')).toBe('μπλουζα');
    expect(looseForm('ёлка')).toBe('елка');
    expect(looseForm('йод')).toBe('йод');
    expect(looseForm('كِتَاب')).toBe('كتاب');
    expect(looseForm('שָׁלוֹם')).toBe('שלום');
    expect(looseForm('plain')).toBe('plain');
  });

  it('stems by language and never throws', () => {
    expect(stem('laptops', 'en')).toBe(stem('laptop', 'en-GB'));
    expect(stem('zapatos', 'es')).toBe(stem('zapato', 'es'));
    expect(stem('lampen', 'de')).toBe(stem('lampe', 'de'));
    expect(stem('hemden', 'xx-YY')).toBe('hemden');
    expect(stem('a23s', 'en')).toBe('a23s');
    for (const locale of ['en', 'de', 'ar', 'el', 'ru', 'tr', 'hu', '__proto__', 'constructor', '']) {
      for (const word of ['a', 'ing', 'ß', 'ελλάδα', '中', 'كتاب', 'x'.repeat(300)]) {
        expect(typeof stem(word, locale)).toBe('string');
      }
    }
  });
});
