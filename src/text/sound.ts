const LATIN = /^[a-z]+$/;
/** A key of fewer consonants is shared by too much. */
const MIN_KEY = 3;

/** Spellings of one sound, longest first where one holds another. What is not here stands for itself. */
const SOUNDS: readonly (readonly [spelling: RegExp, sound: string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^x/, 's'],
  [/t?sch/g, 'X'],
  [/t?ch/g, 'X'],
  [/sh|[st]i(?=on)/g, 'S'],
  [/ph|v|gh(?=t?$)/g, 'f'],
  [/gh(?![aeiou])/g, ''],
  [/th/g, 't'],
  [/dg(?=[eiy])|[jg](?=[eiy])|j/g, 'J'],
  [/ck|q|c(?![eiy])/g, 'k'],
  [/c|z/g, 's'],
  [/x/g, 'ks'],
  [/(?<=[a-z])[aeiouyhw]+/g, ''],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/(.)\1+/g, '$1'],
];

/**
 * What a word sounds like: its first letter's sound and the consonants after it (the idea of Soundex and Metaphone, Philips
 * 1990, only coarser, because what it proposes is ordered by how near its letters are): `hedfones` and `headphones` are `htfns`.
 * Null for words of other scripts than Latin and for those with too few consonants to tell anything.
 */
export function soundOf(word: string): string | null {
  if (word.length > 40 || !LATIN.test(word)) return null;
  let sound = word;
  for (const [spelling, as] of SOUNDS) sound = sound.replace(spelling, as);
  return sound.length < MIN_KEY ? null : sound;
}

/** Other ways to begin a word that sounds the same. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['f', 'ph'],
  ['k', 'c'],
  ['k', 'ch'],
  ['s', 'c'],
  ['n', 'kn'],
  ['r', 'wr'],
  ['j', 'g'],
  ['w', 'wh'],
  ['z', 'x'],
];

/** The word as it may have begun, its own beginning first: `fotograf`, `photograf`. */
export function soundingBeginnings(word: string): string[] {
  const words = [word];
  for (const [a, b] of BEGINNINGS) {
    if (word.startsWith(b)) words.push(a + word.slice(b.length));
    else if (word.startsWith(a)) words.push(b + word.slice(a.length));
  }
  return words;
}
