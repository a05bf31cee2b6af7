import { isJsonObject, UNSAFE_KEYS, type JsonValue } from '../../../kernel/json.ts';
import { readPath } from '../mapping.ts';
import type { Transform } from '../transforms.ts';

export interface DetectedField {
  field: string;
  path: string;
  transform: Transform | null;
  /** 0 to 1: how well the name fits, times the part of the items that have it. */
  confidence: number;
}

interface Wanted {
  field: string;
  /** Names of the last part of the path, the best first. */
  names: RegExp[];
  fits: (value: JsonValue) => boolean;
}

const isText = (value: JsonValue): boolean => typeof value === 'string' && value.trim() !== '';
const isCode = (value: JsonValue): boolean => isText(value) || (typeof value === 'number' && Number.isInteger(value));
const isAddress = (value: JsonValue): boolean => typeof value === 'string' && /^(?:https?:\/)?\/\S+$/.test(value);
const isNumber = (value: JsonValue): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d[\d.,\s']*$/.test(value));
const isWhole = (value: JsonValue): boolean => isNumber(value) && /^-?\d+$/.test(String(value));
const isWords = (value: JsonValue): boolean => isText(value) || (Array.isArray(value) && value.every(isText));
const isTime = (value: JsonValue): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);

const WANTED: Wanted[] = [
  { field: 'id', names: [/^id$/i, /^(?:product|item|entity)_?id$/i, /^uuid$/i, /^sku$/i], fits: isCode },
  { field: 'title', names: [/^title$/i, /^(?:product_?)?name$/i, /^label$/i], fits: isText },
  {
    field: 'url',
    names: [/^url$/i, /^permalink$/i, /^(?:product_?)?link$/i, /^(?:canonical|product)_?url$/i, /^href$/i],
    fits: isAddress,
  },
  {
    field: 'image',
    names: [/^image(?:_?url)?$/i, /^thumbnail(?:_?url)?$/i, /^(?:src|picture|img)$/i, /^url(?:_standard)?$/i],
    fits: isAddress,
  },
  {
    field: 'price',
    names: [/^price$/i, /^(?:current|sale|final)_?price$/i, /^(?:cent_?)?amount$/i, /^regular_?price$/i],
    fits: isNumber,
  },
  {
    field: 'currency',
    names: [/^currency(?:_?code)?$/i],
    fits: (value) => typeof value === 'string' && /^[A-Za-z]{3}$/.test(value),
  },
  {
    field: 'description',
    names: [/^description$/i, /^body(?:_html)?$/i, /^(?:long|short)_?description$/i, /^summary$/i],
    fits: isText,
  },
  {
    field: 'stock',
    names: [
      /^stock(?:_?(?:quantity|level|qty))?$/i,
      /^inventory(?:_?(?:quantity|level))?$/i,
      /^(?:quantity|qty|available_?quantity)$/i,
    ],
    fits: isWhole,
  },
  { field: 'brand', names: [/^brand(?:_?name)?$/i, /^vendor$/i, /^manufacturer(?:_?name)?$/i], fits: isText },
  { field: 'categories', names: [/^categor(?:y|ies)$/i, /^product_type$/i, /^collection$/i], fits: isWords },
  { field: 'sku', names: [/^sku$/i, /^(?:reference|article_?(?:no|number)|model)$/i], fits: isCode },
  { field: 'gtin', names: [/^(?:gtin|ean)(?:_?\d+)?$/i, /^(?:upc|barcode|isbn)$/i], fits: isCode },
  { field: 'tags', names: [/^tags?$/i, /^keywords$/i], fits: isWords },
  { field: 'rating', names: [/^(?:average_?)?rating$/i], fits: isNumber },
  { field: 'popularity', names: [/^popularity$/i, /^total_?(?:sales|sold)$/i], fits: isNumber },
  { field: 'created_at', names: [/^created_?(?:at|on)?$/i, /^date_?created$/i], fits: isTime },
  { field: 'updated_at', names: [/^(?:updated|modified)_?(?:at|on)?$/i, /^date_?modified$/i], fits: isTime },
];

const SAMPLED = 50;
const MAX_DEPTH = 5;
const MAX_PATHS = 2_000;

/** Proposes where document fields stand, by the names and the values of some items. */
export function detectMapping(items: readonly JsonValue[]): DetectedField[] {
  const sample = items.slice(0, SAMPLED);
  const paths = pathsOf(sample);
  const taken = new Set<string>();
  const found: DetectedField[] = [];
  for (const wanted of WANTED) {
    const best = bestPath(wanted, paths, sample, taken);
    if (!best) continue;
    // A SKU may also be the id; anything else is one thing.
    if (best.path !== 'sku') taken.add(best.path);
    found.push({ field: wanted.field, ...best, transform: transformFor(wanted.field, best.path, sample) });
  }
  return found;
}

function bestPath(
  { names, fits }: Wanted,
  paths: readonly string[],
  sample: readonly JsonValue[],
  taken: ReadonlySet<string>,
) {
  let best: { path: string; confidence: number } | null = null;
  for (const path of paths) {
    const parts = path.split('.').filter((part) => !/^(?:\d+|\*)$/.test(part));
    const rank = names.findIndex(
      (name) => name.test(parts.at(-1) ?? '') || (isWrapped(parts) && name.test(parts.at(-2)!)),
    );
    if (rank < 0 || taken.has(path)) continue;
    const values = sample.map((item) => readPath(item, path.split('.')));
    const fitting = values.filter((value) => value !== undefined && value !== null && fits(value)).length;
    const byName = 1 - rank * 0.1 - (parts.length - 1) * 0.15;
    const confidence = Math.round(Math.max(byName, 0.1) * (fitting / sample.length) * 100) / 100;
    if (confidence > (best?.confidence ?? 0.05)) best = { path, confidence };
  }
  return best;
}

/** `name.en`, `categories.*.name`, `images.0.src`: the part before says what it is. */
function isWrapped(parts: readonly string[]): boolean {
  return parts.length > 1 && /^(?:[a-z]{2}(?:-[A-Z]{2})?|name|value|src|url|rendered|title)$/.test(parts.at(-1)!);
}

function pathsOf(sample: readonly JsonValue[]): string[] {
  const paths = new Set<string>();
  for (const item of sample) collect(item, '', 0, paths);
  return [...paths];
}

function collect(value: JsonValue, path: string, depth: number, paths: Set<string>): void {
  if (paths.size >= MAX_PATHS || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((entry) => typeof entry === 'string')) paths.add(path);
    if (value.length === 0) return;
    collect(value[0]!, `${path}.0`, depth + 1, paths);
    if (isJsonObject(value[0])) {
      for (const key of Object.keys(value[0]).filter((name) => /^(?:name|title|value)$/.test(name)))
        paths.add(`${path}.*.${key}`);
    }
    return;
  }
  if (!isJsonObject(value)) {
    if (path !== '') paths.add(path);
    return;
  }
  for (const [key, entry] of Object.entries(value).slice(0, 200)) {
    if (key !== '' && !UNSAFE_KEYS.has(key) && !/[.|{}']/.test(key)) {
      collect(entry, path === '' ? key : `${path}.${key}`, depth + 1, paths);
    }
  }
}

function transformFor(field: string, path: string, sample: readonly JsonValue[]): Transform | null {
  const values = sample
    .map((item) => readPath(item, path.split('.')))
    .filter((value) => value !== undefined && value !== null);
  if (field === 'price') {
    if (/cent|minor/i.test(path) && values.every(isWhole)) return 'minor_units';
    if (values.some((value) => typeof value === 'string' && /,\d{1,2}$/.test(value))) return 'decimal_comma';
  }
  const listed = values.some((value) => typeof value === 'string' && value.includes(','));
  return field === 'tags' && listed ? 'split' : null;
}
