import { normalize, tokenize } from '../../../text/index.ts';
import { Slots } from './slots.ts';
import type { CatalogueVocabulary } from './scoring-context.ts';

/** What an item says about words. */
export interface ItemText {
  title: string;
  brand: string | null;
  /** Categories and tags. */
  labels: readonly string[];
  /** Values among which items differ: of an attribute, or categories below the same one. */
  values?: readonly { field: string; value: string }[];
}

/** Distinct words that are counted; of a larger vocabulary the first ones met, which are its common ones. */
const MAX_WORDS = 500_000;
/** Pairs of neighbours that are counted, and the letters that they have together at most. */
const MAX_PHRASES = 300_000;
const MAX_PHRASE = 24;
/** Words of company that are kept of a word, and pairs of which it is kept: of more, the first ones. */
const MAX_COMPANY = 128;
const MAX_COMPANY_PAIRS = 5_000;
/** Words of one item that count. */
const MAX_ITEM_WORDS = 40;

/** Two queries, normalised, about whose words the catalogue will be asked. */
export interface AskedPair {
  failed: string;
  rescue: string;
}

/**
 * Counts words of a catalogue as its items go by. What is asked about two words (`together`, `similarity`, `areAlternatives`)
 * is kept for the words of `asked` alone, so that memory is bounded by the pairs and not by the items.
 */
export class VocabularyBuilder implements CatalogueVocabulary {
  items = 0;
  readonly #frequencies = new Map<string, number>();
  readonly #phrases = new Map<string, number>();
  readonly #brands = new Map<string, string>();
  readonly #company = new Map<string, Map<string, number>>();
  /** Of a word of one side and one of the other: items with both, each of them: rough counts lose some. */
  readonly #together = new Map<string, Map<string, number>>();
  readonly #norms = new Map<string, number>();
  readonly #slots: Slots;

  /** `asked`: the most rescued first. `locale`: BCP 47, the catalogue's language. */
  constructor(asked: readonly AskedPair[] = [], locale = 'en') {
    const phrases = new Set<string>();
    for (const [n, { failed, rescue }] of asked.entries()) {
      const [from, to] = [failed.split(' '), rescue.split(' ')];
      for (const phrase of [failed, rescue, ...from, ...to]) {
        phrases.add(phrase);
        if (n < MAX_COMPANY_PAIRS) this.#company.set(phrase, new Map());
      }
      for (const a of from) for (const b of to) if (a !== b) this.#ask(a, b);
    }
    this.#slots = new Slots(phrases, locale);
  }

  add({ title, brand, labels, values = [] }: ItemText): void {
    this.items++;
    this.#slots.addTitle(title);
    for (const { field, value } of values) this.#slots.addValue(field, value);
    const words = new Set<string>();
    for (const text of [title, brand ?? '', ...labels]) {
      for (const { term } of tokenize(text)) if (words.size < MAX_ITEM_WORDS) words.add(term);
    }
    for (const word of words) this.#count(word);
    this.#countNeighbours(title);
    for (const word of words) {
      const company = this.#company.get(word);
      if (company) for (const other of words) if (other !== word) keepCompany(company, other);
      const together = this.#together.get(word);
      if (together) countKnown(together, words);
    }
    const name = brand === null ? '' : normalize(brand);
    if (name !== '' && !this.#brands.has(name)) this.#brands.set(name, brand!.trim());
  }

  frequency(word: string): number {
    return this.#frequencies.get(word) ?? 0;
  }

  isBrand(phrase: string): boolean {
    return this.#brands.has(phrase);
  }

  together(a: string, b: string): number {
    return this.#together.get(a)?.get(b) ?? this.#together.get(b)?.get(a) ?? 0;
  }

  /** Cosine of the two words' company, a word of it weighing by how rare it is (Salton 1975). */
  similarity(a: string, b: string): number {
    const [left, right] = [this.#company.get(a), this.#company.get(b)];
    if (!left || !right || left.size === 0 || right.size === 0) return 0;
    let dot = 0;
    for (const [word, count] of left) {
      const other = right.get(word);
      if (other) dot += this.#weight(word, count) * this.#weight(word, other);
    }
    return dot === 0 ? 0 : dot / (this.#norm(a, left) * this.#norm(b, right));
  }

  areAlternatives(a: string, b: string): boolean {
    return this.#slots.areAlternatives(a, b);
  }

  words(): Iterable<[string, number]> {
    return this.#frequencies;
  }

  phrases(): Iterable<[string, number]> {
    return this.#phrases;
  }

  brands(): ReadonlyMap<string, string> {
    return this.#brands;
  }

  #ask(a: string, b: string): void {
    const others = this.#together.get(a);
    if (others) others.set(b, 0);
    else this.#together.set(a, new Map([[b, 0]]));
  }

  #countNeighbours(title: string): void {
    const terms = tokenize(title);
    const seen = new Set<string>();
    for (let at = 1; at < Math.min(terms.length, MAX_ITEM_WORDS); at++) {
      const phrase = `${terms[at - 1]!.term} ${terms[at]!.term}`;
      // What is written with a hyphen is found in all its forms as it is.
      if (terms[at]!.joinsPrevious || phrase.length > MAX_PHRASE || seen.has(phrase)) continue;
      seen.add(phrase);
      const known = this.#phrases.get(phrase);
      if (known !== undefined) this.#phrases.set(phrase, known + 1);
      else if (this.#phrases.size < MAX_PHRASES) this.#phrases.set(phrase, 1);
    }
  }

  #count(word: string): void {
    const known = this.#frequencies.get(word);
    if (known !== undefined) this.#frequencies.set(word, known + 1);
    else if (this.#frequencies.size < MAX_WORDS) this.#frequencies.set(word, 1);
  }

  #weight(word: string, count: number): number {
    return Math.log1p(count) * Math.log((this.items + 1) / (this.frequency(word) + 0.5));
  }

  #norm(word: string, company: Map<string, number>): number {
    let norm = this.#norms.get(word);
    if (norm === undefined) {
      norm = Math.sqrt([...company].reduce((sum, [other, count]) => sum + this.#weight(other, count) ** 2, 0));
      this.#norms.set(word, norm);
    }
    return norm;
  }
}

/** Adds one to those of the counts whose word is among these. */
function countKnown(counts: Map<string, number>, words: ReadonlySet<string>): void {
  for (const word of words) {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
  }
}

/** When full, all counts fall by one and what reaches none makes room (Misra and Gries 1982): the frequent words stay. */
function keepCompany(company: Map<string, number>, word: string): void {
  const known = company.get(word);
  if (known !== undefined) company.set(word, known + 1);
  else if (company.size < MAX_COMPANY) company.set(word, 1);
  else
    for (const [other, count] of company)
      if (count > 1) company.set(other, count - 1);
      else company.delete(other);
}
