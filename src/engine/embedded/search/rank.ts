import type { SearchQuery } from '../../port/index.ts';
import type { BehaviourTable } from './behaviour.ts';
import type { Corpus } from './corpus.ts';
import type { IndexState } from './index-state.ts';
import { subset, type Matches } from './match.ts';
import { PostingMatches } from './posting-matches.ts';
import { ANY_DOCUMENTS, rankByPopularity, type Ascending, type KnownOfSome } from './rank-by-popularity.ts';
import { rankByRules } from './rank-by-rules.ts';
import type { SortKey } from './sort-keys.ts';
import { rankSorted } from './rank-sorted.ts';
import { UNNAMED, emptySignals, matchKey, type HitSignals } from './ranking.ts';
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
  const rank = (some: Matches, known: KnownOfSome): Steps<void> =>
    rankByRules(context, view, some, skip, top, { relaxed: null, ...known });
  if (!matches.inOrder) return yield* rank(matches, ANY_DOCUMENTS);
  const ascending: Ascending = {
    documents: matches.documents,
    boosts: context.query.boosts,
    bestKey: (unnamed) => bestKey(context, view, matches, unnamed),
    rank: (documents, known) => rank(subset(matches, documents), known),
  };
  yield* rankByPopularity(context, view, ascending, top);
}

/** None of the matches has a better first key; `unnamed`: none that no word names. */
function bestKey({ state, match }: RankContext, view: number, matches: Matches, unnamed: boolean): number {
  const signals = emptySignals();
  signals.naming = 0;
  if (match) {
    const { segment } = state.views[view]!;
    signals.naming = unnamed ? UNNAMED : bestNaming(segment, match.text, 2 ** match.text.words.length - 1);
    const quality =
      matches instanceof PostingMatches ? matches.leastQuality(segment) : bestQuality(match.readings[view]!);
    signals.placement = quality / match.text.words.length;
  }
  return matchKey(signals);
}
