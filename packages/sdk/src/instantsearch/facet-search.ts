import type { Facet } from '../types.ts';
import type { Parameters } from './request.ts';
import { highlightOf } from './result.ts';

export interface FacetHit {
  value: string;
  /** The value with the library's tags around what was typed. */
  highlighted: string;
  count: number;
}

/** The values that the service found, the most frequent first. */
export function facetHits(facet: Facet | undefined, parameters: Parameters): FacetHit[] {
  return (facet?.values ?? []).map(({ value, count, highlighted }) => {
    const text = String(value);
    return { value: text, highlighted: highlighted ? highlightOf(highlighted, parameters).value : text, count };
  });
}
