import { isCode, typoBudget } from '../../../text/index.ts';
import { FIELD } from '../segment/fields.ts';
import type { Corpus } from './corpus.ts';
import type { IndexState, SegmentView } from './index-state.ts';
import { groupOf, type Group } from './reading.ts';
import type { Variant } from './term-lookup.ts';
import type { TextMatch } from './text-match.ts';
import { distantVariants, meantWords, variantsOf } from './typo-lookup.ts';

/** What else words may have been meant as: it never makes a match, but says which partial matches to show. */
export interface Guesses {
  /** Groups of the match with what is guessed among them. */
  groups: Group[][];
  /** Words that the catalogue does not know: read as those a letter farther away than is forgiven. */
  lost: boolean[];
  /** Words that the catalogue knows, as it seems from somebody's slip in a description: read as what is meant there. */
  doubted: boolean[];
}

/** Guesses where typos are let in; none for a part of the catalogue, which cannot tell how usual a word is. */
export function guess(state: IndexState, match: TextMatch, corpus: Corpus | null): Guesses {
  const { text, lost, forgiving } = match;
  const found = text.words.map((word, at): Variant[][] | null => {
    if (corpus || !forgiving || !text.typoTolerance) return null;
    if (lost?.[at]) return state.views.map(({ segment }) => distantVariants(segment, word));
    return meantVariants(state.views, word, text.locale);
  });
  const isGuessed = found.map((views) => views?.some((variants) => variants.length > 0) ?? false);
  const groups = !isGuessed.includes(true)
    ? match.groups
    : state.views.map(({ segment }, view) =>
        match.groups[view]!.map((group, at) =>
          isGuessed[at] ? groupOf(segment, group.words, [...group.variants, ...found[at]![view]!]) : group,
        ),
      );
  return {
    groups,
    lost: isGuessed.map((one, at) => one && lost?.[at] === true),
    doubted: isGuessed.map((one, at) => one && lost?.[at] !== true),
  };
}

/** A word in more documents than this is no slip. */
const MAX_SLIPS = 3;
/** So many times as many documents must have the word that was meant. */
const TIMES_AS_USUAL = 100;

/** By segment, the words that one of descriptions was meant as: merchants mistype `yelow`, too, and shoppers after them. */
function meantVariants(views: readonly SegmentView[], word: string, locale: string): Variant[][] | null {
  if (typoBudget(word) === 0 || isCode(word)) return null;
  const slips = usesOf(views, word);
  if (slips === 0 || slips > MAX_SLIPS || !views.every((view) => isOnlyDescribed(view, word))) return null;
  const segments = views.map(({ segment }) => segment);
  const meant = meantWords(segments, word, false);
  const near = segments.map((segment) => variantsOf(segment, meant, locale));
  const usual = new Map<string, boolean>();
  return near.map((variants, view) => {
    const { terms } = views[view]!.segment;
    return variants.filter(({ from }) => {
      const term = terms.at(from);
      if (!usual.has(term)) usual.set(term, usesOf(views, term) >= TIMES_AS_USUAL * slips);
      return usual.get(term)!;
    });
  });
}

function usesOf(views: readonly SegmentView[], term: string): number {
  return views.reduce((sum, { segment }) => {
    const at = segment.termOf(term);
    return at < 0 ? sum : sum + segment.postingCount(at);
  }, 0);
}

function isOnlyDescribed({ segment }: SegmentView, word: string): boolean {
  const term = segment.termOf(word);
  if (term < 0) return true;
  const { postingOffsets, postingFields } = segment;
  const fields = postingFields.subarray(postingOffsets[term]!, postingOffsets[term + 1]!);
  return fields.every((bits) => bits === FIELD.description);
}
