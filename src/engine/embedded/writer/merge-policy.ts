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

/** A merge at rest rewrites at most so many documents: some seconds of a worker, once a rest. */
const MAX_AT_REST = 262_144;
/** At rest a segment joins smaller ones when it is at most this many times as large: else each push would rewrite it. */
const REST_FACTOR = 8;

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

/** From the smallest on, as long as what is rewritten is in proportion to what comes to it. */
function chooseAtRest(views: readonly SegmentView[]): SegmentView[] | null {
  const chosen: SegmentView[] = [];
  let sum = 0;
  for (const view of views.toSorted((a, b) => a.live - b.live).slice(0, MAX_SOURCES)) {
    if (chosen.length > 0 && (view.live > sum * REST_FACTOR || sum + view.live > MAX_AT_REST)) break;
    chosen.push(view);
    sum += view.live;
  }
  return chosen.length > 1 ? chosen : null;
}

function classOf(documents: number): number {
  const found = CLASSES.findIndex((bound) => documents < bound);
  return found < 0 ? CLASSES.length : found;
}
