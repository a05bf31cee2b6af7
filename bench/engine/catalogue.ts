import type { CatalogDocument } from '../../src/engine/port/index.ts';
import { ADJECTIVES, COLOURS, MATERIALS, MEASURES, PURPOSES, SIZES, STOP_WORDS } from './lexicon.ts';
import { zipf, type Random } from './random.ts';
import type { ProductType, Vocabulary } from './vocabulary.ts';

/** What is usual comes often, as Zipf has it; the exponents say how much oftener. */
function usual<T>(random: Random, items: readonly T[], exponent: number): () => T {
  const rank = zipf(random, items.length, exponent);
  return () => items[rank()]!;
}

/**
 * Products as shops have them: brand, series, a few describing words, what it is, for whom, colour, size and in a third of
 * the titles a model code; descriptions of 20 to 60 words, three of ten of them stop words.
 */
export function* catalogue(random: Random, words: Vocabulary, count: number): Generator<CatalogDocument> {
  const rankOfType = zipf(random, words.types.length, 0.7);
  const rankOfBrand = zipf(random, words.types[0]!.brands.length, 0.9);
  const rankOfTopic = zipf(random, words.types[0]!.topic.length, 0.7);
  const series = usual(random, words.series, 0.8);
  const adjective = usual(random, ADJECTIVES, 0.8);
  const colourOf = usual(random, COLOURS, 0.9);
  const materialOf = usual(random, MATERIALS, 0.8);
  const purpose = usual(random, PURPOSES, 0.8);
  const stopWord = usual(random, STOP_WORDS, 0.9);
  const common = usual(random, words.common, 1.02);
  const chance = (share: number): boolean => random.next() < share;

  for (let at = 0; at < count; at++) {
    const type = words.types[rankOfType()]!;
    const brand = capital(type.brands[rankOfBrand()]!);
    const colour = colourOf();
    const material = materialOf();
    const size = sizeOf(random, type);
    const facts = [type.name, material, colour, brand];
    yield {
      id: `p${at}`,
      title: title(),
      url: `/p/${at}`,
      docType: 'product',
      description: description(),
      price: (100 * Math.max(1, Math.round(type.usualPrice * Math.exp(0.7 * normal(random)))) - 1) / 100,
      brand,
      categories: [`${type.department} > ${type.aisle} > ${capital(type.name)}`],
      sku: `${brand.slice(0, 3)}-${(Math.imul(at + 1, 2_654_435_761) >>> 0).toString(36)}`,
      stock: chance(0.08) ? 0 : Math.floor(random.next() ** 2 * 500),
      popularity: Math.floor(1e6 / (1 + random.below(2e5)) ** 0.7),
      attributes: { colour, material, size },
    };

    function title(): string {
      const parts = [brand, series()];
      const adjectives = chance(0.25) ? 2 : chance(0.7) ? 1 : 0;
      for (let i = 0; i < adjectives; i++) parts.push(adjective());
      if (chance(0.55)) parts.push(material);
      parts.push(type.name);
      if (chance(0.3)) parts.push(purpose());
      if (chance(0.6)) parts.push(colour);
      if (chance(0.45)) parts.push(size);
      if (chance(0.35)) parts.push(modelCode(random));
      const said = parts.join(' ').split(' ');
      while (said.length < 5) said.push(adjective().split(' ')[0]!);
      return said.slice(0, 12).map(capital).join(' ');
    }

    function description(): string {
      const said = Array.from({ length: 20 + random.below(41) }, () => {
        const kind = random.next();
        if (kind < 0.3) return stopWord();
        if (kind < 0.36) return random.pick(facts).split(' ')[0]!.toLowerCase();
        return kind < 0.62 ? type.topic[rankOfTopic()]! : common();
      });
      return `${capital(said.join(' '))}.`;
    }
  }
}

function sizeOf(random: Random, { department }: ProductType): string {
  const sizes = SIZES[department] ?? MEASURES;
  return sizes[Math.floor(random.next() ** 1.5 * sizes.length)]!;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function modelCode(random: Random): string {
  return `${LETTERS[random.below(26)]}${LETTERS[random.below(26)]}${100 + random.below(9_900)}`;
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
