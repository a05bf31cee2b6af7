import { divide } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from './index-state.ts';
import type { Matches, TermDocuments } from './match.ts';
import { qualityOf } from './match-cost.ts';
import { addCosts, forIntersection, inAll, leastCost, type Postings } from './postings.ts';

const NONE = new Uint32Array(0);

/**
 * Documents that have every word, by the words' postings. Costs are worked out when they are asked for: of a broad search,
 * for a few documents.
 */
export class PostingMatches implements Matches {
  readonly inOrder = true;
  readonly documents: Uint32Array;
  readonly terms: TermDocuments | undefined;
  readonly #lists: readonly Postings[];
  readonly #fields: Uint8Array;
  readonly #base: number;
  #costs: Uint32Array | null = null;

  private constructor(
    documents: Uint32Array,
    terms: TermDocuments | undefined,
    lists: readonly Postings[],
    fields: Uint8Array,
    base: number,
  ) {
    this.documents = documents;
    this.terms = terms;
    this.#lists = lists;
    this.#fields = fields;
    this.#base = base;
  }

  /** `fields`: cost of a set of fields; all are searched. `base`: what every match costs beside. */
  static of(
    { segment, deleted }: SegmentView,
    lists: readonly Postings[],
    fields: Uint8Array,
    base: number,
  ): PostingMatches {
    const ordered = lists.length > 1 ? forIntersection(segment, lists) : lists;
    const all = inAll(segment, ordered);
    const { without: documents, within: gone } = deleted ? divide(all, deleted) : { without: all, within: NONE };
    const terms = lists.length === 1 ? { key: lists[0]!.key, all, gone } : undefined;
    return new PostingMatches(documents, terms, ordered, fields, base);
  }

  get costs(): Uint32Array {
    return (this.#costs ??= this.#workOut());
  }

  /** No document has less to pay for field and exactness. */
  leastQuality(segment: Segment): number {
    return this.#lists.reduce((sum, list) => sum + qualityOf(leastCost(segment, list, this.#fields)), 0);
  }

  /** Some of the documents, ascending. */
  only(documents: Uint32Array): PostingMatches {
    return new PostingMatches(documents, undefined, this.#lists, this.#fields, this.#base);
  }

  #workOut(): Uint32Array {
    const costs = new Uint32Array(this.documents.length).fill(this.#base);
    for (const list of this.#lists) addCosts(costs, this.documents, list, this.#fields);
    return costs;
  }
}
