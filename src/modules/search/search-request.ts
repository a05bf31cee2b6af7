import type { Sort } from '../../engine/port/index.ts';
import { ApiError, type FieldError } from '../../kernel/errors.ts';
import { jsonPointer } from '../../kernel/json.ts';
import { fieldsWith, fieldUse, parseFilter, type Channel, type FilterPart } from '../rules/index.ts';

/** A search as it was asked for, checked. */
export interface SearchRequest {
  q: string;
  page: number;
  perPage: number;
  filters: readonly FilterPart[];
  facets: readonly string[];
  /** What is typed to find values of a facet, by field. */
  facetQuery: ReadonlyMap<string, string>;
  /** Values a facet lists at most. */
  facetLimit: number;
  sort: Sort;
  /** Null: the tenant's. */
  locale: string | null;
  channel: Channel | null;
  sessionId: string | null;
  explain: boolean;
}

export const SEARCH_LIMITS = {
  q: 512,
  perPage: 100,
  window: 1_000,
  facets: 50,
  facetQuery: 100,
  facetLimit: 1_000,
  filters: 8_192,
} as const;
export const DEFAULT_PER_PAGE = 20;
export const DEFAULT_FACET_LIMIT = 100;

/** What the request classes of GET and POST come to: shapes are checked, meanings are not. */
export interface RawSearch {
  q?: string | null;
  page?: number | null;
  per_page?: number | null;
  filters?: unknown;
  facets?: readonly string[] | null;
  facet_query?: unknown;
  facet_limit?: number | null;
  sort?: string | null;
  locale?: string | null;
  channel?: Channel | null;
  session_id?: string | null;
  explain?: boolean | null;
}

/**
 * @throws ApiError with every fault: `invalid_parameter` naming parameters for a GET, `validation_failed` with JSON
 * Pointers for a POST.
 */
export function searchRequest(raw: RawSearch, origin: 'query' | 'body'): SearchRequest {
  const faults: Fault[] = [];
  const page = raw.page ?? 1;
  const perPage = raw.per_page ?? DEFAULT_PER_PAGE;
  if (page * perPage > SEARCH_LIMITS.window) {
    const message = `page × per_page may reach ${SEARCH_LIMITS.window}: narrow the search with filters instead.`;
    faults.push({ path: ['page'], code: 'window', message });
  }
  const facetQuery = readFacetQuery(raw.facet_query, faults);
  const facets = [...new Set([...(raw.facets ?? []), ...facetQuery.keys()])];
  (raw.facets ?? []).forEach((facet, index) => {
    if (!fieldUse(facet)?.facet)
      faults.push({ path: ['facets', index], code: 'unknown_field', message: noFacet(facet) });
  });
  const sort = parseSort(raw.sort ?? 'relevance');
  if (!sort) faults.push({ path: ['sort'], code: 'sort', message: SORT_MESSAGE });
  const filters = raw.filters === undefined || raw.filters === null ? null : parseFilter(raw.filters, ['filters']);
  const errors: FieldError[] = [
    ...faults.map(({ path, ...fault }) => ({
      field: origin === 'body' ? jsonPointer(path) : String(path[0]),
      ...fault,
    })),
    ...(filters?.errors ?? []).map((fault) => (origin === 'body' ? fault : inParameter(fault))),
  ];
  if (errors.length > 0) {
    const detail = errors.length === 1 ? errors[0]!.message : `${errors.length} values are not valid; see errors.`;
    throw new ApiError(origin === 'body' ? 'validation_failed' : 'invalid_parameter', detail, { errors });
  }
  return {
    q: raw.q ?? '',
    page,
    perPage,
    filters: filters?.parts ?? [],
    facets,
    facetQuery,
    facetLimit: raw.facet_limit ?? DEFAULT_FACET_LIMIT,
    sort: sort!,
    locale: raw.locale ?? null,
    channel: raw.channel ?? null,
    sessionId: raw.session_id ?? null,
    explain: raw.explain ?? false,
  };
}

interface Fault {
  path: (string | number)[];
  code: string;
  message: string;
}

function readFacetQuery(value: unknown, faults: Fault[]): Map<string, string> {
  if (value === undefined || value === null) return new Map();
  const path = ['facet_query'];
  if (typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length > SEARCH_LIMITS.facets) {
    const message = `facet_query must be an object of at most ${SEARCH_LIMITS.facets} fields, such as {"brand":"son"}.`;
    faults.push({ path, code: 'type', message });
    return new Map();
  }
  const asked = new Map<string, string>();
  for (const [field, typed] of Object.entries(value)) {
    if (!fieldUse(field)?.facet) {
      faults.push({ path: [...path, field], code: 'unknown_field', message: noFacet(field) });
    } else if (typeof typed !== 'string' || typed.length > SEARCH_LIMITS.facetQuery) {
      const message = `What is typed for a facet must be a text of at most ${SEARCH_LIMITS.facetQuery} characters.`;
      faults.push({ path: [...path, field], code: 'type', message });
    } else asked.set(field, typed);
  }
  return asked;
}

function noFacet(name: string): string {
  return `${JSON.stringify(name.slice(0, 64))} is no facet. There are ${fieldsWith('facet').join(', ')}.`;
}

/** The parameter is one word for the caller; where in its JSON the fault is goes into the message. */
function inParameter({ field, code, message }: FieldError): FieldError {
  const place = field.slice('/filters'.length);
  return { field: 'filters', code, message: place === '' ? message : `At ${place}: ${message}` };
}

const SORT_MESSAGE =
  'sort must be relevance, popularity, newest, price:asc, price:desc, attributes.x:asc or attributes.x:desc.';

function parseSort(text: string): Sort | null {
  if (text === 'relevance' || text === 'popularity' || text === 'newest') return { by: text };
  const [, field, direction] = /^(.+):(asc|desc)$/.exec(text) ?? [];
  if (field === undefined || !fieldUse(field)?.sort) return null;
  return { by: 'field', field, direction: direction as 'asc' | 'desc' };
}
