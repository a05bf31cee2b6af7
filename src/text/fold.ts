/**
 * Letters that have no canonical decomposition (Unicode, UAX #15) but that shoppers type without their stroke, dot or
 * ligature. Case folding also maps both final and medial sigma to one letter (CaseFolding.txt, status C).
 */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Combining marks go from Latin letters only: `й` is not `и`, `が` is not `か`, vowel signs are letters of their word. */
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu;
/** Format characters inside words (soft hyphen, joiners, direction marks): invisible, so they must not split or differ. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const NOT_WORD = /[^\p{L}\p{N}\p{M}.]/gu;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * One word (no spaces) in its normal form: NFKC, case-folded, marks dropped from Latin letters, `ß` = `ss`, `æ` = `ae`,
 * `ø` = `o`, `ł` = `l`. Idempotent. Empty when nothing of the word is a letter or a digit.
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  return ASCII.test(lower) ? lower : foldUnicode(lower);
}

function foldUnicode(word: string): string {
  // Twice: NFKC can reveal capitals (℡) and lower-casing can reveal marks (İ).
  const compatible = word.replace(IGNORABLE, '').normalize('NFKC').toLowerCase().normalize('NFKD');
  const folded = compatible
    .replace(LATIN_WITH_MARKS, '$1')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter]!)
    .replace(NOT_WORD, '');
  return folded.normalize('NFC');
}
