import type { Filter, SearchQuery } from '../../port/index.ts';
import { compileFilter, passing } from './filter.ts';
import type { IndexState, SegmentView } from './index-state.ts';
import type { Matches } from './match.ts';
import { PostingMatches } from './posting-matches.ts';

/** A pin that is in force: in the catalogue, inside the filter, not hidden. */
export interface ActivePin {
  position: number;
  view: number;
  document: number;
}

export function findDocument(state: IndexState, id: string): { view: number; document: number } | null {
  for (let view = 0; view < state.views.length; view++) {
    const { segment, deleted } = state.views[view]!;
    const document = segment.documentOf(id);
    if (document >= 0 && !deleted?.has(document)) return { view, document };
  }
  return null;
}

/** Pins rest under an explicit sort: whoever sorts by price wants prices in order. */
export function activePins(state: IndexState, query: SearchQuery): ActivePin[] {
  if (query.sort.by !== 'relevance') return [];
  const hidden = new Set(query.hidden);
  const pins = new Map<string, ActivePin>();
  for (const { id, position } of query.pins) {
    const found = hidden.has(id) || pins.has(id) ? null : findDocument(state, id);
    if (!found) continue;
    if (query.filter && !compileFilter(state.views[found.view]!.segment, query.filter)(found.document)) continue;
    pins.set(id, { ...found, position });
  }
  return [...pins.values()].sort((a, b) => a.position - b.position);
}

/** Every live document, for browsing; they match at no cost. */
export function everything(view: SegmentView): Matches {
  const documents = new Uint32Array(view.live);
  let at = 0;
  for (let document = 0; document < view.segment.documents; document++) {
    if (!view.deleted?.has(document)) documents[at++] = document;
  }
  return { documents, costs: new Uint32Array(at), inOrder: true };
}

export function without(matches: Matches, excluded: ReadonlySet<number>): Matches {
  return excluded.size === 0 ? matches : keep(matches, (document) => !excluded.has(document));
}

function keep(matches: Matches, test: (document: number) => boolean): Matches {
  if (matches instanceof PostingMatches) return matches.only(matches.documents.filter(test));
  const { documents, costs, inOrder = false } = matches;
  const keptDocuments = new Uint32Array(documents.length);
  const keptCosts = new Uint32Array(documents.length);
  let kept = 0;
  for (let i = 0; i < documents.length; i++) {
    if (!test(documents[i]!)) continue;
    keptDocuments[kept] = documents[i]!;
    keptCosts[kept++] = costs[i]!;
  }
  return { documents: keptDocuments.subarray(0, kept), costs: keptCosts.subarray(0, kept), inOrder };
}

export function filtered({ segment }: SegmentView, matches: Matches, filter: Filter | null): Matches {
  if (!filter) return matches;
  if (matches instanceof PostingMatches) return matches.only(passing(segment, matches.documents, filter));
  return keep(matches, compileFilter(segment, filter));
}

/** Pinned documents count even when they do not match the words. */
export function withPins(matches: Matches, pinned: readonly number[]): Matches {
  const missing = pinned.filter((document) => !matches.documents.includes(document));
  if (missing.length === 0) return matches;
  return {
    documents: Uint32Array.from([...matches.documents, ...missing]),
    costs: Uint32Array.from([...matches.costs, ...missing.map(() => 0)]),
  };
}
