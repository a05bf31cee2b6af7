import { editDistance, soundOf, soundingBeginnings, typoBudget } from '../../../text/index.ts';
import type { Segment } from '../segment/segment.ts';
import { kept } from './kept.ts';
import { TYPO } from './match-cost.ts';
import type { Steps } from './turns.ts';
import { inAll, isWord, type Meant } from './typo-lookup.ts';

/** Letters at the front that must be right, apart from other spellings of the first sound. */
const RIGHT_START = 2;
/** Terms looked at for one beginning, so that the last resort of a hopeless query takes a few milliseconds at most. */
const MAX_TERMS = 3_000;
const MAX_FOUND = 8;
/** Typos it counts as at most: the costs of ten words add up. */
const MAX_TYPOS = 3;
/** Letters a word may be longer or shorter than what it sounds like. */
const LENGTHS = 3;

/** Words of the catalogue that sound like one which is near none, the nearest by letters: `hedfones` → `headphones`. */
export function* soundingWords(segments: readonly Segment[], word: string): Steps<readonly Meant[]> {
  const sound = typoBudget(word) > 0 ? soundOf(word) : null;
  if (sound === null) return [];
  const found: { word: string; distance: number; postings: number }[] = [];
  for (const segment of segments) {
    yield;
    for (const [term, distance] of soundingLike(segment, word, sound))
      found.push({ word: segment.terms.at(term), distance, postings: segment.postingCount(term) });
  }
  const nearest = found.reduce((least, { distance }) => Math.min(least, distance), Infinity);
  const cost = Math.min(nearest, MAX_TYPOS) * TYPO;
  return inAll([found.filter(({ distance }) => distance === nearest).map((one) => ({ ...one, cost }))]).slice(
    0,
    MAX_FOUND,
  );
}

/** Terms that sound so, with their distance by letters. */
function soundingLike(segment: Segment, word: string, sound: string): Map<number, number> {
  const most = Math.floor(word.length / 2) + 1;
  const known = soundsOf(segment);
  const alike = new Set([sound, `${sound}s`, sound.replace(/s$/, '')].map(hashOf));
  const found = new Map<number, number>();
  for (const beginning of soundingBeginnings(word)) {
    const { from, to } = segment.prefixRange(beginning.slice(0, beginning.length - word.length + RIGHT_START));
    for (let term = from; term < Math.min(to, from + MAX_TERMS); term++) {
      if (!alike.has(known[term]! || learn(segment, known, term))) continue;
      const text = segment.terms.at(term);
      if (Math.abs(text.length - word.length) > LENGTHS || !soundsLike(sound, text)) continue;
      const distance = editDistance(word, text, most);
      if (distance > 0 && distance <= most && isWord(segment, term)) found.set(term, distance);
    }
  }
  return found;
}

/** What terms sound like, hashed, by term: worked out when a term is first looked at, 0 until then. */
function soundsOf(segment: Segment): Uint32Array {
  return kept(
    segment,
    'sounds',
    () => new Uint32Array(segment.terms.length),
    ({ byteLength }) => byteLength,
  );
}

function learn(segment: Segment, known: Uint32Array, term: number): number {
  return (known[term] = hashOf(soundOf(segment.terms.at(term)) ?? ''));
}

/** FNV-1a; never 0. */
function hashOf(sound: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sound.length; at++) hash = Math.imul(hash ^ sound.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}

/** As it is, or as the plural or singular of many languages. */
function soundsLike(sound: string, text: string): boolean {
  const other = soundOf(text);
  return other !== null && (other === sound || other === `${sound}s` || `${other}s` === sound);
}
