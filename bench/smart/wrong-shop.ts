import { normalizeQuery } from '../../src/text/index.ts';
import type { Random } from '../engine/random.ts';
import type { DataFolder, Item } from './data.ts';
import { sample, ShopBuilder, type Shop } from './shop.ts';

/** What a shop in a language lets people choose from, in the forms in which they write it, and what goes with a device. */
interface Choices {
  /** Of one word all forms: the catalogue writes the first one. */
  colours: string[][];
  materials: string[][];
  opposites: [string, string][];
  accessories: string[];
  /** `Tasche für Kamera`. */
  forWord: string;
  /** Accessories are written together with their device. */
  compounds: boolean;
}

const CHOICES: Readonly<Record<string, Choices>> = {
  es: {
    colours: ['rojo roja rojos rojas', 'negro negra negros negras', 'blanco blanca blancos blancas', 'azul azules'].map(
      words,
    ),
    materials: ['cuero', 'algodón', 'lana', 'seda', 'madera'].map(words),
    opposites: [
      ['hombre', 'mujer'],
      ['niños', 'niñas'],
      ['grande', 'pequeño'],
      ['grandes', 'pequeñas'],
      ['nuevo', 'usado'],
      ['caliente', 'frío'],
      ['invierno', 'verano'],
    ],
    accessories: ['funda', 'cargador', 'soporte', 'correa'],
    forWord: 'para',
    compounds: false,
  },
  de: {
    colours: [
      'rot rote roter rotes roten',
      'schwarz schwarze schwarzer schwarzes',
      'blau blaue blauer blaues',
      'grün grüne grüner',
    ].map(words),
    materials: ['Leder', 'Baumwolle', 'Seide', 'Holz', 'Glas'].map(words),
    opposites: [
      ['Herren', 'Damen'],
      ['Jungen', 'Mädchen'],
      ['groß', 'klein'],
      ['große', 'kleine'],
      ['neue', 'gebrauchte'],
      ['heiß', 'kalt'],
      ['Winter', 'Sommer'],
    ],
    accessories: ['Tasche', 'Hülle', 'Halterung', 'Ladegerät'],
    forWord: 'für',
    compounds: true,
  },
  fr: {
    colours: [
      'rouge rouges',
      'noir noire noirs noires',
      'blanc blanche blancs blanches',
      'vert verte verts vertes',
    ].map(words),
    materials: ['cuir', 'coton', 'laine', 'soie', 'bois'].map(words),
    opposites: [
      ['homme', 'femme'],
      ['garçons', 'filles'],
      ['grand', 'petit'],
      ['grande', 'petite'],
      ['neuve', 'occasion'],
      ['chaud', 'froid'],
      ['hiver', 'été'],
    ],
    accessories: ['housse', 'chargeur', 'support', 'étui'],
    forWord: 'pour',
    compounds: false,
  },
  // Of no list: what is known of these comes from the catalogue.
  pl: {
    colours: ['czerwony czerwona czerwone', 'czarny czarna czarne', 'biały biała białe', 'niebieski niebieska'].map(
      words,
    ),
    materials: ['skóra', 'bawełna', 'wełna', 'jedwab'].map(words),
    opposites: [
      ['męski', 'damski'],
      ['duży', 'mały'],
      ['zimowy', 'letni'],
    ],
    accessories: ['etui', 'ładowarka', 'uchwyt', 'pasek'],
    forWord: 'do',
    compounds: false,
  },
};

export const WRONG_LANGUAGES = Object.keys(CHOICES);

/** A shop whose shoppers take one thing for another as often as others misspell: nothing of it is to be learned. */
export function wrongShop(data: DataFolder, random: Random, language: string): Shop {
  const choices = CHOICES[language]!;
  const nouns = data
    .objectNames(language)
    .map(([name]) => name)
    .filter((name) => /^\p{L}{4,11}$/u.test(name) && normalizeQuery(name).words.length === 1)
    .slice(0, 60);
  const brands = [...new Set(data.pricerunner().flatMap(({ brand }) => brand ?? []))]
    .filter((brand) => /^[A-Za-z]{4,9}$/.test(brand))
    .slice(0, 40);
  const [devices, parts] = halvesOf(nouns);
  const builder = new ShopBuilder(random, itemsOf(random, choices, nouns, brands));
  for (let n = 0; n < 60; n++) builder.habit(random.pick(brands), random.pick(brands), 'wrong', n % 2 ? 0.8 : 0);
  // A brand that the shop does not have, asked for from another country.
  for (let n = 0; n < 30; n++)
    builder.habit(`${random.pick(devices).slice(0, 3)}vex`, random.pick(brands), 'wrong', 0.9);
  for (const family of [choices.colours, choices.materials])
    for (let n = 0; n < 40; n++) {
      const [a, b] = sample(random, family, 2);
      const noun = random.pick(devices);
      builder.habit(`${noun} ${random.pick(a!)}`, `${noun} ${random.pick(b!)}`, 'wrong');
    }
  for (const pair of choices.opposites)
    for (let n = 0; n < 6; n++) {
      const noun = random.pick(devices);
      const [a, b] = n % 2 ? pair : pair.toReversed();
      builder.habit(`${noun} ${a}`, `${noun} ${b}`, 'wrong');
    }
  for (const [n, part] of parts.entries()) {
    const brand = random.pick(brands);
    builder.habit(`${brand} ${part}`, `${brand} ${devices[n]}`, 'wrong');
    const whole = `${devices[n]}${random.pick(choices.accessories).toLowerCase()}`;
    if (choices.compounds) builder.habit(whole, devices[n]!, 'wrong');
  }
  return builder.build(`wrong-${language}`, language);
}

/** Devices in all variants of one choice, as shops sell them, and for each device what is made for it. */
function itemsOf(random: Random, choices: Choices, nouns: string[], brands: string[]): Item[] {
  const [devices, parts] = halvesOf(nouns);
  const families = [choices.colours.map((forms) => forms[0]!), choices.materials.map((forms) => forms[0]!)];
  families.push(...choices.opposites);
  const goods = Array.from({ length: 600 }, (_, n) => {
    const [device, brand] = [devices[n % devices.length]!, random.pick(brands)];
    return families[n % families.length]!.map((what) => ({ title: `${device} ${brand} ${what}`, brand }));
  });
  const accessories = Array.from({ length: 20 * parts.length }, (_, n) => {
    const [device, part, brand] = [devices[n % devices.length]!, parts[n % parts.length]!, random.pick(brands)];
    return { title: `${part} ${choices.forWord} ${device} ${brand}`, brand };
  });
  const others = choices.accessories.flatMap((title) => brands.map((brand) => ({ title: `${title} ${brand}`, brand })));
  return [...goods.flat(), ...accessories, ...others];
}

/** Devices, and at the same place what is made for each of them. */
function halvesOf(nouns: string[]): [devices: string[], parts: string[]] {
  const half = Math.floor(nouns.length / 2);
  return [nouns.slice(0, half), nouns.slice(half, 2 * half)];
}

function words(forms: string): string[] {
  return forms.split(' ');
}
