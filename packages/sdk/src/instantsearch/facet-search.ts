import type { Facet } from '../types.ts';
import type { Parameters } from './request.ts';

export interface FacetHit {
  value: string;
  /** The value with the library's tags around what was typed. */
  highlighted: string;
  count: number;
}

/** Without case and without the marks of Latin letters; one unit for each character, so that places stay comparable. */
const fold = (text: string): string =>
  Array.from(text, (letter) => {
    const base = letter.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
    return base.toLowerCase()[0] ?? letter;
  }).join('');

/** Values that hold what was typed, the most frequent first. */
export function facetHits(facet: Facet | undefined, typed: string, limit: number, parameters: Parameters): FacetHit[] {
  const { highlightPreTag: pre = '<em>', highlightPostTag: post = '</em>' } = parameters;
  const wanted = fold(typed.trim());
  const hits: FacetHit[] = [];
  for (const { value, count } of facet?.values ?? []) {
    const text = String(value);
    const from = wanted ? fold(text).indexOf(wanted) : 0;
    if (from < 0) continue;
    const letters = Array.from(text);
    const part = (start: number, end?: number): string => letters.slice(start, end).join('');
    const to = from + wanted.length;
    const marked = part(0, from) + pre + part(from, to) + post + part(to);
    hits.push({ value: text, highlighted: wanted ? marked : text, count });
  }
  return hits.slice(0, limit);
}
