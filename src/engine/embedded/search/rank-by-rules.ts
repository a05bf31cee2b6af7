import type { Boost, TextQuery } from '../../port/index.ts';
import { bitCount } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import { NOTHING_KNOWN } from './behaviour.ts';
import type { Company } from './company.ts';
import { compileFilter } from './filter.ts';
import { qualityOf } from './match-cost.ts';
import type { Matches } from './match.ts';
import { titleUse, type TitleUse } from './modifiers.ts';
import { Modifying } from './modifying.ts';
import type { PartialMatches } from './partial-matches.ts';
import { NOT_IN_TITLE, Proximity, titleLimit } from './proximity.ts';
import type { KnownOfSome } from './rank-by-popularity.ts';
import type { RankContext } from './rank.ts';
import { MISSING_KEY, UNNAMED, aboutness, emptySignals, hitKey, matchKey, missingShare } from './ranking.ts';
import type { Group } from './reading.ts';
import { Screen } from './screen.ts';
import { Naming, costSignals } from './signals.ts';
import { KEYS, type TopHits } from './top-hits.ts';
import type { Steps } from './turns.ts';

const NO_GROUPS: readonly Group[] = [];

/** What is known of the documents that are ranked. */
export interface Known extends KnownOfSome {
  /** Of hits that lack words: their matches, and the weight of all words. Boosts do not move them. */
  relaxed: { matches: PartialMatches; all: number } | null;
}

/** Puts matches of one segment into the order of the answer, rule by rule, in one step after what is learned for it. */
export function* rankByRules(
  context: RankContext,
  view: number,
  matches: Matches,
  skip: ReadonlySet<number>,
  top: TopHits,
  known: Known,
): Steps<void> {
  if (matches.documents.length === 0) return;
  const use = context.match && !context.sorts?.[view] ? yield* useOfLast(context, context.match.text) : null;
  const modifying = use && modifyingIn(context, view, use.heads);
  if (modifying) yield* modifying.prepare(matches.documents.length);
  rank(context, view, matches, skip, top, known, { modifying, company: use?.company ?? null });
}

/** What titles say of the query's last word. */
interface LastWord {
  modifying: Modifying | null;
  company: Company | null;
}

function rank(
  context: RankContext,
  view: number,
  { documents, costs }: Matches,
  skip: ReadonlySet<number>,
  top: TopHits,
  { relaxed, unlifted, unnamed }: Known,
  { modifying, company }: LastWord,
): void {
  const { segment } = context.state.views[view]!;
  const text = context.match?.text ?? null;
  const words = text?.words.length ?? 1;
  const all = 2 ** words - 1;
  const groups = context.match?.groups[view] ?? NO_GROUPS;
  const boostOf = relaxed ? null : compileBoosts(segment, context.query.boosts);
  const names = text && !unnamed ? new Naming(segment, text, documents.length) : null;
  const unmarked = names ? names.best : text ? UNNAMED : 0;
  const sort = context.sorts?.[view];
  const terms = text ? text.words.map((word) => segment.termOf(word)) : [];
  const behaviourOf = context.behaviour.lookUp(segment, text !== null, context.query.behaviour);
  const modifies = modifying?.all ?? null;
  const usualOf = company?.usualness(segment);
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
      : new Screen(words, names?.marks ?? null, unmarked, plain ? popularity : null, limit, modifies);
  for (let i = 0; i < documents.length; i++) {
    if (screen) i = screen.next(i, documents, costs, top);
    if (i === documents.length) break;
    const document = documents[i]!;
    const met = wordsOf ? wordsOf[i]! : all;
    if (relaxed) {
      signals.missing = missingShare(relaxed.matches.worth[i]!, relaxed.all);
      if (!sort && signals.missing * MISSING_KEY > worst[0]!) continue;
    }
    const naming = names ? names.of(document, met) : unmarked;
    if (text) costSignals(signals, costs[i]!, bitCount(met));
    signals.naming = naming;
    if (modifies && naming > 0 && modifies.has(document)) signals.modifies = 1;
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
      if (modifying && !modifies && naming > 0 && modifying.has(document)) signals.modifies = 1;
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

function* useOfLast({ corpus, state }: RankContext, { words, locale }: TextQuery): Steps<TitleUse> {
  return corpus?.use ?? (yield* titleUse(state.views, words.at(-1)!, locale));
}

function modifyingIn({ state, match }: RankContext, view: number, heads: ReadonlySet<string>): Modifying | null {
  const { segment } = state.views[view]!;
  const term = segment.termOf(match!.text.words.at(-1)!);
  return term < 0 || heads.size === 0 ? null : new Modifying(segment, term, heads);
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
