import { bitCount } from '../segment/bitmap.ts';
import { liftedAmong, others } from './lifted.ts';
import type { PartialMatches } from './partial-matches.ts';
import { rankByRules } from './rank-by-rules.ts';
import { GROWTH, LEAD, type RankContext } from './rank.ts';
import { emptySignals, matchKey, missingShare } from './ranking.ts';
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
  const rank = (some: PartialMatches): Steps<void> =>
    rankByRules(context, view, some, NOBODY, top, { matches: some, all }, false);
  if (context.sorts) return yield* rank(matches);
  const { popularity } = context.state.views[view]!.segment;
  const lead = LEAD * (context.query.offset + context.query.limit);
  for (const set of matches.bySet()) {
    yield;
    const best = bestKey(context, view, set, all);
    if (best > top.worst[0]!) continue;
    const { documents } = set;
    const lifted = documents.length >= 2 * lead ? liftedAmong(context, view, documents, []) : null;
    if (!lifted) {
      yield* rank(set);
      continue;
    }
    if (lifted.length > 0) yield* rank(set.only(lifted));
    const rest = lifted.length > 0 ? others(documents, lifted) : documents;
    let size = lead;
    for (let from = 0; from < rest.length; from += size, size *= GROWTH) {
      if (top.isSettled(best, popularity[rest[from]!]!)) break;
      yield;
      yield* rank(set.only(rest.subarray(from, from + size)));
    }
  }
}

/** No document that has just the words of the set has a better first key. */
function bestKey({ state, match }: RankContext, view: number, set: PartialMatches, all: number): number {
  const { words } = set.sets[0]!;
  const { worth, quality } = set.best(words);
  const signals = emptySignals();
  // Sums of weights are rounded: a little more is never too little.
  signals.missing = missingShare(worth * (1 + 1e-6), all);
  signals.naming = bestNaming(state.views[view]!.segment, match!.text, words);
  signals.placement = quality / bitCount(words);
  return matchKey(signals);
}
