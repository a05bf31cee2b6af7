import { bitCount } from '../segment/bitmap.ts';
import type { PartialMatches } from './partial-matches.ts';
import { ANY_DOCUMENTS, rankByPopularity, type Ascending, type KnownOfSome } from './rank-by-popularity.ts';
import { rankByRules } from './rank-by-rules.ts';
import type { RankContext } from './rank.ts';
import { UNNAMED, emptySignals, matchKey, missingShare } from './ranking.ts';
import { bestNaming } from './signals.ts';
import type { TopHits } from './top-hits.ts';
import type { Steps } from './turns.ts';

const NOBODY: ReadonlySet<number> = new Set();

/**
 * Puts one segment's matches that lack words into the order of the answer, by sets of words, those that tell most first. Of a
 * set the most popular come first: once the page is full of hits that none of the rest can be before, it is done.
 */
export function* rankRelaxed(
  context: RankContext,
  view: number,
  matches: PartialMatches,
  weights: readonly number[],
  top: TopHits,
): Steps<void> {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const rank = (some: PartialMatches, known: KnownOfSome): Steps<void> =>
    rankByRules(context, view, some, NOBODY, top, { relaxed: { matches: some, all }, ...known });
  if (context.sorts) return yield* rank(matches, ANY_DOCUMENTS);
  for (const set of matches.bySet()) {
    yield;
    const best = (unnamed: boolean): number => bestKey(context, view, set, all, unnamed);
    if (best(false) > top.worst[0]!) continue;
    const ascending: Ascending = {
      documents: set.documents,
      // Boosts do not move hits that lack words.
      boosts: [],
      bestKey: best,
      rank: (documents, known) => rank(set.only(documents), known),
    };
    yield* rankByPopularity(context, view, ascending, top);
  }
}

/** No document that has just the words of the set has a better first key; `unnamed`: none that no word names. */
function bestKey(
  { state, match }: RankContext,
  view: number,
  set: PartialMatches,
  all: number,
  unnamed: boolean,
): number {
  const { words } = set.sets[0]!;
  const { worth, quality } = set.best(words);
  const signals = emptySignals();
  // Sums of weights are rounded: a little more is never too little.
  signals.missing = missingShare(worth * (1 + 1e-6), all);
  signals.naming = unnamed ? UNNAMED : bestNaming(state.views[view]!.segment, match!.text, words);
  signals.placement = quality / bitCount(words);
  return matchKey(signals);
}
