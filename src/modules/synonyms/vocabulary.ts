import { GenerationCache } from '../../kernel/generation-cache.ts';
import { editDistance, isCode, looseForm, stem, typoBudget } from '../../text/index.ts';

export interface Candidate {
  word: string;
  /** Edits between the typed word and this one. */
  typos: number;
}

/** Inflections change the end of a word, seldom by more than this. */
const MAX_INFLECTION = 5;
/** Letters that all inflections of a word share. */
const START = 2;

/**
 * The distinct words with which synonyms begin or go on, and which of them a typed word may stand for. Each way to differ
 * has a map of its own, so that a look-up reads some hundred words of a hundred thousand.
 */
export class Vocabulary {
  readonly #words = new Set<string>();
  readonly #byStart = new Map<string, string[]>();
  readonly #byLoose = new Map<string, string[]>();
  /** An edit in the first letter costs two: what begins otherwise is reachable by a few exact look-ups. */
  readonly #byLetterAndLength = new Map<string, string[]>();
  /** By all but the first letter. */
  readonly #byRest = new Map<string, string[]>();
  readonly #known = new GenerationCache<Candidate[]>(1_000);

  add(word: string): void {
    if (this.#words.has(word)) return;
    this.#words.add(word);
    push(this.#byStart, word.slice(0, START), word);
    push(this.#byLoose, looseForm(word), word);
    if (isCode(word)) return;
    push(this.#byLetterAndLength, word.charAt(0) + word.length, word);
    push(this.#byRest, word.slice(1), word);
  }

  /** The word itself, its inflections, and with `fuzzy` what it is without optional marks or may be a typo of. */
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
    const alike = this.#byStart.get(word.slice(0, START));
    if (alike) {
      const root = stem(word, locale);
      const beginning = shared(root, word);
      for (const other of alike) {
        if (best.has(other) || Math.abs(other.length - word.length) > MAX_INFLECTION) continue;
        if (other.startsWith(beginning) && stem(other, locale) === root) best.set(other, 0);
      }
    }
    if (fuzzy) {
      for (const other of this.#byLoose.get(looseForm(word)) ?? []) if (!best.has(other)) best.set(other, 1);
      const budget = typoBudget(word);
      if (budget > 0) for (const other of this.#near(word, budget)) offer(best, word, other, budget);
    }
    return [...best].map(([found, typos]) => ({ word: found, typos })).sort((a, b) => a.typos - b.typos);
  }

  *#near(word: string, budget: number): Iterable<string> {
    for (let length = word.length - budget; length <= word.length + budget; length++) {
      yield* this.#byLetterAndLength.get(word.charAt(0) + length) ?? [];
    }
    const swapped = word.charAt(1) + word.length;
    for (const other of this.#byLetterAndLength.get(swapped) ?? []) if (other[1] === word[0]) yield other;
    if (budget < 2) return;
    yield* this.#byRest.get(word.slice(1)) ?? [];
    yield* this.#byRest.get(word) ?? [];
    const without = word.slice(1);
    if (this.#words.has(without) && !isCode(without)) yield without;
  }
}

/** What the inflections of a word begin with: its stem, whose last letter may change (`berry`, `berries`). */
function shared(root: string, word: string): string {
  let length = 0;
  while (length < root.length && root[length] === word[length]) length++;
  return root.slice(0, Math.max(1, length - 1));
}

function offer(best: Map<string, number>, word: string, other: string, budget: number): void {
  if (best.has(other)) return;
  const distance = editDistance(word, other, budget);
  if (distance <= budget) best.set(other, distance);
}

function push(map: Map<string, string[]>, key: string, word: string): void {
  const list = map.get(key);
  if (list) list.push(word);
  else map.set(key, [word]);
}
