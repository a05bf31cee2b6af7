import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  EngineError,
  IndexClosedError,
  type ChangeBatch,
  type EngineHit,
  type FreshIndex,
  type IndexStats,
  type ItemBehaviour,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
  type SimilarQuery,
} from '../port/index.ts';
import { DamagedError } from './segment/document-store.ts';
import { BehaviourTable, NO_BEHAVIOUR } from './search/behaviour.ts';
import { findDocument } from './search/candidates.ts';
import { keptBytes } from './search/kept.ts';
import { liveDocuments, type IndexState, type SegmentView } from './search/index-state.ts';
import { search } from './search/search.ts';
import { similar } from './search/similar.ts';
import type { SnapshotFiles } from './storage/snapshot-files.ts';
import { chooseMerge } from './writer/merge-policy.ts';
import type { SegmentFactory, Upsert } from './writer/segment-factory.ts';
import { lastOfEach, takeGroup } from './writer/change-group.ts';
import { deletedSince, markDeleted, mergeSmall, newView } from './writer/views.ts';

export interface IndexSurroundings {
  factory: SegmentFactory;
  files: SnapshotFiles | null;
  used(): void;
  /** Called when the index takes more or less memory than before. */
  resized(): void;
  /** Called when nothing is under way in it any more: it may be dropped from memory from now on. */
  rested(): void;
  /** Called when its files turn out not to be what was written: it must not be used any more. */
  damaged(error: unknown): void;
  warn(message: string, error: unknown): void;
}

const EMPTY: IndexState = { version: 0, views: [] };
/** After so long without a change the small segments become one, ms. */
const REST = 1_000;

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
  /** Batches asked for and not taken up yet, in order. */
  readonly #waiting: ChangeBatch[] = [];
  /** Batches that could not be applied so far: what was asked for before the last of them and came after it is refused. */
  #failures = 0;
  #holders = 0;
  #snapshots: Promise<unknown> = Promise.resolve();
  #merging: Promise<void> | null = null;
  /** Segments whose files are no longer needed, and the removing of them. */
  readonly #gone: string[] = [];
  #discarding: Promise<unknown> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;
  readonly #around: IndexSurroundings;

  constructor(state: IndexState | null, around: IndexSurroundings) {
    this.#state = state ?? EMPTY;
    this.#saved = state ? state.version : -1;
    this.#around = around;
    if (this.#state.views.length > 1) this.#mergeAtRest();
  }

  get version(): number {
    return this.#state.version;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Nothing would be lost, nothing is under way and nobody holds it. */
  get idle(): boolean {
    return this.#changing === 0 && this.#merging === null && this.#holders === 0;
  }

  get dirty(): boolean {
    return this.#state.version !== this.#saved && this.#state !== EMPTY;
  }

  /** Of the segments, and of what searches keep of them. */
  get bytes(): number {
    return this.#state.views.reduce((sum, { segment }) => sum + segment.bytes + keptBytes(segment), 0);
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    this.#checkOpen();
    this.#around.used();
    const before = this.bytes;
    const answer = this.#sound(() => search(this.#state, query, this.#behaviour));
    if (this.bytes !== before) this.#around.resized();
    return answer;
  }

  async has(id: string): Promise<boolean> {
    this.#checkOpen();
    return findDocument(this.#state, id) !== null;
  }

  async similar(query: SimilarQuery): Promise<EngineHit[] | null> {
    this.#checkOpen();
    this.#around.used();
    return this.#sound(() => similar(this.#state, query));
  }

  /** Columns of the present segments first, so that no search has to make them. */
  async setBehaviour(items: readonly ItemBehaviour[]): Promise<void> {
    const table = new BehaviourTable(items);
    for (const { segment } of this.#state.views) await table.align(segment);
    this.#behaviour = table;
  }

  /**
   * Batches that came while others were on their way in are applied together: a segment of thousands of documents costs
   * half of what as many small ones do, and need not be merged. When one fails, those behind it are refused: the version
   * would say that the index holds what it does not.
   */
  apply(batch: ChangeBatch): Promise<void> {
    this.#checkOpen();
    this.#waiting.push(batch);
    const failures = this.#failures;
    return this.#change(async () => {
      while (batch.version > this.#state.version) {
        if (failures !== this.#failures) throw new EngineError('a batch before this one could not be applied');
        // Taken up before a rebuild that went back behind it.
        if (!this.#waiting.includes(batch)) this.#waiting.unshift(batch);
        await this.#applyNext();
      }
      const left = this.#waiting.indexOf(batch);
      if (left >= 0) this.#waiting.splice(left, 1);
    });
  }

  async #applyNext(): Promise<void> {
    const group = takeGroup(this.#waiting, this.#state.version);
    try {
      await this.#applyGroup(group);
    } catch (error) {
      if (group.length === 1 || this.#closed) throw this.#refuseWaiting(error);
      // One of them cannot be indexed: those before it must not fail with it.
      this.#waiting.unshift(...group.slice(1));
      await this.#applyGroup(group.slice(0, 1)).catch((again: unknown) => {
        throw this.#refuseWaiting(again);
      });
    }
  }

  #refuseWaiting(error: unknown): unknown {
    this.#failures++;
    this.#waiting.length = 0;
    return error;
  }

  async #applyGroup(group: readonly ChangeBatch[]): Promise<void> {
    const changes = lastOfEach(group);
    const upserts = changes.filter((change): change is Upsert => change.kind === 'upsert');
    const id = randomUUID();
    const ids = changes.map((change) => change.id);
    const path = await this.#documentsPath(id);
    // What they replace is looked up while the worker builds: nothing else changes the segments meanwhile.
    const [built, views] = await Promise.all([
      upserts.length > 0 ? this.#around.factory.build(upserts, path) : null,
      markDeleted(this.#state.views, ids),
    ]);
    this.#checkOpen();
    if (built) {
      const view = newView(id, built);
      await this.#behaviour.align(view.segment);
      views.push(view);
    }
    this.#publish({ version: group.at(-1)!.version, views: mergeSmall(views) });
  }

  rebuild(fill: (fresh: FreshIndex) => Promise<void>): Promise<void> {
    return this.#change(async () => {
      const fresh = new EmbeddedIndex(null, { ...this.#around, used() {}, resized() {}, rested() {}, damaged() {} });
      try {
        await fill(fresh);
        await fresh.settle();
        for (const { segment } of fresh.#state.views) await this.#behaviour.align(segment);
        this.#checkOpen();
      } catch (error) {
        fresh.#replaceState(EMPTY);
        fresh.close();
        throw error;
      }
      const { version, views } = fresh.#state;
      fresh.#state = EMPTY;
      fresh.close();
      this.#replaceState({ version, views });
      this.#saved = -1;
      // What lies on disk is what was to be left behind: it must not come back after a crash.
      await this.#afterSnapshots(async () => this.#around.files?.forget());
      this.#around.resized();
    });
  }

  hold(): () => void {
    this.#checkOpen();
    this.#holders++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holders--;
      this.#around.used();
      this.#mayRest();
    };
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
    } while (this.#changing > 0 || this.#merging !== null);
    await this.#discarding;
  }

  /** Frees the memory; what is not saved is lost. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#rest);
    for (const { segment } of this.#state.views) segment.store.close();
    this.#state = { version: this.#state.version, views: [] };
  }

  /** A document that is not as it was written is never served: the index is given up and opened anew, to be rebuilt. */
  async #sound<T>(answer: () => Promise<T>): Promise<T> {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      this.#around.damaged(error);
      throw new IndexClosedError('the index was damaged: open it again', { cause: error });
    }
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
      this.#mayRest();
    }
  }

  async #documentsPath(id: string): Promise<string | null> {
    const { files } = this.#around;
    await files?.makeFolder();
    return files ? files.documentsPath(id) : null;
  }

  #publish(state: IndexState): void {
    this.#replaceState(state);
    this.#around.resized();
    this.#startMerging(false);
  }

  /** Documents of segments that are gone are let go; their file may be a source of the merge under way. */
  #replaceState(state: IndexState): void {
    const before = this.#state.views;
    this.#state = { version: state.version, views: state.views.filter(({ live }) => live > 0) };
    const present = new Set(this.#state.views.map(({ segment }) => segment));
    for (const { id, segment } of before) {
      if (present.has(segment)) continue;
      segment.store.close();
      if (segment.store.place.kind === 'file') this.#gone.push(id);
    }
    if (!this.#merging) this.#discard();
  }

  #discard(): void {
    const { files } = this.#around;
    const gone = this.#gone.splice(0);
    if (!files || gone.length === 0) return;
    this.#discarding = this.#afterSnapshots(async () => {
      for (const id of gone) await files.discard(id);
    }).catch((error: unknown) => this.#around.warn('files of merged segments could not be removed', error));
  }

  #startMerging(atRest: boolean): void {
    clearTimeout(this.#rest);
    if (this.#merging || this.#closed) return;
    this.#merging = this.#merge(atRest);
  }

  #mergeAtRest(): void {
    this.#rest = setTimeout(() => this.#startMerging(true), REST).unref();
  }

  async #merge(atRest: boolean): Promise<void> {
    let sources: readonly SegmentView[] = [];
    try {
      // Not in the turn that publishes: the field must hold this promise before it can be cleared.
      await nextTurn();
      for (;;) {
        const due = chooseMerge(this.#state.views, atRest);
        if (!due || this.#closed) break;
        sources = due;
        const id = randomUUID();
        const merged = newView(id, await this.#around.factory.merge(sources, await this.#documentsPath(id)));
        await this.#behaviour.align(merged.segment);
        await this.#change(() => this.#replace(sources, merged));
        // Worth keeping: the next start has less to merge.
        if (atRest) this.#saved = -1;
        this.#discard();
      }
    } catch (error) {
      // The segments stay as they are; the next change tries again. Sources that are gone failed for that reason.
      const present = new Set(this.#state.views.map(({ id }) => id));
      if (!this.#closed && sources.every(({ id }) => present.has(id))) {
        this.#around.warn('merging segments failed', error);
      }
    } finally {
      this.#merging = null;
      this.#discard();
      if (!atRest && !this.#closed) this.#mergeAtRest();
      this.#mayRest();
    }
  }

  #mayRest(): void {
    if (this.idle && !this.#closed) this.#around.rested();
  }

  /** Puts a merged segment in the place of its sources, less what was deleted from them meanwhile. */
  async #replace(sources: readonly SegmentView[], merged: SegmentView): Promise<void> {
    const now = new Map(this.#state.views.map((view) => [view.id, view]));
    if (!sources.some(({ id }) => now.has(id))) {
      merged.segment.store.close();
      this.#gone.push(merged.id);
      return;
    }
    const gone: string[][] = [];
    for (const source of sources) gone.push(await deletedSince(source, now.get(source.id) ?? null));
    const [view] = await markDeleted([merged], gone.flat());
    const replaced = new Set(sources.map(({ id }) => id));
    const rest = this.#state.views.filter(({ id }) => !replaced.has(id));
    // The content is the same, so the snapshot of this version stays good.
    this.#replaceState({ version: this.#state.version, views: [...rest, view!] });
    this.#around.resized();
  }

  #checkOpen(): void {
    if (this.#closed) throw new IndexClosedError('the index was dropped from memory: open it again');
  }
}
