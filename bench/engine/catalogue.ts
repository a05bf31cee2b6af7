import type { CatalogDocument } from '../../src/engine/port/index.ts';
import { zipf, type Random } from './random.ts';

const ONSETS = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo'];
const CODAS = ['', 'n', 'r', 'l', 's', 't', 'ck', 'nd', 'm', 'x'];
const COLOURS = ['black', 'white', 'silver', 'blue', 'red', 'green', 'grey', 'brown', 'pink', 'gold'];

export interface Vocabulary {
  brands: string[];
  types: string[];
  materials: string[];
  tail: string[];
}

export function vocabulary(random: Random): Vocabulary {
  const known = new Set<string>();
  const words = (count: number, syllables: number): string[] =>
    Array.from({ length: count }, () => {
      let word = '';
      do word = makeWord(random, syllables + random.below(2));
      while (known.has(word));
      known.add(word);
      return word;
    });
  return { brands: words(1_500, 2), types: words(400, 2), materials: words(60, 2), tail: words(20_000, 2) };
}

function makeWord(random: Random, syllables: number): string {
  let word = '';
  for (let i = 0; i < syllables; i++) word += random.pick(ONSETS) + random.pick(VOWELS);
  return word + random.pick(CODAS);
}

/** A catalogue with Zipfian words: titles of 5 to 12 words, descriptions of 20 to 60, three levels of categories. */
export function* catalogue(random: Random, words: Vocabulary, count: number): Generator<CatalogDocument> {
  const brand = zipf(random, words.brands.length);
  const type = zipf(random, words.types.length);
  const tail = zipf(random, words.tail.length);
  const material = zipf(random, words.materials.length);
  for (let at = 0; at < count; at++) {
    const kind = type();
    const noun = words.types[kind]!;
    const code = random.below(100) < 35 ? ` ${codeOf(random)}` : '';
    const extra = Array.from({ length: 1 + random.below(6) }, () => words.tail[tail()]!).join(' ');
    const colour = random.pick(COLOURS);
    const stuff = words.materials[material()]!;
    yield {
      id: `p${at}`,
      title: `${words.brands[brand()]!} ${stuff} ${noun} ${extra} ${colour}${code}`,
      url: `/p/${at}`,
      docType: 'product',
      description: Array.from({ length: 20 + random.below(40) }, () => words.tail[tail()]!).join(' '),
      price: Math.round(500 + random.below(100_000)) / 100,
      brand: words.brands[brand()]!,
      categories: [`Department ${kind % 12} > Aisle ${kind % 60} > ${noun}`],
      sku: codeOf(random),
      stock: random.below(20),
      popularity: Math.floor(1e6 / (1 + random.below(1e5))),
      attributes: { colour, material: stuff },
    };
  }
}

function codeOf(random: Random): string {
  return `${random.pick(ONSETS)}${random.pick(ONSETS)}-${1000 + random.below(9000)}${random.pick(['', 'a', 'b', 'x'])}`.toUpperCase();
}
