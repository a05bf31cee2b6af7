import type { Filters, Range } from './wire.ts';

/** What a results page shows; the same in the address bar. */
export interface ResultsRequest {
  query: string;
  /** From 1. */
  page: number;
  /** Empty: by relevance. */
  sort: string;
  filters: Filters;
}

const MAX_QUERY = 512;
const MAX_VALUES = 100;
const FIELD = /^[\w.-]{1,128}$/;

/**
 * Reads `?q=…&page=2&sort=price:asc&f.brand=A&f.brand=B&r.price=10..50`. Whoever sends a link writes it: what does not fit is
 * left out.
 */
export function readRequest(search: string): ResultsRequest {
  const parameters = new URLSearchParams(search);
  const filters: Filters = {};
  let values = 0;
  for (const [name, value] of parameters) {
    const field = name.slice(2);
    if (!FIELD.test(field) || !value || ++values > MAX_VALUES) continue;
    if (name.startsWith('f.')) addValue(filters, field, value);
    else if (name.startsWith('r.')) {
      const range = readRange(value);
      if (range) filters[field] = range;
    }
  }
  const page = Number(parameters.get('page') ?? 1);
  return {
    query: (parameters.get('q') ?? '').trim().slice(0, MAX_QUERY),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1,
    sort: parameters.get('sort') ?? '',
    filters,
  };
}

function addValue(filters: Filters, field: string, value: string): void {
  if (field === 'in_stock') {
    filters[field] = value === 'true';
    return;
  }
  const known = filters[field];
  filters[field] = Array.isArray(known) ? [...new Set([...known, value])] : [value];
}

function readRange(text: string): Range | null {
  const match = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(text);
  if (!match || (match[1] === undefined && match[2] === undefined)) return null;
  return {
    ...(match[1] === undefined ? {} : { gte: Number(match[1]) }),
    ...(match[2] === undefined ? {} : { lte: Number(match[2]) }),
  };
}

/** Writes the request over an existing query string, whose other parameters stay (`utm_…`, the shop's own). */
export function writeRequest({ query, page, sort, filters }: ResultsRequest, search = ''): string {
  const parameters = new URLSearchParams(search);
  for (const name of Array.from(parameters.keys())) {
    if (name === 'q' || name === 'page' || name === 'sort' || /^[fr]\./.test(name)) parameters.delete(name);
  }
  if (query) parameters.set('q', query);
  for (const [field, value] of Object.entries(filters)) {
    if (Array.isArray(value)) for (const one of value) parameters.append(`f.${field}`, one);
    else if (typeof value === 'boolean') parameters.set(`f.${field}`, String(value));
    else parameters.set(`r.${field}`, `${value.gte ?? ''}..${value.lte ?? ''}`);
  }
  if (sort) parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Another choice of filters begins at the first page. */
export function withFilter(request: ResultsRequest, field: string, value: Filters[string] | null): ResultsRequest {
  const others = { ...request.filters };
  delete others[field];
  const empty = value === null || (Array.isArray(value) && value.length === 0);
  return { ...request, page: 1, filters: empty ? others : { ...others, [field]: value } };
}

export function toggleValue(request: ResultsRequest, field: string, value: string): ResultsRequest {
  const chosen = valuesOf(request, field);
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return withFilter(request, field, next);
}

export function valuesOf({ filters }: ResultsRequest, field: string): string[] {
  const value = filters[field];
  return Array.isArray(value) ? value : [];
}

export function rangeOf({ filters }: ResultsRequest, field: string): Range {
  const value = filters[field];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function filterCount({ filters }: ResultsRequest): number {
  return Object.values(filters).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
}
