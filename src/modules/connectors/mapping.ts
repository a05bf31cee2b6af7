import { isJsonObject, UNSAFE_KEYS, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { applyTransform, type Transform } from './transforms.ts';

/** Document field → where its value stands in the source item (section 2.8 of the API document). */
export type Mapping = Readonly<Record<string, string>>;

/** Document field → what is done to its value. */
export type Transforms = Readonly<Record<string, Transform>>;

/** Shops written in PHP say false where there is none; no document field takes it. */
const NEVER_FALSE = new Set(
  'title url description image price currency stock brand categories sku gtin tags rating popularity'.split(' '),
);

/** A path or target that can not be meant, with the reason a person can act on. */
export class MappingError extends Error {
  override name = 'MappingError';
}

const MAX_SEGMENTS = 10;
const MAX_INDEX = 10_000;
/** Entries that `*` looks at; no document field takes more. */
const MAX_EACH = 1_000;

/** A text as it is, or a path whose value is filled in. */
type TemplatePart = string | { path: string[]; escape: (text: string) => string };

type Alternative =
  { kind: 'path'; path: string[] } | { kind: 'template'; parts: TemplatePart[] } | { kind: 'constant'; value: string };
/** The first that is there counts. */
type Source = Alternative[];

export type CompiledMapping = (item: JsonValue) => JsonObject;

export interface MappingOptions {
  transforms?: Transforms;
  /** Fields of the item that no path names go along as they are. */
  keepRest?: boolean;
  /** What relative addresses are relative to. */
  baseUrl?: string;
}

/**
 * `a.b.0.c` is a path with array indexes, `a.*.b` takes that of every entry, `a.-1` the last, `a.name=colour.b` the one with
 * that value; `a|b` takes the first that is there; `/p/{handle}` fills in paths; `'EUR'` is a
 * constant. A missing path leaves the field out. Only own properties are read.
 * @throws MappingError
 */
export function compileMapping(mapping: Mapping, options: MappingOptions = {}): CompiledMapping {
  const targets = Object.entries(mapping).map(([target, text]) => ({
    path: parsePath(target),
    source: parseSource(text),
    transform: options.transforms?.[target],
  }));
  for (const target of Object.keys(options.transforms ?? {})) {
    if (!Object.hasOwn(mapping, target)) throw new MappingError(`There is a transform for "${target}" but no mapping.`);
  }
  const used = new Set(targets.flatMap(({ source }) => topLevelNames(source)));
  return (item) => {
    const document: JsonObject = options.keepRest && isJsonObject(item) ? rest(item, used) : {};
    const currency = targets.find(({ path }) => path.length === 1 && path[0] === 'currency');
    const context = { currency: currency && read(currency.source, item), baseUrl: options.baseUrl };
    for (const { path, source, transform } of targets) {
      const value = read(source, item);
      if (value === undefined || (value === false && NEVER_FALSE.has(path.join('.')))) continue;
      assign(document, path, transform ? applyTransform(transform, value, context) : value);
    }
    return document;
  };
}

export function parsePath(text: string): string[] {
  const segments = text.split('.');
  if (segments.length > MAX_SEGMENTS)
    throw new MappingError(`"${text.slice(0, 60)}" has more than ${MAX_SEGMENTS} parts.`);
  for (const segment of segments) {
    if (segment === '') throw new MappingError(`"${text}" has an empty part.`);
    if (UNSAFE_KEYS.has(segment.split('=', 1)[0]!)) throw new MappingError(`"${segment}" is not allowed in a path.`);
    if (/^-?\d+$/.test(segment) && Math.abs(Number(segment)) > MAX_INDEX)
      throw new MappingError(`The index ${segment} is too large.`);
  }
  return segments;
}

/** The value at a path, through own properties only. */
export function readPath(item: JsonValue, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = item;
  for (const [depth, segment] of path.entries()) {
    if (Array.isArray(value)) {
      if (segment === '*') return readEach(value, path.slice(depth + 1));
      value = entryOf(value, segment);
    } else if (isJsonObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return undefined;
  }
  return value;
}

/** By index, or the first entry with such a value: `attribute_code=colour`. */
function entryOf(list: readonly JsonValue[], segment: string): JsonValue | undefined {
  if (/^-?\d+$/.test(segment)) return list.at(Number(segment));
  const at = segment.indexOf('=');
  if (at < 1) return undefined;
  const [name, wanted] = [segment.slice(0, at), segment.slice(at + 1)];
  return list
    .slice(0, MAX_EACH)
    .find((entry) => isJsonObject(entry) && Object.hasOwn(entry, name) && String(entry[name]) === wanted);
}

function readEach(list: readonly JsonValue[], rest: readonly string[]): JsonValue[] {
  return list
    .slice(0, MAX_EACH)
    .map((entry) => readPath(entry, rest))
    .filter((value): value is JsonValue => value !== undefined && value !== null && value !== '');
}

function parseSource(text: string): Source {
  return isConstant(text) ? [parseAlternative(text)] : text.split('|').map(parseAlternative);
}

const isConstant = (text: string): boolean => text.length >= 2 && text.startsWith("'") && text.endsWith("'");

function parseAlternative(text: string): Alternative {
  if (isConstant(text)) return { kind: 'constant', value: text.slice(1, -1) };
  if (!text.includes('{')) return { kind: 'path', path: parsePath(text) };
  const parts = text.split(/\{([^{}]*)\}/);
  return { kind: 'template', parts: parts.map((part, index) => (index % 2 === 1 ? parseExpression(part) : part)) };
}

/** `{+path}` keeps what may stand in an address, slashes above all (RFC 6570). */
function parseExpression(text: string): TemplatePart {
  return text.startsWith('+')
    ? { path: parsePath(text.slice(1)), escape: encodeURI }
    : { path: parsePath(text), escape: encodeURIComponent };
}

function topLevelNames(source: Source): string[] {
  return source.flatMap((part) => (part.kind === 'path' && part.path.length === 1 ? part.path : []));
}

function read(source: Source, item: JsonValue): JsonValue | undefined {
  for (const alternative of source) {
    const value = readAlternative(alternative, item);
    if (value !== undefined && value !== null && value !== '' && !isEmptyList(value)) return value;
  }
  return undefined;
}

function readAlternative(alternative: Alternative, item: JsonValue): JsonValue | undefined {
  if (alternative.kind === 'constant') return alternative.value;
  if (alternative.kind === 'path') return readPath(item, alternative.path);
  let text = '';
  for (const part of alternative.parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = readPath(item, part.path);
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined;
    text += part.escape(String(value).toWellFormed());
  }
  return text;
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

function rest(item: JsonObject, used: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => !used.has(key) && !UNSAFE_KEYS.has(key)));
}

function assign(document: JsonObject, path: readonly string[], value: JsonValue): void {
  let target = document;
  for (const segment of path.slice(0, -1)) {
    const next = target[segment];
    target = isJsonObject(next) ? next : ((target[segment] = {}) as JsonObject);
  }
  target[path.at(-1)!] = value;
}
