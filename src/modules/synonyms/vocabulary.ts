import { LRUCache } from 'lru-cache';
import { editDistance, isCode, looseForm, stem, typoBudget } from '../../text/index.ts';

export interface Candidate {
  word: string;
  /** Edits between the typed word and this one. */
  typos: number;
}

/** Inflections change the end of a word, seldom by more than this. */
const MAX_INFLECTION = 5;

/**
 * The distinct words with which synonyms begin or go on, and which of them a typed word may stand for. Words are scanned
 * by first letter only: an edit there costs two, so what begins otherwise is reachable by a few exact look-ups.
 */
export class Vocabulary {
  readonly #words = new Set<string>();
  readonly #byFirstLetter = new Map<string, string[]>();
  /** By all but the first letter. */
  readonly #byRest = new Map<string, string[]>();
  readonly #known = new LRUCache<string, Candidate[]>({ max: 2_000 });

  add(word: string): void {
    if (this.#words.has(word)) return;
    this.#words.add(word);
    push(this.#byFirstLetter, looseForm(word).charAt(0), word);
    push(this.#byRest, word.slice(1), word);
  }

  /** The word itself, its inflections, what it is without optional marks, and with `fuzzy` what it may be a typo of. */
  candidates(word: string, locale: string, fuzzy: boolean): readonly Candidate[] {
    const key = `${fuzzy ? 1 : 0} ${locale} ${word}`;
    const known = this.#known.get(key);
    if (known) return known;
    const found = this.#find(word, locale, fuzzy);
    this.#known.set(key, found);
    return found;
  }

  #find(word: string, locale: string, fuzzy: boolean): Candidate[] {
    const best = new Map<string, number>();
    if (this.#words.has(word)) best.set(word, 0);
    const budget = fuzzy ? typoBudget(word) : 0;
    const root = stem(word, locale);
    const beginning = shared(root, word);
    const loose = looseForm(word);
    for (const other of this.#byFirstLetter.get(loose.charAt(0)) ?? []) {
      if (best.has(other)) continue;
      const apart = Math.abs(other.length - word.length);
      if (apart <= MAX_INFLECTION && other.startsWith(beginning) && stem(other, locale) === root) best.set(other, 0);
      else if (fuzzy && looseForm(other) === loose) best.set(other, 1);
      else if (apart <= budget) offer(best, word, other, budget);
    }
    if (budget > 0) for (const other of this.#otherFirstLetters(word, budget)) offer(best, word, other, budget);
    return [...best].map(([found, typos]) => ({ word: found, typos })).sort((a, b) => a.typos - b.typos);
  }

  *#otherFirstLetters(word: string, budget: number): Iterable<string> {
    const swapped = word.charAt(1);
    for (const other of this.#byFirstLetter.get(swapped) ?? []) if (other[1] === word[0]) yield other;
    if (budget < 2) return;
    yield* this.#byRest.get(word.slice(1)) ?? [];
    yield* this.#byRest.get(word) ?? [];
    if (this.#words.has(word.slice(1))) yield word.slice(1);
  }
}

/** What the inflections of a word begin with: its stem, whose last letter may change (`berry`, `berries`). */
function shared(root: string, word: string): string {
  let length = 0;
  while (length < root.length && root[length] === word[length]) length++;
  return root.slice(0, Math.max(1, length - 1));
}

function offer(best: Map<string, number>, word: string, other: string, budget: number): void {
  if (best.has(other) || isCode(other)) return;
  const distance = editDistance(word, other, budget);
  if (distance <= budget) best.set(other, distance);
}

function push(map: Map<string, string[]>, key: string, word: string): void {
  const list = map.get(key);
  if (list) list.push(word);
  else map.set(key, [word]);
}
