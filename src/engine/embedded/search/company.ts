import type { Segment } from '../segment/segment.ts';

/** Fewer titles do not show what is usual. */
const MIN_TITLES = 30;
/** What fewer of them say is not usual. */
const MIN_SHARE = 0.05;

/** The company of a word: other words of its titles, and the share of those titles that has each. */
export class Company {
  readonly #shares: ReadonlyMap<string, number>;
  /** The same by term of a segment, worked out once: titles are kept as terms. */
  readonly #byTerm = new WeakMap<Segment, ReadonlyMap<number, number>>();

  constructor(shares: ReadonlyMap<string, number>) {
    this.#shares = shares;
  }

  /** Of the titles counted: how many have each word, and how many they are. */
  static of(word: string, counts: ReadonlyMap<string, number>, titles: number): Company {
    const shares = new Map<string, number>();
    if (titles < MIN_TITLES) return new Company(shares);
    for (const [other, times] of counts) {
      if (other !== word && times >= MIN_SHARE * titles) shares.set(other, times / titles);
    }
    return new Company(shares);
  }

  /**
   * How usual a document's title is among those with the word, from 0 to 1: the mean share of its words. A toy mouse keeps
   * other company than the computer mice that a shop has many of. Answers a function of the document, O(title); null when
   * too few titles have the word.
   */
  usualness(segment: Segment): ((document: number) => number) | null {
    if (this.#shares.size === 0) return null;
    const shares = this.#sharesIn(segment);
    const { titleOffsets, titleTerms } = segment;
    return (document) => {
      const start = titleOffsets[document]!;
      const end = titleOffsets[document + 1]!;
      let sum = 0;
      for (let at = start; at < end; at++) sum += shares.get(titleTerms[at]!) ?? 0;
      return end > start ? sum / (end - start) : 0;
    };
  }

  #sharesIn(segment: Segment): ReadonlyMap<number, number> {
    let shares = this.#byTerm.get(segment);
    if (!shares) {
      shares = new Map(Array.from(this.#shares, ([word, share]) => [segment.termOfKey(Buffer.from(word)), share]));
      this.#byTerm.set(segment, shares);
    }
    return shares;
  }
}

export const NO_COMPANY = new Company(new Map());

/** Counts the words of one title, each once. */
export function addCompany(counts: Map<string, number>, title: readonly string[]): void {
  for (const word of new Set(title)) counts.set(word, (counts.get(word) ?? 0) + 1);
}

/** The same by the terms of segments: most words are too rare to be ever spelled. */
export class CompanyCounts {
  readonly #bySegment = new Map<Segment, { counts: Map<number, number>; titles: number }>();

  add(segment: Segment, title: Uint32Array): void {
    let own = this.#bySegment.get(segment);
    if (!own) this.#bySegment.set(segment, (own = { counts: new Map(), titles: 0 }));
    own.titles++;
    for (let at = 0; at < title.length; at++) {
      const term = title[at]!;
      if (title.indexOf(term) === at) own.counts.set(term, (own.counts.get(term) ?? 0) + 1);
    }
  }

  /**
   * What is usual in all segments together is so in one of them at least; only such words are looked up in the others.
   * O(usual words × segments × log terms).
   */
  of(word: string): Company {
    const segments = [...this.#bySegment];
    const titles = segments.reduce((sum, [, own]) => sum + own.titles, 0);
    if (titles < MIN_TITLES) return NO_COMPANY;
    const times = new Map<string, number>();
    for (const [segment, own] of segments) {
      for (const [term, count] of own.counts) {
        if (count < MIN_SHARE * own.titles) continue;
        const other = segment.terms.at(term);
        if (times.has(other)) continue;
        const key = segment.terms.keyAt(term);
        let all = 0;
        for (const [one, { counts }] of segments) {
          all += one === segment ? count : (counts.get(one.termOfKey(key)) ?? 0);
        }
        times.set(other, all);
      }
    }
    return Company.of(word, times, titles);
  }
}
