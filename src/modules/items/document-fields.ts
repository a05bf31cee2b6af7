import { Big } from 'big.js';
import { CURRENCIES } from '../../kernel/currencies.ts';

/** What is wrong with a document; `field` is a JSON Pointer inside it. */
export interface DocumentError {
  code: string;
  field: string;
  message: string;
}

export class InvalidDocument extends Error {
  override name = 'InvalidDocument';
  readonly error: DocumentError;

  constructor(code: string, field: string, message: string) {
    super(message);
    this.error = { code, field, message };
  }
}

export const LIMITS = {
  id: 512,
  title: 1000,
  description: 50_000,
  url: 2048,
  shortText: 200,
  categories: 50,
  categoryLevels: 10,
  tags: 100,
  bytes: 100 * 1024,
  depth: 16,
  /** More values than this are no product. */
  values: 10_000,
} as const;

/** 11 digits before the point and 4 after: what a double gives back exactly. */
const MAX_PRICE = new Big('99999999999.9999');
const MAX_STOCK = 2_147_483_647;
const MAX_FIGURE = 1e15;

const fail = (code: string, field: string, message: string): never => {
  throw new InvalidDocument(code, `/${field}`, message);
};

/** Characters are Unicode code points, as in JSON Schema and in the rest of the API: an emoji is one. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > max * 2 || [...text].length > max;
}

/** The text itself, well-formed; NUL cannot be stored by PostgreSQL. */
function plain(value: unknown, field: string): string {
  if (typeof value !== 'string') return fail('type', field, `${field} must be a text.`);
  if (value.includes('\u0000')) return fail('nul_character', field, `${field} must not contain the character NUL.`);
  return value.toWellFormed();
}

export function readId(value: unknown): string {
  if (value === undefined || value === null) return fail('required', 'id', 'id is required.');
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') return fail('type', 'id', 'id must be a text or a whole number.');
  // Replaced by U+FFFD, two ids could become one.
  if (!value.isWellFormed()) return fail('malformed_text', 'id', 'id must be well-formed Unicode.');
  const id = plain(value, 'id');
  if (id.length === 0) return fail('required', 'id', 'id must not be empty.');
  if (isLonger(id, LIMITS.id)) return fail('too_long', 'id', `id may have ${LIMITS.id} characters.`);
  return id;
}

export function readTitle(value: unknown): string {
  if (value === undefined || value === null) return fail('required', 'title', 'title is required.');
  const title = plain(value, 'title').trim();
  if (title === '') return fail('required', 'title', 'title must not be empty.');
  if (isLonger(title, LIMITS.title)) return fail('too_long', 'title', `title may have ${LIMITS.title} characters.`);
  return title;
}

/** Absolute http(s), or site-relative; `javascript:` and its like must never reach a storefront. */
export function readUrl(value: unknown, field: string): string {
  const text = plain(value, field).trim();
  if (isLonger(text, LIMITS.url)) return fail('too_long', field, `${field} may have ${LIMITS.url} characters.`);
  const relative = text.startsWith('/') && !/^\/[/\\]/.test(text);
  const parsed = relative ? URL.parse(text, 'https://relative.invalid') : URL.parse(text);
  // `https:example` would be read as relative to the page it stands on.
  const sound = parsed && (relative ? parsed.host === 'relative.invalid' : /^https?:\/\//i.test(text));
  if (!sound || /[\s<>"]/.test(text)) {
    return fail('url', field, `${field} must be an http or https address, or begin with a single "/".`);
  }
  return text;
}

export const DOC_TYPE = /^[a-z0-9][a-z0-9_-]{0,31}$/;
export const DOC_TYPE_HELP = 'A type must be 1 to 32 of a-z, 0-9, "-" and "_", the first of them no sign.';

export function readDocType(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'product';
  const text = plain(value, 'docType');
  return DOC_TYPE.test(text) ? text : fail('pattern', 'docType', DOC_TYPE_HELP);
}

export function readText(value: unknown, field: string, max: number): string {
  const text = plain(value, field);
  return isLonger(text, max) ? fail('too_long', field, `${field} may have ${max} characters.`) : text;
}

/** Codes often come as numbers. */
export function readCode(value: unknown, field: string): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return readText(value, field, LIMITS.id).trim();
}

/** A number or its text, exact. */
export function readPrice(value: unknown): number {
  const price = decimal(value);
  if (!price) return fail('type', 'price', 'price must be a number or a text such as "19.90".');
  if (price.lt(0)) return fail('min', 'price', 'price must be at least 0.');
  if (price.gt(MAX_PRICE)) return fail('max', 'price', 'price may have 11 digits before the point.');
  if (!price.eq(price.round(4))) return fail('decimals', 'price', 'price may have 4 decimals.');
  return price.toNumber();
}

const NUMERIC = /^\s*-?\d{1,20}(?:\.\d{1,20})?\s*$/;

function decimal(value: unknown): Big | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Big(value) : null;
  if (typeof value !== 'string' || !NUMERIC.test(value)) return null;
  return new Big(value.trim());
}

export function readCurrency(value: unknown): string {
  const code = plain(value, 'currency').trim().toUpperCase();
  if (!CURRENCIES.has(code)) return fail('currency', 'currency', 'currency must be an ISO 4217 code, such as EUR.');
  return code;
}

/** May be negative: shops that sell on back order count below zero. */
export function readStock(value: unknown): number {
  const stock = typeof value === 'string' && /^\s*-?\d{1,10}\s*$/.test(value) ? Number(value) : value;
  if (typeof stock !== 'number' || !Number.isInteger(stock)) {
    return fail('type', 'stock', 'stock must be a whole number.');
  }
  return Math.abs(stock) > MAX_STOCK ? fail('max', 'stock', `stock must be within ${MAX_STOCK}.`) : stock;
}

export function readFigure(value: unknown, field: string): number {
  const figure = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
  if (typeof figure !== 'number' || !Number.isFinite(figure)) return fail('type', field, `${field} must be a number.`);
  if (figure < 0 || figure > MAX_FIGURE) return fail('max', field, `${field} must be from 0 to ${MAX_FIGURE}.`);
  return figure;
}

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?)?$/;

/** By hand: `Date.parse` makes the 1st of March of `2024-02-30`. A time without a zone is UTC. */
export function readTime(value: unknown, field: string): string {
  const parts = TIME.exec(plain(value, field).trim());
  if (!parts) return fail('time', field, `${field} must be an ISO 8601 time.`);
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as number[];
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second, milliseconds));
  // Years below 100 mean the 20th century to Date.UTC; from 10000 on the ISO form has a sign.
  const exists = year! >= 1000 && year! < 9999 && local.getUTCMonth() === month! - 1 && local.getUTCDate() === day;
  const [zoneHours, zoneMinutes] = [Number(parts[10] ?? 0), Number(parts[11] ?? 0)];
  if (!exists || hour! > 23 || minute! > 59 || second! > 59 || zoneHours > 23 || zoneMinutes > 59) {
    return fail('time', field, `${field} must be a time that exists, in ISO 8601.`);
  }
  const offset = (zoneHours * 60 + zoneMinutes) * 60_000 * (parts[9] === '-' ? -1 : 1);
  return new Date(local.getTime() - offset).toISOString();
}

/** `A > B > C`, or the parts as a list; a single path may stand alone. */
export function readCategories(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > LIMITS.categories) {
    return fail('too_many', 'categories', `categories may have ${LIMITS.categories} entries.`);
  }
  const place = (index: number): string => (Array.isArray(value) ? `categories/${index}` : 'categories');
  const paths = list.map((entry: unknown, index) => readCategory(entry, place(index)));
  return [...new Set(paths.filter((path) => path !== ''))];
}

function readCategory(entry: unknown, field: string): string {
  // A part with ">" in it is read as two: the joined form could not tell them apart.
  const parts = (Array.isArray(entry) ? entry : [entry]).flatMap((part: unknown) => plain(part, field).split('>'));
  const levels = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (levels.length > LIMITS.categoryLevels) {
    return fail('too_many', field, `A category may have ${LIMITS.categoryLevels} levels.`);
  }
  if (levels.some((level) => isLonger(level, LIMITS.shortText))) {
    return fail('too_long', field, `A level of a category may have ${LIMITS.shortText} characters.`);
  }
  return levels.join(' > ');
}

export function readTags(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > LIMITS.tags) return fail('too_many', 'tags', `tags may have ${LIMITS.tags} entries.`);
  const place = (index: number): string => (Array.isArray(value) ? `tags/${index}` : 'tags');
  const tags = list.map((tag: unknown, index) => readText(tag, place(index), LIMITS.shortText).trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
