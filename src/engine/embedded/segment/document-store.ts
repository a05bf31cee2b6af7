import { closeSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { EngineError } from '../../port/index.ts';

const readFile = promisify(read);

/** Thrown when stored bytes are not those that were written. */
export class DamagedError extends EngineError {
  override name = 'DamagedError';
}

/** Where the JSON of a segment's documents lies: small segments' in memory, the others' in a file. */
export type DocumentPlace = { kind: 'memory'; bytes: SharedArrayBuffer } | { kind: 'file'; path: string; size: number };

/** Fewer bytes stay in memory: they are merged away soon, and a file costs more than they do. */
export const MIN_FILE = 64 * 1024;

let nextNumber = 1;

/**
 * The JSON of a segment's documents, one after another. In a file it takes no memory of the process: a page of hits is
 * twenty reads of a few microseconds from the system's cache. The file is opened with the first read.
 */
export class DocumentStore {
  /** Tells the stores of a process apart. */
  readonly number = nextNumber++;
  readonly place: DocumentPlace;
  readonly #bytes: Uint8Array | null;
  #file = -1;
  #closed = false;
  #holders = 0;

  constructor(place: DocumentPlace) {
    this.place = place;
    this.#bytes = place.kind === 'memory' ? new Uint8Array(place.bytes) : null;
  }

  get size(): number {
    return this.place.kind === 'memory' ? this.place.bytes.byteLength : this.place.size;
  }

  get residentBytes(): number {
    return this.#bytes?.length ?? 0;
  }

  /** Bytes in memory are not copied. */
  read(at: number, length: number): Uint8Array {
    if (this.#bytes) return this.#bytes.subarray(at, at + length);
    const bytes = Buffer.allocUnsafe(length);
    this.readInto(bytes, at);
    return bytes;
  }

  /** Fills `bytes` from `at` on. Throws `DamagedError` when the file ends before. */
  readInto(bytes: Uint8Array, at: number): void {
    if (this.#bytes) {
      bytes.set(this.#bytes.subarray(at, at + bytes.length));
      return;
    }
    const file = this.#open();
    for (let done = 0; done < bytes.length;) {
      const read = readSync(file, bytes, done, bytes.length - done, at + done);
      if (read === 0) throw new DamagedError('the documents of a segment end early');
      done += read;
    }
  }

  /** The same without holding the event loop, for a disk that lets one wait. */
  async readLater(at: number, length: number): Promise<Uint8Array> {
    if (this.#bytes) return this.read(at, length);
    const release = this.hold();
    try {
      const { bytesRead, buffer } = await readFile(this.#file, Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead < length) throw new DamagedError('the documents of a segment end early');
      return buffer;
    } finally {
      release();
    }
  }

  /** Keeps the file open until the answer is called, whoever closes the store meanwhile. */
  hold(): () => void {
    if (!this.#bytes) this.#open();
    this.#holders++;
    return () => {
      this.#holders--;
      if (this.#closed) this.close();
    };
  }

  close(): void {
    this.#closed = true;
    if (this.#holders > 0 || this.#file < 0) return;
    closeSync(this.#file);
    this.#file = -1;
  }

  #open(): number {
    if (this.#file >= 0) return this.#file;
    if (this.place.kind === 'memory') return -1;
    if (this.#closed) throw new EngineError('the documents of a segment were closed');
    try {
      this.#file = openSync(this.place.path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new DamagedError('the documents of a segment are gone', { cause: error });
    }
    return this.#file;
  }
}
