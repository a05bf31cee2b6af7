import { looseForm } from '../../../text/index.ts';
import type { SectionWriter } from './format.ts';
import { GrowableUint32 } from './growable.ts';
import { MAX_WORD, MIN_TWO_EDITS, MIN_WORD, looseHash } from './typo-words.ts';

/** Only the first letters are hashed: 37 entries a word at most, where whole words of 16 letters would need 137. */
export const HASHED_LETTERS = 8;
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
  const hashed = new GrowableUint32();
  let entries = 0;
  terms.forEach((term, index) => {
    // Beyond 16 million terms a segment has no typo table: none comes near it.
    if (index > TERM_MASK || !eligible(index)) return;
    hashed.push(index);
    entries += entriesOf(term);
  });
  const buckets = new Buckets(entries);
  for (const index of hashed.view()) {
    const term = terms[index]!;
    const add = (hash: number): void => buckets.add(hash, index);
    const edits = editsOf(term);
    if (edits !== 0) deletions(term, edits, add);
    const loose = looseForm(term);
    if (loose !== term) add(looseHash(loose));
  }
  buckets.write(sections);
}

/** Letters of the term that may be missing; 0 when it is nobody's neighbour. */
function editsOf({ length }: string): 0 | 1 | 2 {
  if (length < MIN_WORD || length > MAX_WORD) return 0;
  return length >= MIN_TWO_EDITS ? 2 : 1;
}

function entriesOf(term: string): number {
  const letters = Math.min(term.length, HASHED_LETTERS);
  const edits = editsOf(term);
  const deleted = edits === 0 ? 0 : 1 + letters + (edits === 2 ? (letters * (letters - 1)) / 2 : 0);
  return deleted + (looseForm(term) === term ? 0 : 1);
}

const REGION_BITS = 8;
/** Entries of a region, by turns the hash and the term; from build to build, as touching fresh memory takes longer than both. */
const regions = Array.from({ length: 2 ** REGION_BITS }, () => new GrowableUint32());
/** A region that has grown larger, as by the merge of a large shop, is not kept. */
const KEPT = 16_384;

/**
 * Sorts entries by bucket, in regions of buckets: writing each to its place in the whole table at once misses the caches
 * of the processor, which took a tenth of the time of indexing.
 */
class Buckets {
  readonly #entries: number;
  readonly #mask: number;
  readonly #shift: number;

  constructor(entries: number) {
    let bits = 4;
    while (2 ** bits * FILL < entries) bits++;
    this.#entries = entries;
    this.#mask = 2 ** bits - 1;
    this.#shift = Math.max(0, bits - REGION_BITS);
    for (const region of regions) region.length = 0;
  }

  add(hash: number, term: number): void {
    const region = regions[(hash & this.#mask) >>> this.#shift]!;
    region.push(hash);
    region.push(term);
  }

  write(sections: SectionWriter): void {
    const offsets = new Uint32Array(this.#mask + 2);
    const terms = new Uint32Array(this.#entries);
    const next = new Uint32Array(2 ** this.#shift);
    let filled = 0;
    for (let number = 0; number << this.#shift <= this.#mask; number++) {
      const entries = regions[number]!.view();
      const first = number << this.#shift;
      next.fill(0);
      for (let i = 0; i < entries.length; i += 2) next[(entries[i]! & this.#mask) - first]!++;
      for (let bucket = 0; bucket < next.length; bucket++) {
        const from = filled;
        filled += next[bucket]!;
        next[bucket] = from;
        offsets[first + bucket + 1] = filled;
      }
      for (let i = 0; i < entries.length; i += 2) {
        const hash = entries[i]!;
        terms[next[(hash & this.#mask) - first]!++] = ((hash >>> TAG_SHIFT) << TAG_SHIFT) | entries[i + 1]!;
      }
      if (entries.length > KEPT) regions[number] = new GrowableUint32();
    }
    sections.add('typos.offsets', offsets);
    sections.add('typos.terms', terms);
  }
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
