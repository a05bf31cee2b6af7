import type { FacetRequest, SearchQuery } from '../../src/engine/port/index.ts';
import { UNSOLD } from './lexicon.ts';
import { misspelling } from './misspelling.ts';
import type { Random } from './random.ts';
import type { Survey } from './survey.ts';
import { madeUp } from './vocabulary.ts';

export interface BenchQuery {
  query: SearchQuery;
  /** The product that was meant, where the class has one. */
  wanted: string | null;
}

/** Words that more than this share of the documents have are broad. */
const BROAD = 0.1;
/** So many titles at most match the query as it was meant: the one that was meant can always be in the top 20. */
const MOST_MEANT = 10;
const FACETS: FacetRequest[] = ['brand', 'categories'].map((field) => ({ field, maxValues: 20, filter: null }));

/** Queries of each class. All are as a search box sends them: the last word may go on. */
export function queryClasses(random: Random, survey: Survey, count: number): Map<string, BenchQuery[]> {
  const heads = survey.heads(BROAD);
  const unsold = UNSOLD.filter((word) => !survey.has(word));
  const prices = survey.prices.toSorted((a, b) => a - b);
  const classes: [string, () => BenchQuery | null][] = [
    ['one word', () => fromTitle(1)],
    ['2 or 3 words', () => fromTitle(2 + random.below(2))],
    ['prefix', prefix],
    ['one typo', () => misspelled(5, 1)],
    ['two typos', () => misspelled(8, 2)],
    ['not sold', notSold],
    ['broad', () => ask([random.pick(heads)])],
    ['broad + facets', () => ask([random.pick(heads)], { facets: FACETS })],
    ['price filter', filtered],
    ['sort by price', sorted],
  ];
  return new Map(classes.map(([name, make]) => [name, some(count, make)]));

  function fromTitle(words: number): BenchQuery | null {
    const at = random.below(survey.titles.length);
    const chosen = inOrder(survey.askable(at), words);
    return chosen && ask(chosen, {}, survey.ids[at]);
  }

  function prefix(): BenchQuery | null {
    const at = random.below(survey.titles.length);
    const chosen = inOrder(survey.askable(at), 1 + random.below(3));
    const last = chosen?.at(-1);
    if (!chosen || !last || last.length < 4) return null;
    const typed = last.slice(0, 2 + random.below(last.length - 2));
    return ask([...chosen.slice(0, -1), typed], {}, survey.ids[at]);
  }

  /** Two or three words of a title, one of them misspelled, wherever it stands. */
  function misspelled(letters: number, edits: number): BenchQuery | null {
    const at = random.below(survey.titles.length);
    const chosen = inOrder(survey.askable(at), 2 + random.below(2));
    const long = chosen?.filter((word) => word.length >= letters && !/\d/.test(word)) ?? [];
    if (!chosen || long.length === 0 || survey.titlesWith(chosen) > MOST_MEANT) return null;
    const meant = random.pick(long);
    const typed = misspelling(random, meant, edits);
    if (typed === null || survey.has(typed)) return null;
    return ask(
      chosen.map((word) => (word === meant ? typed : word)),
      {},
      survey.ids[at],
    );
  }

  function notSold(): BenchQuery | null {
    const word = random.next() < 0.6 ? random.pick(unsold) : madeUp(random, 2, 5, new Set());
    if (survey.has(word)) return null;
    const beside = random.next() < 0.4 ? inOrder(survey.askable(random.below(survey.titles.length)), 1) : [];
    return beside && ask([word, ...beside]);
  }

  function filtered(): BenchQuery {
    const at = random.below(survey.titles.length);
    const words = [survey.things[at]!];
    if (random.next() < 0.5) words.push(random.pick(survey.colours));
    return ask(words, { filter: { kind: 'range', field: 'price', ...priceBand() }, facets: FACETS });
  }

  /** From one to four tenths of the catalogue. */
  function priceBand(): { gte: number; lte: number } {
    const from = random.next() * 0.6;
    const to = from + 0.1 + random.next() * 0.3;
    const at = (share: number): number => prices[Math.floor(share * (prices.length - 1))]!;
    return { gte: at(from), lte: at(to) };
  }

  function sorted(): BenchQuery {
    const word = random.next() < 0.5 ? random.pick(heads) : random.pick(survey.things);
    return ask([word], { sort: { by: 'field', field: 'price', direction: 'asc' } });
  }

  /** So many of the words, in the order in which they stand. Null when there are not as many. */
  function inOrder(words: readonly string[], many: number): string[] | null {
    if (words.length < many) return null;
    const left = new Set(words);
    while (left.size > many) left.delete(random.pick(words));
    return [...left];
  }
}

function some(count: number, make: () => BenchQuery | null): BenchQuery[] {
  const made: BenchQuery[] = [];
  while (made.length < count) {
    const query = make();
    if (query) made.push(query);
  }
  return made;
}

function ask(words: readonly string[], more: Partial<SearchQuery> = {}, wanted: string | null = null): BenchQuery {
  return {
    wanted,
    query: {
      text: { words, lastIsPrefix: true, alternatives: [], locale: 'en', typoTolerance: true, searchableFields: null },
      filter: null,
      facets: [],
      sort: { by: 'relevance' },
      offset: 0,
      limit: 20,
      boosts: [],
      pins: [],
      hidden: [],
      behaviour: [],
      explain: false,
      ...more,
    },
  };
}
