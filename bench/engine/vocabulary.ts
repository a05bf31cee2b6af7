import { ADJECTIVES, DEPARTMENTS, PHRASES } from './lexicon.ts';
import type { Random } from './random.ts';

export interface ProductType {
  department: string;
  aisle: string;
  name: string;
  /** What descriptions of such products talk of, most frequent first. */
  topic: readonly string[];
  /** Who makes them, most frequent first. */
  brands: readonly string[];
  usualPrice: number;
}

export interface Vocabulary {
  series: readonly string[];
  types: readonly ProductType[];
  /** Words of all descriptions, most frequent first. */
  common: readonly string[];
}

const BRANDS = 3_000;
const SERIES = 12_000;
const TAIL = 30_000;
const TOPIC_WORDS = 300;
const BRANDS_OF_A_TYPE = 260;

export function vocabulary(random: Random): Vocabulary {
  const known = new Set<string>();
  const words = (count: number, least: number, most: number): string[] =>
    Array.from({ length: count }, () => madeUp(random, least, most, known));
  const brands = words(BRANDS, 2, 3);
  const series = words(SERIES, 2, 4);
  const tail = words(TAIL, 2, 5);
  const common = [...new Set([...PHRASES, ...ADJECTIVES.map((adjective) => adjective.split(' ')[0]!), ...tail])];
  const types = Object.entries(DEPARTMENTS).flatMap(([department, aisles]) =>
    Object.entries(aisles).flatMap(([aisle, names]) =>
      names.map((name): ProductType => ({
        department,
        aisle,
        name,
        topic: Array.from({ length: TOPIC_WORDS }, () => oneOf(random, common.slice(PHRASES.length), 2)),
        brands: Array.from({ length: BRANDS_OF_A_TYPE }, () => oneOf(random, brands, 1.7)),
        usualPrice: 6 * 36 ** random.next(),
      })),
    ),
  );
  return { series, types: shuffled(random, types), common };
}

/** One of the list, the first ones likelier the higher the power. */
function oneOf<T>(random: Random, items: readonly T[], power: number): T {
  return items[Math.floor(random.next() ** power * items.length)]!;
}

const ONSETS = 'b c d f g h j k l m n p r s t v w z br ch cl cr dr fl gr pl pr sc sh sl sp st th tr'.split(' ');
const NUCLEI = 'a e i o u ai ea io oo ou y'.split(' ');
const CODAS = 'n r l s t m nd rt ck x st ng'.split(' ');
/** Of syllables that are not the last one of their word. */
const CLOSED = 0.15;

/** A word that can be spoken, of 4 to 14 letters, that was not made before. */
export function madeUp(random: Random, least: number, most: number, known: Set<string>): string {
  for (;;) {
    const syllables = least + random.below(most - least + 1);
    let word = '';
    for (let at = 1; at <= syllables; at++) {
      word += oneOf(random, ONSETS, 1.4) + oneOf(random, NUCLEI, 1.5);
      if (random.next() < (at < syllables ? CLOSED : 0.6)) word += oneOf(random, CODAS, 1.3);
    }
    if (word.length < 4 || word.length > 14 || known.has(word)) continue;
    known.add(word);
    return word;
  }
}

function shuffled<T>(random: Random, items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
  return items;
}
