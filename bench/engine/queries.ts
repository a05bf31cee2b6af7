import type { SearchQuery } from '../../src/engine/port/index.ts';
import { normalizeQuery } from '../../src/text/index.ts';
import type { Vocabulary } from './catalogue.ts';
import type { Random } from './random.ts';

export interface BenchQuery {
  query: SearchQuery;
  /** The product that was meant, where the class has one. */
  wanted: string | null;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Queries of each class, made from titles of the catalogue. */
export function queryClasses(
  random: Random,
  words: Vocabulary,
  titles: readonly { id: string; title: string }[],
  count: number,
): Map<string, BenchQuery[]> {
  const title = (): Title => {
    const { id, title } = random.pick(titles);
    return { id, words: normalizeQuery(title).words };
  };
  const some = (make: () => BenchQuery): BenchQuery[] => Array.from({ length: count }, make);
  const meant = meantBy(titles);
  const heads = words.types.slice(0, 12);
  const brand = { field: 'brand', maxValues: 20, filter: null };
  const categories = { field: 'categories', maxValues: 20, filter: null };
  return new Map([
    ['exact1', some(() => plain([random.pick(title().words)]))],
    ['exact23', some(() => plain(distinct(random, title().words, 2 + random.below(2))))],
    ['prefix', some(() => prefix(random, title().words))],
    ['typo1', some(() => misspelled(random, title, meant, 5, 1))],
    ['typo2', some(() => misspelled(random, title, meant, 9, 2))],
    ['broad', some(() => plain([random.pick(heads)], { facets: [] }))],
    ['broad + facets', some(() => plain([random.pick(heads)], { facets: [brand, categories] }))],
    [
      'filtered',
      some(() => plain([random.pick(title().words)], { filter: { kind: 'range', field: 'price', gte: 50, lte: 300 } })),
    ],
    [
      'sorted',
      some(() =>
        plain([random.pick(random.below(2) ? heads : title().words)], {
          sort: { by: 'field', field: 'price', direction: 'asc' },
        }),
      ),
    ],
  ]);
}

function plain(words: readonly string[], more: Partial<SearchQuery> = {}, lastIsPrefix = false): BenchQuery {
  return {
    wanted: null,
    query: {
      text: { words, lastIsPrefix, alternatives: [], locale: 'en', typoTolerance: true, searchableFields: null },
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

function distinct(random: Random, words: readonly string[], count: number): string[] {
  const rest = [...new Set(words)];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random.below(rest.length), 1)[0]!);
}

function prefix(random: Random, words: readonly string[]): BenchQuery {
  const chosen = distinct(random, words, 1 + random.below(2));
  const last = chosen.at(-1)!;
  return plain([...chosen.slice(0, -1), last.slice(0, Math.max(2, Math.ceil(last.length / 2)))], {}, true);
}

interface Title {
  id: string;
  words: string[];
}

/** So many products at most match the query as it was meant: the one that was meant can always be in the top 20. */
const MOST_MEANT = 10;

/** Two words of a title, one of them edited. */
function misspelled(random: Random, title: () => Title, meant: Meant, minimum: number, edits: number): BenchQuery {
  for (;;) {
    const { id, words } = title();
    const target = words.find((word) => word.length >= minimum + edits && !/\d/.test(word));
    const other = random.pick(words);
    if (target === undefined || other === target || meant(target, other) > MOST_MEANT) continue;
    let typed = target;
    for (let i = 0; i < edits; i++) typed = edit(random, typed);
    return { ...plain([typed, other]), wanted: id };
  }
}

type Meant = (a: string, b: string) => number;

/** How many titles have both words. */
function meantBy(titles: readonly { title: string }[]): Meant {
  const having = new Map<string, number[]>();
  titles.forEach(({ title }, at) => {
    for (const word of new Set(normalizeQuery(title).words)) {
      const places = having.get(word);
      if (places) places.push(at);
      else having.set(word, [at]);
    }
  });
  return (a, b) => {
    const others = new Set(having.get(b));
    return having.get(a)!.reduce((count, at) => (others.has(at) ? count + 1 : count), 0);
  };
}

function edit(random: Random, word: string): string {
  const at = 1 + random.below(word.length - 2);
  const letter = LETTERS[random.below(26)]!;
  switch (random.below(4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + letter + word.slice(at);
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1);
    default:
      return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
  }
}
