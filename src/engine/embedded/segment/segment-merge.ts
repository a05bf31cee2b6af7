import { mergeColumns } from './column-merge.ts';
import type { DocumentPlace, DocumentStore } from './document-store.ts';
import { documentSink } from './document-writer.ts';
import { SectionWriter } from './format.ts';
import { leastHead, mergeOrder, type MergeOrder, type MergeSource } from './merge-order.ts';
import { PostingsMerge } from './postings-merge.ts';
import type { BuiltSegment, SegmentMeta } from './segment-writer.ts';
import { StringTableBuilder } from './string-table-builder.ts';

export type { MergeSource } from './merge-order.ts';

/**
 * One segment of the live documents of several, byte for byte what indexing those documents makes. Works on sorted lists,
 * no text is analysed again, and documents stream from file to file. `path`: file for the documents; null keeps them in
 * memory.
 */
export function mergeSegments(sources: readonly MergeSource[], path: string | null): BuiltSegment {
  const sections = new SectionWriter();
  const order = mergeOrder(sources);
  new PostingsMerge(sources, order).write(sections);
  writeIds(sections, sources, order);
  const columns = mergeColumns(sections, sources, order);
  const documents = writeJson(sections, sources, order, path);
  const meta: SegmentMeta = { documents: order.length, columns };
  return { buffer: sections.finish(meta), documents };
}

function writeIds(sections: SectionWriter, sources: readonly MergeSource[], order: MergeOrder): void {
  const ids = new StringTableBuilder(order.length);
  const popularity = new Float64Array(order.length);
  for (let document = 0; document < order.length; document++) {
    const { segment } = sources[order.sources[document]!]!;
    ids.append(segment.ids, order.documents[document]!);
    popularity[document] = segment.popularity[order.documents[document]!]!;
  }
  ids.finish(sections, 'ids');
  sections.add('ids.order', mergeIdOrder(sources, order));
  sections.add('popularity', popularity);
}

function mergeIdOrder(sources: readonly MergeSource[], order: MergeOrder): Uint32Array {
  const heads = new Uint32Array(sources.length);
  const documentAt = (source: number): number => sources[source]!.segment.idOrder[heads[source]!]!;
  const isOpen = (source: number): boolean => heads[source]! < sources[source]!.segment.documents;
  const before = (a: number, b: number): boolean =>
    sources[a]!.segment.ids.compareTo(documentAt(a), sources[b]!.segment.ids, documentAt(b)) < 0;
  const merged = new Uint32Array(order.length);
  let at = 0;
  for (;;) {
    const least = leastHead(sources.length, isOpen, before);
    if (least < 0) return merged;
    const number = order.numbers[least]![documentAt(least)]!;
    if (number >= 0) merged[at++] = number;
    heads[least]!++;
  }
}

function writeJson(
  sections: SectionWriter,
  sources: readonly MergeSource[],
  order: MergeOrder,
  path: string | null,
): DocumentPlace {
  const offsets = new Float64Array(order.length + 1);
  const places = new Uint16Array(order.length * 4);
  const checksums = new Uint32Array(order.length);
  for (let document = 0; document < order.length; document++) {
    const { segment } = sources[order.sources[document]!]!;
    const old = order.documents[document]!;
    offsets[document + 1] = offsets[document]! + segment.jsonLength(old);
    checksums[document] = segment.checksumOf(old);
    places.set(segment.placesOf(old), document * 4);
  }
  sections.add('json.offsets', offsets);
  sections.add('json.places', places);
  sections.add('json.checksums', checksums);
  const sink = documentSink(offsets[order.length]!, path);
  try {
    const readers = sources.map(({ segment }) => new AheadReader(segment.store));
    for (let document = 0; document < order.length; document++) {
      const source = order.sources[document]!;
      const { segment } = sources[source]!;
      const old = order.documents[document]!;
      sink.append(readers[source]!.read(segment.jsonStart(old), segment.jsonLength(old)));
    }
    return sink.finish();
  } catch (error) {
    sink.abandon();
    throw error;
  }
}

/** Read in one go: each source is read from its beginning to its end. */
const AHEAD = 256 * 1024;

class AheadReader {
  readonly #store: DocumentStore;
  readonly #window: Buffer;
  #from = 0;
  #to = 0;

  constructor(store: DocumentStore) {
    this.#store = store;
    this.#window = store.place.kind === 'memory' ? Buffer.alloc(0) : Buffer.allocUnsafe(Math.min(AHEAD, store.size));
  }

  read(at: number, length: number): Uint8Array {
    if (length > this.#window.length) return this.#store.read(at, length);
    if (at < this.#from || at + length > this.#to) {
      this.#from = at;
      this.#to = Math.min(this.#store.size, at + this.#window.length);
      this.#store.readInto(this.#window.subarray(0, this.#to - at), at);
    }
    return this.#window.subarray(at - this.#from, at - this.#from + length);
  }
}
