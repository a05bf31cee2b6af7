import { isCode } from './joined.ts';

/** Edits forgiven in a word, by the letters typed: none under 5, one from 5, two from 9; none in codes. */
export function typoBudget(word: string): 0 | 1 | 2 {
  const letters = word.length < 5 ? word.length : letterCount(word);
  if (letters < 5 || isCode(word)) return 0;
  return letters < 9 ? 1 : 2;
}

/** Code points: a letter outside the basic plane is one letter. */
function letterCount(word: string): number {
  return Array.from(word).length;
}

const MAX_WORD = 64;
let previous2 = new Uint8Array(MAX_WORD + 2);
let previous = new Uint8Array(MAX_WORD + 2);
let current = new Uint8Array(MAX_WORD + 2);

/**
 * Optimal string alignment distance (Damerau 1964 with each substring edited once): insertion, deletion, substitution and
 * transposition of neighbours cost 1. A wrong first letter costs one more, because people rarely get it wrong. Only a
 * band of `max` around the diagonal is filled: O(length × max). Answers `max + 1` for anything farther.
 */
export function editDistance(a: string, b: string, max: number): number {
  const far = max + 1;
  if (a === b) return 0;
  const n = a.length;
  const m = b.length;
  if (n - m > max || m - n > max || n > MAX_WORD || m > MAX_WORD || n === 0 || m === 0) return far;
  const firstWrong = wrongFirstLetter(a, b);
  if (firstWrong > max) return far;
  const distance = alignment(a, b, max) + firstWrong;
  return distance > max ? far : distance;
}

/** Edits between a word that is still being typed and the nearest beginning of another; `max + 1` for anything farther. */
export function prefixDistance(typed: string, word: string, max: number): number {
  let least = max + 1;
  for (let length = typed.length - max; length <= Math.min(word.length, typed.length + max); length++) {
    least = Math.min(least, editDistance(typed, word.slice(0, length), max));
  }
  return least;
}

/** A swap of the first two letters is a transposition like any other. */
function wrongFirstLetter(a: string, b: string): number {
  if (a.charCodeAt(0) === b.charCodeAt(0)) return 0;
  return a.length > 1 && a.charCodeAt(0) === b.charCodeAt(1) && a.charCodeAt(1) === b.charCodeAt(0) ? 0 : 1;
}

function alignment(a: string, b: string, max: number): number {
  const n = a.length;
  const m = b.length;
  const far = max + 1;
  for (let j = 0; j <= m; j++) previous[j] = j;
  for (let i = 1; i <= n; i++) {
    const from = Math.max(1, i - max);
    const to = Math.min(m, i + max);
    current[0] = i;
    if (from > 1) current[from - 1] = far;
    let best = from === 1 ? i : far;
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = previous[j - 1]! + (same ? 0 : 1);
      if (j < i + max && previous[j]! + 1 < cost) cost = previous[j]! + 1;
      if (current[j - 1]! + 1 < cost) cost = current[j - 1]! + 1;
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1) &&
        previous2[j - 2]! + 1 < cost
      ) {
        cost = previous2[j - 2]! + 1;
      }
      current[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > max) return far;
    const recycled = previous2;
    previous2 = previous;
    previous = current;
    current = recycled;
  }
  return previous[m]!;
}

/** How many letters two words share in the same order, whatever stands between them. O(a × b). */
export function lettersShared(a: string, b: string): number {
  const row = new Uint8Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    let diagonal = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      row[j] = a.charCodeAt(i) === b.charCodeAt(j - 1) ? diagonal + 1 : Math.max(above, row[j - 1]!);
      diagonal = above;
    }
  }
  return row[b.length]!;
}
