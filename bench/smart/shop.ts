import { editDistance, normalizeQuery, stem } from '../../src/text/index.ts';
import type { Random } from '../engine/random.ts';
import type { DataFolder, Item } from './data.ts';

/** Why shoppers exchange one query for another; the first three are right to learn. */
export type Cause = 'typo' | 'variant' | 'synonym' | 'translation' | 'substitute' | 'wrong';

/** A habit of shoppers that search for `failed`: what share of them then finds `rescue`, and how many they are. */
export interface Habit {
  failed: string;
  rescue: string;
  cause: Cause;
  rate: number;
  sessions: number;
  /** Share of these shoppers whose browser asks for another language. */
  foreign: number;
}

export interface Shop {
  name: string;
  locale: string;
  items: Item[];
  habits: Habit[];
  /** What shoppers look for and find, most popular first. */
  popular: string[];
}

export const isRight = (cause: Cause): boolean => cause !== 'substitute' && cause !== 'wrong';

/** Inverse of the Beta distribution is not needed: the mean of a few draws has its shape (Irwin and Hall). */
function around(random: Random, mean: number, spread: number): number {
  const draw = (random.next() + random.next() + random.next()) / 3 - 0.5;
  return Math.min(0.95, Math.max(0.03, mean + draw * 2 * spread));
}

/** Few habits have many followers. */
const followers = (random: Random): number => Math.round(4 + 60 * random.next() ** 3);

const RATES: Record<Cause, [number, number]> = {
  typo: [0.65, 0.3],
  variant: [0.6, 0.3],
  synonym: [0.5, 0.35],
  translation: [0.5, 0.3],
  // What they took instead, because the shop does not sell it: seldom the same thing.
  substitute: [0.14, 0.12],
  // Made as strong as the right ones, to see that the guards hold.
  wrong: [0.5, 0.4],
};

export class ShopBuilder {
  readonly #random: Random;
  readonly #words = new Map<string, number>();
  readonly #habits = new Map<string, Habit>();
  readonly #items: Item[];

  constructor(random: Random, items: Item[]) {
    this.#random = random;
    this.#items = items;
    for (const { title } of items) {
      for (const word of new Set(normalizeQuery(title).words)) this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    }
  }

  has(query: string): boolean {
    return normalizeQuery(query).words.every((word) => this.#words.has(word));
  }

  frequency(word: string): number {
    return this.#words.get(word) ?? 0;
  }

  habit(failed: string, rescue: string, cause: Cause, foreign = 0): void {
    const [from, to] = [normalizeQuery(failed).normalized, normalizeQuery(rescue).normalized];
    if (from === '' || to === '' || from === to || this.#habits.has(from)) return;
    if (Array.from(from).length > 20 || Array.from(to).length > 20) return;
    const [mean, spread] = RATES[cause];
    const rate = around(this.#random, mean, spread);
    this.#habits.set(from, { failed, rescue, cause, rate, sessions: followers(this.#random), foreign });
  }

  build(name: string, locale: string): Shop {
    const popular = [...this.#words]
      .filter(([word, count]) => count >= 3 && Array.from(word).length >= 2 && !/^\d/.test(word))
      .sort((a, b) => b[1] - a[1])
      .slice(0, 400)
      .map(([word]) => word);
    return { name, locale, items: this.#items, habits: [...this.#habits.values()], popular };
  }
}

export function sample<T>(random: Random, list: readonly T[], count: number): T[] {
  const rest = [...list];
  const taken: T[] = [];
  while (taken.length < count && rest.length > 0) {
    const at = random.below(rest.length);
    taken.push(rest[at]!);
    rest[at] = rest[rest.length - 1]!;
    rest.pop();
  }
  return taken;
}

const COLOURS = ['black', 'white', 'red', 'blue', 'green', 'silver', 'grey', 'pink'];
const OPPOSITES = [
  ['wired', 'wireless'],
  ['indoor', 'outdoor'],
  ['left', 'right'],
  ['men', 'women'],
  ['hot', 'cold'],
  ['analog', 'digital'],
  ['small', 'large'],
  ['hard', 'soft'],
];

/** Misspellings of the words in a catalogue's titles, and all that looks like them and is not. */
export function electronicsShop(data: DataFolder, random: Random, which: 'icecat' | 'pricerunner', size: number): Shop {
  const items = sample(random, data[which](), size);
  const builder = new ShopBuilder(random, items);
  const typos = data
    .productTypos()
    .filter(([typed, word]) => word.length >= 4 && builder.has(word) && !builder.has(typed));
  for (const [typed, word] of sample(random, typos, 700)) builder.habit(typed, word, 'typo');
  const words = [...new Set(items.flatMap(({ title }) => normalizeQuery(title).words))];
  const brands = new Set(items.flatMap(({ brand }) => (brand ? normalizeQuery(brand).words : [])));
  const nouns = words.filter((word) => /^[a-z]{4,12}$/.test(word) && builder.frequency(word) >= 3 && !brands.has(word));
  addVariants(builder, random, nouns, items);
  addWrong(builder, random, nouns, items);
  addLookalikes(builder, random, data, nouns);
  for (let n = 0; n < 250; n++)
    builder.habit(`${random.pick(nouns).slice(0, 4)}${random.pick(nouns).slice(-3)}`, random.pick(nouns), 'substitute');
  addSynonyms(builder, random, data, nouns);
  return builder.build(which, 'en');
}

/** Words that are spelled alike and are others: both are sold, or one is a word that no title has. */
function addLookalikes(builder: ShopBuilder, random: Random, data: DataFolder, nouns: string[]): void {
  const elsewhere = new Set(
    data
      .productTypos()
      .map(([, word]) => word.toLowerCase())
      .filter((word) => !builder.has(word)),
  );
  const near = (word: string): string[] =>
    nouns.filter(
      (noun) =>
        noun !== word &&
        Math.abs(noun.length - word.length) <= 2 &&
        stem(noun, 'en') !== stem(word, 'en') &&
        editDistance(word, noun, 2) <= 2,
    );
  for (const word of [...sample(random, nouns, 300), ...sample(random, [...elsewhere], 500)]) {
    const others = near(word);
    if (others.length > 0) builder.habit(word, random.pick(others), 'substitute');
  }
}

function addVariants(builder: ShopBuilder, random: Random, nouns: string[], items: Item[]): void {
  for (const word of sample(random, nouns, 60)) {
    const cut = 3 + random.below(Math.max(1, word.length - 5));
    if (word.length >= 7) builder.habit(`${word.slice(0, cut)} ${word.slice(cut)}`, word, 'variant');
  }
  const pairs = items.flatMap(({ title }) => [...title.matchAll(/\b([A-Za-z]{3,})-([A-Za-z]{3,})\b/g)]);
  for (const [whole, a, b] of sample(random, pairs, 40)) builder.habit(`${a}${b}`, whole, 'variant');
  const codes = items.flatMap(({ title }) => [...title.matchAll(/\b([A-Za-z]{2,4})-(\d{2,5}[A-Za-z]{0,3})\b/g)]);
  for (const [whole, a, b] of sample(random, codes, 40)) builder.habit(`${a}${b}`, whole, 'variant');
}

function addWrong(builder: ShopBuilder, random: Random, nouns: string[], items: Item[]): void {
  const brands = [...new Set(items.flatMap(({ brand }) => (brand ? [brand] : [])))].filter((brand) =>
    /^[A-Za-z]{3,}/.test(brand),
  );
  for (let n = 0; n < 60; n++) builder.habit(random.pick(brands), random.pick(brands), 'wrong');
  for (let n = 0; n < 40; n++) builder.habit(`${random.pick(nouns).slice(0, 3)}vex`, random.pick(brands), 'wrong');
  for (let n = 0; n < 60; n++) {
    const noun = random.pick(nouns);
    const [a, b] = sample(random, COLOURS, 2);
    builder.habit(`${a} ${noun}`, `${b} ${noun}`, 'wrong');
    builder.habit(`${noun} ${1 + random.below(40)}`, `${noun} ${41 + random.below(20)}`, 'wrong');
  }
  for (const [a, b] of OPPOSITES)
    for (let n = 0; n < 6; n++) {
      const noun = random.pick(nouns);
      builder.habit(`${a} ${noun}`, `${b} ${noun}`, 'wrong');
    }
  addAccessories(builder, random, nouns, items);
}

/** A word of a title for another word that stands beside it in most of its titles. */
function addAccessories(builder: ShopBuilder, random: Random, nouns: string[], items: Item[]): void {
  const isNoun = new Set(nouns);
  const together = new Map<string, number>();
  for (const { title } of items) {
    const words = [...new Set(normalizeQuery(title).words)].filter((word) => isNoun.has(word));
    for (const a of words)
      for (const b of words) if (a !== b) together.set(`${a} ${b}`, (together.get(`${a} ${b}`) ?? 0) + 1);
  }
  const pairs = [...together].filter(([pair, count]) => count >= 0.5 * builder.frequency(pair.split(' ')[0]!));
  for (const [pair] of sample(random, pairs, 80)) {
    const [a, b] = pair.split(' ') as [string, string];
    if (stem(a, 'en') !== stem(b, 'en')) builder.habit(a, b, 'wrong');
  }
}

/** English groups of synonyms hardly meet a catalogue: a word of the group takes the place of one that the shop sells. */
function addSynonyms(builder: ShopBuilder, random: Random, data: DataFolder, nouns: string[]): void {
  const english = data.japaneseSynonyms().map((group) => group.filter((word) => /^[a-z][a-z ]{3,14}$/i.test(word)));
  for (const group of sample(
    random,
    english.filter(({ length }) => length > 1),
    400,
  )) {
    const target = group.find((word) => builder.has(word) && nouns.includes(word.toLowerCase()));
    for (const word of group) if (target && word !== target) builder.habit(word, target, 'synonym');
  }
  const unknown = english.flat().filter((word) => !builder.has(word));
  for (let n = 0; n < 120; n++) builder.habit(random.pick(unknown), random.pick(nouns), 'synonym');
}

/** Titles made of a language's words, for lists that have no catalogue. */
function titlesOf(random: Random, words: readonly string[], count: number): Item[] {
  return Array.from({ length: count }, () => ({
    title: Array.from({ length: 2 + random.below(3) }, () => random.pick(words)).join(' '),
    brand: null,
  }));
}

export function languageShop(data: DataFolder, random: Random, language: string): Shop {
  const usable = data
    .languageTypos(language)
    .filter(([typed, word]) => !/\s/.test(word) && word.length >= 4 && typed.length >= 3);
  const typos = sample(random, usable, 400);
  const words = [...new Set(typos.map(([, word]) => word))];
  const builder = new ShopBuilder(random, titlesOf(random, words, words.length * 3));
  for (const [typed, word] of typos) if (builder.has(word) && !builder.has(typed)) builder.habit(typed, word, 'typo');
  for (let n = 0; n < 120; n++)
    builder.habit(`${random.pick(words).slice(0, 4)}${random.pick(words).slice(-3)}`, random.pick(words), 'substitute');
  return builder.build(language, language);
}

export function japaneseShop(data: DataFolder, random: Random): Shop {
  const groups = sample(
    random,
    data.japaneseSynonyms().filter((group) => group.length > 1 && group[0]!.length <= 8),
    350,
  );
  const variants = sample(
    random,
    data.japaneseVariants().filter(([, word]) => word.length <= 8),
    200,
  );
  const words = [...groups.map((group) => group[0]!), ...variants.map(([, word]) => word)];
  const builder = new ShopBuilder(random, titlesOf(random, words, words.length * 3));
  for (const [typed, word] of variants) if (!builder.has(typed)) builder.habit(typed, word, 'variant');
  for (const [canonical, ...others] of groups) {
    for (const other of others.slice(0, 2)) if (!builder.has(other)) builder.habit(other, canonical!, 'synonym');
  }
  const unsold = data
    .japaneseSynonyms()
    .map((group) => group[0]!)
    .filter((word) => !builder.has(word));
  for (const word of sample(random, unsold, 150)) builder.habit(word, random.pick(words), 'substitute');
  return builder.build('japanese', 'ja');
}

/** An English shop whose visitors name things in another language. */
export function mixedShop(data: DataFolder, random: Random, language: string): Shop {
  const names = sample(
    random,
    data.objectNames(language).filter(([name, english]) => name !== english && !/[:(]/.test(english)),
    300,
  );
  const words = [...new Set(names.map(([, english]) => english))];
  const builder = new ShopBuilder(random, titlesOf(random, words, words.length * 3));
  for (const [name, english] of names) if (!builder.has(name)) builder.habit(name, english, 'translation', 0.8);
  const unsold = data
    .objectNames(language)
    .map(([name]) => name)
    .filter((name) => !builder.has(name));
  for (const name of sample(random, unsold, 150)) builder.habit(name, random.pick(words), 'substitute', 0.8);
  return builder.build(`mixed-${language}`, 'en');
}
