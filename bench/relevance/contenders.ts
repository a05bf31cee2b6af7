import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import { ask, put } from '../../src/engine/port/conformance/index.ts';
import type { CatalogDocument, SearchIndex } from '../../src/engine/port/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';
import { normalizeQuery } from '../../src/text/index.ts';

/** A search engine as the measures see it: typed text in, ids in order out. */
export interface Contender {
  name: string;
  search(query: string, limit: number, locale?: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface Mirabel extends Contender {
  index: SearchIndex;
}

/** The embedded engine as the search endpoint asks it by default. */
export async function mirabel(documents: readonly CatalogDocument[]): Promise<Mirabel> {
  const engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 8 * 2 ** 30 });
  const index = await engine.open(tenantContext(randomUUID(), 'bench'));
  const changes = documents.map((document) => put({ ...document }));
  for (let from = 0, version = 1; from < changes.length; from += 1_000, version++) {
    await index.apply({ version, changes: changes.slice(from, from + 1_000) });
  }
  await index.settle();
  return {
    name: 'Mirabel',
    index,
    search: async (query, limit, locale = 'en') => {
      const { hits } = await index.search(ask(query, { locale }, { limit }));
      return hits.map(({ id }) => id);
    },
    close: () => engine.close(),
  };
}

/** The same text for every peer: what a user would index with weights for title, brand, categories and codes. */
const FIELDS = ['title', 'brand', 'categories', 'attributes', 'sku', 'description'] as const;
const WEIGHTS = { title: 5, brand: 3, categories: 2, attributes: 2, sku: 5, description: 1 };

function peerRow(document: CatalogDocument): Record<'id' | (typeof FIELDS)[number], string> {
  const attributes = Object.values(document.attributes ?? {}).filter((value) => typeof value !== 'boolean');
  return {
    id: document.id,
    title: document.title,
    brand: document.brand ?? '',
    categories: [...(document.categories ?? []), ...(document.tags ?? [])].join(' '),
    attributes: attributes.map(String).join(' '),
    sku: document.sku ?? '',
    description: document.description ?? '',
  };
}

interface MiniSearchIndex {
  addAll(rows: object[]): void;
  search(query: string, options: object): { id: string }[];
}
type MiniSearchClass = new (options: object) => MiniSearchIndex;

/** MiniSearch with all words asked for, and with any; null when it is not installed. */
export function miniSearch(documents: readonly CatalogDocument[]): Contender[] | null {
  const load = loadMiniSearch();
  if (!load) return null;
  const index = new load.MiniSearch({ fields: [...FIELDS], idField: 'id' });
  index.addAll(documents.map(peerRow));
  return (['AND', 'OR'] as const).map((combineWith) => ({
    name: `MiniSearch ${load.version} ${combineWith}`,
    search: async (query: string, limit: number) =>
      index
        .search(query, { combineWith, boost: WEIGHTS, prefix: isLast, fuzzy: 0.2 })
        .slice(0, limit)
        .map(({ id }) => id),
    close: async () => {},
  }));
}

const isLast = (_: string, at: number, words: readonly string[]): boolean => at === words.length - 1;

const PACKAGE = 'minisearch';
const PEERS = new URL('../engine/node_modules/', import.meta.url);

function loadMiniSearch(): { MiniSearch: MiniSearchClass; version: string } | null {
  const folder = fileURLToPath(new URL(`${PACKAGE}/`, PEERS));
  if (!existsSync(folder)) return null;
  const require = createRequire(folder);
  const { version } = require(join(folder, 'package.json')) as { version: string };
  return { MiniSearch: require(PACKAGE) as MiniSearchClass, version };
}

/** SQLite's FTS5 in Node itself: any of the words, BM25 with the same weights, the last word as a prefix. */
export function sqlite(documents: readonly CatalogDocument[]): Contender {
  const database = new DatabaseSync(':memory:');
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  database.exec(`CREATE VIRTUAL TABLE products USING fts5(id UNINDEXED, ${FIELDS.join(', ')}, tokenize = 'porter')`);
  const insert = database.prepare(`INSERT INTO products VALUES (?, ${FIELDS.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  for (const row of documents.map(peerRow)) insert.run(row.id, ...FIELDS.map((field) => row[field]));
  database.exec('COMMIT');
  const weights = FIELDS.map((field) => WEIGHTS[field]).join(', ');
  const select = database.prepare(
    `SELECT id FROM products WHERE products MATCH ? ORDER BY bm25(products, 0, ${weights}) LIMIT ?`,
  );
  return {
    name: `SQLite ${version} FTS5 OR`,
    search: async (query, limit) => {
      const words = normalizeQuery(query).words.map((word) => `"${word.replaceAll('"', '')}"`);
      if (words.length === 0) return [];
      return select.all(`${words.join(' OR ')}*`, limit).map(({ id }) => String(id));
    },
    close: async () => database.close(),
  };
}
