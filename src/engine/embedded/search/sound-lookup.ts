import { editDistance, isCode, soundOf, soundingBeginnings, typoBudget } from '../../../text/index.ts';
import type { Segment } from '../segment/segment.ts';
import { TYPO } from './match-cost.ts';
import { isWord, type Variant } from './term-lookup.ts';

/** Letters at the front that must be right, apart from other spellings of the first sound. */
const RIGHT_START = 2;
/** Terms looked at for one beginning, so that the last resort of a hopeless query takes a few milliseconds at most. */
const MAX_TERMS = 3_000;
const MAX_FOUND = 8;
/** Typos it counts as at most: the costs of ten words add up. */
const MAX_TYPOS = 3;
/** Letters a word may be longer or shorter than what it sounds like. */
const LENGTHS = 3;

/** Words of the dictionary that sound like one which is near none, the nearest by letters: `hedfones` → `headphones`. */
export function soundVariants(segment: Segment, word: string): Variant[] {
  const sound = typoBudget(word) > 0 ? soundOf(word) : null;
  if (sound === null) return [];
  const most = Math.floor(word.length / 2) + 1;
  const found = new Map<number, number>();
  for (const beginning of soundingBeginnings(word)) {
    const { from, to } = segment.prefixRange(beginning.slice(0, beginning.length - word.length + RIGHT_START));
    for (let term = from; term < Math.min(to, from + MAX_TERMS); term++) {
      const text = segment.terms.at(term);
      if (Math.abs(text.length - word.length) > LENGTHS || isCode(text) || !soundsLike(sound, text)) continue;
      const distance = editDistance(word, text, most);
      if (distance > 0 && distance <= most && isWord(segment, term)) found.set(term, distance);
    }
  }
  const nearest = Math.min(...found.values());
  return [...found]
    .filter(([, distance]) => distance === nearest)
    .sort(([a], [b]) => segment.postingCount(b) - segment.postingCount(a))
    .slice(0, MAX_FOUND)
    .map(([term, distance]) => ({ from: term, to: term + 1, cost: Math.min(distance, MAX_TYPOS) * TYPO }));
}

/** As it is, or as the plural or singular of many languages. */
function soundsLike(sound: string, text: string): boolean {
  const other = soundOf(text);
  return other !== null && (other === sound || other === `${sound}s` || `${other}s` === sound);
}
