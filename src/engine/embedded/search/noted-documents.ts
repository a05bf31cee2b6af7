import { scratch } from './scratch.ts';

/**
 * Puts the documents of `scratch.noted`, ascending, to the front of a list; answers how many. None is noted any more.
 * O(noted + documents of the segment / 32).
 */
export function takeNoted(documents: number, list: Uint32Array): number {
  const { noted } = scratch;
  const words = Math.ceil(documents / 32);
  let count = 0;
  for (let word = 0; word < words; word++) {
    let rest = noted[word]!;
    if (rest === 0) continue;
    noted[word] = 0;
    const last = (word << 5) + 31;
    while (rest !== 0) {
      const lowest = rest & -rest;
      list[count++] = last - Math.clz32(lowest);
      rest ^= lowest;
    }
  }
  return count;
}
