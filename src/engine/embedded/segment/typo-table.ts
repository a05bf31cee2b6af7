import { isCode } from '../../../text/index.ts';
import { DeletionHash } from './deletion-hash.ts';
import { writeDeletionHash } from './deletion-hash-writer.ts';
import type { SectionReader, SectionWriter } from './format.ts';
import { LetterSets, writeLetterSets } from './letter-sets.ts';

/** Terms of a dictionary that may be what a misspelled word was meant as, to be verified. */
export interface TypoTable {
  /**
   * Every term of `MIN_TWO_EDITS` letters or more within `edits` of the word is among these. Of a shorter one, from `MIN_WORD` on,
   * no more than one letter may be missing in the word.
   */
  near(word: string, edits: 1 | 2): Iterable<number>;
  withLooseForm(loose: string): Iterable<number>;
}

/**
 * Up to here going through the dictionary takes no longer than 37 look-ups by hash, and a twentieth of their memory: of a shop of
 * a thousand products the hashes were seven tenths.
 */
const MOST_SCANNED = 32_768;

/** `isWord`: whether a term is to be proposed at all. Codes never are. */
export function writeTypoTable(
  sections: SectionWriter,
  terms: readonly string[],
  isWord: (term: number) => boolean,
): void {
  const eligible = (term: number): boolean => isWord(term) && !isCode(terms[term]!);
  if (terms.length <= MOST_SCANNED) writeLetterSets(sections, terms, eligible);
  else writeDeletionHash(sections, terms, eligible);
}

export function readTypoTable(sections: SectionReader<unknown>): TypoTable {
  return sections.has('typos.letters') ? new LetterSets(sections) : new DeletionHash(sections);
}
