import type { Boost, TextQuery } from '../../port/index.ts';
import { divide } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import { liftedAmong, others } from './lifted.ts';
import type { RankContext } from './rank.ts';
import { hasNames, namedDocuments } from './signals.ts';
import type { TopHits } from './top-hits.ts';
import type { Steps } from './turns.ts';

/** Matches ranked before looking whether the page is settled, in pages; then so many times as many. */
const LEAD = 4;
const GROWTH = 4;
/** Parts that are ranked before documents that the words name are told from others. */
const UNDIVIDED = 2;

/** Matches of one segment of which the most popular come first, as they ascend. */
export interface Ascending {
  documents: Uint32Array;
  /** Boosts that move them. */
  boosts: readonly Boost[];
  /** No match has a better first key; `unnamed`: none that no word names as a whole. */
  bestKey(unnamed: boolean): number;
  rank(documents: Uint32Array, known: KnownOfSome): Steps<void>;
}

/** What is known of some of them. */
export interface KnownOfSome {
  /** True when no boost is above 1 and no behaviour above 0. */
  unlifted: boolean;
  /** True when no word names one of them as a whole. */
  unnamed: boolean;
}

export const ANY_DOCUMENTS: KnownOfSome = { unlifted: false, unnamed: false };

/**
 * Those that boosts or behaviour lift are ranked first. Of the others the most popular are: once they fill the page at the best
 * match there can be, none behind them gets in. Of those that the words name as a whole there may be too few for that: they are
 * ranked for themselves then, and the rest by the best match that they can be. What is little more than the page is ranked in one.
 */
export function* rankByPopularity(context: RankContext, view: number, matches: Ascending, top: TopHits): Steps<void> {
  const { documents, boosts } = matches;
  const size = LEAD * (context.query.offset + context.query.limit);
  const lifted = documents.length >= 2 * size ? liftedAmong(context, view, documents, boosts) : null;
  if (!lifted) return yield* matches.rank(documents, ANY_DOCUMENTS);
  if (lifted.length > 0) yield* matches.rank(lifted, ANY_DOCUMENTS);
  const rest = lifted.length > 0 ? others(documents, lifted) : documents;
  const { segment } = context.state.views[view]!;
  const text = context.match?.text ?? null;
  const unnamed = text !== null && !hasNames(segment, text);
  const undivided = unnamed || !text ? Infinity : UNDIVIDED;
  yield* rankParts({ segment, text, matches, top }, rest, { size, unnamed, undivided });
}

/** What all parts share. */
interface Whole {
  segment: Segment;
  /** Null without words. */
  text: TextQuery | null;
  matches: Ascending;
  top: TopHits;
}

interface Parts {
  /** Documents of the next part. */
  size: number;
  unnamed: boolean;
  /** Parts before documents are divided by whether they are named. */
  undivided: number;
}

function* rankParts(whole: Whole, documents: Uint32Array, parts: Parts): Steps<void> {
  const { segment, matches, top } = whole;
  const { unnamed, undivided } = parts;
  const best = matches.bestKey(unnamed);
  let { size } = parts;
  let part = 0;
  for (let from = 0; from < documents.length; from += size, size *= GROWTH) {
    if (top.isSettled(best, segment.popularity[documents[from]!]!)) return;
    yield;
    if (part++ === undivided) return yield* rankDivided(whole, documents.subarray(from), size);
    yield* matches.rank(documents.subarray(from, from + size), { unlifted: true, unnamed });
  }
}

function* rankDivided(whole: Whole, documents: Uint32Array, size: number): Steps<void> {
  const { within, without } = divide(documents, namedDocuments(whole.segment, whole.text!));
  yield* rankParts(whole, within, { size, unnamed: false, undivided: Infinity });
  yield* rankParts(whole, without, { size, unnamed: true, undivided: Infinity });
}
