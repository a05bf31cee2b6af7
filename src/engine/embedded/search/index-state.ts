import type { Bitmap } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';

/** A segment as one search sees it: its documents less the deleted ones. */
export interface SegmentView {
  readonly id: string;
  readonly segment: Segment;
  readonly deleted: Bitmap | null;
  readonly live: number;
}

/** What a search runs on: never changed after it is published, so a search sees one consistent state without a lock. */
export interface IndexState {
  readonly version: number;
  readonly views: readonly SegmentView[];
}

export function liveDocuments(state: IndexState): number {
  return liveDocumentsOf(state.views);
}

export function liveDocumentsOf(views: readonly SegmentView[]): number {
  return views.reduce((sum, view) => sum + view.live, 0);
}
