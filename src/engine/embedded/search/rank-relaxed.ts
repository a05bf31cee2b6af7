import { bitCount } from '../segment/bitmap.ts';
import { liftedAmong, others } from './lifted.ts';
import type { PartialMatches } from './partial-matches.ts';
import { leadOf, rankByPopularity, type Unlifted } from './rank-by-popularity.ts';
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
  const rank = (some: PartialMatches, unnamed: boolean): Steps<void> =>
    rankByRules(context, view, some, NOBODY, top, { relaxed: { matches: some, all }, unlifted: false, unnamed });
  if (context.sorts) return yield* rank(matches, false);
  const { segment } = context.state.views[view]!;
  const lead = leadOf(context.query.offset + context.query.limit);
  for (const set of matches.bySet()) {
    yield;
    const best = (unnamed: boolean): number => bestKey(context, view, set, all, unnamed);
    if (best(false) > top.worst[0]!) continue;
    const { documents } = set;
    const lifted = documents.length >= 2 * lead ? liftedAmong(context, view, documents, []) : null;
    if (!lifted) {
      yield* rank(set, false);
      continue;
    }
    if (lifted.length > 0) yield* rank(set.only(lifted), false);
    const rest = lifted.length > 0 ? others(documents, lifted) : documents;
    const unlifted: Unlifted = {
      segment,
      text: context.match!.text,
      bestKey: best,
      rank: (some, unnamed) => rank(set.only(some), unnamed),
    };
    yield* rankByPopularity(unlifted, rest, lead, top);
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
