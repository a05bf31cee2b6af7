import type { EngineHit, FacetResult, SearchQuery, SearchResult } from '../../port/index.ts';
import { stem } from '../../../text/index.ts';
import { NO_BEHAVIOUR, type BehaviourTable } from './behaviour.ts';
import { activePins, everything, filtered, withPins, without } from './candidates.ts';
import { countFacet } from './facets.ts';
import { highlight } from './highlight.ts';
import type { Corpus } from './corpus.ts';
import type { HighlightTerms } from './marked-spans.ts';
import type { IndexState } from './index-state.ts';
import { interpret, type Interpretation } from './interpretation.ts';
import type { Matches } from './match.ts';
import { countOf, pageOf, pinnedIn, relaxedMatches, type Placed, type Relaxation } from './page.ts';
import { readPage } from './page-documents.ts';
import type { RankContext } from './rank.ts';
import { explain, hitKey } from './ranking.ts';
import { scratch } from './scratch.ts';
import { matchText, type TextMatch } from './text-match.ts';
import { Turns, type Steps } from './turns.ts';

const NO_WORDS: Interpretation = { typos: [], correctedQuery: null, synonymsUsed: [], otherWords: [] };

/**
 * Answers a query on one state. A short search takes one turn of the event loop, a long one several, between steps that
 * leave nothing in the working memory that searches share; the state is the same from beginning to end.
 */
export async function search(
  state: IndexState,
  query: SearchQuery,
  behaviour: BehaviourTable = NO_BEHAVIOUR,
  corpus: Corpus | null = null,
): Promise<SearchResult> {
  const held: (() => void)[] = [];
  const turns = new Turns(() => {
    // Segments may be merged away meanwhile: their documents stay readable.
    if (held.length === 0) for (const { segment } of state.views) held.push(segment.store.hold());
  });
  try {
    const found = await turns.take(find(state, query, behaviour, corpus));
    const json = await found.json;
    const facets = await countFacets(found, turns);
    return answerOf(found, json, facets);
  } finally {
    for (const release of held) release();
  }
}

/** What a search found, before facets are counted and documents of a slow disk are there. */
interface Found {
  context: RankContext;
  /** Matches by segment, without the filter, and with it. */
  matched: readonly Matches[];
  visible: readonly Matches[];
  total: number;
  relaxation: Relaxation | null;
  page: readonly Placed[];
  json: Uint8Array[] | Promise<Uint8Array[]>;
}

function* find(state: IndexState, query: SearchQuery, behaviour: BehaviourTable, corpus: Corpus | null): Steps<Found> {
  for (const { segment } of state.views) scratch.reserve(segment.documents);
  const text = query.text && query.text.words.length > 0 ? query.text : null;
  const match = text ? yield* matchText(state, text, corpus) : null;
  const pins = activePins(state, query);
  const hidden = state.views.map(({ segment }) => new Set(query.hidden.map((id) => segment.documentOf(id))));
  const matched: Matches[] = [];
  const visible: Matches[] = [];
  for (const [at, view] of state.views.entries()) {
    yield;
    const all = match ? match.full[at]! : everything(view);
    const shown = withPins(without(all, hidden[at]!), pinnedIn(pins, at));
    matched.push(shown);
    visible.push(filtered(view, shown, query.filter));
  }
  const total = countOf(visible);
  const signals: RankContext['signals'] = query.explain ? new Map() : null;
  const context: RankContext = { state, query, match, behaviour, corpus, sorts: null, signals };
  const relaxation = match && total < query.limit ? yield* relaxedMatches(context, match, visible, hidden) : null;
  const page = yield* pageOf(context, visible, pins, relaxation);
  return { context, matched, visible, total, relaxation, page, json: readPage(state, page) };
}

function answerOf(
  { context, total, relaxation, page }: Found,
  json: readonly Uint8Array[],
  facets: FacetResult[],
): SearchResult {
  const { match, state } = context;
  const shown = page.filter((hit) => !hit.pinned);
  const understood = match ? interpret(state, relaxation?.match ?? match, shown) : NO_WORDS;
  return {
    total,
    totalRelation: 'eq',
    totalRelaxed: relaxation ? countOf(relaxation.partial) : 0,
    hits: hitsOf(context, page, json, highlightTerms(match, understood)),
    facets,
    typos: understood.typos,
    correctedQuery: understood.correctedQuery,
    relaxation: relaxation ? { optional: relaxation.optional } : null,
    synonymsUsed: understood.synonymsUsed,
  };
}

function hitsOf(
  context: RankContext,
  page: readonly Placed[],
  json: readonly Uint8Array[],
  terms: HighlightTerms,
): EngineHit[] {
  return page.map(({ view, document, pinned, relaxed }, at) => {
    const { segment } = context.state.views[view]!;
    const hit: EngineHit = {
      id: segment.idOf(document),
      json: json[at]!,
      highlight: highlight(segment, document, json[at]!, terms),
      pinned,
      relaxed,
    };
    const signals = context.signals?.get(hitKey(view, document));
    if (signals) hit.explanation = explain(signals);
    else if (context.signals) hit.explanation = { rules: [] };
    return hit;
  });
}

function highlightTerms(match: TextMatch | null, understood: Interpretation): HighlightTerms {
  if (!match) return { words: new Set(), stems: new Set(), beginnings: new Set(), prefix: null, locale: 'en' };
  const { words, locale, lastIsPrefix } = match.text;
  const all = [...words, ...understood.otherWords];
  return {
    words: new Set(all),
    stems: new Set(all.map((word) => stem(word, locale))),
    beginnings: new Set(all.map((word) => word.slice(0, 2))),
    prefix: lastIsPrefix ? words.at(-1)! : null,
    locale,
  };
}

async function countFacets(found: Found, turns: Turns): Promise<FacetResult[]> {
  const { context, visible, total, relaxation } = found;
  const { query, state } = context;
  if (query.facets.length === 0) return [];
  const matched = total > 0 || !relaxation ? found.matched : relaxation.partial;
  const own = JSON.stringify(query.filter);
  const facets: FacetResult[] = [];
  for (const facet of query.facets) {
    if (turns.isOver) await turns.next();
    const same = JSON.stringify(facet.filter) === own && total > 0;
    const inputs = state.views.map((view, at) => {
      const { documents, terms } = same ? visible[at]! : filtered(view, matched[at]!, facet.filter);
      return { segment: view.segment, documents, terms };
    });
    facets.push(await countFacet(facet, inputs));
  }
  return facets;
}
