import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { JsonValue } from '../../src/kernel/json.ts';
import type { CatalogDocument } from '../../src/engine/port/index.ts';

type Row = Record<string, JsonValue>;

/** What shops call the fields of a document, the first that a row has. */
const NAMES = {
  id: ['id', 'objectID', 'product_id'],
  title: ['title', 'name', 'product_title'],
  brand: ['brand', 'supplier', 'vendor'],
  description: ['description', 'short_description', 'subtitle'],
  categories: ['categories', 'hierarchical_categories', 'category', 'category_label', 'Product Type'],
  gtin: ['gtin', 'ean', 'barcode'],
  sku: ['sku'],
  tags: ['tags'],
} as const;
/** Nothing a shopper would type. */
const NO_TEXT = /^(img|image|thumb|url|date|created|updated|price|popularity|.*(_id|Url)$)/i;
const ATTRIBUTE = /^attr_[a-z]_/;

/** The products of a folder: `products.jsonl`, `.json` or `.csv`, or the one such file it has; each also as `.gz`. */
export async function readCatalogue(folder: string): Promise<CatalogDocument[]> {
  const files = (await readdir(folder)).filter((name) => /\.(jsonl|json|csv)(\.gz)?$/.test(name));
  const file =
    files.find((name) => name.startsWith('products.')) ??
    files.find((name) => /product/.test(name)) ??
    files.find((name) => !/judgments|queries|typos/.test(name));
  if (file === undefined) throw new Error(`${folder} has no products: a .jsonl, .json or .csv file.`);
  const rows = await readRows(join(folder, file));
  const documents = new Map<string, CatalogDocument>();
  for (const row of rows) {
    const document = documentOf(row);
    if (document) documents.set(document.id, document);
  }
  return [...documents.values()];
}

async function readRows(path: string): Promise<Row[]> {
  const bytes = createReadStream(path);
  const stream = path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  const text = Buffer.concat(await stream.toArray()).toString('utf8');
  if (/\.jsonl(\.gz)?$/.test(path)) {
    // Not readline: it also ends lines at U+2028, which JSON may hold.
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => JSON.parse(line) as Row);
  }
  if (/\.csv(\.gz)?$/.test(path)) return parse(text, { columns: true, relax_quotes: true }) as Row[];
  const parsed = JSON.parse(text) as Row[] | { products: Row[] };
  return Array.isArray(parsed) ? parsed : parsed.products;
}

function documentOf(row: Row): CatalogDocument | null {
  const used = new Set<string>();
  const read = (field: keyof typeof NAMES): JsonValue | undefined => {
    const name = NAMES[field].find((one) => row[one] !== undefined && row[one] !== null && row[one] !== '');
    if (name !== undefined) used.add(name);
    return name === undefined ? undefined : row[name];
  };
  const texts = (field: keyof typeof NAMES): string[] => flatten(read(field));
  const [id, title] = [texts('id')[0], texts('title')[0]];
  if (id === undefined || title === undefined) return null;
  const [brand, description, gtin] = [texts('brand')[0], texts('description').join(' '), texts('gtin')[0]];
  // Where a row has a title beside its name, the name is the maker's code, or says again what the title says.
  const isCoded = used.has('title') && typeof row.name === 'string' && /^\S*\d\S*$/.test(row.name);
  const sku = texts('sku')[0] ?? (isCoded ? String(row.name) : undefined);
  const [categories, tags] = [texts('categories'), texts('tags')];
  const attributes: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (used.has(name) || name === 'name' || NO_TEXT.test(name) || value === null || value === '') continue;
    attributes[name.replace(ATTRIBUTE, '')] = value;
  }
  return {
    id,
    title,
    url: `/p/${encodeURIComponent(id)}`,
    docType: 'product',
    ...(brand && { brand }),
    ...(description && { description }),
    ...(gtin && { gtin }),
    ...(sku && { sku }),
    ...(categories.length > 0 && { categories }),
    ...(tags.length > 0 && { tags }),
    attributes,
  };
}

function flatten(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(flatten);
  return typeof value === 'object' ? Object.values(value).flatMap(flatten) : [String(value)];
}

export interface JudgedQuery {
  query: string;
  /** Grade of each judged product by id; 0 is "not what was asked for". */
  grades: ReadonlyMap<string, number>;
}

/** `judgments.csv` of a folder: query, docid, rating. Null when it has none. */
export async function readJudgments(folder: string): Promise<JudgedQuery[] | null> {
  const path = join(folder, 'judgments.csv');
  if (!existsSync(path)) return null;
  const rows = parse(await readFile(path, 'utf8'), { columns: true }) as Record<'query' | 'docid' | 'rating', string>[];
  return [...Map.groupBy(rows, ({ query }) => query)].map(([query, judged]) => ({
    query,
    grades: new Map(judged.map(({ docid, rating }) => [docid, Number(rating)])),
  }));
}
