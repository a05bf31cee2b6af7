import type { CatalogDocument } from '../../src/engine/port/index.ts';
import { STOP_WORDS } from './lexicon.ts';

const stopWords = new Set(STOP_WORDS);

/** What a catalogue's words are and where they stand: queries are made by it, none of them by an engine. */
export class Survey {
  readonly ids: string[] = [];
  readonly titles: string[][] = [];
  /** What each product is: the last word of its category. */
  readonly things: string[] = [];
  readonly colours: string[] = [];
  readonly prices: number[] = [];
  readonly #titlesWith = new Map<string, number[]>();
  readonly #documentsWith = new Map<string, number>();

  add({ id, title, description, categories, price, attributes }: CatalogDocument): void {
    const at = this.titles.length;
    const words = [...new Set(wordsOf(title))];
    const category = wordsOf(categories![0]!);
    const colour = String(attributes!.colour);
    this.ids.push(id);
    this.titles.push(words);
    this.things.push(category.at(-1)!);
    this.colours.push(wordsOf(colour)[0]!);
    this.prices.push(price!);
    for (const word of words) {
      const places = this.#titlesWith.get(word);
      if (places) places.push(at);
      else this.#titlesWith.set(word, [at]);
    }
    const text = `${description} ${colour} ${String(attributes!.material)}`;
    for (const word of new Set([...words, ...category, ...wordsOf(text)])) {
      this.#documentsWith.set(word, (this.#documentsWith.get(word) ?? 0) + 1);
    }
  }

  /** Words of a title that somebody would ask for. */
  askable(at: number): string[] {
    return this.titles[at]!.filter((word) => word.length >= 3 && !stopWords.has(word));
  }

  has(word: string): boolean {
    return this.#documentsWith.has(word);
  }

  /** How many titles have all of the words. */
  titlesWith(words: readonly string[]): number {
    const [rarest, ...others] = words
      .map((word) => this.#titlesWith.get(word) ?? [])
      .sort((a, b) => a.length - b.length);
    const sets = others.map((places) => (places.length > rarest!.length * 50 ? null : new Set(places)));
    return rarest!.filter((at) => sets.every((set, i) => (set ? set.has(at) : includesSorted(others[i]!, at)))).length;
  }

  /** Words that more than a share of the documents have, stop words aside. */
  heads(share: number): string[] {
    return [...this.#documentsWith]
      .filter(([word, count]) => count > share * this.titles.length && word.length >= 3 && !stopWords.has(word))
      .sort(([, a], [, b]) => b - a)
      .map(([word]) => word);
  }

  get distinctWords(): number {
    return this.#documentsWith.size;
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function includesSorted(places: readonly number[], wanted: number): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return places[low] === wanted;
}
