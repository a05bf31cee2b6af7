import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ApiError, notFound } from '../../kernel/errors.ts';

export interface BrowserFile {
  /** Name under `/assets/`, with a hash of the content in it. */
  name: string;
  type: string;
  content: string;
}

/** From the sources and from their compiled form the build lies elsewhere. */
const FOLDER = ['../../../browser/', '../../../dist/browser/']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(folder));
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', map: 'application/json' };
const SOURCE_MAP = /\/\/# sourceMappingURL=\S+\s*$/;

/** What the packages for browsers were built into, each under a name that changes with its content. */
@Injectable()
export class BrowserFiles implements OnModuleInit {
  readonly #byName = new Map<string, BrowserFile>();
  readonly #bySource = new Map<string, BrowserFile>();
  readonly #log = new Logger(BrowserFiles.name);

  async onModuleInit(): Promise<void> {
    const files = FOLDER ? await readdir(FOLDER) : [];
    for (const file of files.filter((name) => !name.endsWith('.map'))) await this.#add(file, files);
    if (files.length === 0) this.#log.warn('The files for browsers are not built: run `npm run build`.');
  }

  /** The file of a package, such as `mirabel` for `mirabel.global.js`. */
  find(source: string, extension = 'js'): BrowserFile | undefined {
    return this.#bySource.get(`${source}.${extension}`);
  }

  /** The same, or the advice to build it. */
  require(source: string): BrowserFile {
    const file = this.find(source);
    if (!file) throw new ApiError('not_found', 'The files for browsers are not built: run `npm run build`.');
    return file;
  }

  byName(name: string): BrowserFile {
    const file = this.#byName.get(name);
    if (!file) throw notFound('file');
    return file;
  }

  async #add(file: string, all: string[]): Promise<void> {
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    const [source, extension] = file.split('.global.') as [string, string];
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const name = `${source}-${hash}.${extension}`;
    const map = `${file}.map`;
    if (all.includes(map)) {
      const content = await readFile(new URL(map, FOLDER), 'utf8');
      this.#byName.set(`${name}.map`, { name: `${name}.map`, type: TYPES.map!, content });
    }
    const content = text.replace(SOURCE_MAP, `//# sourceMappingURL=${name}.map\n`);
    const type = TYPES[extension] ?? 'application/octet-stream';
    const entry: BrowserFile = { name, type: `${type}; charset=utf-8`, content };
    this.#byName.set(name, entry);
    this.#bySource.set(`${source}.${extension}`, entry);
  }
}

/** The code alone, to which something is added. */
export function withoutSourceMap({ content }: BrowserFile): string {
  return content.replace(SOURCE_MAP, '');
}
