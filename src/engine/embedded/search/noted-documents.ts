import { putBits } from '../segment/bitmap.ts';
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
    if (noted[word] === 0) continue;
    count = putBits(noted[word]!, word << 5, list, count);
    noted[word] = 0;
  }
  return count;
}
