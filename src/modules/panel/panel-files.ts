import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { Injectable, type OnModuleInit } from '@nestjs/common';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface PanelFile {
  type: string;
  /** Its name holds a hash of its content: it never changes. */
  immutable: boolean;
  content: Record<Encoding, Buffer>;
}

/** Beside the compiled service, or where the package is built. */
const FOLDER = [
  '../../../panel/',
  '../../../dist/panel/',
  '../../../packages/panel/dist/',
  '../../../../packages/panel/dist/',
]
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(new URL('index.html', folder)));
const HASHED = /^assets\/.+[-.][\w-]{8,}\.\w+$/;
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;

/** The built pages of the panel in memory, compressed once: some hundred KB. */
@Injectable()
export class PanelFiles implements OnModuleInit {
  readonly #byPath = new Map<string, PanelFile>();

  async onModuleInit(): Promise<void> {
    if (!FOLDER) return;
    const folder = fileURLToPath(FOLDER);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || !type) continue;
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(folder.length).replaceAll('\\', '/');
      const plain = await readFile(file);
      const content = COMPRESSIBLE.test(type) ? await compressed(plain) : { identity: plain, gzip: plain, br: plain };
      this.#byPath.set(path, { type, immutable: HASHED.test(path), content });
    }
  }

  /** By its path below `/panel/`. */
  find(path: string): PanelFile | undefined {
    return this.#byPath.get(path);
  }
}

async function compressed(plain: Buffer): Promise<Record<Encoding, Buffer>> {
  return {
    identity: plain,
    gzip: await promisify(gzip)(plain, { level: 9 }),
    br: await promisify(brotliCompress)(plain),
  };
}
