import * as fc from 'fast-check';
import { editDistance, lettersShared, looseForm } from '../../../text/index.ts';
import { DeletionHash } from './deletion-hash.ts';
import { writeDeletionHash } from './deletion-hash-writer.ts';
import { SectionReader, SectionWriter } from './format.ts';
import { LetterSets, writeLetterSets } from './letter-sets.ts';
import { readTypoTable, writeTypoTable, type TypoTable } from './typo-table.ts';
import { MIN_TWO_EDITS, MIN_WORD } from './typo-words.ts';

type Write = (sections: SectionWriter, terms: readonly string[], isWord: (term: number) => boolean) => void;

function sectionsOf(
  write: Write,
  terms: readonly string[],
  isWord = (_: number): boolean => true,
): SectionReader<unknown> {
  const sections = new SectionWriter();
  write(sections, terms, isWord);
  return new SectionReader(sections.finish({}));
}

const FORMS: [string, (terms: readonly string[]) => TypoTable][] = [
  ['letters', (terms) => new LetterSets(sectionsOf(writeLetterSets, terms))],
  ['hashes', (terms) => new DeletionHash(sectionsOf(writeDeletionHash, terms))],
];

/** What is asked of a table. */
function isNeighbour(typed: string, term: string, edits: 1 | 2): boolean {
  if (editDistance(typed, term, edits) > edits || term.length < MIN_WORD) return false;
  return edits === 1 || term.length >= MIN_TWO_EDITS || lettersShared(term, typed) >= term.length - 1;
}

/** A swap, or up to two letters replaced by one. */
function mistyped(
  word: string,
  { at, letter, drop, swap }: { at: number; letter: string; drop: number; swap: boolean },
): string {
  const letters = [...word];
  if (swap) letters.splice(at, 2, ...letters.slice(at, at + 2).reverse());
  else letters.splice(at, drop, ...(drop === 2 ? [] : [letter]));
  return letters.join('');
}

describe.each(FORMS)('a typo table of %s', (_, tableOf) => {
  it('has every word within the distance among its candidates', () => {
    const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'ä', '𝒳');
    const word = fc.string({ unit: letter, minLength: 3, maxLength: 12 });
    const edit = fc.record({ at: fc.nat(11), letter, drop: fc.nat(2), swap: fc.boolean() });
    const terms = fc.uniqueArray(word, { minLength: 1, maxLength: 20 });
    const found = { 1: 0, 2: 0 };
    fc.assert(
      fc.property(terms, fc.nat(19), fc.array(edit, { maxLength: 2 }), (terms, meant, edits) => {
        const typed = edits.reduce(mistyped, terms[meant % terms.length]!);
        const table = tableOf(terms);
        for (const edits of [1, 2] as const) {
          const near = new Set(table.near(typed, edits));
          for (const [term, text] of terms.entries()) {
            if (!isNeighbour(typed, text, edits)) continue;
            found[edits]++;
            expect(near).toContain(term);
          }
        }
      }),
      { numRuns: 2_000 },
    );
    expect(found[1]).toBeGreaterThan(500);
    expect(found[2]).toBeGreaterThan(500);
  });

  it('finds loose forms', () => {
    const table = tableOf(['lamp', 'μπλούζα', 'שָׁלוֹם']);
    expect([...table.withLooseForm(looseForm('μπλουζα'))]).toEqual([1]);
    expect([...table.withLooseForm('lamp')]).toEqual([]);
  });

  it('has no candidates for words longer or shorter than all', () => {
    const table = tableOf(['sneaker', 'a'.repeat(40), 'b'.repeat(41), 'abc']);
    for (const typed of ['a', '', 'b'.repeat(41), 'c'.repeat(300)]) expect([...table.near(typed, 2)]).not.toContain(0);
    expect([...table.near('a'.repeat(42), 2)]).toContain(1);
    expect([...table.near('b'.repeat(42), 2)]).not.toContain(2);
    expect([...table.near('abd', 2)]).not.toContain(3);
  });
});

test('codes and what is no word are in neither; a large dictionary is hashed', () => {
  const terms = ['rs7667fhcsl', 'sneaker', 'trousers'];
  const small = readTypoTable(sectionsOf(writeTypoTable, terms, (term) => terms[term] !== 'trousers'));
  expect(small).toBeInstanceOf(LetterSets);
  expect(['rs7667fhcsk', 'sneakr', 'trouser'].map((typed) => [...small.near(typed, 1)])).toEqual([[], [1], []]);
  const many = Array.from(
    { length: 40_000 },
    (_, at) => `word${'abcdefghij'[at % 10]}${at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`,
  );
  const large = readTypoTable(sectionsOf(writeTypoTable, many));
  expect(large).toBeInstanceOf(DeletionHash);
  expect([...large.near(`${many[777]!}x`, 1)]).toContain(777);
});
