import { parentPort } from 'node:worker_threads';
import type { CatalogDocument } from '../../port/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import type { DocumentPlace } from '../segment/document-store.ts';
import { mergeSegments } from '../segment/segment-merge.ts';
import { SegmentWriter, type BuiltSegment } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';

/** What the worker is asked; a build comes in parts so that copying documents never holds the event loop. */
export type WorkerRequest =
  | { kind: 'add'; task: number; json: Uint8Array; lengths: Uint32Array }
  | { kind: 'build'; task: number; path: string | null }
  | { kind: 'merge'; task: number; sources: WorkerSource[]; path: string | null };

export interface WorkerSource {
  buffer: SharedArrayBuffer;
  documents: DocumentPlace;
  deleted: Uint32Array | null;
}

export type WorkerReply = { task: number; built: BuiltSegment } | { task: number; error: string };

/** Builds and merges segments off the event loop. Segments travel as shared buffers: nothing is copied. */
const writers = new Map<number, SegmentWriter>();

parentPort?.on('message', (request: WorkerRequest) => {
  try {
    const built = handle(request);
    if (built) reply({ task: request.task, built });
  } catch (error) {
    writers.delete(request.task);
    reply({ task: request.task, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function reply(message: WorkerReply): void {
  parentPort!.postMessage(message, []);
}

function handle(request: WorkerRequest): BuiltSegment | null {
  switch (request.kind) {
    case 'add':
      add(request);
      return null;
    case 'build': {
      const writer = writers.get(request.task);
      writers.delete(request.task);
      if (!writer) throw new Error('a part of the documents could not be read');
      return writer.finish(request.path);
    }
    case 'merge':
      return merge(request);
  }
}

/** Documents are parsed here, not where they came in: that thread has searches to answer. */
function add({ task, json, lengths }: WorkerRequest & { kind: 'add' }): void {
  let writer = writers.get(task);
  if (!writer) writers.set(task, (writer = new SegmentWriter()));
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  let at = 0;
  for (const length of lengths) {
    const document = JSON.parse(text.toString('utf8', at, at + length)) as CatalogDocument;
    writer.addDocument(document, json.subarray(at, at + length));
    at += length;
  }
}

function merge({ sources, path }: WorkerRequest & { kind: 'merge' }): BuiltSegment {
  const opened = sources.map(({ buffer, documents, deleted }) => ({
    segment: new Segment(buffer, documents),
    deleted: deleted && new Bitmap(deleted),
  }));
  try {
    return mergeSegments(opened, path);
  } finally {
    for (const { segment } of opened) segment.store.close();
  }
}
