import { crc32 } from 'node:zlib';
import { mkdir, open, readFile, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
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
  segments: { id: string; bytes: number; checksum: number; deleted: string | null }[];
}

const MANIFEST = 'manifest';
const SEGMENT_FILE = /^[\w-]+\.seg$/;
/** Read, written and checked in one go: 2 to 5 ms. */
const CHUNK = 4 << 20;

export class SnapshotFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The state as it was last written; null when there is none. Throws `EngineError` when it is not sound. */
  async read(): Promise<IndexState | null> {
    let text: string;
    try {
      text = await readFile(join(this.#folder, MANIFEST), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const manifest = parseManifest(text);
    const views: SegmentView[] = [];
    for (const entry of manifest.segments) views.push(await this.#readSegment(entry));
    return { version: manifest.version, views };
  }

  async write(state: IndexState): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const present = new Set(await readdir(this.#folder));
    for (const view of state.views) {
      if (!present.has(`${view.id}.seg`)) await this.#replace(`${view.id}.seg`, new Uint8Array(view.segment.buffer));
    }
    await this.#replace(MANIFEST, Buffer.from(formatManifest(state)));
    const used = new Set(state.views.map(({ id }) => `${id}.seg`));
    for (const name of present) {
      const stale = (SEGMENT_FILE.test(name) && !used.has(name)) || name.endsWith('.tmp');
      if (stale) await rm(join(this.#folder, name), { force: true });
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
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

  async #readSegment({ id, bytes, checksum, deleted }: Manifest['segments'][number]): Promise<SegmentView> {
    if (!SEGMENT_FILE.test(`${id}.seg`)) throw new EngineError('the manifest names a file outside its folder');
    let file: FileHandle;
    try {
      file = await open(join(this.#folder, `${id}.seg`), 'r');
    } catch (error) {
      throw new EngineError(`segment ${id} is missing`, { cause: error });
    }
    try {
      if ((await file.stat()).size !== bytes) throw new EngineError(`segment ${id} has another size than was written`);
      const buffer = await readChecked(file, id, bytes, checksum);
      const segment = new Segment(buffer);
      const bitmap = deleted === null ? null : parseBitmap(deleted, segment.documents);
      return { id, segment, deleted: bitmap, live: segment.documents - (bitmap?.count() ?? 0) };
    } finally {
      await file.close();
    }
  }
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
      bytes: segment.bytes,
      checksum: storedChecksum(segment.buffer),
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
