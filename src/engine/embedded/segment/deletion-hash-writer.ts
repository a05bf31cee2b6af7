import { isCode, looseForm } from '../../../text/index.ts';
import type { SectionWriter } from './format.ts';
import { GrowableUint32 } from './growable.ts';

/** Only the first letters are hashed: 37 entries a word at most, where whole words of 16 letters would need 137. */
export const HASHED_LETTERS = 8;
/** Shorter words are never the neighbour of a word of 5 letters. */
const MIN_WORD = 4;
/** From here a word may be the neighbour of one that was typed with 9 letters or more, which may have two edits. */
const MIN_TWO_EDITS = 7;
const MAX_WORD = 40;
/** Words a bucket on average: each costs a comparison of tags, each bucket four bytes. */
const FILL = 6;
/** An entry is the term and, above it, the hash's high bits: what only shares the bucket is passed over unread. */
export const TAG_SHIFT = 24;
export const TERM_MASK = 2 ** TAG_SHIFT - 1;

/**
 * Symmetric deletion (Garbe, SymSpell): two words within k edits share a string reached by at most k deletions in each.
 * The table maps hashes of those strings to terms; a hit is verified by its real distance. O(1) look-ups a query word,
 * whatever the size of the dictionary.
 */
export function writeDeletionHash(
  sections: SectionWriter,
  terms: readonly string[],
  eligible: (term: number) => boolean,
): void {
  const hashes = new GrowableUint32();
  const owners = new GrowableUint32();
  terms.forEach((term, index) => {
    // Beyond 16 million terms a segment has no typo table: none comes near it.
    if (index > TERM_MASK || !eligible(index) || isCode(term)) return;
    const add = (hash: number): void => {
      hashes.push(hash);
      owners.push(index);
    };
    if (term.length >= MIN_WORD && term.length <= MAX_WORD) {
      deletions(term, term.length >= MIN_TWO_EDITS ? 2 : 1, add);
    }
    const loose = looseForm(term);
    if (loose !== term) add(looseHash(loose));
  });
  writeBuckets(sections, hashes.view(), owners.view());
}

function writeBuckets(sections: SectionWriter, hashes: Uint32Array, owners: Uint32Array): void {
  let bits = 4;
  while (2 ** bits * FILL < hashes.length) bits++;
  const mask = 2 ** bits - 1;
  const offsets = new Uint32Array(mask + 2);
  for (const hash of hashes) offsets[(hash & mask) + 1]!++;
  for (let i = 0; i <= mask; i++) offsets[i + 1]! += offsets[i]!;
  const next = offsets.slice();
  const terms = new Uint32Array(hashes.length);
  for (let i = 0; i < hashes.length; i++) {
    terms[next[hashes[i]! & mask]!++] = ((hashes[i]! >>> TAG_SHIFT) << TAG_SHIFT) | owners[i]!;
  }
  sections.add('typos.offsets', offsets);
  sections.add('typos.terms', terms);
}

/** Hashes of a word's first letters with none, one, or up to two of them left out; what stands before those is shared. */
export function deletions(word: string, edits: 1 | 2, each: (hash: number) => void): void {
  const length = Math.min(word.length, HASHED_LETTERS);
  for (let i = 0; i < length; i++) letters[i] = word.charCodeAt(i);
  each(hashOfRest(SEED, 0, length));
  let before = SEED;
  for (let i = 0; i < length; i++) {
    each(hashOfRest(before, i + 1, length));
    if (edits === 2) {
      let between = before;
      for (let j = i + 1; j < length; j++) {
        each(hashOfRest(between, j + 1, length));
        between = mix(between, letters[j]!);
      }
    }
    before = mix(before, letters[i]!);
  }
}

const letters = new Uint16Array(HASHED_LETTERS);

/** FNV-1a (Fowler, Noll, Vo) over UTF-16 units. */
const SEED = 0x811c9dc5 | 0;

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** Goes on with `hash` over the letters from `from` on. The high bits are folded in because buckets take the low ones. */
function hashOfRest(hash: number, from: number, length: number): number {
  let rest = hash;
  for (let i = from; i < length; i++) rest = mix(rest, letters[i]!);
  return (rest ^ (rest >>> 15)) >>> 0;
}

/** Loose forms are hashed whole and apart from deletions. */
export function looseHash(loose: string): number {
  let hash = 0x2f0b4c47;
  for (let i = 0; i < loose.length; i++) hash = Math.imul(hash ^ loose.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
