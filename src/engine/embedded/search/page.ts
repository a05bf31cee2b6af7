import type { ActivePin } from './candidates.ts';
import type { PageHit } from './interpretation.ts';
import type { Matches } from './match.ts';
import type { PartialMatches } from './partial-matches.ts';
import { rankFull, type RankContext } from './rank.ts';
import { rankRelaxed } from './rank-relaxed.ts';
import { sortKeys } from './sort-keys.ts';
import { relax, type TextMatch } from './text-match.ts';
import { TopHits, type Ranked } from './top-hits.ts';
import type { Steps } from './turns.ts';

export interface Placed extends PageHit {
  pinned: boolean;
}

export function countOf(matches: readonly Matches[]): number {
  return matches.reduce((sum, { documents }) => sum + documents.length, 0);
}

export function pinnedIn(pins: readonly ActivePin[], view: number): number[] {
  return pins.filter((pin) => pin.view === view).map(({ document }) => document);
}

/** Matches that lack words, by segment, and what they are ranked by. */
export interface Relaxation {
  match: TextMatch;
  partial: PartialMatches[];
  weights: readonly number[];
  optional: string[];
}

/** Null when nothing matches so, or the words leave nothing out. `full`: matches that are shown already. */
export function* relaxedMatches(
  { state, query, corpus }: RankContext,
  match: TextMatch,
  full: readonly Matches[],
  hidden: readonly ReadonlySet<number>[],
): Steps<Relaxation | null> {
  const relaxed = yield* relax(state, match, corpus);
  if (!relaxed) return null;
  let missing = 0;
  const all = 2 ** match.text.words.length - 1;
  const partial: PartialMatches[] = [];
  for (const at of state.views.keys()) {
    yield;
    const taken = [...full[at]!.documents, ...hidden[at]!].filter((document) => document >= 0);
    const found = relaxed.partial[at]!;
    const rest = taken.length > 0 || query.filter ? found.rest(taken, query.filter) : found;
    for (const set of rest.sets) missing |= all & ~set.words;
    partial.push(rest);
  }
  if (countOf(partial) === 0) return null;
  const optional = match.text.words.filter((_, at) => missing & (1 << at) || relaxed.doubted[at]);
  return { match: relaxed.match, partial, weights: relaxed.weights, optional };
}

/** The page: pins at their positions, full matches in order between them, then relaxed ones. */
export function* pageOf(
  context: RankContext,
  visible: readonly Matches[],
  pins: readonly ActivePin[],
  relaxation: Relaxation | null,
): Steps<Placed[]> {
  const { query, state } = context;
  const wanted = query.offset + query.limit;
  const sorted = (matches: readonly Matches[]): RankContext => ({
    ...context,
    sorts: sortKeys(query.sort, state.views, matches, wanted),
  });
  const top = new TopHits(wanted, state.views);
  const full = sorted(visible);
  for (const [view, matches] of visible.entries()) {
    yield;
    yield* rankFull(full, view, matches, new Set(pinnedIn(pins, view)), top);
  }
  const ranked = top.sorted().map((hit) => place(hit, false));
  if (relaxation && ranked.length + pins.length < wanted) {
    const below = new TopHits(wanted - ranked.length, state.views);
    const partial = { ...sorted(relaxation.partial), match: relaxation.match };
    for (const [view, matches] of relaxation.partial.entries()) {
      yield* rankRelaxed(partial, view, matches, relaxation.weights, below);
    }
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
