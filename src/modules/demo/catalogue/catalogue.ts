import { colourOf } from './colours.ts';
import { families, localProducts } from './departments/index.ts';
import type { DemoDocument } from './document.ts';
import { parseVariants, type Family, type Model, type ModelDetails, type Variant } from './family.ts';
import { figuresFor } from './figures.ts';
import { shopGtin } from './gtin.ts';

/** What the two kinds of entries have in common before figures and codes are added. */
interface Product {
  id: string;
  title: string;
  description: string;
  price: number;
  brand: string;
  path: string;
  tags: readonly string[];
  attributes: DemoDocument['attributes'];
  /** Ends the article number. */
  variantCode: string;
  /** Variants of one model share it. */
  modelNumber: number;
}

/** The demo shop's products, the same at every call. */
export function demoCatalogue(): DemoDocument[] {
  const models = families.flatMap((family) => family.models.map((model) => ({ family, model })));
  const products = models.flatMap(({ family, model }, index) =>
    parseVariants(model[4] ?? family.variants).map((variant, at) => familyProduct(family, model, variant, at, index)),
  );
  const local = localProducts.map((entry, index) => localProduct(entry, models.length + index));
  return [...products, ...local].map(toDocument);
}

function familyProduct(family: Family, model: Model, variant: Variant, at: number, modelNumber: number): Product {
  const [brand, name, price, text, , details] = model;
  const axis = details?.axis ?? family.axis;
  const coloured = axis === 'colour';
  const title = coloured ? `${brand} ${name} in ${titleCase(variant.label)}` : `${brand} ${name}, ${variant.label}`;
  const shown = coloured && colourOf(variant.label).description;
  return {
    id: slug(`${brand} ${name} ${variant.label}`),
    title,
    description: [text, shown && `Shown here in ${variant.label}, ${shown}.`, family.note].filter(Boolean).join(' '),
    price: price + variant.surcharge,
    brand,
    path: family.path,
    tags: family.tags,
    attributes: mergeAttributes(family.attributes, details?.attributes, { [axis]: variant.label }),
    variantCode: coloured ? colourOf(variant.label).code : `V${at + 1}`,
    modelNumber,
  };
}

function localProduct({ language, entry, position }: (typeof localProducts)[number], modelNumber: number): Product {
  const [title, description, price, brand, path, colour] = entry;
  return {
    id: `${language}-${position + 1}`,
    title,
    description,
    price,
    brand,
    path,
    tags: families.find((family) => family.path === path)?.tags ?? [],
    attributes: { colour, language },
    variantCode: colourOf(colour).code,
    modelNumber,
  };
}

function toDocument(product: Product, index: number): DemoDocument {
  const { id, title, description, price, brand, path, tags, attributes } = product;
  const { stock, rating, popularity, createdAt } = figuresFor(id);
  return {
    id,
    title,
    url: `/demo/p/${id}`,
    docType: 'product',
    description,
    image: `/demo/images/${id}.svg`,
    price: Math.round(price * 100) / 100,
    currency: 'EUR',
    stock,
    brand,
    categories: [path],
    sku: `${brandCode(brand)}-${1_000 + ((product.modelNumber * 677) % 9_000)} ${product.variantCode}`,
    gtin: shopGtin(1_000 + index * 37),
    tags: [...tags, ...(stock > 0 && popularity > 600 ? ['bestseller'] : [])],
    rating,
    popularity,
    created_at: createdAt,
    attributes,
  };
}

function brandCode(brand: string): string {
  const words =
    plainLetters(brand)
      .toUpperCase()
      .match(/[A-Z]+/g) ?? [];
  return words.length > 1
    ? words
        .map((word) => word[0])
        .join('')
        .slice(0, 2)
    : (words[0] ?? 'XX').slice(0, 2);
}

function slug(text: string): string {
  return plainLetters(text)
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Letters that do not decompose into a base letter and a mark are spelt out. */
function plainLetters(text: string): string {
  return text.replaceAll('Æ', 'Ae').replaceAll('ø', 'o').normalize('NFD').replaceAll(/\p{M}/gu, '');
}

function titleCase(label: string): string {
  return label.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The last word on an attribute counts; the lists are copies, for a caller may change its documents. */
function mergeAttributes(...layers: ModelDetails['attributes'][]): DemoDocument['attributes'] {
  const merged: DemoDocument['attributes'] = {};
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer ?? {}))) {
    if (value === null) delete merged[name];
    else merged[name] = typeof value === 'string' ? value : [...value];
  }
  return merged;
}
