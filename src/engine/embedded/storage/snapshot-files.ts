import { crc32 } from 'node:zlib';
import { mkdir, open, readFile, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EngineError } from '../../port/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import { CHECKSUM_START, FORMAT_VERSION, storedChecksum } from '../segment/format.ts';
import { Segment } from '../segment/segment.ts';
import type { IndexState, SegmentView } from '../search/index-state.ts';

/**
 * A tenant's snapshot: immutable segment files and one manifest that names them, with the catalogue version they make
 * up. The manifest is replaced atomically (temporary file, fsync, rename, fsync of the folder), so a crash leaves the old
 * snapshot or the new one.
 */
interface Manifest {
  format: number;
  version: number;
  segments: ManifestEntry[];
}

interface ManifestEntry {
  id: string;
  bytes: number;
  checksum: number;
  /** Bytes of the documents' file. */
  documents: number;
  deleted: string | null;
}

const MANIFEST = 'manifest';
const ID = /^[\w-]+$/;
/** Read, written and checked in one go: about a millisecond. */
const CHUNK = 1 << 20;

export class SnapshotFiles {
  readonly #folder: string;
  /** Segments that the manifest names: their files stay until another manifest is there. */
  #named = new Set<string>();
  #made: Promise<unknown> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The state as it was last written; null when there is none. Throws `EngineError` when it is not sound. */
  async read(): Promise<IndexState | null> {
    let text: string;
    try {
      text = await readFile(join(this.#folder, MANIFEST), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await this.remove();
      return null;
    }
    const manifest = parseManifest(text);
    const views: SegmentView[] = [];
    for (const entry of manifest.segments) views.push(await this.#readSegment(entry));
    this.#named = new Set(manifest.segments.map(({ id }) => id));
    await this.#removeStale();
    return { version: manifest.version, views };
  }

  async write(state: IndexState): Promise<void> {
    await this.makeFolder();
    for (const { id, segment } of state.views) {
      if (this.#named.has(id)) continue;
      await this.#writeDocuments(id, segment);
      await this.#replace(segmentFile(id), new Uint8Array(segment.buffer));
    }
    await this.#replace(MANIFEST, Buffer.from(formatManifest(state)));
    const before = this.#named;
    this.#named = new Set(state.views.map(({ id }) => id));
    for (const id of before) await this.#removeSegment(id);
  }

  /** The files of a state that must not come back. A worker may be writing documents for the next one. */
  async forget(): Promise<void> {
    await rm(join(this.#folder, MANIFEST), { force: true });
    const before = this.#named;
    this.#named = new Set();
    for (const id of before) await this.#removeSegment(id);
  }

  async remove(): Promise<void> {
    this.#named.clear();
    this.#made = null;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Where the documents of a new segment go; the folder is made before. */
  documentsPath(id: string): string {
    return join(this.#folder, `${id}.docs`);
  }

  async makeFolder(): Promise<void> {
    this.#made ??= mkdir(this.#folder, { recursive: true });
    await this.#made;
  }

  /** Documents of a segment that is gone, unless the manifest still names it. */
  async discard(id: string): Promise<void> {
    await this.#removeSegment(id);
  }

  async #removeSegment(id: string): Promise<void> {
    if (this.#named.has(id)) return;
    await rm(join(this.#folder, segmentFile(id)), { force: true });
    await rm(this.documentsPath(id), { force: true });
  }

  async #writeDocuments(id: string, segment: Segment): Promise<void> {
    const { place } = segment.store;
    if (place.kind === 'memory') {
      await this.#replace(documentsFile(id), new Uint8Array(place.bytes));
      return;
    }
    const file = await open(place.path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** What a crash left behind. Only while nothing is being written. */
  async #removeStale(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const [id, kind] = name.split('.');
      const kept = name === MANIFEST || ((kind === 'seg' || kind === 'docs') && this.#named.has(id!));
      if (!kept) await rm(join(this.#folder, name), { force: true, recursive: true });
    }
  }

  async #replace(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = join(this.#folder, `${name}.tmp`);
    const file = await open(temporary, 'w');
    try {
      for (let at = 0; at < bytes.length;) {
        at += (await file.write(bytes, at, Math.min(CHUNK, bytes.length - at))).bytesWritten;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(this.#folder, name));
    await syncFolder(this.#folder);
  }

  async #readSegment({ id, bytes, checksum, documents, deleted }: ManifestEntry): Promise<SegmentView> {
    if (!ID.test(id)) throw new EngineError('the manifest names a file outside its folder');
    const path = this.documentsPath(id);
    await checkSize(path, documents);
    let file: FileHandle;
    try {
      file = await open(join(this.#folder, segmentFile(id)), 'r');
    } catch (error) {
      throw new EngineError(`segment ${id} is missing`, { cause: error });
    }
    try {
      if ((await file.stat()).size !== bytes) throw new EngineError(`segment ${id} has another size than was written`);
      const buffer = await readChecked(file, id, bytes, checksum);
      const segment = new Segment(buffer, { kind: 'file', path, size: documents });
      const bitmap = deleted === null ? null : parseBitmap(deleted, segment.documents);
      return { id, segment, deleted: bitmap, live: segment.documents - (bitmap?.count() ?? 0) };
    } finally {
      await file.close();
    }
  }
}

const segmentFile = (id: string): string => `${id}.seg`;
const documentsFile = (id: string): string => `${id}.docs`;

/** The documents are read, and their checksums compared, when a hit shows them. */
async function checkSize(path: string, size: number): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.size !== size) throw new EngineError(`${basename(path)} is missing or has another size than was written`);
}

async function readChecked(file: FileHandle, id: string, bytes: number, checksum: number): Promise<SharedArrayBuffer> {
  const buffer = new SharedArrayBuffer(bytes);
  let sum = 0;
  for (let at = 0; at < bytes;) {
    const length = Math.min(CHUNK, bytes - at);
    const { bytesRead } = await file.read(new Uint8Array(buffer, at, length), 0, length, at);
    if (bytesRead === 0) throw new EngineError(`segment ${id} ends early`);
    const from = Math.max(at, CHECKSUM_START);
    if (at + bytesRead > from) sum = crc32(new Uint8Array(buffer, from, at + bytesRead - from), sum);
    at += bytesRead;
  }
  if (bytes < CHECKSUM_START || sum !== checksum || storedChecksum(buffer) !== checksum) {
    throw new EngineError(`segment ${id} fails its checksum`);
  }
  return buffer;
}

function formatManifest(state: IndexState): string {
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    version: state.version,
    segments: state.views.map(({ id, segment, deleted }) => ({
      id,
      bytes: segment.buffer.byteLength,
      checksum: storedChecksum(segment.buffer),
      documents: segment.store.size,
      deleted:
        deleted &&
        Buffer.from(deleted.words.buffer, deleted.words.byteOffset, deleted.words.byteLength).toString('base64'),
    })),
  };
  const json = JSON.stringify(manifest);
  return `${crc32(json)}\n${json}`;
}

function parseManifest(text: string): Manifest {
  const end = text.indexOf('\n');
  const json = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== String(crc32(json))) throw new EngineError('the manifest fails its checksum');
  const manifest = JSON.parse(json) as Manifest;
  if (manifest.format !== FORMAT_VERSION) throw new EngineError(`format ${manifest.format} is not ${FORMAT_VERSION}`);
  return manifest;
}

function parseBitmap(text: string, documents: number): Bitmap {
  const bytes = Buffer.from(text, 'base64');
  const bitmap = Bitmap.empty(documents);
  if (bytes.length !== bitmap.words.byteLength) throw new EngineError('a bitmap of deletions has the wrong size');
  new Uint8Array(bitmap.words.buffer).set(bytes);
  return bitmap;
}

/** Makes a rename durable; some systems cannot open a folder, and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync();
  } catch {
    // Not supported here.
  } finally {
    await handle?.close();
  }
}
