import { crc32 } from 'node:zlib';
import { GenerationCache } from '../../../kernel/generation-cache.ts';
import { Columns } from './columns.ts';
import { DamagedError, DocumentStore, type DocumentPlace } from './document-store.ts';
import { SectionReader } from './format.ts';
import { keepDocument, recentDocument } from './recent-documents.ts';
import type { SegmentMeta } from './segment-writer.ts';
import { StringTable } from './string-table.ts';
import { readTypoTable, type TypoTable } from './typo-table.ts';

/** Words whose term is remembered, in each of two generations; a hundred bytes each. */
const KEPT_LOOKUPS = 256;
/** What the objects around the arrays take, bytes (measured over 1,200 small segments). */
const OBJECTS = 16_384;

/**
 * Reader of one immutable segment. Opening it costs its header only; all arrays are views of the one buffer; only the
 * documents' JSON lies apart. Documents
 * and terms are numbers: documents in order of popularity then id, terms in UTF-8 order.
 */
export class Segment {
  readonly buffer: SharedArrayBuffer;
  readonly meta: SegmentMeta;
  readonly documents: number;
  readonly terms: StringTable;
  /** Postings of term `t` stand at `offsets[t] .. offsets[t + 1]`, documents ascending. */
  readonly postingOffsets: Uint32Array;
  readonly postingDocuments: Uint32Array;
  readonly postingFields: Uint8Array;
  /** Terms of each title in order. */
  readonly titleOffsets: Uint32Array;
  readonly titleTerms: Uint32Array;
  readonly popularity: Float64Array;
  readonly ids: StringTable;
  readonly typos: TypoTable;
  readonly columns: Columns;
  readonly #found = new GenerationCache<number>(KEPT_LOOKUPS);
  /** Documents in UTF-8 order of their ids. */
  readonly idOrder: Uint32Array;
  /** JSON of the documents, outside the buffer. */
  readonly store: DocumentStore;
  readonly #jsonOffsets: Float64Array;
  readonly #jsonChecksums: Uint32Array;
  readonly #jsonPlaces: Uint16Array;

  constructor(buffer: SharedArrayBuffer, place: DocumentPlace) {
    const sections = new SectionReader<SegmentMeta>(buffer);
    this.buffer = buffer;
    this.meta = sections.meta;
    this.documents = sections.meta.documents;
    this.terms = new StringTable(sections, 'terms');
    this.postingOffsets = sections.array('postings.offsets');
    this.postingDocuments = sections.array('postings.documents');
    this.postingFields = sections.array('postings.fields');
    this.titleOffsets = sections.array('titles.offsets');
    this.titleTerms = sections.array('titles.terms');
    this.popularity = sections.array('popularity');
    this.ids = new StringTable(sections, 'ids');
    this.typos = readTypoTable(sections);
    this.columns = new Columns(sections, sections.meta.columns);
    this.idOrder = sections.array('ids.order');
    this.#jsonOffsets = sections.array('json.offsets');
    this.#jsonPlaces = sections.array('json.places');
    this.#jsonChecksums = sections.array('json.checksums');
    this.store = new DocumentStore(place);
    if (this.#jsonOffsets[this.documents] !== this.store.size) throw new DamagedError('documents of another segment');
  }

  /** Memory it takes, with the objects around its arrays. */
  get bytes(): number {
    return this.buffer.byteLength + this.store.residentBytes + OBJECTS;
  }

  /** Number of the document with this id, or -1. O(log n). */
  documentOf(id: string): number {
    return this.documentOfKey(Buffer.from(id));
  }

  /** The same for an id in UTF-8, for who asks several segments. */
  documentOfKey(key: Uint8Array): number {
    let low = 0;
    let high = this.documents - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const document = this.idOrder[middle]!;
      const order = this.ids.compare(document, key);
      if (order === 0) return document;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  idOf(document: number): string {
    return this.ids.at(document);
  }

  /** Number of a term, or -1. A query asks for the same few words many times over. */
  termOf(term: string): number {
    let found = this.#found.get(term);
    if (found === undefined) this.#found.set(term, (found = this.termOfKey(Buffer.from(term))));
    return found;
  }

  /** The same for a term in UTF-8 that is hardly asked for again. O(log terms). */
  termOfKey(key: Uint8Array): number {
    const at = this.terms.lowerBound(key);
    return at < this.terms.length && this.terms.compare(at, key) === 0 ? at : -1;
  }

  /** Terms that start with a prefix, as a half-open interval. */
  prefixRange(prefix: string): { from: number; to: number } {
    const key = Buffer.from(prefix);
    const from = this.terms.lowerBound(key);
    return { from, to: this.terms.endOfPrefix(key, from) };
  }

  /** Documents that have a term of the interval, those with several counted several times. */
  postingCount(from: number, to = from + 1): number {
    return this.postingOffsets[to]! - this.postingOffsets[from]!;
  }

  /** The document's JSON in UTF-8. Throws `DamagedError` when it is not what was written. */
  jsonOf(document: number): Uint8Array {
    const recent = recentDocument(this.store.number, document);
    if (recent) return recent;
    const start = this.#jsonOffsets[document]!;
    return this.#checked(document, this.store.read(start, this.#jsonOffsets[document + 1]! - start));
  }

  /** The same without holding the event loop. */
  async jsonLater(document: number): Promise<Uint8Array> {
    const start = this.#jsonOffsets[document]!;
    return this.#checked(document, await this.store.readLater(start, this.#jsonOffsets[document + 1]! - start));
  }

  #checked(document: number, json: Uint8Array): Uint8Array {
    // Bytes in memory were checked when they were written or loaded.
    if (this.store.place.kind === 'memory') return json;
    if (crc32(json) !== this.#jsonChecksums[document]) throw new DamagedError('a document fails its checksum');
    keepDocument(this.store.number, document, json);
    return json;
  }

  jsonStart(document: number): number {
    return this.#jsonOffsets[document]!;
  }

  jsonLength(document: number): number {
    return this.#jsonOffsets[document + 1]! - this.#jsonOffsets[document]!;
  }

  checksumOf(document: number): number {
    return this.#jsonChecksums[document]!;
  }

  /** Where title and description stand in the JSON: offset and length each. */
  placesOf(document: number): Uint16Array {
    return this.#jsonPlaces.subarray(document * 4, document * 4 + 4);
  }

  /** Fields of a term in a document, 0 when it does not have it. Binary search, O(log postings). */
  fieldsIn(term: number, document: number): number {
    const documents = this.postingDocuments;
    let low = this.postingOffsets[term]!;
    let high = this.postingOffsets[term + 1]! - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = documents[middle]!;
      if (found === document) return this.postingFields[middle]!;
      if (found < document) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }
}
