import { foldedLetter } from '../../../text/index.ts';
import { GrowableUint32 } from './growable.ts';

/** A power of two; doubled when half of it is taken. */
const FIRST_SLOTS = 1_024;

/**
 * Numbers for terms, from 0 in order of first use: an open-addressing table. Beside a `Map` it finds a word by its letters
 * where they stand in a text, without a string being cut out, folded and hashed first.
 */
export class TermTable {
  /** By number. */
  readonly terms: string[] = [];
  readonly #hashes = new GrowableUint32(FIRST_SLOTS);
  /** Number of the term plus one, 0 for a free slot. */
  #slots = new Uint32Array(FIRST_SLOTS);

  numberOf(term: string): number {
    let hash = SEED;
    for (let i = 0; i < term.length; i++) hash = mix(hash, term.charCodeAt(i));
    const slots = this.#slots;
    for (let at = slotOf(hash, slots); ; at = (at + 1) & (slots.length - 1)) {
      const number = slots[at]! - 1;
      if (number < 0) return this.#add(at, hash, term);
      if (this.#hashes.array[number] === hash >>> 0 && this.terms[number] === term) return number;
    }
  }

  /** The same for a word of ASCII letters in either case, which `text` has from `start` to `end`. */
  numberOfLetters(text: string, start: number, end: number): number {
    let hash = SEED;
    for (let i = start; i < end; i++) hash = mix(hash, foldedLetter(text.charCodeAt(i)));
    const slots = this.#slots;
    for (let at = slotOf(hash, slots); ; at = (at + 1) & (slots.length - 1)) {
      const number = slots[at]! - 1;
      if (number < 0) return this.#add(at, hash, text.slice(start, end).toLowerCase());
      if (this.#hashes.array[number] === hash >>> 0 && hasLetters(this.terms[number]!, text, start, end)) return number;
    }
  }

  #add(slot: number, hash: number, term: string): number {
    const number = this.terms.length;
    this.terms.push(term);
    this.#hashes.push(hash);
    this.#slots[slot] = number + 1;
    if (this.terms.length * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.terms.length; number++) {
      let at = slotOf(this.#hashes.array[number]!, slots);
      while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
      slots[at] = number + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a (Fowler, Noll, Vo) over UTF-16 units. */
const SEED = 0x811c9dc5 | 0;

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The high bits are folded in: slots take the low ones. */
function slotOf(hash: number, slots: Uint32Array): number {
  return (hash ^ (hash >>> 15)) & (slots.length - 1);
}

function hasLetters(term: string, text: string, start: number, end: number): boolean {
  if (term.length !== end - start) return false;
  for (let i = 0; i < term.length; i++) {
    if (term.charCodeAt(i) !== foldedLetter(text.charCodeAt(start + i))) return false;
  }
  return true;
}
