import type { Alternative, TextQuery } from '../../port/index.ts';
import { isCode } from '../../../text/index.ts';
import { FIELD } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from './index-state.ts';
import { JOINED, SYNONYM, TYPO, qualityOf } from './match-cost.ts';
import { MAX_PARTS, splits } from './splits.ts';
import { directVariants, isLive, type Variant } from './term-lookup.ts';
import { variantsOf, type Meant } from './typo-lookup.ts';

/** What must be met for one word of the query, or for a run of words said in one. */
export interface Group {
  /** Words of the query that it stands for, one bit each. */
  words: number;
  variants: Variant[];
  /** Postings of all variants: what a walk over them costs. */
  postings: number;
}

/** One way to understand the query in one segment: every group must be met. */
export interface Reading {
  groups: Group[];
  /** Cost that every match of this reading has beside that of its words. */
  cost: number;
  /** Terms that must stand side by side, when a typed word was split into them. */
  adjacent: readonly number[] | null;
  /** Adjacent words outside the title are not recorded: sharing a field must do, if the typed word is unknown. */
  sameFieldIsEnough: boolean;
  /** Words of the query that this reading says otherwise, for `correctedQuery`. */
  rewrites: readonly Rewrite[];
}

/** No match of these readings has less to pay for field and exactness. */
export function bestQuality(readings: readonly Reading[]): number {
  const best = ({ variants }: Group): number =>
    variants.reduce((least, { cost }) => Math.min(least, qualityOf(cost)), Infinity);
  const sums = readings.map(({ groups }) => groups.reduce((sum, group) => sum + best(group), 0));
  return Math.min(...sums);
}

export interface Rewrite {
  from: number;
  to: number;
  words: readonly string[];
}

/** Which words the catalogue knows: they are never read as another word. */
export function knownWords(views: readonly SegmentView[], words: readonly string[]): boolean[] {
  return words.map((word) => views.some((view) => isLive(view, view.segment.termOf(word))));
}

export function groupOf(segment: Segment, words: number, variants: Variant[]): Group {
  let postings = 0;
  for (const { from, to } of variants) postings += segment.postingCount(from, to);
  return { words, variants, postings };
}

/** Typed words one by one, and those that each may have been `meant` as. */
export function wordGroups(
  segment: Segment,
  text: TextQuery,
  known: readonly boolean[] | null,
  meant: readonly (readonly Meant[])[] = [],
): Group[] {
  return text.words.map((word, at) => {
    const prefix = text.lastIsPrefix && at === text.words.length - 1;
    const variants = directVariants(segment, word, text.locale, prefix);
    if (meant[at]) variants.push(...variantsOf(segment, meant[at], text.locale));
    for (const alternative of text.alternatives) {
      if (alternative.from !== at || alternative.to !== at + 1 || alternative.replacement.length !== 1) continue;
      if (!isAllowed(alternative, text, known)) continue;
      const cost = SYNONYM + alternative.typos * TYPO;
      for (const variant of directVariants(segment, alternative.replacement[0]!, text.locale, false)) {
        variants.push({ ...variant, cost: variant.cost + cost });
      }
    }
    return groupOf(segment, 1 << at, variants);
  });
}

/** A synonym of what may have been meant is a typo too: never for words that the catalogue knows. */
function isAllowed({ from, to, typos }: Alternative, text: TextQuery, known: readonly boolean[] | null): boolean {
  return typos === 0 || (known !== null && text.typoTolerance && !known.slice(from, to).every(Boolean));
}

const PLAIN = { cost: 0, adjacent: null, sameFieldIsEnough: false, rewrites: [] };

/** The words as they are, then with each multi-word synonym put in. */
export function directReadings(
  segment: Segment,
  text: TextQuery,
  groups: Group[],
  known: readonly boolean[] | null,
): Reading[] {
  const readings: Reading[] = [{ ...PLAIN, groups }];
  for (const alternative of text.alternatives) {
    const { from, to, replacement, typos } = alternative;
    if (replacement.length === 0 || (to - from === 1 && replacement.length === 1)) continue;
    if (!isAllowed(alternative, text, known)) continue;
    const span = spanBits(from, to);
    const said = replacement.map((word) => groupOf(segment, span, directVariants(segment, word, text.locale, false)));
    readings.push({ ...PLAIN, groups: [...outside(groups, span), ...said], cost: SYNONYM + typos * TYPO });
  }
  return readings;
}

/** Neighbouring words as one (`t shirt` → `tshirt`), and words as two (`tshirt` → `t shirt`). */
export function joinedReadings(
  segment: Segment,
  text: TextQuery,
  groups: Group[],
  known: readonly boolean[],
): Reading[] {
  const joins = findJoins(segment, text);
  const readings = joins.map((join): Reading => ({
    ...PLAIN,
    groups: [...outside(groups, join.words), join],
    cost: JOINED,
    rewrites: [rewriteOf(text, join)],
  }));
  const together = apart(joins);
  if (together.length > 1) {
    const span = together.reduce((bits, join) => bits | join.words, 0);
    readings.push({
      ...PLAIN,
      groups: [...outside(groups, span), ...together],
      cost: JOINED * together.length,
      rewrites: together.map((join) => rewriteOf(text, join)),
    });
  }
  text.words.forEach((word, at) => {
    for (const parts of splits(segment, word)) {
      const bit = 1 << at;
      const said = parts.map((term) => groupOf(segment, bit, [{ from: term, to: term + 1, cost: 0 }]));
      readings.push({
        groups: [...outside(groups, bit), ...said],
        cost: JOINED,
        adjacent: parts,
        // Parts of a code that stand apart are other codes: `ms290` is not `MS` here and `290` there.
        sameFieldIsEnough: !known[at] && !isCode(word),
        rewrites: [{ from: at, to: at + 1, words: parts.map((term) => segment.terms.at(term)) }],
      });
    }
  });
  return readings;
}

function rewriteOf(text: TextQuery, join: Group): Rewrite {
  const from = Math.log2(join.words & -join.words);
  const to = Math.floor(Math.log2(join.words)) + 1;
  return { from, to, words: [text.words.slice(from, to).join('')] };
}

function findJoins(segment: Segment, text: TextQuery): Group[] {
  const joins: Group[] = [];
  const { words } = text;
  for (let from = 0; from < words.length; from++) {
    let joined = words[from]!;
    for (let to = from + 2; to <= Math.min(words.length, from + MAX_PARTS); to++) {
      joined += words[to - 1]!;
      const last = text.lastIsPrefix && to === words.length;
      const variants = directVariants(segment, joined, text.locale, last);
      if (variants.length > 0) joins.push(groupOf(segment, spanBits(from, to), variants));
    }
  }
  return joins;
}

function apart(joins: readonly Group[]): Group[] {
  let taken = 0;
  return joins.filter((join) => {
    if (join.words & taken) return false;
    taken |= join.words;
    return true;
  });
}

const SPLITTABLE = FIELD.title | FIELD.brand | FIELD.categories | FIELD.tags | FIELD.attributes | FIELD.description;

/** Do the terms stand side by side in the document? */
export function standTogether(segment: Segment, document: number, reading: Reading): boolean {
  const terms = reading.adjacent!;
  const { titleTerms } = segment;
  const end = segment.titleOffsets[document + 1]! - terms.length;
  for (let at = segment.titleOffsets[document]!; at <= end; at++) {
    if (terms.every((term, i) => titleTerms[at + i] === term)) return true;
  }
  if (!reading.sameFieldIsEnough) return false;
  const shared = terms.reduce((fields, term) => fields & segment.fieldsIn(term, document), SPLITTABLE & ~FIELD.title);
  return shared !== 0;
}

function spanBits(from: number, to: number): number {
  return ((1 << to) - 1) & ~((1 << from) - 1);
}

function outside(groups: readonly Group[], span: number): Group[] {
  return groups.filter((group) => (group.words & span) === 0);
}
