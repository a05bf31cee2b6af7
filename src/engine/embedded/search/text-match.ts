import type { TextQuery } from '../../port/index.ts';
import type { Segment } from '../segment/segment.ts';
import type { Corpus } from './corpus.ts';
import { guess } from './guesses.ts';
import { liveDocuments, type IndexState } from './index-state.ts';
import { fieldCosts } from './match-cost.ts';
import { matchAll, type Matches } from './match.ts';
import { directReadings, joinedReadings, knownWords, wordGroups, type Group, type Reading } from './reading.ts';
import { weightTable, type PartialMatches } from './partial-matches.ts';
import { matchSome, thresholdOf, wordWeights } from './relaxation.ts';
import { soundingWords } from './sound-lookup.ts';
import type { Steps } from './turns.ts';
import { nearByWord, type Meant } from './typo-lookup.ts';

/** Under this many hits in the exact stage, typos and split or joined words join in. */
const ENOUGH_HITS = 5;

/** What the words of a query found, by segment. */
export interface TextMatch {
  text: TextQuery;
  fields: Uint8Array;
  /** Typed words one by one, by segment. */
  groups: Group[][];
  readings: Reading[][];
  full: Matches[];
  /** True when typos and split or joined words were let in. */
  forgiving: boolean;
  /** Words that nothing is near, when they were read as what they sound like. */
  lost: readonly boolean[] | null;
}

/** The stages: the words as typed; then what they may have been meant as; then, when nothing has that, what they sound like. */
export function* matchText(state: IndexState, text: TextQuery, corpus: Corpus | null): Steps<TextMatch> {
  const fields = fieldCosts(text.searchableFields);
  if (corpus) return yield* matchStage(state, text, fields, corpus.known);
  const exact = yield* matchStage(state, text, fields, null);
  if (totalOf(exact) >= ENOUGH_HITS) return exact;
  const known = knownWords(state.views, text.words);
  const near = yield* matchStage(state, text, fields, known);
  if (!text.typoTolerance || totalOf(near) > 0) return near;
  const lost = text.words.map((_, at) => near.groups.every((groups) => groups[at]!.postings === 0));
  return lost.includes(true) ? yield* matchStage(state, text, fields, known, lost) : near;
}

function totalOf({ full }: TextMatch): number {
  return full.reduce((sum, { documents }) => sum + documents.length, 0);
}

function* matchStage(
  state: IndexState,
  text: TextQuery,
  fields: Uint8Array,
  known: boolean[] | null,
  lost: readonly boolean[] | null = null,
): Steps<TextMatch> {
  const match: TextMatch = { text, fields, groups: [], readings: [], full: [], forgiving: known !== null, lost };
  const segments = state.views.map(({ segment }) => segment);
  const meant = known && text.typoTolerance ? yield* meantByWord(segments, text, known, lost) : [];
  for (const view of state.views) {
    yield;
    const { segment } = view;
    const groups = wordGroups(segment, text, known, meant);
    const readings = directReadings(segment, text, groups, known);
    if (known) readings.push(...joinedReadings(segment, text, groups, known));
    match.groups.push(groups);
    match.readings.push(readings);
    match.full.push(matchAll(view, readings, fields));
  }
  return match;
}

/** What unknown words may have been meant as, or sound like where nothing is near them. */
function* meantByWord(
  segments: readonly Segment[],
  text: TextQuery,
  known: readonly boolean[],
  lost: readonly boolean[] | null,
): Steps<(readonly Meant[])[]> {
  const meant = nearByWord(segments, text, known);
  for (const [at, word] of text.words.entries()) if (lost?.[at]) meant[at] = yield* soundingWords(segments, word);
  return meant;
}

/** What a guess weighs, as a share of all words that are understood: it orders hits that have the same ones of these. */
const GUESS_SHARE = 0.1;

export interface RelaxedMatch {
  /** The match with guesses among its groups. */
  match: TextMatch;
  weights: readonly number[];
  partial: PartialMatches[];
  /** Words that a hit may have otherwise than as typed, though it lacks none. */
  doubted: boolean[];
}

/** Documents with the most informative of the words, full matches among them. */
export function* relax(state: IndexState, found: TextMatch, corpus: Corpus | null): Steps<RelaxedMatch | null> {
  const words = found.text.words.length;
  const { groups, lost, doubted } = guess(state, found, corpus);
  if (words < 2 && !doubted[0]) return null;
  const match = { ...found, groups };
  const understood = corpus?.weights ?? wordWeights(groups, words, liveDocuments(state));
  const sure = understood.map((weight, at) => (lost[at] ? 0 : weight));
  const threshold = thresholdOf(sure);
  if (threshold === 0) return null;
  const guessed = sure.reduce((sum, weight) => sum + weight, 0) * GUESS_SHARE;
  const weights = sure.map((weight, at) => (lost[at] ? guessed : weight));
  const some = function* (least: number): Steps<PartialMatches[]> {
    const partial: PartialMatches[] = [];
    for (const [at, view] of state.views.entries()) {
      yield;
      partial.push(matchSome(view, match.groups[at]!, match.fields, weights, least));
    }
    return partial;
  };
  const partial = yield* some(threshold);
  if (partial.some(({ documents }) => documents.length > 0)) return { match, weights, partial, doubted };
  // No document has half of what the words tell: the best there is.
  const any = yield* some(Number.EPSILON);
  const weightOf = weightTable(weights);
  let most = 0;
  for (const { sets } of any) for (const set of sets) most = Math.max(most, weightOf(set.words));
  return most === 0 ? null : { match, weights, partial: yield* some(most - 1e-6), doubted };
}
