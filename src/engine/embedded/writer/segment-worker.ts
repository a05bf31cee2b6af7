import { parentPort } from 'node:worker_threads';
import type { CatalogDocument } from '../../port/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import { mergeSegments } from '../segment/segment-merge.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';

/** What the worker is asked; a build comes in parts so that copying documents never holds the event loop. */
export type WorkerRequest =
  | { kind: 'add'; task: number; documents: CatalogDocument[]; json: Uint8Array; lengths: Uint32Array }
  | { kind: 'build'; task: number }
  | { kind: 'abandon'; task: number }
  | { kind: 'merge'; task: number; sources: { buffer: SharedArrayBuffer; deleted: Uint32Array | null }[] };

export type WorkerReply = { task: number; buffer: SharedArrayBuffer } | { task: number; error: string };

/** Builds and merges segments off the event loop. Segments travel as shared buffers: nothing is copied. */
const writers = new Map<number, SegmentWriter>();

parentPort?.on('message', (request: WorkerRequest) => {
  try {
    const buffer = handle(request);
    if (buffer) reply({ task: request.task, buffer });
  } catch (error) {
    writers.delete(request.task);
    reply({ task: request.task, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function reply(message: WorkerReply): void {
  parentPort!.postMessage(message, []);
}

function handle(request: WorkerRequest): SharedArrayBuffer | null {
  switch (request.kind) {
    case 'add':
      add(request);
      return null;
    case 'build': {
      const writer = writers.get(request.task) ?? new SegmentWriter();
      writers.delete(request.task);
      return writer.finish();
    }
    case 'abandon':
      writers.delete(request.task);
      return null;
    case 'merge':
      return mergeSegments(
        request.sources.map(({ buffer, deleted }) => ({
          segment: new Segment(buffer),
          deleted: deleted && new Bitmap(deleted),
        })),
      );
  }
}

function add({ task, documents, json, lengths }: WorkerRequest & { kind: 'add' }): void {
  let writer = writers.get(task);
  if (!writer) writers.set(task, (writer = new SegmentWriter()));
  let at = 0;
  documents.forEach((document, i) => {
    writer.addDocument(document, json.subarray(at, at + lengths[i]!));
    at += lengths[i]!;
  });
}
