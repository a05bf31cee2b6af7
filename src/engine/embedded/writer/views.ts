import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SegmentView } from '../search/index-state.ts';
import { Bitmap, putBits } from '../segment/bitmap.ts';
import { mergeSegments } from '../segment/segment-merge.ts';
import type { BuiltSegment } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';
import { chooseMerge } from './merge-policy.ts';
import { isSmallMerge } from './segment-factory.ts';

/** How long ids are looked up in one turn of the event loop, ms: one takes a microsecond a segment, and more in large ones. */
const TURN_MS = 2;
/** Ids looked up between two looks at the clock. */
const LOOKUPS = 32;
/** Ids read in one turn: about a millisecond. */
const IDS_A_TURN = 4_096;

/**
 * Segments of single pushes are merged with the push that makes it due, some 2 ms: a run of pushes without a pause would
 * else pile them up faster than the worker's turn comes.
 */
export function mergeSmall(views: readonly SegmentView[]): SegmentView[] {
  let current = views.filter(({ live }) => live > 0);
  for (let due = chooseMerge(current); due && isSmallMerge(due); due = chooseMerge(current)) {
    const sources = new Set(due);
    current = [...current.filter((view) => !sources.has(view)), newView(randomUUID(), mergeSegments(due, null))];
  }
  return current;
}

export function newView(id: string, { buffer, documents }: BuiltSegment): SegmentView {
  const segment = new Segment(buffer, documents);
  return { id, segment, deleted: null, live: segment.documents };
}

/**
 * Ids of the documents that a view has lost since; `now`: what it became, null when its last document went. 32 documents
 * at a time: asking each of a million would hold the loop for some 10 ms. Yields when there are many.
 */
export async function deletedSince({ segment, deleted }: SegmentView, now: SegmentView | null): Promise<string[]> {
  const ids: string[] = [];
  const lost = new Uint32Array(32);
  let most = IDS_A_TURN;
  for (let word = 0; word * 32 < segment.documents; word++) {
    if (ids.length >= most) {
      await nextTurn();
      most += IDS_A_TURN;
    }
    const gone = now ? (now.deleted?.words[word] ?? 0) : -1;
    const count = putBits(gone & ~(deleted?.words[word] ?? 0), word * 32, lost, 0);
    for (const document of lost.subarray(0, count)) if (document < segment.documents) ids.push(segment.idOf(document));
  }
  return ids;
}

/** Views without these documents: bitmaps that change are copied once. Yields so that 1,000 ids do not hold the loop. */
export async function markDeleted(views: readonly SegmentView[], ids: readonly string[]): Promise<SegmentView[]> {
  const copies = new Map<number, { deleted: Bitmap; count: number }>();
  let began = performance.now();
  for (let at = 0; at < ids.length; at++) {
    if (at % LOOKUPS === 0 && performance.now() - began > TURN_MS) {
      await nextTurn();
      began = performance.now();
    }
    const key = Buffer.from(ids[at]!);
    views.forEach((view, index) => {
      const document = view.segment.documentOfKey(key);
      const known = copies.get(index);
      if (document < 0 || (known ? known.deleted : view.deleted)?.has(document)) return;
      const copy = known ?? { deleted: view.deleted?.copy() ?? Bitmap.empty(view.segment.documents), count: 0 };
      copy.deleted.add(document);
      copy.count++;
      copies.set(index, copy);
    });
  }
  return views.map((view, index) => {
    const copy = copies.get(index);
    return copy ? { ...view, deleted: copy.deleted, live: view.live - copy.count } : view;
  });
}
