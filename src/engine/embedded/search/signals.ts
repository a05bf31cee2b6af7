import type { Segment } from '../segment/segment.ts';
import { joinedOf, qualityOf, synonymsOf, typosOf } from './match-cost.ts';
import type { HitSignals } from './ranking.ts';
import type { Group } from './reading.ts';
import { scratch } from './scratch.ts';
import { wholeValueTerms } from './term-lookup.ts';

/** Runs of more words are no names of categories or types. */
const MAX_NAME_WORDS = 3;

/**
 * Marks in `scratch.words` which words of the query are a whole value of a document: "notebook" where the category, the
 * type, a tag, the brand or the title says just that. Answers the documents it touched, to be cleared by `clearNaming`.
 */
export function markNaming(segment: Segment, words: readonly string[], locale: string): number[] {
  const touched: number[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to++) {
      const bits = ((1 << to) - 1) & ~((1 << from) - 1);
      for (const term of wholeValueTerms(segment, words.slice(from, to), locale)) {
        for (let i = segment.postingOffsets[term]!; i < segment.postingOffsets[term + 1]!; i++) {
          const document = segment.postingDocuments[i]!;
          if (scratch.words[document] === 0) touched.push(document);
          scratch.words[document]! |= bits;
        }
      }
    }
  }
  return touched;
}

export function clearNaming(touched: readonly number[]): void {
  for (const document of touched) scratch.words[document] = 0;
}

/** Fills in all signals that a packed cost holds; proximity is left at its best. */
export function costSignals(hit: HitSignals, cost: number, words: number): void {
  hit.typos = typosOf(cost);
  hit.joined = joinedOf(cost);
  hit.synonyms = synonymsOf(cost);
  hit.placement = qualityOf(cost) / words;
  hit.proximity = 0;
  hit.modifies = 0;
}

export function namingOf(document: number, all: number): number {
  const named = scratch.words[document]!;
  return named === 0 ? 2 : named === all ? 0 : 1;
}

/** How close the words stand in the title, see `HitSignals.proximity`. O(title × groups). */
export function proximityOf(segment: Segment, document: number, groups: readonly Group[]): number {
  if (groups.length < 2) return 0;
  const lastSeen = new Int32Array(groups.length).fill(-1);
  const start = segment.titleOffsets[document]!;
  const end = segment.titleOffsets[document + 1]!;
  let narrowest = Infinity;
  for (let at = start; at < end; at++) {
    const term = segment.titleTerms[at]!;
    let met = false;
    groups.forEach(({ variants }, group) => {
      if (!variants.some(({ from, to }) => term >= from && term < to)) return;
      lastSeen[group] = at;
      met = true;
    });
    if (!met) continue;
    const first = lastSeen.reduce((least, seen) => Math.min(least, seen), Infinity);
    if (first >= 0) narrowest = Math.min(narrowest, at - first + 1);
  }
  if (narrowest === Infinity) return 3;
  const gaps = narrowest - groups.length;
  return gaps <= 0 ? 0 : gaps <= 2 ? 1 : 2;
}
