import { CompiledSynonyms, fitsLocale, MAX_EXPANSIONS, type Expansion } from './expansion.ts';
import type { Synonym } from './synonym.ts';

let next = 0;
function synonym(fields: Partial<Synonym>): Synonym {
  return {
    id: `s${++next}`,
    type: 'two_way',
    input: null,
    terms: [],
    locale: null,
    source: 'manual',
    confidence: null,
    enabled: true,
    suggestion_id: null,
    created_at: new Date(0),
    ...fields,
  };
}
const twoWay = (...terms: string[]): Synonym => synonym({ terms });
const oneWay = (input: string, ...terms: string[]): Synonym => synonym({ type: 'one_way', input, terms });

function expand(synonyms: Synonym[], text: string, options: { locale?: string; typos?: boolean } = {}): Expansion[] {
  const { locale = 'en', typos = true } = options;
  return new CompiledSynonyms(synonyms).expand({ words: text.split(' '), locale, typos });
}
const said = (expansions: Expansion[]): string[] =>
  expansions.map(({ from, to, replacement, typos }) => `${from}-${to} ${replacement.join(' ')} ${typos}`);

test('two-way synonyms work in both directions, one-way ones in one', () => {
  const sofa = twoWay('Sofa', 'couch', 'settee');
  expect(said(expand([sofa], 'red sofa'))).toEqual(['1-2 couch 0', '1-2 settee 0']);
  expect(said(expand([sofa], 'couch'))).toEqual(['0-1 sofa 0', '0-1 settee 0']);
  const phone = oneWay('phone', 'smartphone');
  expect(said(expand([phone], 'phone'))).toEqual(['0-1 smartphone 0']);
  expect(expand([phone], 'smartphone')).toEqual([]);
});

test('several words on both sides, accents and case do not matter', () => {
  const set = [oneWay('café con leche', 'latte macchiato', 'milk coffee')];
  expect(said(expand(set, 'big cafe con leche mug'))).toEqual(['1-4 latte macchiato 0', '1-4 milk coffee 0']);
});

test('the longest run of words wins', () => {
  const set = [twoWay('hot dog', 'frankfurter'), twoWay('dog', 'canine')];
  expect(said(expand(set, 'hot dog'))).toEqual(['0-2 frankfurter 0']);
  expect(said(expand(set, 'dog'))).toEqual(['0-1 canine 0']);
});

test('runs that overlap without containing each other both count', () => {
  const set = [twoWay('red wine', 'tinto'), twoWay('wine glass', 'goblet')];
  expect(said(expand(set, 'red wine glass')).sort()).toEqual(['0-2 tinto 0', '1-3 goblet 0']);
});

test('plurals and typos of a synonym', () => {
  const set = [twoWay('notebook', 'laptop')];
  expect(said(expand(set, 'notebooks'))).toEqual(['0-1 laptop 0']);
  expect(said(expand([twoWay('berries', 'fruit')], 'berry'))).toEqual(['0-1 fruit 0']);
  expect(said(expand(set, 'notebok'))).toEqual(['0-1 laptop 1']);
  expect(said(expand(set, 'ntoebook'))).toEqual(['0-1 laptop 1']);
  expect(expand(set, 'notebok', { typos: false })).toEqual([]);
  expect(said(expand([twoWay('sofa', 'couch')], 'sofaa'))).toEqual(['0-1 couch 1']);
  expect(expand([twoWay('sofa', 'couch')], 'sofe')).toEqual([]);
});

test('a wrong first letter costs two and codes are never guessed', () => {
  expect(said(expand([twoWay('television', 'tv')], 'pelevision'))).toEqual(['0-1 tv 2']);
  expect(said(expand([twoWay('television', 'tv')], 'elevision'))).toEqual(['0-1 tv 2']);
  expect(expand([twoWay('gtx560ti', 'geforce')], 'gtx560tj')).toEqual([]);
});

test('an exact match beats a typo of another synonym', () => {
  const set = [twoWay('shirt', 'blouse'), twoWay('short', 'bermuda')];
  expect(said(expand(set, 'shirt'))).toEqual(['0-1 blouse 0']);
});

test('what may be left out is forgiven one step lower, at any length', () => {
  expect(said(expand([twoWay('שָׁלוֹם', 'hello')], 'שלום', { locale: 'he' }))).toEqual(['0-1 hello 1']);
});

test('joined and split forms', () => {
  expect(said(expand([twoWay('t-shirt', 'tee')], 'tshirt'))).toEqual(['0-1 tee 0']);
  expect(said(expand([twoWay('t-shirt', 'tee')], 't shirt'))).toEqual(['0-2 tee 0']);
  expect(said(expand([twoWay('tshirt', 'tee')], 't shirt'))).toEqual(['0-2 tee 1']);
  const compiled = new CompiledSynonyms([twoWay('tshirt', 'tee')]);
  const query = { words: ['t', 'shirt'], joined: [false, true], locale: 'en', typos: false };
  expect(said(compiled.expand(query))).toEqual(['0-2 tee 0']);
});

test('a locale narrows a synonym to queries in that language', () => {
  const set = [synonym({ terms: ['coche', 'auto'], locale: 'es' })];
  expect(expand(set, 'coche', { locale: 'es-MX' })).toHaveLength(1);
  expect(expand(set, 'coche', { locale: 'en' })).toEqual([]);
  expect(fitsLocale('es-MX', 'es')).toBe(false);
  expect(fitsLocale('e', 'es')).toBe(false);
});

test('disabled synonyms rest', () => {
  expect(expand([synonym({ terms: ['a', 'b'], enabled: false })], 'a')).toEqual([]);
});

test('at most 50, the typed-right and manual ones first', () => {
  const terms = Array.from({ length: 40 }, (_, index) => `term${index}`);
  const learned = synonym({ terms: ['laptop', ...terms.map((term) => `learned ${term}`)], confidence: 0.7 });
  const expansions = expand([learned, twoWay('laptop', ...terms)], 'laptop');
  expect(expansions).toHaveLength(MAX_EXPANSIONS);
  expect(expansions[0]!.replacement).toEqual(['term0']);
});

test('a full set of synonyms still finds each one, with a typo too', () => {
  const set = Array.from({ length: 10_000 }, (_, index) => twoWay(`word${letters(index)}`, `other${letters(index)}`));
  const compiled = new CompiledSynonyms(set);
  const [expansion] = compiled.expand({ words: [`word${letters(9_999)}`], locale: 'en', typos: true });
  expect(expansion!.replacement).toEqual([`other${letters(9_999)}`]);
});

function letters(index: number): string {
  return index.toString(26).replaceAll(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)]!);
}
