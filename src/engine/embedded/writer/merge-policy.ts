import type { SegmentView } from '../search/index-state.ts';

/** Segments of a size class are merged when there are this many: each document is rewritten once a class. */
const SEGMENTS_PER_CLASS = 8;
/** Upper bounds in documents; larger ones form the last class. */
const CLASSES = [128, 1_024, 8_192, 65_536];
/** A segment with a larger share of deleted documents is rewritten alone: they cost memory and walks. */
const MAX_DELETED_SHARE = 0.4;
/** Below this a rewrite frees nothing worth it. */
const MIN_REWRITE = 64;

/** Segments to merge next, or null: tiered, as in Lucene's TieredMergePolicy, smallest class first. */
export function chooseMerge(views: readonly SegmentView[]): SegmentView[] | null {
  for (let size = 0; size <= CLASSES.length; size++) {
    const peers = views.filter((view) => classOf(view.live) === size);
    if (peers.length >= SEGMENTS_PER_CLASS) return peers;
  }
  const worn = views.find(
    ({ segment, live }) =>
      segment.documents >= MIN_REWRITE && segment.documents - live > segment.documents * MAX_DELETED_SHARE,
  );
  return worn ? [worn] : null;
}

function classOf(documents: number): number {
  const found = CLASSES.findIndex((bound) => documents < bound);
  return found < 0 ? CLASSES.length : found;
}
