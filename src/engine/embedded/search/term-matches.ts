import { GenerationCache } from '../../../text/index.ts';
import type { Segment } from '../segment/segment.ts';
import type { Matches } from './match.ts';
import type { Variant } from './term-lookup.ts';

/** Terms that cost alike, together: the fields that each document has one of them in, 0 for none. */
interface CostClass {
  cost: number;
  bits: Uint8Array;
}

/** Documents that have one of some terms, ascending. */
interface Postings {
  documents: Uint32Array;
  classes: readonly CostClass[];
  /** The terms, for what is kept of their documents. */
  key: string;
}

/** Fewer postings of several terms are put together in microseconds. */
const MIN_POSTINGS = 512;
/** Lists that a segment keeps at most twice as many of, 5 or 6 bytes a document each. */
const KEPT = 8;

const unions = new WeakMap<Segment, GenerationCache<Postings>>();

/**
 * Documents of a word and its inflections, when all of them match: the postings of one term as they stand, those of several
 * put together once and kept, for the words that the broadest searches ask for over and over. Null where it is not worth it.
 */
export function matchTerms(
  segment: Segment,
  variants: readonly Variant[],
  fields: Uint8Array,
  base: number,
): Matches | null {
  if (variants.length === 0 || variants.some(({ from, to }) => to - from !== 1)) return null;
  const postings = variants.length === 1 ? postingsOf(segment, variants[0]!) : unionOf(segment, variants);
  return postings && new TermMatches(postings, fields, base);
}

function postingsOf({ postingOffsets, postingDocuments, postingFields }: Segment, { from, cost }: Variant): Postings {
  const start = postingOffsets[from]!;
  const end = postingOffsets[from + 1]!;
  const classes = [{ cost, bits: postingFields.subarray(start, end) }];
  return { documents: postingDocuments.subarray(start, end), classes, key: String(from) };
}

function unionOf(segment: Segment, variants: readonly Variant[]): Postings | null {
  if (variants.reduce((sum, { from }) => sum + segment.postingCount(from), 0) < MIN_POSTINGS) return null;
  let cache = unions.get(segment);
  if (!cache) unions.set(segment, (cache = new GenerationCache(KEPT)));
  const key = variants.map(({ from, cost }) => `${from}:${cost}`).join(' ');
  let union = cache.get(key);
  if (!union) cache.set(key, (union = unite(segment, variants, key)));
  return union;
}

/** O(documents): a byte of each for a cost. */
function unite(segment: Segment, variants: readonly Variant[], key: string): Postings {
  const { postingOffsets, postingDocuments, postingFields } = segment;
  const byCost = new Map<number, Uint8Array>();
  const any = new Uint8Array(segment.documents);
  for (const { from, cost } of variants) {
    let bits = byCost.get(cost);
    if (!bits) byCost.set(cost, (bits = new Uint8Array(segment.documents)));
    const end = postingOffsets[from + 1]!;
    for (let i = postingOffsets[from]!; i < end; i++) {
      bits[postingDocuments[i]!]! |= postingFields[i]!;
      any[postingDocuments[i]!] = 1;
    }
  }
  let count = 0;
  for (let document = 0; document < any.length; document++) count += any[document]!;
  const documents = new Uint32Array(count);
  for (let document = 0, at = 0; at < count; document++) if (any[document] === 1) documents[at++] = document;
  const classes = Array.from(byCost, ([cost, bits]) => ({
    cost,
    bits: Uint8Array.from(documents, (document) => bits[document]!),
  }));
  return { documents, classes, key };
}

/** Costs are worked out when they are asked for: of a broad word, for a few documents. */
export class TermMatches implements Matches {
  readonly inOrder = true;
  readonly documents: Uint32Array;
  readonly terms: string | undefined;
  readonly #classes: readonly CostClass[];
  readonly #fields: Uint8Array;
  readonly #base: number;
  #costs: Uint32Array | null = null;

  /** `fields`: cost of a set of fields; all are searched. `base`: what every match costs beside. */
  constructor({ documents, classes, key }: Postings, fields: Uint8Array, base: number) {
    this.documents = documents;
    this.terms = key;
    this.#classes = classes;
    this.#fields = fields;
    this.#base = base;
  }

  get costs(): Uint32Array {
    return (this.#costs ??= this.#workOut());
  }

  part(from: number, to: number): Matches {
    const classes = this.#classes.map(({ cost, bits }) => ({ cost, bits: bits.subarray(from, to) }));
    const documents = this.documents.subarray(from, to);
    return new TermMatches({ documents, classes, key: `${this.terms} ${from}-${to}` }, this.#fields, this.#base);
  }

  #workOut(): Uint32Array {
    const fields = this.#fields;
    const costs = new Uint32Array(this.documents.length).fill(NEVER);
    for (const { cost, bits } of this.#classes) {
      const base = this.#base + cost;
      for (let i = 0; i < costs.length; i++) {
        if (bits[i] === 0) continue;
        const value = base + fields[bits[i]!]!;
        if (value < costs[i]!) costs[i] = value;
      }
    }
    return costs;
  }
}

const NEVER = 0xffff_ffff;
