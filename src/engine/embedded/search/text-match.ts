import type { TextQuery } from '../../port/index.ts';
import type { Corpus } from './corpus.ts';
import { guess } from './guesses.ts';
import { liveDocuments, type IndexState } from './index-state.ts';
import { fieldCosts } from './match-cost.ts';
import { matchAll, type Matches } from './match.ts';
import { directReadings, joinedReadings, knownWords, wordGroups, type Group, type Reading } from './reading.ts';
import { weightTable, type PartialMatches } from './partial-matches.ts';
import { matchSome, thresholdOf, wordWeights } from './relaxation.ts';

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
export function matchText(state: IndexState, text: TextQuery, corpus: Corpus | null): TextMatch {
  const fields = fieldCosts(text.searchableFields);
  if (corpus) return matchStage(state, text, fields, corpus.known);
  const exact = matchStage(state, text, fields, null);
  if (totalOf(exact) >= ENOUGH_HITS) return exact;
  const known = knownWords(state.views, text.words);
  const near = matchStage(state, text, fields, known);
  if (!text.typoTolerance || totalOf(near) > 0) return near;
  const lost = text.words.map((_, at) => near.groups.every((groups) => groups[at]!.postings === 0));
  return lost.includes(true) ? matchStage(state, text, fields, known, lost) : near;
}

function totalOf({ full }: TextMatch): number {
  return full.reduce((sum, { documents }) => sum + documents.length, 0);
}

function matchStage(
  state: IndexState,
  text: TextQuery,
  fields: Uint8Array,
  known: boolean[] | null,
  lost: readonly boolean[] | null = null,
): TextMatch {
  const groups = state.views.map((view) => wordGroups(view.segment, text, known, lost));
  const readings = state.views.map((view, at) => {
    const direct = directReadings(view.segment, text, groups[at]!, known);
    return known ? [...direct, ...joinedReadings(view.segment, text, groups[at]!, known)] : direct;
  });
  const full = state.views.map((view, at) => matchAll(view, readings[at]!, fields));
  return { text, fields, groups, readings, full, forgiving: known !== null, lost };
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
export function relax(state: IndexState, found: TextMatch, corpus: Corpus | null): RelaxedMatch | null {
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
  const some = (least: number): PartialMatches[] =>
    state.views.map((view, at) => matchSome(view, match.groups[at]!, match.fields, weights, least));
  const partial = some(threshold);
  if (partial.some(({ documents }) => documents.length > 0)) return { match, weights, partial, doubted };
  // No document has half of what the words tell: the best there is.
  const any = some(Number.EPSILON);
  const weightOf = weightTable(weights);
  let most = 0;
  for (const { sets } of any) for (const set of sets) most = Math.max(most, weightOf(set.words));
  return most === 0 ? null : { match, weights, partial: some(most - 1e-6), doubted };
}
