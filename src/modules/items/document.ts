import { hash } from 'node:crypto';
import type { CatalogDocument } from '../../engine/port/index.ts';
import { canonicalJson, isJsonObject, jsonPointer, type JsonObject, type JsonValue } from '../../kernel/json.ts';
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
import { refuseFaults, refuseUnstorable, wellFormed } from './document-values.ts';

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
/** What an answer adds to a document. Under these names PATCH would put them into `attributes`. */
const READ_ONLY = ['source', 'version', 'indexed_at'];
/** A backslash that is itself escaped gives a false alarm, which costs a walk and no more. */
const LONE_SURROGATE = /\\ud[89a-f]/;

/** Shops often write image addresses without a scheme. */
function readImage(value: unknown): string {
  return readUrl(typeof value === 'string' && /^\s*\/\/[^/]/.test(value) ? `https:${value.trim()}` : value, 'image');
}

/** Judges one entry of a push (section 4 of the contract). Never throws for bad input. */
export function readEntry(input: unknown): Entry {
  let id: string | null = null;
  try {
    if (!isJsonObject(input)) throw new InvalidDocument('type', '', 'A document must be a JSON object.');
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
  let text = JSON.stringify(document);
  if (LONE_SURROGATE.test(text) && document.attributes) {
    document.attributes = wellFormed(document.attributes) as JsonObject;
    text = JSON.stringify(document);
  }
  const json = Buffer.from(text);
  if (json.length > LIMITS.bytes) {
    throw new InvalidDocument(
      'too_large',
      '',
      `A document may have ${LIMITS.bytes} bytes; this one has ${json.length}.`,
    );
  }
  return { document, json, hash: hashOf(document) };
}

/** Decides whether a document changed. Known fields have an order of ours; only that of attributes is the merchant's. */
function hashOf({ attributes, ...fields }: CatalogDocument): Buffer {
  const known = JSON.stringify(fields);
  // In one step: an object for each of a catalogue's hashes is native memory that waits for the collector.
  return hash('sha256', attributes ? `${known}\n${canonicalJson(attributes)}` : known, 'buffer');
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
  refuseUnstorable(attributes, (path) => {
    const explicit = Object.hasOwn(given ?? {}, String(path[0]));
    return jsonPointer(explicit ? ['attributes', ...path] : path);
  });
  return attributes;
}

/**
 * For PATCH: absent keeps, null clears, `attributes` merges by key.
 * @throws InvalidDocument for what is no field of a document
 */
export function mergeDocument(document: CatalogDocument, patch: JsonObject): JsonObject {
  refuseReadOnly(patch);
  const { attributes: present = {}, ...rest } = document;
  const { attributes, ...fields } = patch;
  const merged: JsonObject = { ...(rest as JsonObject), ...fields };
  if (attributes === null) return merged;
  if (attributes !== undefined && !isJsonObject(attributes)) return { ...merged, attributes };
  // A field that we do not know is an attribute: it replaces the one of its name, and null clears it.
  const kept = Object.entries(present).filter(([name]) => KNOWN.has(name) || !Object.hasOwn(fields, name));
  return { ...merged, attributes: { ...Object.fromEntries(kept), ...attributes } };
}

function refuseReadOnly(patch: JsonObject): void {
  if (Object.hasOwn(patch, 'deleted')) {
    throw new InvalidDocument('unknown_field', '/deleted', 'An item is deleted with DELETE /api/v1/index/{id}.');
  }
  const name = READ_ONLY.find((candidate) => Object.hasOwn(patch, candidate));
  if (name === undefined) return;
  const message = `${name} cannot be changed; an attribute of this name goes under attributes.`;
  throw new InvalidDocument('read_only', `/${name}`, message);
}
