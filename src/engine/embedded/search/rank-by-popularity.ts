import type { TextQuery } from '../../port/index.ts';
import { divide } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import { hasNames, namedDocuments } from './signals.ts';
import type { TopHits } from './top-hits.ts';
import type { Steps } from './turns.ts';

/** Matches ranked before looking whether the page is settled, in pages; then so many times as many. */
const LEAD = 4;
const GROWTH = 4;
/** Parts that are ranked before documents that the words name are told from others. */
const UNDIVIDED = 2;

/** Matches of one segment of which boosts and behaviour lift none, see `liftedAmong`. */
export interface Unlifted {
  segment: Segment;
  /** Null without words. */
  text: TextQuery | null;
  /** No match has a better first key; `unnamed`: none that no word names as a whole. */
  bestKey(unnamed: boolean): number;
  rank(documents: Uint32Array, unnamed: boolean): Steps<void>;
}

/** Documents ranked at first, of a page and all before it. */
export const leadOf = (wanted: number): number => LEAD * wanted;

/**
 * Ranks documents, the most popular first as they ascend: once they fill the page at the best match there can be, none behind
 * them gets in. Of those that the words name as a whole there may be too few for that: they are ranked for themselves then, and
 * the others by the best match that they can be.
 */
export function* rankByPopularity(matches: Unlifted, documents: Uint32Array, lead: number, top: TopHits): Steps<void> {
  const { segment, text } = matches;
  const unnamed = text !== null && !hasNames(segment, text);
  yield* rankParts(
    matches,
    documents,
    { size: lead, unnamed, undivided: unnamed || !text ? Infinity : UNDIVIDED },
    top,
  );
}

interface Parts {
  /** Documents of the next part. */
  size: number;
  unnamed: boolean;
  /** Parts before documents are divided by whether they are named. */
  undivided: number;
}

function* rankParts(matches: Unlifted, documents: Uint32Array, parts: Parts, top: TopHits): Steps<void> {
  const { unnamed, undivided } = parts;
  const { popularity } = matches.segment;
  const best = matches.bestKey(unnamed);
  let { size } = parts;
  let part = 0;
  for (let from = 0; from < documents.length; from += size, size *= GROWTH) {
    if (top.isSettled(best, popularity[documents[from]!]!)) return;
    yield;
    if (part++ === undivided) return yield* rankDivided(matches, documents.subarray(from), size, top);
    yield* matches.rank(documents.subarray(from, from + size), unnamed);
  }
}

function* rankDivided(matches: Unlifted, documents: Uint32Array, size: number, top: TopHits): Steps<void> {
  const { within, without } = divide(documents, namedDocuments(matches.segment, matches.text!));
  yield* rankParts(matches, within, { size, unnamed: false, undivided: Infinity }, top);
  yield* rankParts(matches, without, { size, unnamed: true, undivided: Infinity }, top);
}
