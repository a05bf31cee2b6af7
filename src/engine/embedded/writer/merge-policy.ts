import type { SegmentView } from '../search/index-state.ts';

/** Segments of a size class are merged when there are this many: each document is rewritten once a class. */
const SEGMENTS_PER_CLASS = 8;
/** A merge takes time by documents times sources. */
const MAX_SOURCES = 16;
/** Upper bounds in documents; larger ones form the last class. */
const CLASSES = [128, 1_024, 8_192, 65_536];
/** A segment with a larger share of deleted documents is rewritten alone: they cost memory and walks. */
const MAX_DELETED_SHARE = 0.4;
/** Below this a rewrite frees nothing worth it. */
const MIN_REWRITE = 64;

/** At rest, segments below this share of the largest become one: each costs every search its look-ups. */
const SMALL_SHARE = 1 / 8;

/**
 * Segments to merge next, or null: tiered, as in Lucene's TieredMergePolicy, smallest class first. `atRest`: when no
 * change is expected soon.
 */
export function chooseMerge(views: readonly SegmentView[], atRest = false): SegmentView[] | null {
  for (let size = 0; size <= CLASSES.length; size++) {
    const peers = views.filter((view) => classOf(view.live) === size);
    if (peers.length >= SEGMENTS_PER_CLASS) return peers.slice(0, MAX_SOURCES);
  }
  const worn = views.find(
    ({ segment, live }) =>
      segment.documents >= MIN_REWRITE && segment.documents - live > segment.documents * MAX_DELETED_SHARE,
  );
  if (worn) return [worn];
  return atRest ? chooseAtRest(views) : null;
}

function chooseAtRest(views: readonly SegmentView[]): SegmentView[] | null {
  const largest = views.reduce((most, { live }) => Math.max(most, live), 0);
  const small = views.filter(({ live }) => live < largest * SMALL_SHARE || live < CLASSES[1]!);
  return small.length > 1 ? small.slice(0, MAX_SOURCES) : null;
}

function classOf(documents: number): number {
  const found = CLASSES.findIndex((bound) => documents < bound);
  return found < 0 ? CLASSES.length : found;
}
