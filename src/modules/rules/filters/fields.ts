import { UNSAFE_KEYS } from '../../../kernel/json.ts';

export type FieldType = 'text' | 'number' | 'boolean' | 'date' | 'any';

/** What can be done with a field of a document. */
export interface FieldUse {
  type: FieldType;
  filter: boolean;
  facet: boolean;
  sort: boolean;
}

const use = (type: FieldType, uses: string): FieldUse => ({
  type,
  filter: uses.includes('filter'),
  facet: uses.includes('facet'),
  sort: uses.includes('sort'),
});

/** Fields of the normalised document (section 4 of the contract); `in_stock` is derived from `stock`. */
const FIELDS: Readonly<Record<string, FieldUse>> = {
  id: use('text', 'filter'),
  docType: use('text', 'filter facet'),
  brand: use('text', 'filter facet'),
  categories: use('text', 'filter facet'),
  tags: use('text', 'filter facet'),
  sku: use('text', 'filter'),
  gtin: use('text', 'filter'),
  currency: use('text', 'filter facet'),
  price: use('number', 'filter facet sort'),
  stock: use('number', 'filter facet'),
  rating: use('number', 'filter facet'),
  popularity: use('number', 'filter'),
  in_stock: use('boolean', 'filter facet'),
  created_at: use('date', 'filter'),
  updated_at: use('date', 'filter'),
};
const ATTRIBUTE_USE = use('any', 'filter facet sort');
const ATTRIBUTE = /^attributes(?:\.[^.\s][^.]{0,99}){1,5}$/;

/** Null for what documents cannot have. Any `attributes.x` is one that a document may have some day. */
export function fieldUse(name: string): FieldUse | null {
  if (Object.hasOwn(FIELDS, name)) return FIELDS[name]!;
  if (!ATTRIBUTE.test(name) || name.split('.').some((part) => UNSAFE_KEYS.has(part))) return null;
  return ATTRIBUTE_USE;
}

/** Fixed fields with a use, for messages. */
export function fieldsWith(kind: 'filter' | 'facet' | 'sort'): string[] {
  return [...Object.keys(FIELDS).filter((name) => FIELDS[name]![kind]), 'attributes.x'];
}
