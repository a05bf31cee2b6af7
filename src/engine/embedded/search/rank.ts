import type { Boost, SearchQuery, TextQuery } from '../../port/index.ts';
import { bitCount } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import { NOTHING_KNOWN, type BehaviourTable } from './behaviour.ts';
import { compileFilter } from './filter.ts';
import type { Corpus } from './corpus.ts';
import type { IndexState } from './index-state.ts';
import { liftedAmong, others } from './lifted.ts';
import { qualityOf } from './match-cost.ts';
import { partOf, subset, type Matches } from './match.ts';
import { onlyModifies, titleUse, type TitleUse } from './modifiers.ts';
import { PostingMatches } from './posting-matches.ts';
import { MISSING_KEY, aboutness, emptySignals, matchKey, type HitSignals } from './ranking.ts';
import { bestQuality, type Group } from './reading.ts';
import type { PartialMatches } from './partial-matches.ts';
import { Screen } from './screen.ts';
import { NOT_IN_TITLE, Proximity, titleLimit } from './proximity.ts';
import { Naming, bestNaming, costSignals } from './signals.ts';
import type { SortKey } from './sort-keys.ts';
import { rankSorted } from './rank-sorted.ts';
import type { TextMatch } from './text-match.ts';
import { KEYS, TopHits } from './top-hits.ts';
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

export const hitKey = (view: number, document: number): string => `${view}:${document}`;

const MISSING_STEPS = 64;
const NO_GROUPS: readonly Group[] = [];

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
  if (!lifted) return rankByRules(context, view, matches, skip, top, null, false);
  if (lifted.length === 0) return yield* rankByPopularity(context, view, matches, skip, top, lead);
  rankByRules(context, view, subset(matches, lifted), skip, top, null, false);
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
    rankByRules(context, view, partOf(matches, from, from + size), skip, top, null, true);
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

/** `relaxed`: set for hits that lack words; boosts do not move them. */
export function rankByRules(
  context: RankContext,
  view: number,
  { documents, costs }: Matches,
  skip: ReadonlySet<number>,
  top: TopHits,
  relaxed: { matches: PartialMatches; all: number } | null,
  /** True when no boost is above 1 and no behaviour above 0. */
  unlifted: boolean,
): void {
  if (documents.length === 0) return;
  const { segment } = context.state.views[view]!;
  const text = context.match?.text ?? null;
  const words = text?.words.length ?? 1;
  const all = 2 ** words - 1;
  const groups = context.match?.groups[view] ?? NO_GROUPS;
  const boostOf = relaxed ? null : compileBoosts(segment, context.query.boosts);
  const names = text ? new Naming(segment, text, documents.length) : null;
  const sort = context.sorts?.[view];
  const terms = text ? text.words.map((word) => segment.termOf(word)) : [];
  const lastTerm = terms.at(-1) ?? -1;
  const behaviourOf = context.behaviour.lookUp(segment, text !== null, context.query.behaviour);
  const use = text && !sort ? useOfLast(context, text) : null;
  const heads = use && lastTerm >= 0 ? use.heads : null;
  const usualOf = use?.company.usualness(segment);
  const proximityOf = proximities(segment, groups);
  const wordsOf = relaxed?.matches.words();
  const signals = emptySignals();
  const keys = new Float64Array(KEYS);
  const { worst } = top;
  const { popularity } = segment;
  const plain = unlifted || (!boostOf && !behaviourOf);
  const limit = context.match && !relaxed ? titleLimit(context.match, view) : Infinity;
  const screen =
    relaxed || sort
      ? null
      : new Screen(words, names?.marks ?? null, names?.best ?? 0, plain ? popularity : null, limit);
  for (let i = 0; i < documents.length; i++) {
    if (screen) i = screen.next(i, documents, costs, top);
    if (i === documents.length) break;
    const document = documents[i]!;
    const met = wordsOf ? wordsOf[i]! : all;
    if (relaxed) {
      signals.missing = missingShare(relaxed.matches.worth[i]!, relaxed.all);
      if (!sort && signals.missing * MISSING_KEY > worst[0]!) continue;
    }
    const naming = names ? names.of(document, met) : 0;
    if (text) costSignals(signals, costs[i]!, bitCount(met));
    signals.naming = naming;
    keys[0] = sort ? sort.of(document) : matchKey(signals);
    if (keys[0] > worst[0]!) continue;
    if (skip.size > 0 && skip.has(document)) continue;
    signals.boost = boostOf ? boostOf(document) : 1;
    keys[1] = -signals.boost;
    const known = behaviourOf?.(document) ?? NOTHING_KNOWN;
    keys[2] = -known.value;
    keys[3] = -popularity[document]!;
    if (!top.admits(keys, 4)) continue;
    signals.size = Math.round(Math.log2(segment.jsonLength(document)));
    if (text && !sort) {
      signals.proximity = qualityOf(costs[i]!) > limit ? NOT_IN_TITLE : proximityOf(met).of(document);
      if (heads && naming > 0) signals.modifies = onlyModifies(segment, document, lastTerm, heads) ? 1 : 0;
      keys[0] = matchKey(signals);
      if (!top.admits(keys, 4)) continue;
    }
    signals.behaviour = -keys[2];
    signals.behaviourSource = known.source;
    signals.popularity = -keys[3];
    keys[4] = signals.placement;
    signals.fields = fieldsWith(segment, document, terms);
    signals.usual = usualOf ? usualOf(document) : 0;
    keys[5] = -aboutness(signals);
    keys[6] = -signals.fields;
    top.offer(view, document, keys, costs[i]!);
    context.signals?.set(hitKey(view, document), { ...signals });
  }
  names?.close();
}

/** By words of the query (bits): made when first asked for. */
function proximities(segment: Segment, groups: readonly Group[]): (words: number) => Proximity {
  const bySet: Proximity[] = [];
  return (words) =>
    (bySet[words] ??= new Proximity(
      segment,
      groups.filter((group) => (group.words & words) !== 0),
    ));
}

function useOfLast({ corpus, state }: RankContext, { words, locale }: TextQuery): TitleUse {
  return corpus?.use ?? titleUse(state.views, words.at(-1)!, locale);
}

function fieldsWith(segment: Segment, document: number, terms: readonly number[]): number {
  let fields = 0;
  for (const term of terms) if (term >= 0) fields += bitCount(segment.fieldsIn(term, document));
  return fields;
}

/** Several boosts on one document multiply. */
function compileBoosts(segment: Segment, boosts: readonly Boost[]): ((document: number) => number) | null {
  if (boosts.length === 0) return null;
  const tests = boosts.map(({ filter, weight }) => ({ test: compileFilter(segment, filter), weight }));
  return (document) => tests.reduce((boost, { test, weight }) => (test(document) ? boost * weight : boost), 1);
}

/** At least one step: only full matches miss nothing. */
export function missingShare(worth: number, all: number): number {
  return Math.max(1, Math.round((1 - worth / all) * MISSING_STEPS));
}
