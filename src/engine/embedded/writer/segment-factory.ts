import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Change } from '../../port/index.ts';
import { MIN_FILE } from '../segment/document-store.ts';
import { SegmentWriter, type BuiltSegment } from '../segment/segment-writer.ts';
import type { SegmentView } from '../search/index-state.ts';
import { WorkerThread } from './worker-thread.ts';

export type Upsert = Change & { kind: 'upsert' };

/** Up to here a segment is built on the spot: some 2 ms, less than the way to a thread and back is worth. */
const INLINE_DOCUMENTS = 16;
const INLINE_BYTES = 64 * 1024;
/** Merging costs about a quarter of indexing. */
const INLINE_MERGED_DOCUMENTS = 64;
/** What is copied to the worker in one turn of the event loop: about a millisecond. */
const PART_BYTES = 512 * 1024;

/**
 * Makes segments for all tenants. Building and merging have a thread each: a push must not wait until the merge of a
 * large segment, which takes seconds, is done.
 */
export class SegmentFactory {
  readonly #builder = new WorkerThread();
  readonly #merger = new WorkerThread();

  /** `path`: file for the documents when they are many; null keeps them in memory. */
  async build(upserts: readonly Upsert[], path: string | null): Promise<BuiltSegment> {
    const bytes = upserts.reduce((sum, { json }) => sum + json.length, 0);
    if (upserts.length <= INLINE_DOCUMENTS && bytes <= INLINE_BYTES) return buildHere(upserts);
    try {
      return await this.#buildInWorker(upserts, bytes < MIN_FILE ? null : path);
    } catch {
      // Once more in a fresh thread, and without a disk that may be full; what kills two threads fails the batch.
      return this.#buildInWorker(upserts, null);
    }
  }

  async merge(views: readonly SegmentView[], path: string | null): Promise<BuiltSegment> {
    const sources = views.map(({ segment, deleted }) => ({
      buffer: segment.buffer,
      documents: segment.store.place,
      deleted: deleted && deleted.words,
    }));
    const bytes = views.reduce((sum, { segment }) => sum + segment.store.size, 0);
    const task = this.#merger.newTask();
    return this.#merger.run({ kind: 'merge', task, sources, path: bytes < MIN_FILE ? null : path });
  }

  async close(): Promise<void> {
    await Promise.all([this.#builder.stop(), this.#merger.stop()]);
  }

  async #buildInWorker(upserts: readonly Upsert[], path: string | null): Promise<BuiltSegment> {
    const task = this.#builder.newTask();
    for (let from = 0; from < upserts.length;) {
      const to = endOfPart(upserts, from);
      const lengths = Uint32Array.from(upserts.slice(from, to), ({ json }) => json.length);
      const json = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
      let at = 0;
      for (let i = from; i < to; i++) {
        json.set(upserts[i]!.json, at);
        at += upserts[i]!.json.length;
      }
      this.#builder.send({ kind: 'add', task, json, lengths }, [json.buffer]);
      from = to;
      if (from < upserts.length) await nextTurn();
    }
    return this.#builder.run({ kind: 'build', task, path });
  }
}

/** True for merges that are done on the spot, with the write that made them due. */
export function isSmallMerge(views: readonly SegmentView[]): boolean {
  return views.reduce((sum, { live }) => sum + live, 0) <= INLINE_MERGED_DOCUMENTS;
}

function buildHere(upserts: readonly Upsert[]): BuiltSegment {
  const writer = new SegmentWriter();
  for (const { document, json } of upserts) writer.addDocument(document, json);
  return writer.finish(null);
}

function endOfPart(upserts: readonly Upsert[], from: number): number {
  let to = from;
  let bytes = 0;
  while (to < upserts.length && (to === from || bytes < PART_BYTES)) bytes += upserts[to++]!.json.length;
  return to;
}
