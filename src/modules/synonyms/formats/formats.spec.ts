import * as fc from 'fast-check';
import { draftFaults, fingerprint, tidyDraft, type SynonymDraft } from '../synonym.ts';
import { parseCsv, writeCsv } from './csv.ts';
import { parseSolr, writeSolr } from './solr.ts';

const term = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...'ab=>,\\#|"\'+-@;\t '.split(''), '＝', '=>', 'é'),
    minLength: 1,
    maxLength: 12,
  }),
);
const draft: fc.Arbitrary<SynonymDraft> = fc
  .record({
    type: fc.constantFrom('two_way' as const, 'one_way' as const),
    input: fc.option(term),
    terms: fc.array(term, { minLength: 1, maxLength: 6 }),
    locale: fc.option(fc.constantFrom('es', 'de-AT', 'zh-Hant')),
    enabled: fc.boolean(),
  })
  .map((fields) => tidyDraft({ ...fields, input: fields.type === 'two_way' ? null : fields.input }))
  .filter((candidate) => draftFaults(candidate).length === 0);

describe.each([
  ['csv', writeCsv, parseCsv],
  ['solr', writeSolr, parseSolr],
] as const)('%s', (_, write, parse) => {
  test('what was written reads back the same', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 8 }), (drafts) => {
        const parsed = parse(write(drafts));
        expect(parsed.errors).toEqual([]);
        expect(parsed.entries.map((entry) => entry.draft)).toEqual(drafts);
      }),
      { numRuns: 500 },
    );
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(Array.isArray(parse(text).errors)).toBe(true);
      }),
    );
  });
});

const two = (...terms: string[]): SynonymDraft => ({
  type: 'two_way',
  input: null,
  terms,
  locale: null,
  enabled: true,
});
const one = (input: string, ...terms: string[]): SynonymDraft => ({ ...two(...terms), type: 'one_way', input });

describe('solr', () => {
  test('the syntax of Solr', () => {
    const { entries, errors } = parseSolr(
      [
        '\ufeff# a comment',
        '',
        'sofa, couch , settee',
        'tv, telly => television',
        'a\\,b => c\\\\d, e\\=>f',
        'x => x, y',
      ].join('\r\n'),
    );
    expect(errors).toEqual([]);
    expect(entries).toEqual([
      { line: 3, draft: two('sofa', 'couch', 'settee') },
      { line: 4, draft: one('tv', 'television') },
      { line: 4, draft: one('telly', 'television') },
      { line: 5, draft: one('a,b', 'c\\d', 'e=>f') },
      { line: 6, draft: one('x', 'y') },
    ]);
  });

  test('each wrong line is named and loses no other', () => {
    const text = ['alone', 'a => b => c', '=> b', 'a =>', '# mirabel: {"locale": 5}', '!!!, b', 'good, fine'].join(
      '\n',
    );
    const { entries, errors } = parseSolr(text);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [1, 'too_few'],
      [2, 'syntax'],
      [3, 'required'],
      [4, 'too_few'],
      [5, 'directive'],
      [6, 'empty'],
    ]);
    expect(entries).toEqual([{ line: 7, draft: two('good', 'fine') }]);
  });
});

describe('csv', () => {
  test('columns in any order, a type by itself, the semicolon of spreadsheets', () => {
    expect(parseCsv('terms,input\nsofa|couch,\ntelevision,tv\n').entries).toEqual([
      { line: 2, draft: two('sofa', 'couch') },
      { line: 3, draft: one('tv', 'television') },
    ]);
    expect(parseCsv('\ufeffTerms;Locale\r\n"a;b|c";es\r\n').entries).toEqual([
      { line: 2, draft: { ...two('a;b', 'c'), locale: 'es' } },
    ]);
  });

  test('no cell begins like a formula', () => {
    const text = writeCsv([one('=cmd()', '+x', '@y'), two("'=a", '-1 b')]);
    for (const row of text.split('\r\n').slice(1)) {
      for (const cell of row.split(',')) expect(cell).not.toMatch(/^"?[=+\-@\t\r＝]/);
    }
    expect(parseCsv(text).entries.map(({ draft }) => draft)).toEqual([one('=cmd()', '+x', '@y'), two("'=a", '-1 b')]);
  });

  test('each wrong line is named', () => {
    const text = [
      'type,terms,locale,enabled',
      'three_way,a|b',
      ',a|b,no locale,',
      ',a|b,,maybe',
      ',a',
      ',a|b,,,,',
      ',c|d',
    ].join('\n');
    const { entries, errors } = parseCsv(text);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [2, 'type'],
      [3, 'locale'],
      [4, 'enabled'],
      [5, 'too_few'],
      [6, 'columns'],
    ]);
    expect(entries).toEqual([{ line: 7, draft: two('c', 'd') }]);
    expect(parseCsv('').errors).toMatchObject([{ line: 1, code: 'header' }]);
    expect(parseCsv('terms,colour\n').errors).toMatchObject([{ line: 1, code: 'header' }]);
    expect(parseCsv('terms\na|b\n"c|d\ne').errors).toMatchObject([{ code: 'syntax' }]);
    expect(parseCsv('terms\na|b\n"c|d\ne').entries).toHaveLength(1);
  });
});

describe('a synonym', () => {
  test('is the same however it is written', () => {
    expect(fingerprint(two('Sofa', 'couch'))).toEqual(fingerprint(two('COUCH', 'sófa')));
    expect(fingerprint(one('a', 'b'))).not.toEqual(fingerprint(one('b', 'a')));
    expect(fingerprint({ ...two('a', 'b'), locale: 'es' })).not.toEqual(fingerprint(two('a', 'b')));
  });

  test('has bounds', () => {
    const long = 'x'.repeat(100);
    expect(draftFaults(two(long, 'b'))).toEqual([]);
    expect(draftFaults(two(long + 'x', 'b'))).toMatchObject([{ field: '/terms/0', code: 'max_length' }]);
    expect(draftFaults(two('b', 'a b c d e f g h i j k'))).toMatchObject([{ field: '/terms/1', code: 'max_words' }]);
    expect(draftFaults(two('b', '🎉'))).toMatchObject([{ field: '/terms/1', code: 'empty' }]);
    expect(draftFaults(two(...Array.from({ length: 51 }, (_, at) => `t${at}`)))).toMatchObject([{ field: '/terms' }]);
    expect(draftFaults({ ...two('a', 'b'), input: 'c' })).toMatchObject([{ field: '/input', code: 'unexpected' }]);
    expect(draftFaults({ ...one('', 'b'), input: null })).toMatchObject([{ field: '/input', code: 'required' }]);
    expect(draftFaults(tidyDraft(one('a', ' A ', 'á')))).toMatchObject([{ field: '/terms', code: 'too_few' }]);
    expect(tidyDraft(two(' Sofa\n bed', 'sofa  bed', 'couch')).terms).toEqual(['Sofa bed', 'couch']);
  });
});
