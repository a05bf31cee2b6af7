import type { TextQuery } from '../../port/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import { joinedOf, qualityOf, synonymsOf, typosOf } from './match-cost.ts';
import { SEARCH_STEPS } from './match.ts';
import { UNNAMED, type HitSignals } from './ranking.ts';
import { scratch } from './scratch.ts';
import { wholeValueTerms } from './term-lookup.ts';

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
    return bestOf(this.#names, 2 ** this.#words - 1);
  }

  /** 0 when the words in `all` (bits) name the document as a whole, 1 when some do, 2 when none does. */
  of(document: number, all: number): number {
    if (this.#names.length === 0) return UNNAMED;
    const named = this.#marked ? scratch.words[document]! : this.#search(document);
    return named === 0 ? UNNAMED : named === all ? 0 : 1;
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

/** Whether a document of the segment may be named by some of the words. */
export function hasNames(segment: Segment, text: TextQuery): boolean {
  return namesOf(segment, text).length > 0;
}

/** Those that are named by some of the words, O(postings of the names). */
export function namedDocuments(segment: Segment, text: TextQuery): Bitmap {
  const { postingOffsets, postingDocuments } = segment;
  const named = Bitmap.empty(segment.documents);
  for (const { term } of namesOf(segment, text)) {
    const end = postingOffsets[term + 1]!;
    for (let i = postingOffsets[term]!; i < end; i++) named.add(postingDocuments[i]!);
  }
  return named;
}

/** The best naming that a document of the segment may have which has these words (bits). */
export function bestNaming(segment: Segment, text: TextQuery, words: number): number {
  return bestOf(namesOf(segment, text), words);
}

function bestOf(names: readonly Name[], words: number): number {
  if (names.length === 0) return UNNAMED;
  const named = names.reduce((all, { bits }) => ((bits & ~words) === 0 ? all | bits : all), 0);
  return named === words ? 0 : 1;
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

/** Fills in all signals that a packed cost holds; proximity and size are left at their best. */
export function costSignals(hit: HitSignals, cost: number, words: number): void {
  hit.typos = typosOf(cost);
  hit.joined = joinedOf(cost);
  hit.synonyms = synonymsOf(cost);
  hit.placement = qualityOf(cost) / words;
  hit.proximity = 0;
  hit.modifies = 0;
  hit.size = 0;
}
