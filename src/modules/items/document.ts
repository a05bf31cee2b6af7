import { createHash } from 'node:crypto';
import type { CatalogDocument } from '../../engine/port/index.ts';
import { findJsonFault, isJsonObject, jsonPointer, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  InvalidDocument,
  LIMITS,
  readCategories,
  readCode,
  readCurrency,
  readDocType,
  readFigure,
  readId,
  readPrice,
  readStock,
  readTags,
  readText,
  readTime,
  readTitle,
  readUrl,
  type DocumentError,
} from './document-fields.ts';

/** A valid document with the bytes that hits answer and the hash that tells whether it changed. */
export interface PreparedDocument {
  document: CatalogDocument;
  json: Buffer;
  hash: Buffer;
}

/** One entry of a push, judged by itself. */
export type Entry =
  | { kind: 'upsert'; id: string; prepared: PreparedDocument }
  | { kind: 'delete'; id: string }
  | { kind: 'invalid'; id: string | null; error: DocumentError };

type Reader = (value: unknown) => JsonValue;

/** Optional fields in the order in which a document is written. */
const OPTIONAL: [keyof CatalogDocument, Reader][] = [
  ['description', (value) => readText(value, 'description', LIMITS.description)],
  ['image', (value) => readImage(value)],
  ['price', readPrice],
  ['currency', readCurrency],
  ['stock', readStock],
  ['brand', (value) => readText(value, 'brand', LIMITS.shortText).trim()],
  ['categories', readCategories],
  ['sku', (value) => readCode(value, 'sku')],
  ['gtin', (value) => readCode(value, 'gtin')],
  ['tags', readTags],
  ['rating', (value) => readFigure(value, 'rating')],
  ['popularity', (value) => readFigure(value, 'popularity')],
  ['created_at', (value) => readTime(value, 'created_at')],
  ['updated_at', (value) => readTime(value, 'updated_at')],
];
const KNOWN = new Set<string>([
  'id',
  'title',
  'url',
  'docType',
  'attributes',
  'deleted',
  ...OPTIONAL.map(([name]) => name),
]);
/** More values than this are no product. */
const MAX_VALUES = 10_000;

/** Shops often write image addresses without a scheme. */
function readImage(value: unknown): string {
  return readUrl(typeof value === 'string' && /^\s*\/\/[^/]/.test(value) ? `https:${value.trim()}` : value, 'image');
}

/** Judges one entry of a push (section 4 of the contract). Never throws for bad input. */
export function readEntry(input: unknown): Entry {
  let id: string | null = null;
  try {
    if (!isJsonObject(input)) throw new InvalidDocument('type', '', 'A document must be a JSON object.');
    refuseFaults(input);
    id = readId(input.id);
    if (input.deleted === true) return { kind: 'delete', id };
    if (input.deleted !== undefined && input.deleted !== false && input.deleted !== null) {
      throw new InvalidDocument('type', '/deleted', 'deleted must be true or false.');
    }
    return { kind: 'upsert', id, prepared: prepareDocument(input) };
  } catch (error) {
    if (error instanceof InvalidDocument) return { kind: 'invalid', id, error: error.error };
    throw error;
  }
}

/** @throws InvalidDocument */
export function prepareDocument(input: JsonObject): PreparedDocument {
  refuseFaults(input);
  const document = normaliseDocument(input);
  const json = Buffer.from(JSON.stringify(document));
  if (json.length > LIMITS.bytes) {
    throw new InvalidDocument(
      'too_large',
      '',
      `A document may have ${LIMITS.bytes} bytes; this one has ${json.length}.`,
    );
  }
  return { document, json, hash: createHash('sha256').update(json).digest() };
}

function normaliseDocument(input: JsonObject): CatalogDocument {
  const document: CatalogDocument = {
    id: readId(input.id),
    title: readTitle(input.title),
    url: requireUrl(input.url),
    docType: readDocType(input.docType),
  };
  for (const [name, read] of OPTIONAL) {
    const value = input[name];
    // Null, empty text and empty list all say "there is none".
    if (value === undefined || value === null || value === '') continue;
    const content = read(value);
    if (content !== '' && !(Array.isArray(content) && content.length === 0))
      Object.assign(document, { [name]: content });
  }
  const attributes = readAttributes(input);
  if (Object.keys(attributes).length > 0) document.attributes = attributes;
  return document;
}

function requireUrl(value: unknown): string {
  if (value === undefined || value === null || value === '') {
    throw new InvalidDocument('required', '/url', 'url is required.');
  }
  return readUrl(value, 'url');
}

/** Fields that we do not know are attributes; one that stands under `attributes` explicitly wins. */
function readAttributes(input: JsonObject): JsonObject {
  const given = input.attributes;
  if (given !== undefined && given !== null && !isJsonObject(given)) {
    throw new InvalidDocument('type', '/attributes', 'attributes must be an object.');
  }
  const attributes: JsonObject = {};
  for (const [name, value] of Object.entries(input)) if (!KNOWN.has(name) && value !== null) attributes[name] = value;
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === null) delete attributes[name];
    else attributes[name] = value;
  }
  return attributes;
}

function refuseFaults(input: JsonObject): void {
  const fault = findJsonFault(input, { depth: LIMITS.depth, nodes: MAX_VALUES });
  if (fault) {
    const message = {
      unsafe_key: 'The keys __proto__, constructor and prototype are not allowed.',
      too_deep: `A document may be nested ${LIMITS.depth} levels deep.`,
      too_many_values: `A document may have ${MAX_VALUES} values.`,
    }[fault.reason];
    throw new InvalidDocument(fault.reason, jsonPointer(fault.path.slice(0, 4)), message);
  }
  refuseNul(input, []);
}

/** PostgreSQL stores no NUL. Depth and size are bounded by now. */
function refuseNul(value: JsonValue, path: (string | number)[]): void {
  if (typeof value === 'string') {
    if (!value.includes('\u0000')) return;
    throw new InvalidDocument('nul_character', jsonPointer(path), 'Texts must not contain the character NUL.');
  }
  if (Array.isArray(value)) value.forEach((child, index) => refuseNul(child, [...path, index]));
  else if (isJsonObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      refuseNul(key, path);
      refuseNul(child, [...path, key]);
    }
  }
}

/** For PATCH: absent keeps, null clears, `attributes` merges by key. */
export function mergeDocument(document: CatalogDocument, patch: JsonObject): JsonObject {
  const { attributes: present = {}, ...rest } = document;
  const { attributes, ...fields } = patch;
  const merged: JsonObject = { ...(rest as JsonObject), ...fields };
  if (attributes === null) return merged;
  if (attributes !== undefined && !isJsonObject(attributes)) return { ...merged, attributes };
  // A field that we do not know is an attribute: null must clear it there.
  const unknown = Object.fromEntries(Object.entries(fields).filter(([name]) => !KNOWN.has(name)));
  for (const name of Object.keys(unknown)) delete merged[name];
  return { ...merged, attributes: { ...present, ...unknown, ...attributes } };
}
