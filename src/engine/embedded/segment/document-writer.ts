import { closeSync, openSync, writeSync } from 'node:fs';
import type { DocumentPlace } from './document-store.ts';

/** Written in one go. */
const CHUNK = 1 << 20;

/** Takes a segment's documents in their order: into memory, or into a file when a path is given. */
export interface DocumentSink {
  append(json: Uint8Array): void;
  finish(): DocumentPlace;
  /** Gives up what was begun. */
  abandon(): void;
}

export function documentSink(size: number, path: string | null): DocumentSink {
  return path === null ? new MemorySink(size) : new FileSink(path, size);
}

class MemorySink implements DocumentSink {
  readonly #bytes: SharedArrayBuffer;
  readonly #view: Uint8Array;
  #at = 0;

  constructor(size: number) {
    this.#bytes = new SharedArrayBuffer(size);
    this.#view = new Uint8Array(this.#bytes);
  }

  append(json: Uint8Array): void {
    this.#view.set(json, this.#at);
    this.#at += json.length;
  }

  finish(): DocumentPlace {
    return { kind: 'memory', bytes: this.#bytes };
  }

  abandon(): void {}
}

/** Synchronous: only worker threads write files this way. Made durable by the snapshot that names it. */
class FileSink implements DocumentSink {
  readonly #path: string;
  readonly #size: number;
  readonly #file: number;
  readonly #chunk = Buffer.allocUnsafe(CHUNK);
  #filled = 0;

  constructor(path: string, size: number) {
    this.#path = path;
    this.#size = size;
    this.#file = openSync(path, 'w', 0o600);
  }

  append(json: Uint8Array): void {
    if (this.#filled + json.length > CHUNK) this.#flush();
    if (json.length > CHUNK) {
      this.#write(json);
      return;
    }
    this.#chunk.set(json, this.#filled);
    this.#filled += json.length;
  }

  finish(): DocumentPlace {
    this.#flush();
    closeSync(this.#file);
    return { kind: 'file', path: this.#path, size: this.#size };
  }

  abandon(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    this.#write(this.#chunk.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at, bytes.length - at);
  }
}
