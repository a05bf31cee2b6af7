import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  IndexClosedError,
  type ChangeBatch,
  type EngineHit,
  type IndexStats,
  type ItemBehaviour,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
  type SimilarQuery,
} from '../port/index.ts';
import { Bitmap } from './segment/bitmap.ts';
import { mergeSegments } from './segment/segment-merge.ts';
import { Segment } from './segment/segment.ts';
import { BehaviourTable, NO_BEHAVIOUR } from './search/behaviour.ts';
import { liveDocuments, type IndexState, type SegmentView } from './search/index-state.ts';
import { search } from './search/search.ts';
import { similar } from './search/similar.ts';
import type { SnapshotFiles } from './storage/snapshot-files.ts';
import { chooseMerge } from './writer/merge-policy.ts';
import { isSmallMerge, type SegmentFactory, type Upsert } from './writer/segment-factory.ts';

export interface IndexSurroundings {
  factory: SegmentFactory;
  files: SnapshotFiles | null;
  used(): void;
  /** Called when the index takes more or less memory than before. */
  resized(): void;
  warn(message: string, error: unknown): void;
}

const EMPTY: IndexState = { version: 0, views: [] };
/** Ids looked up in all segments in one turn of the event loop. */
const LOOKUPS_A_TURN = 250;

/** The live index of one tenant: publishes a new state for every change; each search runs on the one it found. */
export class EmbeddedIndex implements SearchIndex {
  #state: IndexState;
  #behaviour = NO_BEHAVIOUR;
  #closed = false;
  /** Version that the files hold, -1 when they hold none. */
  #saved: number;
  /** Changes happen one after another, in the order they were asked for. */
  #changes: Promise<unknown> = Promise.resolve();
  #changing = 0;
  #snapshots: Promise<unknown> = Promise.resolve();
  #merging: Promise<void> | null = null;
  readonly #around: IndexSurroundings;

  constructor(state: IndexState | null, around: IndexSurroundings) {
    this.#state = state ?? EMPTY;
    this.#saved = state ? state.version : -1;
    this.#around = around;
  }

  get version(): number {
    return this.#state.version;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Nothing would be lost and nothing is under way. */
  get idle(): boolean {
    return this.#changing === 0 && this.#merging === null;
  }

  get dirty(): boolean {
    return this.#state.version !== this.#saved && this.#state !== EMPTY;
  }

  get bytes(): number {
    return this.#state.views.reduce((sum, { segment }) => sum + segment.bytes, 0);
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    this.#checkOpen();
    this.#around.used();
    return search(this.#state, query, this.#behaviour);
  }

  async similar(query: SimilarQuery): Promise<EngineHit[] | null> {
    this.#checkOpen();
    this.#around.used();
    return similar(this.#state, query);
  }

  get behaviour(): readonly ItemBehaviour[] {
    return this.#behaviour.items;
  }

  /** Columns of the present segments first, so that no search has to make them. */
  async setBehaviour(items: readonly ItemBehaviour[]): Promise<void> {
    const table = new BehaviourTable(items);
    for (const { segment } of this.#state.views) await table.align(segment);
    this.#behaviour = table;
  }

  apply(batch: ChangeBatch): Promise<void> {
    return this.#change(async () => {
      if (batch.version <= this.#state.version) return;
      const upserts = batch.changes.filter((change): change is Upsert => change.kind === 'upsert');
      const buffer = upserts.length > 0 ? await this.#around.factory.build(upserts) : null;
      this.#checkOpen();
      const ids = batch.changes.map(({ id }) => id);
      const views = await markDeleted(this.#state.views, ids);
      if (buffer) {
        const view = newView(buffer);
        await this.#behaviour.align(view.segment);
        views.push(view);
      }
      this.#publish({ version: batch.version, views: mergeSmall(views) });
    });
  }

  clear(): Promise<void> {
    return this.#change(async () => {
      this.#state = EMPTY;
      this.#saved = -1;
      await this.#afterSnapshots(async () => this.#around.files?.remove());
    });
  }

  stats(): IndexStats {
    const state = this.#state;
    return { documents: liveDocuments(state), segments: state.views.length, bytes: this.bytes, version: state.version };
  }

  async snapshot(): Promise<void> {
    const { files } = this.#around;
    if (!files) return;
    await this.#afterSnapshots(async () => {
      const state = this.#state;
      if (this.#closed || state === EMPTY || state.version === this.#saved) return;
      await files.write(state);
      if (this.#state.version >= state.version) this.#saved = state.version;
    });
  }

  /** Waits until changes asked for so far and the merges they caused are done. */
  async settle(): Promise<void> {
    do {
      await this.#changes.catch(() => {});
      await this.#merging;
    } while (!this.idle);
  }

  /** Frees the memory; what is not saved is lost. */
  close(): void {
    this.#closed = true;
    this.#state = { version: this.#state.version, views: [] };
  }

  #afterSnapshots(work: () => Promise<unknown>): Promise<unknown> {
    const done = this.#snapshots.then(work);
    this.#snapshots = done.catch(() => {});
    return done;
  }

  #change(work: () => Promise<void>): Promise<void> {
    this.#checkOpen();
    this.#changing++;
    const done = this.#after(this.#changes, work);
    this.#changes = done.catch(() => {});
    return done;
  }

  async #after(earlier: Promise<unknown>, work: () => Promise<void>): Promise<void> {
    try {
      await earlier;
      this.#checkOpen();
      await work();
    } finally {
      this.#changing--;
    }
  }

  #publish(state: IndexState): void {
    this.#state = { version: state.version, views: state.views.filter(({ live }) => live > 0) };
    this.#around.resized();
    if (!this.#merging) this.#merging = this.#merge();
  }

  async #merge(): Promise<void> {
    try {
      // Not in the turn that publishes: the field must hold this promise before it can be cleared.
      await nextTurn();
      for (let views = chooseMerge(this.#state.views); views && !this.#closed; views = chooseMerge(this.#state.views)) {
        const sources = views;
        const merged = newView(await this.#around.factory.merge(sources));
        await this.#behaviour.align(merged.segment);
        await this.#change(() => this.#replace(sources, merged));
      }
    } catch (error) {
      // The segments stay as they are; the next change tries again.
      if (!this.#closed) this.#around.warn('merging segments failed', error);
    } finally {
      this.#merging = null;
    }
  }

  /** Puts a merged segment in the place of its sources, less what was deleted from them meanwhile. */
  async #replace(sources: readonly SegmentView[], merged: SegmentView): Promise<void> {
    const now = new Map(this.#state.views.map((view) => [view.id, view]));
    const gone: string[] = [];
    for (const source of sources) {
      const current = now.get(source.id);
      // A source that is no longer there has lost its last document, or the index was cleared.
      for (let document = 0; document < source.segment.documents; document++) {
        const lost = !current || (current.deleted?.has(document) ?? false);
        if (lost && !source.deleted?.has(document)) gone.push(source.segment.idOf(document));
      }
    }
    const [view] = await markDeleted([merged], gone);
    const replaced = new Set(sources.map(({ id }) => id));
    const rest = this.#state.views.filter(({ id }) => !replaced.has(id));
    if (!sources.some(({ id }) => now.has(id))) return;
    // The content is the same, so the snapshot of this version stays good.
    this.#state = { version: this.#state.version, views: [...rest, view!].filter(({ live }) => live > 0) };
    this.#around.resized();
  }

  #checkOpen(): void {
    if (this.#closed) throw new IndexClosedError('the index was dropped from memory: open it again');
  }
}

/**
 * Segments of single pushes are merged with the push that makes it due, some 2 ms: a run of pushes without a pause would
 * else pile them up faster than the worker's turn comes.
 */
function mergeSmall(views: readonly SegmentView[]): SegmentView[] {
  let current = views.filter(({ live }) => live > 0);
  for (let due = chooseMerge(current); due && isSmallMerge(due); due = chooseMerge(current)) {
    const sources = new Set(due);
    current = [...current.filter((view) => !sources.has(view)), newView(mergeSegments(due))];
  }
  return current;
}

function newView(buffer: SharedArrayBuffer): SegmentView {
  const segment = new Segment(buffer);
  return { id: randomUUID(), segment, deleted: null, live: segment.documents };
}

/** Views without these documents: bitmaps that change are copied once. Yields so that 1,000 ids do not hold the loop. */
async function markDeleted(views: readonly SegmentView[], ids: readonly string[]): Promise<SegmentView[]> {
  const copies = new Map<number, { deleted: Bitmap; count: number }>();
  for (let at = 0; at < ids.length; at++) {
    if (at > 0 && at % LOOKUPS_A_TURN === 0) await nextTurn();
    views.forEach((view, index) => {
      const document = view.segment.documentOf(ids[at]!);
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
