import type { JsonValue } from '../../kernel/json.ts';

/** `split` and `join` may name what stands between the parts: `split:;`. Without it a comma does. */
export const TRANSFORMS = [
  'minor_units',
  'decimal_comma',
  'strip_html',
  'split',
  'join',
  'lowercase',
  'absolute_url',
] as const;
type Plain = (typeof TRANSFORMS)[number];
export type Transform = Plain | `split:${string}` | `join:${string}`;

/** What a transform may need of the item's surroundings. */
export interface TransformContext {
  currency: JsonValue | undefined;
  /** For relative addresses. */
  baseUrl: string | undefined;
}

export function isTransform(text: unknown): text is Transform {
  if (typeof text !== 'string') return false;
  return TRANSFORMS.some((known) => known === text) || /^(?:split|join):.{1,5}$/su.test(text);
}

/** What does not fit the transform stays as it is and is judged as it is. */
export function applyTransform(transform: Transform, value: JsonValue, context: TransformContext): JsonValue {
  const [name, separator] = parts(transform);
  switch (name) {
    case 'minor_units':
      return minorUnits(value, context.currency);
    case 'decimal_comma':
      return typeof value === 'string' ? decimalPoint(value) : value;
    case 'strip_html':
      return eachText(value, stripTags);
    case 'lowercase':
      return eachText(value, (text) => text.toLowerCase());
    case 'split':
      return typeof value === 'string' ? splitText(value, separator ?? ',') : value;
    case 'join':
      return Array.isArray(value) ? joinParts(value, separator ?? ', ') : value;
    case 'absolute_url':
      return eachText(value, (text) => absolute(text, context.baseUrl));
  }
}

function parts(transform: Transform): [Plain, string | undefined] {
  const at = transform.indexOf(':');
  return at < 0 ? [transform as Plain, undefined] : [transform.slice(0, at) as Plain, transform.slice(at + 1)];
}

function eachText(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  return Array.isArray(value) ? value.map((entry) => (typeof entry === 'string' ? change(entry) : entry)) : value;
}

/** Tags become spaces; what is left is still read as HTML by the catalogue, entities included. */
function stripTags(text: string): string {
  return text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function splitText(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function joinParts(list: readonly JsonValue[], separator: string): string {
  return list.filter((entry) => typeof entry === 'string' || typeof entry === 'number').join(separator);
}

function absolute(text: string, baseUrl: string | undefined): string {
  return (baseUrl !== undefined && URL.parse(text, baseUrl)?.href) || text;
}

/** `1.234,50` → `1234.50`; what does not look like a number stays as it is and fails validation with its text. */
function decimalPoint(text: string): string {
  const trimmed = text.replaceAll(/[\s'’\u00a0\u202f]/g, '');
  return /^-?\d{1,3}(?:\.\d{3})*(?:,\d+)?$|^-?\d+(?:,\d+)?$/.test(trimmed)
    ? trimmed.replaceAll('.', '').replace(',', '.')
    : text;
}

/** Shifts by text, so that no binary fraction comes in: 1999 → 19.99, in yen 1999. */
function minorUnits(value: JsonValue, currency: JsonValue | undefined): JsonValue {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text)) return value;
  const digits = minorDigits(currency);
  if (digits === 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const padded = text.replace('-', '').padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

function minorDigits(currency: JsonValue | undefined): number {
  if (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return 2;
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  if (digitsOf.size < 1_000) digitsOf.set(currency, digits);
  return digits;
}

/** Making a format takes 20 µs: too long for each of 50,000 items. */
const digitsOf = new Map<string, number>();
