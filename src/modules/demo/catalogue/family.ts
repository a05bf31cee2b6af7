import type { IconName } from './icons/index.ts';

/** Where one model differs from its family; an attribute it does not have is null. */
export interface ModelDetails {
  icon?: IconName;
  axis?: string;
  attributes?: Readonly<Record<string, string | readonly string[] | null>>;
}

export type Model = readonly [
  brand: string,
  name: string,
  price: number,
  text: string,
  variants?: string,
  details?: ModelDetails,
];

/** Products that share a category, a drawing, and all wording that does not belong to one model. */
export interface Family {
  /** "Clothing > Shoes > Sneakers" */
  path: string;
  icon: IconName;
  /** Which attribute tells the variants apart; each variant is a product of its own. */
  axis: string;
  /** "navy, black", or with a surcharge "250 g, 1 kg +14" */
  variants: string;
  /** Attributes of every product; several values where the shopper chooses, as with sizes. */
  attributes: Readonly<Record<string, string | readonly string[]>>;
  tags: readonly string[];
  /** Closes each description: care, fit, delivery. */
  note: string;
  models: readonly Model[];
}

/** A product of a merchant who writes in another language. */
export type LocalProduct = readonly [
  title: string,
  description: string,
  price: number,
  brand: string,
  path: string,
  colour: string,
];

export interface Variant {
  label: string;
  surcharge: number;
}

export function parseVariants(text: string): Variant[] {
  return text.split(',').map((part) => {
    const [label = '', surcharge = '0'] = part.split('+').map((piece) => piece.trim());
    return { label, surcharge: Number(surcharge) };
  });
}
