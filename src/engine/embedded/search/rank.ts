import type { SearchQuery } from '../../port/index.ts';
import type { BehaviourTable } from './behaviour.ts';
import type { Corpus } from './corpus.ts';
import type { IndexState } from './index-state.ts';
import { liftedAmong, others } from './lifted.ts';
import { partOf, subset, type Matches } from './match.ts';
import { PostingMatches } from './posting-matches.ts';
import { rankByRules } from './rank-by-rules.ts';
import type { SortKey } from './sort-keys.ts';
import { rankSorted } from './rank-sorted.ts';
import { emptySignals, matchKey, type HitSignals } from './ranking.ts';
import { bestQuality } from './reading.ts';
import { bestNaming } from './signals.ts';
import type { TextMatch } from './text-match.ts';
import type { TopHits } from './top-hits.ts';
import type { Steps } from './turns.ts';

/** What the order of an answer depends on, apart from the documents. */
export interface RankContext {
  state: IndexState;
  query: SearchQuery;
  match: TextMatch | null;
  behaviour: BehaviourTable;
  corpus: Corpus | null;
  sorts: SortKey[] | null;
  /** Kept when the query asks for explanations: signals by hit. */
  signals: Map<string, HitSignals> | null;
}

/** Puts one segment's full matches into the order of the answer. */
export function* rankFull(
  context: RankContext,
  view: number,
  matches: Matches,
  skip: ReadonlySet<number>,
  top: TopHits,
): Steps<void> {
  const { segment } = context.state.views[view]!;
  const sort = context.sorts?.[view];
  if (sort) {
    const demand = context.behaviour.columnsOf(segment)?.demand ?? null;
    rankSorted({ segment, view, matches, hasWords: context.match !== null, sort, demand }, top);
    return;
  }
  const lead = LEAD * (context.query.offset + context.query.limit);
  const byPopularity = matches.inOrder && matches.documents.length >= 2 * lead;
  const lifted = byPopularity ? liftedAmong(context, view, matches.documents, context.query.boosts) : null;
  if (!lifted) return yield* rankByRules(context, view, matches, skip, top, null, false);
  if (lifted.length === 0) return yield* rankByPopularity(context, view, matches, skip, top, lead);
  yield* rankByRules(context, view, subset(matches, lifted), skip, top, null, false);
  yield* rankByPopularity(context, view, subset(matches, others(matches.documents, lifted)), skip, top, lead);
}

/** Matches ranked before looking whether the page is settled, in pages; then so many times as many. */
export const LEAD = 4;
export const GROWTH = 4;

/**
 * The most popular come first: once they fill the page at the best match there can be, none behind them gets in. Nothing
 * lifts one of these matches: see `liftedAmong`.
 */
function* rankByPopularity(
  context: RankContext,
  view: number,
  matches: Matches,
  skip: ReadonlySet<number>,
  top: TopHits,
  lead: number,
): Steps<void> {
  const { popularity } = context.state.views[view]!.segment;
  const { documents } = matches;
  const best = bestKey(context, view, matches);
  let size = lead;
  for (let from = 0; from < documents.length; from += size, size *= GROWTH) {
    if (top.isSettled(best, popularity[documents[from]!]!)) return;
    yield;
    yield* rankByRules(context, view, partOf(matches, from, from + size), skip, top, null, true);
  }
}

/** None of the matches has a better first key. */
function bestKey({ state, match }: RankContext, view: number, matches: Matches): number {
  const signals = emptySignals();
  signals.naming = 0;
  if (match) {
    const { segment } = state.views[view]!;
    signals.naming = bestNaming(segment, match.text, 2 ** match.text.words.length - 1);
    const quality =
      matches instanceof PostingMatches ? matches.leastQuality(segment) : bestQuality(match.readings[view]!);
    signals.placement = quality / match.text.words.length;
  }
  return matchKey(signals);
}
