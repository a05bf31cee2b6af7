import { looseForm } from '../../../text/index.ts';
import type { SectionReader, SectionWriter } from './format.ts';
import type { TypoTable } from './typo-table.ts';
import { MAX_WORD, MIN_WORD, looseHash } from './typo-words.ts';

/** A bit for each letter that a word has (alphabets share them), and above those its first letter. */
const LETTERS = 26;
const LETTER_MASK = 2 ** LETTERS - 1;
const FIRST_MASK = 2 ** (32 - LETTERS) - 1;
/** Bits in which the letters of two words differ at most, for each edit: a letter is gone and another is there. */
const BITS_AN_EDIT = 2;

/** The terms by length, each with its letters. */
export function writeLetterSets(
  sections: SectionWriter,
  terms: readonly string[],
  eligible: (term: number) => boolean,
): void {
  const byLength: number[][] = Array.from({ length: MAX_WORD + 1 }, () => []);
  const loose: { term: number; hash: number }[] = [];
  terms.forEach((term, number) => {
    if (!eligible(number)) return;
    if (term.length >= MIN_WORD && term.length <= MAX_WORD) byLength[term.length]!.push(number);
    const form = looseForm(term);
    if (form !== term) loose.push({ term: number, hash: looseHash(form) });
  });
  const inOrder = byLength.flat();
  const starts = new Uint16Array(MAX_WORD + 2);
  byLength.forEach((some, length) => (starts[length + 1] = starts[length]! + some.length));
  sections.add('typos.starts', starts);
  sections.add('typos.terms', Uint16Array.from(inOrder));
  sections.add(
    'typos.letters',
    Uint32Array.from(inOrder, (term) => lettersOf(terms[term]!)),
  );
  sections.add(
    'typos.loose.terms',
    Uint16Array.from(loose, ({ term }) => term),
  );
  sections.add(
    'typos.loose.hashes',
    Uint32Array.from(loose, ({ hash }) => hash),
  );
}

/**
 * The typo table of a small dictionary: terms as long as the word, or nearly, that have mostly the same letters. O(terms), a
 * nanosecond each.
 */
export class LetterSets implements TypoTable {
  /** Terms of so many letters stand at `starts[letters] .. starts[letters + 1]`. */
  readonly #starts: Uint16Array;
  readonly #terms: Uint16Array;
  readonly #letters: Uint32Array;
  readonly #looseTerms: Uint16Array;
  readonly #looseHashes: Uint32Array;

  constructor(sections: SectionReader<unknown>) {
    this.#starts = sections.array('typos.starts');
    this.#terms = sections.array('typos.terms');
    this.#letters = sections.array('typos.letters');
    this.#looseTerms = sections.array('typos.loose.terms');
    this.#looseHashes = sections.array('typos.loose.hashes');
  }

  near(word: string, edits: 1 | 2): number[] {
    const found: number[] = [];
    const letters = lettersOf(word);
    // Another first letter is one more edit, or a swap, which changes no letters.
    const most = edits * BITS_AN_EDIT;
    const mostElse = most - BITS_AN_EDIT;
    const from = this.#starts[Math.min(MAX_WORD + 1, Math.max(0, word.length - edits))]!;
    const to = this.#starts[Math.min(MAX_WORD + 1, word.length + edits + 1)]!;
    for (let at = from; at < to; at++) {
      const other = this.#letters[at]! ^ letters;
      let bits = other & LETTER_MASK;
      for (let left = other >>> LETTERS === 0 ? most : mostElse; left > 0 && bits !== 0; left--) bits &= bits - 1;
      if (bits === 0) found.push(this.#terms[at]!);
    }
    return found;
  }

  withLooseForm(loose: string): number[] {
    const found: number[] = [];
    const hash = looseHash(loose);
    for (let at = this.#looseHashes.indexOf(hash); at >= 0; at = this.#looseHashes.indexOf(hash, at + 1))
      found.push(this.#looseTerms[at]!);
    return found;
  }
}

function lettersOf(word: string): number {
  let letters = (word.charCodeAt(0) & FIRST_MASK) << LETTERS;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % LETTERS);
  return letters >>> 0;
}
