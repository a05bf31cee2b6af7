import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a page of the storefront loads, by its type. */
const FILES: Readonly<Record<string, string>> = {
  'mirabel-storefront.global.js': 'text/javascript; charset=utf-8',
  'mirabel-widget.global.js': 'text/javascript; charset=utf-8',
  'mirabel-storefront.global.css': 'text/css; charset=utf-8',
};

export interface Asset {
  bytes: Buffer;
  type: string;
  /** Changes with the content: what is cached under an address never gets old. */
  version: string;
}

const read = new Map<string, Promise<Asset>>();

export async function asset(name: string): Promise<Asset | null> {
  const type = Object.hasOwn(FILES, name) ? FILES[name]! : null;
  if (!type) return null;
  if (!read.has(name)) read.set(name, load(name, type));
  try {
    return await read.get(name)!;
  } catch (error) {
    read.delete(name);
    throw error;
  }
}

async function load(name: string, type: string): Promise<Asset> {
  const bytes = await readFile(join(projectRoot(), 'dist', 'browser', name));
  return { bytes, type, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) };
}

/** The sources run from `src` in tests and from `dist/src` otherwise. */
function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
