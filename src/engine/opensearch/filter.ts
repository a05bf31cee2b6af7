import { categoryPaths, textKey } from '../embedded/segment/document-columns.ts';
import type { Filter, SearchQuery } from '../port/index.ts';
import type { Json } from './cluster.ts';
import { CORE_NUMBERS, PART } from './document.ts';

export const EVERYTHING: Json = { match_all: {} };
export const NOTHING: Json = { match_none: {} };

/** A filter in the cluster's terms. Values are only ever values there, whatever they hold. */
export function toFilter(filter: Filter): Json {
  switch (filter.kind) {
    case 'and':
      return filter.filters.length === 0 ? EVERYTHING : { bool: { filter: filter.filters.map(toFilter) } };
    case 'or':
      return anyOf(filter.filters.map(toFilter));
    case 'not':
      return { bool: { must_not: [toFilter(filter.filter)] } };
    case 'in':
      return filter.field === 'id' ? idsFilter(filter.values.map(String)) : valuesFilter(filter.field, filter.values);
    case 'range':
      return rangeFilter(filter);
  }
}

export function anyOf(queries: readonly Json[]): Json {
  if (queries.length === 0) return NOTHING;
  return queries.length === 1 ? queries[0]! : { bool: { should: queries, minimum_should_match: 1 } };
}

export function idsFilter(ids: readonly string[]): Json {
  return { terms: { id: ids } };
}

export function valueTerm(field: string, value: string | number | boolean): string {
  if (typeof value === 'number') return `${field}${PART}n${value}`;
  const shown = field === 'categories' ? (categoryPaths(String(value)).at(-1) ?? '') : value;
  return `${field}${PART}${textKey(shown)}`;
}

function valuesFilter(field: string, values: readonly (string | number | boolean)[]): Json {
  return { terms: { values: values.map((value) => valueTerm(field, value)) } };
}

function rangeFilter({ field, gt, gte, lt, lte }: Filter & { kind: 'range' }): Json {
  const bounds = {
    ...(gt !== undefined && { gt }),
    ...(gte !== undefined && { gte }),
    ...(lt !== undefined && { lt }),
    ...(lte !== undefined && { lte }),
  };
  if (CORE_NUMBERS.has(field)) {
    return Object.keys(bounds).length === 0
      ? { exists: { field: `core.${field}` } }
      : { range: { [`core.${field}`]: bounds } };
  }
  const within: Json[] = [{ term: { 'numbers.f': field } }];
  if (Object.keys(bounds).length > 0) within.push({ range: { 'numbers.v': bounds } });
  return { nested: { path: 'numbers', query: { bool: { filter: within } } } };
}

/** What every shown document must be. */
export function visible({ hidden }: SearchQuery): Json[] {
  return hidden.length === 0 ? [] : [{ bool: { must_not: [idsFilter(hidden)] } }];
}
