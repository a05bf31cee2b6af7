import type { Facet, Hit, SearchResponse } from '../types.ts';
import { fieldOf, perPageOf, WINDOW, type Parameters } from './request.ts';

export interface Highlight {
  /** Raw text with the tags that were asked for; the library escapes it. */
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
  matchedWords: string[];
}

/** A result as InstantSearch reads it. */
export interface InstantSearchHit extends Hit {
  objectID: string;
  _highlightResult: Record<string, Highlight | Highlight[]>;
  _snippetResult: Record<string, Highlight>;
}

export interface InstantSearchResult {
  hits: InstantSearchHit[];
  nbHits: number;
  nbPages: number;
  page: number;
  hitsPerPage: number;
  processingTimeMS: number;
  query: string;
  params: string;
  index: string;
  facets: Record<string, Record<string, number>>;
  facets_stats: Record<string, { min: number; max: number; avg: number; sum: number }>;
  exhaustiveNbHits: boolean;
  exhaustiveFacetsCount: boolean;
  queryID: string;
  /** Banners of the merchant's rules, for the widget `queryRuleCustomData`. */
  userData?: unknown[];
  renderingContent?: { redirect: { url: string } };
}

const SEPARATOR = ' > ';
const MARK = /<(\/?)mark>/;
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&amp;': '&',
};

const unescape = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|#39|apos|amp);/g, (entity) => ENTITIES[entity]!);

/** HTML with `<mark>` back to raw text with the library's tags. */
export function highlightOf(
  html: string,
  { highlightPreTag: pre = '<em>', highlightPostTag: post = '</em>' }: Parameters,
): Highlight {
  // Pieces of text, with the slash of the tag between each two.
  const parts = html.split(MARK);
  let value = '';
  const matchedWords: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const text = unescape(parts[at]!);
    const opened = parts[at - 1] === '';
    if (opened) matchedWords.push(text.toLowerCase());
    value += at === 0 ? text : (opened ? pre : post) + text;
  }
  return { value, matchLevel: matchedWords.length > 0 ? 'full' : 'none', matchedWords: [...new Set(matchedWords)] };
}

const plain = (value: string): Highlight => ({ value, matchLevel: 'none', matchedWords: [] });

function hitOf(hit: Hit, parameters: Parameters): InstantSearchHit {
  const highlights: Record<string, Highlight | Highlight[]> = {};
  for (const [name, value] of Object.entries(hit)) {
    if (typeof value === 'string') highlights[name] = plain(value);
    else if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      highlights[name] = value.map(plain);
  }
  const snippets: Record<string, Highlight> = {};
  for (const [name, html] of Object.entries(hit.highlight ?? {})) {
    if (typeof html !== 'string') continue;
    snippets[name] = highlightOf(html, parameters);
    highlights[name] = snippets[name];
  }
  return { ...hit, objectID: hit.id, _highlightResult: highlights, _snippetResult: snippets };
}

/** `categories.lvl1` has the values of `categories` with one separator in them. */
function valuesOf(attribute: string, { values }: Facet, limit: number): Record<string, number> {
  const level = /\.lvl(\d+)$/.exec(attribute)?.[1];
  const kept =
    level === undefined
      ? values
      : values.filter(({ value }) => String(value).split(SEPARATOR).length - 1 === Number(level));
  return Object.fromEntries(kept.slice(0, limit).map(({ value, count }) => [String(value), count]));
}

/** The answer to one request; null is a page beyond the last that there can be. */
export function resultOf(
  indexName: string,
  parameters: Parameters,
  response: SearchResponse | null,
): InstantSearchResult {
  const wanted = parameters.facets ?? [];
  const hitsPerPage = perPageOf(parameters);
  const found = response ? response.total + response.total_relaxed : WINDOW;
  const facets: InstantSearchResult['facets'] = {};
  const facets_stats: InstantSearchResult['facets_stats'] = {};
  for (const attribute of typeof wanted === 'string' ? [wanted] : wanted) {
    const facet = response?.facets.find(({ field }) => field === fieldOf(attribute));
    if (!facet) continue;
    facets[attribute] = valuesOf(attribute, facet, parameters.maxValuesPerFacet ?? 100);
    if (facet.stats) facets_stats[attribute] = facet.stats;
  }
  const onlyCounts = parameters.hitsPerPage === 0;
  return {
    hits: response && !onlyCounts ? response.hits.map((hit) => hitOf(hit, parameters)) : [],
    nbHits: found,
    nbPages: Math.ceil(Math.min(found, WINDOW) / hitsPerPage),
    page: parameters.page ?? 0,
    hitsPerPage,
    processingTimeMS: response?.took_ms ?? 0,
    query: parameters.query ?? '',
    params: '',
    index: indexName,
    facets,
    facets_stats,
    exhaustiveNbHits: response?.total_relation !== 'gte',
    exhaustiveFacetsCount: true,
    queryID: response?.query_id ?? '',
    ...(response && response.banners.length > 0 ? { userData: response.banners } : {}),
    ...(response?.redirect ? { renderingContent: { redirect: { url: response.redirect } } } : {}),
  };
}
