import { isJsonObject, UNSAFE_KEYS, type JsonObject, type JsonValue } from '../../kernel/json.ts';

/** Document field → where its value stands in the source item (section 2.8 of the API document). */
export type Mapping = Readonly<Record<string, string>>;

export const TRANSFORMS = ['minor_units', 'decimal_comma'] as const;
export type Transform = (typeof TRANSFORMS)[number];
/** Document field → what is done to its value. */
export type Transforms = Readonly<Record<string, Transform>>;

/** A path or target that can not be meant, with the reason a person can act on. */
export class MappingError extends Error {
  override name = 'MappingError';
}

const MAX_SEGMENTS = 10;
const MAX_INDEX = 10_000;

type Source =
  | { kind: 'paths'; paths: string[][] }
  | { kind: 'template'; parts: (string | string[])[] }
  | { kind: 'constant'; value: string };

export type CompiledMapping = (item: JsonValue) => JsonObject;

export interface MappingOptions {
  transforms?: Transforms;
  /** Fields of the item that no path names go along as they are. */
  keepRest?: boolean;
}

/**
 * `a.b.0.c` is a path with array indexes; `a|b` takes the first that is there; `/p/{handle}` fills in paths; `'EUR'` is a
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
    const currencyCode = currency ? read(currency.source, item) : undefined;
    for (const { path, source, transform } of targets) {
      const value = read(source, item);
      if (value === undefined) continue;
      assign(document, path, transform ? applyTransform(transform, value, currencyCode) : value);
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
    if (UNSAFE_KEYS.has(segment)) throw new MappingError(`"${segment}" is not allowed in a path.`);
    if (/^\d+$/.test(segment) && Number(segment) > MAX_INDEX)
      throw new MappingError(`The index ${segment} is too large.`);
  }
  return segments;
}

/** The value at a path, through own properties only. */
export function readPath(item: JsonValue, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = item;
  for (const segment of path) {
    if (Array.isArray(value)) value = /^\d+$/.test(segment) ? value[Number(segment)] : undefined;
    else if (isJsonObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return undefined;
  }
  return value;
}

function parseSource(text: string): Source {
  const constant = /^'(.*)'$/s.exec(text);
  if (constant) return { kind: 'constant', value: constant[1]! };
  if (text.includes('{')) {
    const parts = text.split(/\{([^{}]*)\}/);
    return { kind: 'template', parts: parts.map((part, index) => (index % 2 === 1 ? parsePath(part) : part)) };
  }
  return { kind: 'paths', paths: text.split('|').map(parsePath) };
}

function topLevelNames(source: Source): string[] {
  if (source.kind === 'constant' || source.kind === 'template') return [];
  return source.paths.filter((path) => path.length === 1).map((path) => path[0]!);
}

function read(source: Source, item: JsonValue): JsonValue | undefined {
  if (source.kind === 'constant') return source.value;
  if (source.kind === 'paths') {
    const values = source.paths.map((path) => readPath(item, path));
    return values.find((value) => value !== undefined && value !== null && value !== '');
  }
  let text = '';
  for (const part of source.parts) {
    const value = typeof part === 'string' ? part : readPath(item, part);
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    text += typeof part === 'string' ? part : encodeURIComponent(value);
  }
  return text;
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

function applyTransform(transform: Transform, value: JsonValue, currency: JsonValue | undefined): JsonValue {
  if (transform === 'decimal_comma') return typeof value === 'string' ? decimalPoint(value) : value;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? fromMinorUnits(text, currency) : value;
}

/** `1.234,50` → `1234.50`; what does not look like a number stays as it is and fails validation with its text. */
function decimalPoint(text: string): string {
  const trimmed = text.replaceAll(/[\s'’\u00a0\u202f]/g, '');
  return /^-?\d{1,3}(?:\.\d{3})*(?:,\d+)?$|^-?\d+(?:,\d+)?$/.test(trimmed)
    ? trimmed.replaceAll('.', '').replace(',', '.')
    : text;
}

/** Shifts by text, so that no binary fraction comes in: 1999 → 19.99, in yen 1999. */
function fromMinorUnits(text: string, currency: JsonValue | undefined): string {
  const digits = minorDigits(currency);
  if (digits === 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const padded = text.replace('-', '').padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

function minorDigits(currency: JsonValue | undefined): number {
  if (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
