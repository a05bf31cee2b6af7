import type { CatalogDocument } from '../../src/engine/port/index.ts';
import { isCode, normalizeQuery } from '../../src/text/index.ts';

/** So many products at most may match a query as it was meant: then the one that was meant can be in the top 20. */
const MOST_MEANT = 10;

/** Titles of a catalogue as words, with the titles that have each word. */
export class Titles {
  readonly words: readonly (readonly string[])[];
  readonly ids: readonly string[];
  readonly #titles = new Map<string, Set<number>>();

  constructor(documents: readonly CatalogDocument[]) {
    this.ids = documents.map(({ id }) => id);
    this.words = documents.map(({ title }) => normalizeQuery(title).words);
    this.words.forEach((words, title) => {
      for (const word of words) {
        const titles = this.#titles.get(word);
        if (titles) titles.add(title);
        else this.#titles.set(word, new Set([title]));
      }
    });
  }

  has(word: string): boolean {
    return this.#titles.has(word);
  }

  with(word: string): readonly number[] {
    return [...(this.#titles.get(word) ?? [])];
  }

  /** Words that are no codes, at least `letters` long. */
  vocabulary(letters: number): string[] {
    return [...this.#titles.keys()].filter((word) => word.length >= letters && !isCode(word));
  }

  isSelective(words: readonly string[]): boolean {
    const [first, ...rest] = words.map((word) => this.#titles.get(word) ?? new Set<number>());
    const meant = rest.reduce((both, titles) => both.intersection(titles), first!);
    return meant.size > 0 && meant.size <= MOST_MEANT;
  }
}
