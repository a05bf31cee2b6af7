import type { Filters, SearchOptions } from '../types.ts';

/** Parameters of a search as InstantSearch's helper writes them (those that we know). */
export interface Parameters {
  query?: string;
  /** From 0. */
  page?: number;
  hitsPerPage?: number;
  facets?: string | readonly string[];
  /** Outer lists are ANDed, inner ones ORed; `field:value`, `field:-value`. */
  facetFilters?: string | readonly (string | readonly string[])[];
  /** The same with `field>=1`. */
  numericFilters?: string | readonly (string | readonly string[])[];
  tagFilters?: string | readonly (string | readonly string[])[];
  /** Filters in our own language, as JSON. */
  filters?: string;
  maxValuesPerFacet?: number;
  highlightPreTag?: string;
  highlightPostTag?: string;
  facetName?: string;
  facetQuery?: string;
  maxFacetHits?: number;
}

/** Text to what a field really holds: `"true"` to `true` where a facet has shown that. */
export type TypedValue = (field: string, text: string) => string | number | boolean;

/** Hits that can be paged to. */
export const WINDOW = 1_000;
const MAX_PER_PAGE = 100;
const MAX_FACET_HITS = 100;
const MAX_TYPED = 100;
const LEVEL = /\.lvl\d+$/;
const NUMERIC = /^(.+?)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)$/;
const OPERATORS: Record<string, string> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };

/** `categories.lvl1` is a level of the field `categories`. */
export const fieldOf = (attribute: string): string => attribute.replace(LEVEL, '');

/** The sort after the first slash of an index name: `products/price:asc`. */
export function sortOf(indexName: string): string {
  const at = indexName.indexOf('/');
  return at < 0 ? 'relevance' : indexName.slice(at + 1);
}

export function perPageOf({ hitsPerPage = 20 }: Parameters): number {
  return Math.min(Math.max(hitsPerPage, 1), MAX_PER_PAGE);
}

/**
 * One request as options of `mb.search`, or null when its page lies beyond what can be paged to.
 * @throws TypeError naming a filter that cannot be understood: a page must not show more than it was asked to.
 */
export function searchOptions(indexName: string, parameters: Parameters, typed: TypedValue): SearchOptions | null {
  const per_page = perPageOf(parameters);
  const page = (parameters.page ?? 0) + 1;
  if (page * per_page > WINDOW) return null;
  const conditions = conditionsOf(parameters, typed);
  return {
    page,
    per_page,
    sort: sortOf(indexName),
    facets: facetsOf(parameters),
    ...facetSearch(parameters),
    track: false,
    anonymous: parameters.hitsPerPage === 0,
    // Inside `any`, no selection is spared when its own facet is counted: InstantSearch asks for that in a request of its own.
    ...(conditions.length > 0 ? { filters: { any: [allOf(conditions)] } } : {}),
  };
}

function facetsOf({ facets = [] }: Parameters): string[] {
  const names = (typeof facets === 'string' ? [facets] : facets).filter((name) => name !== '*');
  return [...new Set(names.map(fieldOf))];
}

/** Only of a search for values of a facet. */
function facetSearch({ facetName, facetQuery = '', maxFacetHits = 10 }: Parameters): SearchOptions {
  if (facetName === undefined) return {};
  const typed = facetQuery.trim().slice(0, MAX_TYPED);
  const facet_limit = Math.min(Math.max(maxFacetHits, 1), MAX_FACET_HITS);
  return { facet_limit, ...(typed === '' ? {} : { facet_query: { [fieldOf(facetName)]: typed } }) };
}

function conditionsOf(parameters: Parameters, typed: TypedValue): Filters[] {
  const conditions = [
    ...groups(parameters.facetFilters).map((group) => anyOf(group.map((text) => facetCondition(text, typed)))),
    ...groups(parameters.numericFilters).map((group) => anyOf(group.map(numericCondition))),
    ...groups(parameters.tagFilters).map((group) => anyOf(group.map((tag) => ({ tags: tag })))),
  ];
  if (parameters.filters) conditions.push(ownFilters(parameters.filters));
  return conditions;
}

function groups(filters: Parameters['facetFilters']): string[][] {
  if (filters === undefined) return [];
  const list = typeof filters === 'string' ? [filters] : filters;
  return list.map((group) => (typeof group === 'string' ? [group] : [...group])).filter((group) => group.length > 0);
}

function facetCondition(text: string, typed: TypedValue): Filters {
  const at = text.indexOf(':');
  if (at <= 0) throw new TypeError(`facetFilters: "${text}" is not field:value.`);
  const field = fieldOf(text.slice(0, at));
  const value = text.slice(at + 1);
  // A leading "\-" is a value that begins with a minus.
  if (value.startsWith('-')) return { not: { [field]: typed(field, value.slice(1)) } };
  return { [field]: typed(field, value.replace(/^\\-/, '-')) };
}

function numericCondition(text: string): Filters {
  const [, field, operator, number] = NUMERIC.exec(text) ?? [];
  if (!field || !operator) throw new TypeError(`numericFilters: "${text}" is not like price>=10.`);
  const value = Number(number);
  const range = OPERATORS[operator];
  if (range) return { [field]: { [range]: value } };
  return operator === '=' ? { [field]: value } : { not: { [field]: value } };
}

function ownFilters(text: string): Filters {
  try {
    const filters = JSON.parse(text) as unknown;
    if (filters && typeof filters === 'object' && !Array.isArray(filters)) return filters as Filters;
  } catch {
    // Said below.
  }
  throw new TypeError('filters must be a JSON object in the filter language of Mirabel, such as {"brand":"A"}.');
}

/** Alternatives of one field are one list; of several fields, `any`. */
function anyOf(conditions: Filters[]): Filters {
  const [first] = conditions as [Filters];
  if (conditions.length === 1) return first;
  const [field] = Object.keys(first) as [string];
  const plain = conditions.every((each) => Object.keys(each)[0] === field && typeof each[field] !== 'object');
  return plain ? { [field]: conditions.map((each) => each[field]) } : { any: conditions };
}

/** All conditions in one object, where a key can stand once: two of a field become a range, or not any of their contraries. */
function allOf(conditions: Filters[]): Filters {
  const merged: Filters = {};
  const others: Filters[] = [];
  for (const condition of conditions) {
    const [[field, value]] = Object.entries(condition) as [[string, unknown]];
    const present = merged[field];
    if (Object.keys(condition).some((key) => key in merged) && !(isRange(present) && isRange(value)))
      others.push(condition);
    else if (isRange(present) && isRange(value)) merged[field] = { ...present, ...value };
    else Object.assign(merged, condition);
  }
  if (others.length === 0) return merged;
  return { not: { any: [merged, ...others].map((condition) => ({ not: condition })) } };
}

const RANGE = /^[gl]te?$/;
const isRange = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => RANGE.test(key));
