import type { JsonValue } from '../../../kernel/json.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { GenerationCache } from '../../../kernel/generation-cache.ts';
import type { CatalogDocument } from '../../port/index.ts';

/** Receives what filters, facets and sorts read of one document. */
export interface ColumnSink {
  number(field: string, value: number): void;
  /** Text with its type in front, see `textKey`. */
  text(field: string, key: string): void;
}

/** Text and booleans share a dictionary; the first letter keeps `"true"` and `true` apart. */
export function textKey(value: string | boolean): string {
  return typeof value === 'boolean' ? (value ? 'btrue' : 'bfalse') : `s${value}`;
}

export function fromTextKey(key: string): string | boolean {
  return key.startsWith('b') ? key === 'btrue' : key.slice(1);
}

/** `a>b >  c` → `a`, `a > b`, `a > b > c`: choosing a value covers what lies below it. */
export function categoryPaths(path: string): string[] {
  const levels = path
    .split('>')
    .map((level) => level.trim())
    .filter((level) => level !== '');
  return levels.map((_, depth) => levels.slice(0, depth + 1).join(' > '));
}

const MAX_DEPTH = 8;

/** What a catalogue says over and over is made once: keys of a category with those above it, names of attributes' fields. */
const KEPT = 2_048;
const keysOfPath = new GenerationCache<readonly string[]>(KEPT);
const attributeFields = new GenerationCache<string>(KEPT);

function categoryKeys(paths: readonly string[]): Iterable<string> {
  const keys = paths.map((path) => {
    let known = keysOfPath.get(path);
    if (!known) keysOfPath.set(path, (known = categoryPaths(path).map(textKey)));
    return known;
  });
  return keys.length === 1 ? keys[0]! : new Set(keys.flat());
}

function attributeField(field: string, name: string): string {
  if (field !== ATTRIBUTES) return `${field}.${name}`;
  let known = attributeFields.get(name);
  if (!known) attributeFields.set(name, (known = `${field}.${name}`));
  return known;
}

const ATTRIBUTES = 'attributes';

export function readColumns(document: CatalogDocument, sink: ColumnSink): void {
  const { price, stock, rating, popularity } = document;
  if (price !== undefined) sink.number('price', price);
  if (stock !== undefined) sink.number('stock', stock);
  if (rating !== undefined) sink.number('rating', rating);
  if (popularity !== undefined) sink.number('popularity', popularity);
  readTime('created_at', document.created_at, sink);
  readTime('updated_at', document.updated_at, sink);
  sink.text('in_stock', textKey(stock === undefined || stock > 0));
  sink.text('docType', textKey(document.docType));
  for (const field of ['brand', 'currency', 'sku', 'gtin'] as const) {
    const value = document[field];
    if (value !== undefined) sink.text(field, textKey(value));
  }
  for (const key of categoryKeys(document.categories ?? [])) sink.text('categories', key);
  for (const tag of new Set(document.tags ?? [])) sink.text('tags', textKey(tag));
  if (document.attributes) readAttribute(ATTRIBUTES, document.attributes, sink, 0, new Set());
}

function readTime(field: string, value: string | undefined, sink: ColumnSink): void {
  const time = value === undefined ? Number.NaN : Date.parse(value);
  if (!Number.isNaN(time)) sink.number(field, time);
}

/** `seen` keeps a value that a document repeats from being counted twice. */
function readAttribute(field: string, value: JsonValue, sink: ColumnSink, depth: number, seen: Set<string>): void {
  if (value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value) readAttribute(field, item, sink, depth + 1, seen);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      readAttribute(attributeField(field, name), item, sink, depth + 1, seen);
    }
  } else {
    const entry = `${field}\u0000${typeof value}${value}`;
    if (seen.has(entry)) return;
    seen.add(entry);
    if (typeof value === 'number') sink.number(field, value);
    else sink.text(field, textKey(value));
  }
}
