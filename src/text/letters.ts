/** By unit of ASCII: the lower case of a letter, 0 for all else. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, unit) => {
  const isLetter = (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
  return isLetter ? unit | 0x20 : 0;
});

/** Lower case of an ASCII letter, 0 for every other unit. */
export function foldedLetter(unit: number): number {
  return unit < 128 ? FOLDED[unit]! : 0;
}

/** First place from `start` on that has no ASCII letter. */
export function endOfLetters(text: string, start: number): number {
  let at = start;
  while (at < text.length && foldedLetter(text.charCodeAt(at)) !== 0) at++;
  return at;
}
