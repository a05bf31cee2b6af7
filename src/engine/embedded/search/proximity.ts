import { FIELD } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { SYNONYM, UNSEARCHED } from './match-cost.ts';
import type { Group } from './reading.ts';
import type { TextMatch } from './text-match.ts';

/** Proximity of words of which one is not in the title. */
export const NOT_IN_TITLE = 3;

/**
 * A full match that has more to pay for field and exactness has some word outside the title. Infinite where that cannot be
 * told: by other words than the typed ones, or by several readings, a document may have a word both ways.
 */
export function titleLimit({ readings, fields }: TextMatch, view: number): number {
  const [only, ...more] = readings[view]!;
  if (!only || more.length > 0 || only.groups.length < 2 || fields[FIELD.title] === UNSEARCHED) return Infinity;
  let limit = 0;
  for (const { variants } of only.groups) {
    const farthest = variants.reduce((most, { cost }) => Math.max(most, cost), 0);
    if (farthest >= SYNONYM) return Infinity;
    limit += farthest + fields[FIELD.title]!;
  }
  return limit;
}

/** Last place of each group of the query, which has at most ten words. */
const lastSeen = new Int32Array(16);

/** How close some words of the query stand in titles, see `HitSignals.proximity`. */
export class Proximity {
  readonly #segment: Segment;
  readonly #groups: number;
  /** Intervals of terms, three numbers each: group, first term, past the last. */
  readonly #terms: Int32Array;

  constructor(segment: Segment, groups: readonly Group[]) {
    this.#segment = segment;
    this.#groups = groups.length;
    this.#terms = Int32Array.from(
      groups.flatMap(({ variants }, group) => variants.flatMap(({ from, to }) => [group, from, to])),
    );
  }

  /** O(title × variants). */
  of(document: number): number {
    const groups = this.#groups;
    if (groups < 2) return 0;
    const { titleTerms, titleOffsets } = this.#segment;
    const terms = this.#terms;
    const end = titleOffsets[document + 1]!;
    for (let group = 0; group < groups; group++) lastSeen[group] = -1;
    let narrowest = Infinity;
    for (let at = titleOffsets[document]!; at < end; at++) {
      const term = titleTerms[at]!;
      let met = false;
      for (let i = 0; i < terms.length; i += 3) {
        if (term < terms[i + 1]! || term >= terms[i + 2]!) continue;
        lastSeen[terms[i]!] = at;
        met = true;
      }
      if (!met) continue;
      let first = at;
      for (let group = 0; group < groups; group++) if (lastSeen[group]! < first) first = lastSeen[group]!;
      if (first >= 0 && at - first + 1 < narrowest) narrowest = at - first + 1;
    }
    if (narrowest === Infinity) return NOT_IN_TITLE;
    const gaps = narrowest - groups;
    return gaps <= 0 ? 0 : gaps <= 2 ? 1 : 2;
  }
}
