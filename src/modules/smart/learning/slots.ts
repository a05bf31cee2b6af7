import { createHash } from 'node:crypto';
import { hasStemmer, normalize, stem, tokenize } from '../../../text/index.ts';

/** Places that are kept of a word; of more the ones whose hashes are low, for every word the same. */
const MAX_PLACES = 64;
const SPACE = 2 ** 48;
/** Titles that differ in nothing but the two words, and what share of the rarer word's titles they are. */
const LEAST_TITLES = 3;
const LEAST_SHARE = 0.15;
/** With fewer words around it a word stands anywhere: `leather sofa` and `leather couch`. */
const LEAST_AROUND = 2;
/** A longer value is a text, not one of several to choose from. */
const MAX_VALUE_WORDS = 4;
/** Items that have a value: a single one may be a slip. */
const LEAST_ITEMS = 2;

/** Where a word was met, as hashes, and how often in each place. */
class Places {
  readonly counts = new Map<number, number>();
  below = SPACE;

  add(hash: number): void {
    if (hash >= this.below) return;
    this.counts.set(hash, (this.counts.get(hash) ?? 0) + 1);
    while (this.counts.size > MAX_PLACES) {
      this.below /= 2;
      for (const one of this.counts.keys()) if (one >= this.below) this.counts.delete(one);
    }
  }
}

/**
 * Finds alternatives in any language from how a catalogue uses words: values of one attribute (colours, sizes, materials,
 * whom it is for), siblings of a category, or words in whose places titles differ and in nothing else ("Nike Air white" and
 * "Nike Air black"). Who takes one for the other has not said that they mean the same.
 */
export class Slots {
  readonly #asked: ReadonlySet<string>;
  readonly #values = new Map<string, Places>();
  readonly #titles = new Map<string, Places>();
  readonly #locale: string;

  /**
   * `interesting`: words and phrases that will be asked about, normalised; no others are kept. `locale`: the catalogue's
   * language (BCP 47): a word is met in any of its forms, for whoever looks for `rojas` where the catalogue says `rojo`.
   */
  constructor(interesting: Iterable<string>, locale: string) {
    this.#locale = locale;
    this.#asked = new Set(Array.from(interesting, (word) => this.#form(word)));
  }

  addTitle(title: string): void {
    const words = tokenize(title).map(({ term }) => term);
    if (words.length <= LEAST_AROUND) return;
    words.forEach((word, at) => this.#placesOf(this.#titles, word)?.add(place('', words, at)));
  }

  /** A value of an attribute, or a category below another one. */
  addValue(field: string, value: string): void {
    const words = tokenize(value).map(({ term }) => term);
    if (words.length === 0 || words.length > MAX_VALUE_WORDS) return;
    if (words.length > 1) this.#placesOf(this.#values, normalize(value))?.add(place(field, [''], 0));
    words.forEach((word, at) => this.#placesOf(this.#values, word)?.add(place(field, words, at)));
  }

  areAlternatives(a: string, b: string): boolean {
    const [left, right] = [this.#form(a), this.#form(b)];
    return left !== right && (this.#shareValues(left, right) || this.#shareTitles(left, right));
  }

  /** Made when a word is met: most that shoppers mistype is in no catalogue. */
  #placesOf(kind: Map<string, Places>, phrase: string): Places | undefined {
    const form = this.#form(phrase);
    const known = kind.get(form);
    if (known || !this.#asked.has(form)) return known;
    const places = new Places();
    kind.set(form, places);
    return places;
  }

  #form(phrase: string): string {
    const root = hasStemmer(this.#locale) ? (word: string) => stem(word, this.#locale) : rootOf;
    return phrase.split(' ').map(root).join(' ');
  }

  #shareValues(a: string, b: string): boolean {
    const [left, right] = [this.#values.get(a), this.#values.get(b)];
    if (!left || !right) return false;
    for (const [hash, count] of left.counts)
      if (count >= LEAST_ITEMS && (right.counts.get(hash) ?? 0) >= LEAST_ITEMS) return true;
    return false;
  }

  #shareTitles(a: string, b: string): boolean {
    const [left, right] = [this.#titles.get(a), this.#titles.get(b)];
    if (!left || !right) return false;
    const below = Math.min(left.below, right.below);
    const of = (places: Places): number[] => [...places.counts.keys()].filter((hash) => hash < below);
    const [mine, theirs] = [of(left), of(right)];
    const shared = mine.filter((hash) => right.counts.has(hash)).length;
    return shared >= LEAST_TITLES && shared >= LEAST_SHARE * Math.min(mine.length, theirs.length);
  }
}

/**
 * For languages without a stemmer: gender and number of an adjective mostly stand in its last vowels (Polish `czarny`, `czarna`,
 * `czarne`; Czech `červený`, `červená`). Two words that it makes one are no alternatives; more is not said of them.
 */
function rootOf(word: string): string {
  return word.replace(/(?<=\p{L}{3})[aeiouy]+$/u, '');
}

/** What stands around a word, and where in it the word stood. */
function place(field: string, words: readonly string[], at: number): number {
  const around = words.map((word, n) => (n === at ? '' : word)).join(' ');
  return createHash('sha1').update(`${field}\n${around}`).digest().readUIntBE(0, 6);
}
