import { codeParts, isCode } from '../../../text/index.ts';
import type { Segment } from '../segment/segment.ts';
import { CacheBySegment } from './cache-by-segment.ts';

export const MAX_PARTS = 4;
const MAX_SPLITS = 4;
/** One of two parts has so many letters. */
const LONG_PART = 3;

type Split = readonly number[];
const NONE: readonly Split[] = [];
/** A word's beginnings and ends are some ten look-ups, which push out what else was looked up. */
const known = new CacheBySegment<readonly Split[]>(1_000);

/** Terms that a word may be made of, likeliest first: the rarer half decides how telling a split is. */
export function splits(segment: Segment, word: string): readonly Split[] {
  const cache = known.of(segment);
  let found = cache.get(word);
  if (!found) cache.set(word, (found = isCode(word) ? codeSplit(segment, word) : wordSplits(segment, word)));
  return found;
}

function codeSplit(segment: Segment, word: string): readonly Split[] {
  const parts = codeParts(word);
  if (parts.length < 2 || parts.length > MAX_PARTS) return NONE;
  const terms = parts.map((part) => segment.termOf(part));
  return terms.every((term) => term >= 0) ? [terms] : NONE;
}

function wordSplits(segment: Segment, word: string): readonly Split[] {
  const found: { terms: Split; rarer: number }[] = [];
  for (let at = 1; at < word.length; at++) {
    if (Math.max(at, word.length - at) < LONG_PART) continue;
    const left = segment.termOfKey(Buffer.from(word.slice(0, at)));
    const right = left < 0 ? -1 : segment.termOfKey(Buffer.from(word.slice(at)));
    if (right < 0) continue;
    found.push({ terms: [left, right], rarer: Math.min(segment.postingCount(left), segment.postingCount(right)) });
  }
  return found
    .sort((a, b) => b.rarer - a.rarer)
    .slice(0, MAX_SPLITS)
    .map(({ terms }) => terms);
}
