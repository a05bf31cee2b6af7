import type { EngineHit, FacetResult, SearchQuery, SearchResult } from '../../port/index.ts';
import { stem } from '../../../text/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import { NO_BEHAVIOUR, type BehaviourTable } from './behaviour.ts';
import { activePins, everything, filtered, withPins, without, type ActivePin } from './candidates.ts';
import { countFacet } from './facets.ts';
import { highlight } from './highlight.ts';
import type { Corpus } from './corpus.ts';
import type { HighlightTerms } from './marked-spans.ts';
import type { IndexState } from './index-state.ts';
import { interpret, type Interpretation, type PageHit } from './interpretation.ts';
import type { Matches } from './match.ts';
import { hitKey, rankFull, type RankContext } from './rank.ts';
import { rankRelaxed } from './rank-relaxed.ts';
import { readPage } from './page-documents.ts';
import { explain } from './ranking.ts';
import type { PartialMatches } from './partial-matches.ts';
import { scratch } from './scratch.ts';
import { sortKeys } from './sort-keys.ts';
import { matchText, relax, type TextMatch } from './text-match.ts';
import { TopHits, type Ranked } from './top-hits.ts';

interface Placed extends PageHit {
  pinned: boolean;
}

const NO_WORDS: Interpretation = { typos: [], correctedQuery: null, synonymsUsed: [], otherWords: [] };

/**
 * Answers a query on one state. All but the reading of documents from a slow disk happens in one turn: searches share
 * their working memory.
 */
export async function search(
  state: IndexState,
  query: SearchQuery,
  behaviour: BehaviourTable = NO_BEHAVIOUR,
  corpus: Corpus | null = null,
): Promise<SearchResult> {
  for (const { segment } of state.views) scratch.reserve(segment.documents);
  const text = query.text && query.text.words.length > 0 ? query.text : null;
  const match = text ? matchText(state, text, corpus) : null;
  const pins = activePins(state, query);
  const hidden = state.views.map(({ segment }) => new Set(query.hidden.map((id) => segment.documentOf(id))));
  const matched = state.views.map((view, at) => {
    const all = match ? match.full[at]! : everything(view);
    return withPins(without(all, hidden[at]!), pinnedIn(pins, at));
  });
  const visible = state.views.map((view, at) => filtered(view, matched[at]!, query.filter));
  const total = count(visible);
  const context: RankContext = {
    state,
    query,
    match,
    behaviour,
    corpus,
    sorts: null,
    signals: query.explain ? new Map() : null,
  };
  const relaxation = match && total < query.limit ? relaxedMatches(context, match, visible, hidden) : null;
  const page = pageOf(context, visible, pins, relaxation);
  const understood = match
    ? interpret(
        state,
        relaxation?.match ?? match,
        page.filter((hit) => !hit.pinned),
      )
    : NO_WORDS;
  // Counted in this turn; those of very many values are put in order in turns of their own.
  const facets = facetsOf(state, query, total > 0 || !relaxation ? matched : relaxation.partial, visible);
  const read = readPage(state, page);
  const json = read instanceof Promise ? await read : read;
  return {
    total,
    totalRelation: 'eq',
    totalRelaxed: relaxation ? count(relaxation.partial) : 0,
    hits: hitsOf(context, page, json, highlightTerms(match, understood)),
    facets: await facets,
    typos: understood.typos,
    correctedQuery: understood.correctedQuery,
    relaxation: relaxation ? { optional: relaxation.optional } : null,
    synonymsUsed: understood.synonymsUsed,
  };
}

function count(matches: readonly Matches[]): number {
  return matches.reduce((sum, { documents }) => sum + documents.length, 0);
}

function pinnedIn(pins: readonly ActivePin[], view: number): number[] {
  return pins.filter((pin) => pin.view === view).map(({ document }) => document);
}

interface Relaxation {
  match: TextMatch;
  partial: PartialMatches[];
  weights: readonly number[];
  optional: string[];
}

function relaxedMatches(
  { state, query, corpus }: RankContext,
  match: TextMatch,
  full: readonly Matches[],
  hidden: readonly ReadonlySet<number>[],
): Relaxation | null {
  const relaxed = relax(state, match, corpus);
  if (!relaxed) return null;
  let missing = 0;
  const all = 2 ** match.text.words.length - 1;
  const partial = state.views.map((view, at): PartialMatches => {
    const { documents } = full[at]!;
    let taken: Bitmap | null = null;
    if (documents.length > 0 || hidden[at]!.size > 0) {
      taken = Bitmap.of(view.segment.documents, documents);
      for (const document of hidden[at]!) if (document >= 0) taken.add(document);
    }
    const found = relaxed.partial[at]!;
    const rest = taken || query.filter ? found.rest(taken, query.filter) : found;
    for (const set of rest.sets) missing |= all & ~set.words;
    return rest;
  });
  if (count(partial) === 0) return null;
  const optional = match.text.words.filter((_, at) => missing & (1 << at) || relaxed.doubted[at]);
  return { match: relaxed.match, partial, weights: relaxed.weights, optional };
}

/** The page: pins at their positions, full matches in order between them, then relaxed ones. */
function pageOf(
  context: RankContext,
  visible: readonly Matches[],
  pins: readonly ActivePin[],
  relaxation: Relaxation | null,
): Placed[] {
  const { query, state } = context;
  const wanted = query.offset + query.limit;
  const sorted = (matches: readonly Matches[]): RankContext => ({
    ...context,
    sorts: sortKeys(query.sort, state.views, matches, wanted),
  });
  const top = new TopHits(wanted, state.views);
  const full = sorted(visible);
  visible.forEach((matches, view) => rankFull(full, view, matches, new Set(pinnedIn(pins, view)), top));
  const ranked = top.sorted().map((hit) => place(hit, false));
  if (relaxation && ranked.length + pins.length < wanted) {
    const below = new TopHits(wanted - ranked.length, state.views);
    const partial = { ...sorted(relaxation.partial), match: relaxation.match };
    relaxation.partial.forEach((matches, view) => rankRelaxed(partial, view, matches, relaxation.weights, below));
    ranked.push(...below.sorted().map((hit) => place(hit, true)));
  }
  return withPinsPlaced(ranked, pins, wanted).slice(query.offset);
}

function place({ view, document, cost }: Ranked, relaxed: boolean): Placed {
  return { view, document, cost, relaxed, pinned: false };
}

function withPinsPlaced(ranked: readonly Placed[], pins: readonly ActivePin[], wanted: number): Placed[] {
  if (pins.length === 0) return ranked.slice(0, wanted);
  const placed: Placed[] = [];
  let next = 0;
  let pin = 0;
  while (placed.length < wanted && (next < ranked.length || pin < pins.length)) {
    const pinned = pins[pin];
    if (pinned && (pinned.position <= placed.length + 1 || next >= ranked.length)) {
      placed.push({ view: pinned.view, document: pinned.document, cost: 0, relaxed: false, pinned: true });
      pin++;
    } else {
      placed.push(ranked[next++]!);
    }
  }
  return placed;
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

function facetsOf(
  state: IndexState,
  query: SearchQuery,
  matched: readonly Matches[],
  visible: readonly Matches[],
): Promise<FacetResult[]> {
  const own = JSON.stringify(query.filter);
  const counting = query.facets.map((facet) => {
    const same = JSON.stringify(facet.filter) === own && count(visible) > 0;
    return countFacet(
      facet,
      state.views.map(({ segment }, at) => {
        const { documents, terms } = same ? visible[at]! : filtered(state.views[at]!, matched[at]!, facet.filter);
        return { segment, documents, terms };
      }),
    );
  });
  return Promise.all(counting);
}
