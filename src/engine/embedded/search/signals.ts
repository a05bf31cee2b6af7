import type { TextQuery } from '../../port/index.ts';
import type { Segment } from '../segment/segment.ts';
import { FIELD } from '../segment/fields.ts';
import { SYNONYM, UNSEARCHED, joinedOf, qualityOf, synonymsOf, typosOf } from './match-cost.ts';
import { SEARCH_STEPS } from './match.ts';
import type { HitSignals } from './ranking.ts';
import type { Group } from './reading.ts';
import { scratch } from './scratch.ts';
import { wholeValueTerms, type Variant } from './term-lookup.ts';
import type { TextMatch } from './text-match.ts';

/** Runs of more words are no names of categories or types. */
const MAX_NAME_WORDS = 3;

/** Whole values that say a run of the query's words, and which words. */
interface Name {
  term: number;
  bits: number;
}

/**
 * Which words of the query are a whole value of a document: "notebook" where the category, the type, a tag, the brand or
 * the title says just that. Few documents are looked up one by one; for many the names' postings are marked once.
 */
export class Naming {
  readonly #segment: Segment;
  readonly #names: readonly Name[];
  readonly #marked: boolean;
  readonly #words: number;

  /** `documents`: how many will be asked for. `close` must follow. */
  constructor(segment: Segment, text: TextQuery, documents: number) {
    this.#segment = segment;
    this.#names = namesOf(segment, text);
    this.#words = text.words.length;
    const postings = this.#names.reduce((sum, { term }) => sum + segment.postingCount(term), 0);
    this.#marked = postings < documents * this.#names.length * SEARCH_STEPS;
    if (this.#marked) this.#eachNamed((document, bits) => (scratch.words[document]! |= bits));
  }

  /** Words that name each document, when they were marked. */
  get marks(): Uint16Array | null {
    return this.#marked && this.#names.length > 0 ? scratch.words : null;
  }

  /** The best that `of` may answer. */
  get best(): number {
    return bestOf(this.#names, this.#words);
  }

  /** 0 when the words in `all` (bits) name the document as a whole, 1 when some do, 2 when none does. */
  of(document: number, all: number): number {
    if (this.#names.length === 0) return 2;
    const named = this.#marked ? scratch.words[document]! : this.#search(document);
    return named === 0 ? 2 : named === all ? 0 : 1;
  }

  close(): void {
    if (this.#marked) this.#eachNamed((document) => (scratch.words[document] = 0));
  }

  #search(document: number): number {
    let named = 0;
    for (const { term, bits } of this.#names) if (this.#segment.fieldsIn(term, document) !== 0) named |= bits;
    return named;
  }

  #eachNamed(visit: (document: number, bits: number) => void): void {
    const { postingOffsets, postingDocuments } = this.#segment;
    for (const { term, bits } of this.#names) {
      const end = postingOffsets[term + 1]!;
      for (let i = postingOffsets[term]!; i < end; i++) visit(postingDocuments[i]!, bits);
    }
  }
}

/** The best naming that a document of the segment may have. */
export function bestNaming(segment: Segment, text: TextQuery): number {
  return bestOf(namesOf(segment, text), text.words.length);
}

function bestOf(names: readonly Name[], words: number): number {
  const named = names.reduce((all, { bits }) => all | bits, 0);
  return named === 0 ? 2 : named === 2 ** words - 1 ? 0 : 1;
}

/** Full and relaxed matches of a query are named by the same terms. */
const known = new WeakMap<TextQuery, Map<Segment, readonly Name[]>>();

function namesOf(segment: Segment, text: TextQuery): readonly Name[] {
  let bySegment = known.get(text);
  if (!bySegment) known.set(text, (bySegment = new Map()));
  let names = bySegment.get(segment);
  if (!names) bySegment.set(segment, (names = findNames(segment, text)));
  return names;
}

function findNames(segment: Segment, { words, locale }: TextQuery): Name[] {
  const names: Name[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to++) {
      const bits = ((1 << to) - 1) & ~((1 << from) - 1);
      for (const term of wholeValueTerms(segment, words.slice(from, to), locale)) names.push({ term, bits });
    }
  }
  return names;
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

/** How close the words stand in the title, see `HitSignals.proximity`. O(title × groups). */
export function proximityOf(segment: Segment, document: number, groups: readonly Group[]): number {
  if (groups.length < 2) return 0;
  const { titleTerms } = segment;
  const start = segment.titleOffsets[document]!;
  const end = segment.titleOffsets[document + 1]!;
  lastSeen.fill(-1, 0, groups.length);
  let narrowest = Infinity;
  for (let at = start; at < end; at++) {
    const term = titleTerms[at]!;
    let met = false;
    let first = at;
    for (let group = 0; group < groups.length; group++) {
      if (hasTerm(groups[group]!.variants, term)) {
        lastSeen[group] = at;
        met = true;
      } else if (lastSeen[group]! < first) first = lastSeen[group]!;
    }
    if (met && first >= 0 && at - first + 1 < narrowest) narrowest = at - first + 1;
  }
  if (narrowest === Infinity) return NOT_IN_TITLE;
  const gaps = narrowest - groups.length;
  return gaps <= 0 ? 0 : gaps <= 2 ? 1 : 2;
}

/** Last place of each group of the query, which has at most ten words. */
const lastSeen = new Int32Array(16);

function hasTerm(variants: readonly Variant[], term: number): boolean {
  for (let i = 0; i < variants.length; i++) if (term >= variants[i]!.from && term < variants[i]!.to) return true;
  return false;
}
