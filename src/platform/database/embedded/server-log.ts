import { constants } from 'node:fs';
import { open, readFile, rename, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './ownership.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const LINES_IN_ERRORS = 15;

/** The file that the server writes to by itself: a pipe through this process would block it or kill it. */
export class ServerLog {
  readonly path: string;
  #start = 0;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'postgres.log');
  }

  /** The caller closes it once the server has it. A file grown too large makes room, one older is kept. */
  async open(owner: Account | null): Promise<FileHandle> {
    if ((await this.#size()) > MAX_BYTES) await rename(this.path, `${this.path}.1`);
    this.#start = await this.#size();
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    const file = await open(this.path, flags, 0o600);
    if (owner) await file.chown(owner.uid, owner.gid);
    return file;
  }

  /** The last lines since `open`. */
  async tail(): Promise<string> {
    const bytes = await readFile(this.path).catch(() => Buffer.alloc(0));
    const text = bytes.subarray(this.#start).toString('utf8').trimEnd();
    return text.split('\n').slice(-LINES_IN_ERRORS).join('\n');
  }

  async #size(): Promise<number> {
    return stat(this.path).then(
      ({ size }) => size,
      () => 0,
    );
  }
}
