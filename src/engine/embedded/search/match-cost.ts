import { FIELD } from '../segment/fields.ts';

/**
 * What a word's match costs, packed so that a smaller number is the better match and costs of words add up:
 * typos (bits 18 to 22), joined or split words (14 to 17), synonyms (10 to 13), field and exactness (0 to 9).
 */
export const TYPO = 1 << 18;
export const JOINED = 1 << 14;
export const SYNONYM = 1 << 10;
export const STEM = 1;
export const PREFIX = 2;

export const typosOf = (cost: number): number => cost >>> 18;
export const joinedOf = (cost: number): number => (cost >>> 14) & 15;
export const synonymsOf = (cost: number): number => (cost >>> 10) & 15;
export const qualityOf = (cost: number): number => cost & 1023;

/** No searched field has the word. */
export const UNSEARCHED = 255;
/** A step down the order of fields; larger than what exactness costs, so field comes before plural or prefix. */
const FIELD_STEP = 3;

const FIELD_BITS: Readonly<Record<string, number>> = {
  title: FIELD.title,
  brand: FIELD.brand,
  categories: FIELD.categories,
  tags: FIELD.tags,
  docType: FIELD.tags,
  attributes: FIELD.attributes,
  description: FIELD.description,
  sku: FIELD.code,
  gtin: FIELD.code,
  id: FIELD.code,
};
const DEFAULT_ORDER: readonly (readonly [bits: number, steps: number])[] = [
  [FIELD.title, 0],
  [FIELD.code, 0],
  [FIELD.brand, 1],
  [FIELD.categories, 2],
  [FIELD.tags, 3],
  [FIELD.attributes, 3],
  [FIELD.description, 4],
];
const MAX_STEPS = 4;

/** Cost of the best field in a posting's field bits: a table of 256. */
export function fieldCosts(searchableFields: readonly string[] | null): Uint8Array {
  return searchableFields ? costTable(customOrder(searchableFields)) : DEFAULT_COSTS;
}

/** The cost of a set of fields is that of the best of them, so that sets of several terms can be put together. */
function costTable(order: readonly (readonly [bits: number, steps: number])[]): Uint8Array {
  const costs = new Uint8Array(256).fill(UNSEARCHED);
  for (let fields = 1; fields < 256; fields++) {
    for (const [bits, steps] of order) {
      if (!(fields & bits)) continue;
      // Behind a preposition or in brackets: still the title, but not the thing itself.
      const aside = steps === 0 && bits === FIELD.title && !(fields & FIELD.head) ? 1 : 0;
      costs[fields] = Math.min(costs[fields]!, steps * FIELD_STEP + aside);
    }
  }
  return costs;
}

/** True when no posting is left out: every field is searched. `head` comes with `title` alone. */
export function searchesAll(costs: Uint8Array): boolean {
  const unsearched = costs.indexOf(UNSEARCHED, 1);
  return unsearched < 0 || unsearched >= FIELD.head;
}

const DEFAULT_COSTS = costTable(DEFAULT_ORDER);

function customOrder(names: readonly string[]): [number, number][] {
  return names.flatMap((name, position): [number, number][] => {
    const bits = FIELD_BITS[name.startsWith('attributes.') ? 'attributes' : name];
    return bits === undefined ? [] : [[bits, Math.min(position, MAX_STEPS)]];
  });
}
