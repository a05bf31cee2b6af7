import type { Filter } from '../../../engine/port/index.ts';
import type { FieldError } from '../../../kernel/errors.ts';
import { isJsonObject, jsonPointer } from '../../../kernel/json.ts';
import { fieldsWith, fieldUse, type FieldType } from './fields.ts';

/**
 * The filter grammar (section 5 of the contract): `{ brand: ["A", "B"], price: { gte: 10 }, not: {…}, any: [{…}, {…}] }`.
 * Keys are ANDed, arrays ORed.
 */
export interface FilterPart {
  /** The field that a top-level key selects on; null for `not` and `any`. */
  field: string | null;
  filter: Filter;
}

export interface ParsedFilter {
  parts: FilterPart[];
  errors: FieldError[];
}

export const FILTER_LIMITS = { depth: 5, conditions: 100, values: 200, any: 20, textLength: 512, errors: 20 } as const;

type Path = readonly (string | number)[];
type Value = string | number | boolean;

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;
type Bound = (typeof BOUNDS)[number];
const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** With a time there must be an offset: a local time of nowhere would be read as the server's. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** `path` is where the filter stands in the body; faults point there. Nothing asked for gives no parts. */
export function parseFilter(value: unknown, path: Path): ParsedFilter {
  const parser = new FilterParser();
  const parts = parser.object(value, path, 1);
  return { parts: parser.errors.length > 0 ? [] : parts, errors: parser.errors };
}

/** All of the filters as one; null when there is none. */
export function allOf(filters: readonly Filter[]): Filter | null {
  if (filters.length <= 1) return filters[0] ?? null;
  return { kind: 'and', filters };
}

/** Milliseconds since 1970 of an ISO 8601 date or time, or null. */
export function parseTime(value: unknown): number | null {
  if (typeof value !== 'string' || !ISO_TIME.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

class FilterParser {
  readonly errors: FieldError[] = [];
  #conditions = 0;

  object(value: unknown, path: Path, depth: number): FilterPart[] {
    if (!isJsonObject(value)) {
      this.#fail(path, 'type', 'A filter must be an object, such as {"brand": ["A", "B"]}.');
      return [];
    }
    if (depth > FILTER_LIMITS.depth) {
      this.#fail(path, 'too_deep', `Filters may be nested ${FILTER_LIMITS.depth} levels deep.`);
      return [];
    }
    const parts: FilterPart[] = [];
    for (const [key, condition] of Object.entries(value)) {
      if (this.errors.length >= FILTER_LIMITS.errors) return [];
      const part = this.#part(key, condition, [...path, key], depth);
      if (part) parts.push(part);
    }
    return parts;
  }

  #part(key: string, value: unknown, path: Path, depth: number): FilterPart | null {
    if (key === 'not') {
      const filter = this.#nested(value, path, depth);
      return filter && { field: null, filter: { kind: 'not', filter } };
    }
    if (key === 'any') return this.#any(value, path, depth);
    if (++this.#conditions > FILTER_LIMITS.conditions) {
      return this.#fail(path, 'too_many', `A filter may have ${FILTER_LIMITS.conditions} conditions.`);
    }
    const use = fieldUse(key);
    if (!use?.filter) {
      const known = fieldsWith('filter').join(', ');
      return this.#fail(path, 'unknown_field', `${quote(key)} is no field to filter by. There are ${known}.`);
    }
    const filter = this.#condition(key, use.type, value, path);
    return filter && { field: key, filter };
  }

  #nested(value: unknown, path: Path, depth: number): Filter | null {
    const before = this.errors.length;
    const filter = allOf(this.object(value, path, depth + 1).map((part) => part.filter));
    if (filter || this.errors.length > before) return filter;
    return this.#fail(path, 'empty', 'Name at least one field here.');
  }

  #any(value: unknown, path: Path, depth: number): FilterPart | null {
    if (!Array.isArray(value) || value.length === 0 || value.length > FILTER_LIMITS.any) {
      return this.#fail(path, 'type', `any must be a list of 1 to ${FILTER_LIMITS.any} filters.`);
    }
    const filters = value.map((entry, index) => this.#nested(entry, [...path, index], depth));
    return { field: null, filter: { kind: 'or', filters: filters.filter((filter) => filter !== null) } };
  }

  #condition(field: string, type: FieldType, value: unknown, path: Path): Filter | null {
    if (isJsonObject(value)) return this.#range(field, type, value, path);
    if (type === 'date') {
      return this.#fail(path, 'operator', `${field} takes a range, such as {"gte": "2026-01-31"}.`);
    }
    if (!Array.isArray(value)) {
      const single = this.#value(type, value, path);
      return single === null ? null : { kind: 'in', field, values: [single] };
    }
    if (value.length === 0 || value.length > FILTER_LIMITS.values) {
      return this.#fail(path, 'length', `List 1 to ${FILTER_LIMITS.values} values, or leave the field out.`);
    }
    const values = value.map((entry: unknown, index) => this.#value(type, entry, [...path, index]));
    return { kind: 'in', field, values: [...new Set(values.filter((entry) => entry !== null))] };
  }

  #value(type: FieldType, value: unknown, path: Path): Value | null {
    if (typeof value === 'string' && value.length > FILTER_LIMITS.textLength) {
      return this.#fail(path, 'max_length', `A value may have ${FILTER_LIMITS.textLength} characters.`);
    }
    if (type === 'number') return asNumber(value) ?? this.#fail(path, 'type', 'A number is expected here.');
    if (type === 'boolean') {
      return typeof value === 'boolean' ? value : this.#fail(path, 'type', 'true or false is expected here.');
    }
    // Ids and codes that look like numbers come as numbers from careless clients.
    if (type === 'text' && typeof value === 'number') return String(value);
    if (typeof value === 'string' || (type === 'any' && (typeof value === 'boolean' || Number.isFinite(value)))) {
      return value as Value;
    }
    return this.#fail(path, 'type', type === 'text' ? 'A text is expected here.' : 'A single value is expected here.');
  }

  #range(field: string, type: FieldType, value: Record<string, unknown>, path: Path): Filter | null {
    if (type === 'text' || type === 'boolean') {
      return this.#fail(path, 'operator', `${field} has no order: give a value or a list of values.`);
    }
    const bounds: Partial<Record<Bound, number>> = {};
    let sound = true;
    for (const [name, bound] of Object.entries(value)) {
      const at = [...path, name];
      if (!(BOUNDS as readonly string[]).includes(name)) {
        sound = false;
        this.#fail(at, 'operator', `${quote(name)} is no operator. There are ${BOUNDS.join(', ')}.`);
        continue;
      }
      const number = type === 'date' ? asTime(bound) : asNumber(bound);
      if (number === null) {
        sound = false;
        this.#fail(
          at,
          'type',
          type === 'date' ? 'An ISO 8601 time with an offset is expected here.' : 'A number is expected here.',
        );
      } else bounds[name as Bound] = number;
    }
    if (!sound) return null;
    if (Object.keys(bounds).length === 0)
      return this.#fail(path, 'empty', `Give at least one of ${BOUNDS.join(', ')}.`);
    return { kind: 'range', field, ...bounds };
  }

  #fail(path: Path, code: string, message: string): null {
    if (this.errors.length < FILTER_LIMITS.errors) this.errors.push({ field: jsonPointer(path), code, message });
    return null;
  }
}

function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function asTime(value: unknown): number | null {
  return typeof value === 'number' ? asNumber(value) : parseTime(value);
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}
