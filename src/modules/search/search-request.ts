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
  sort: Sort;
  /** Null: the tenant's. */
  locale: string | null;
  channel: Channel | null;
  sessionId: string | null;
  explain: boolean;
}

export const SEARCH_LIMITS = { q: 512, perPage: 100, window: 1_000, facets: 50, filters: 8_192 } as const;
export const DEFAULT_PER_PAGE = 20;

/** What the request classes of GET and POST come to: shapes are checked, meanings are not. */
export interface RawSearch {
  q?: string | null;
  page?: number | null;
  per_page?: number | null;
  filters?: unknown;
  facets?: readonly string[] | null;
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
  const faults: { path: (string | number)[]; code: string; message: string }[] = [];
  const page = raw.page ?? 1;
  const perPage = raw.per_page ?? DEFAULT_PER_PAGE;
  if (page * perPage > SEARCH_LIMITS.window) {
    const message = `page × per_page may reach ${SEARCH_LIMITS.window}: narrow the search with filters instead.`;
    faults.push({ path: ['page'], code: 'window', message });
  }
  const facets = [...new Set(raw.facets ?? [])];
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
    sort: sort!,
    locale: raw.locale ?? null,
    channel: raw.channel ?? null,
    sessionId: raw.session_id ?? null,
    explain: raw.explain ?? false,
  };
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
