import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse';
import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { CommandFailed, UsageError } from './session.ts';

/** One record of the file, or what is wrong with its line. `line` counts from 1; in a .json file it is the element. */
export type FileRecord = { line: number; value: JsonValue } | { line: number; error: string };

export interface DocumentFile {
  bytes: number;
  /** Bytes of the file read so far, for the progress bar. */
  readBytes(): number;
  records(): AsyncIterable<FileRecord>;
}

/** A whole .json file is read at once; larger catalogues come as .jsonl. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;
/** Far over any document; a file without line feeds must not fill the memory. */
const MAX_LINE = 8 * 1024 * 1024;
const LIST_NAMES = ['documents', 'items', 'data', 'products', 'results'];

export async function openDocumentFile(path: string): Promise<DocumentFile> {
  const size = await stat(path).catch(() => null);
  if (!size?.isFile()) throw new CommandFailed(`There is no file ${path}.`);
  const zipped = path.endsWith('.gz');
  const kind = extname(zipped ? path.slice(0, -3) : path);
  const reader = { '.json': readJson, '.jsonl': readJsonLines, '.ndjson': readJsonLines, '.csv': readCsv }[kind];
  if (!reader) throw new UsageError(`${path} must end in .json, .jsonl or .csv, each also with .gz.`);
  const file = createReadStream(path);
  const source: Readable = zipped ? pipeline(file, createGunzip(), () => {}) : file;
  return { bytes: size.size, readBytes: () => file.bytesRead, records: () => reader(source) };
}

/** Lines end with a line feed and nothing else: readline would also split at U+2028, which JSON texts may hold. */
async function* readJsonLines(source: Readable): AsyncIterable<FileRecord> {
  let line = 0;
  let rest = '';
  try {
    for await (const chunk of source.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      if (rest.length > MAX_LINE) throw new Error(`line ${line + lines.length + 1} is over ${MAX_LINE} characters`);
      for (const text of lines) {
        line++;
        if (text.trim() !== '') yield parseLine(line === 1 ? text.replace(/^\uFEFF/, '') : text, line);
      }
    }
  } catch (error) {
    throw new CommandFailed(`The file cannot be read to its end: ${(error as Error).message}`, { cause: error });
  }
  if (rest.trim() !== '') yield parseLine(rest, line + 1);
}

function parseLine(text: string, line: number): FileRecord {
  try {
    return { line, value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { line, error: `not valid JSON: ${(error as Error).message.slice(0, 120)}` };
  }
}

async function* readJson(source: Readable): AsyncIterable<FileRecord> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_JSON_BYTES)
      throw new CommandFailed('The .json file is over 256 MiB: write one document a line as .jsonl.');
    chunks.push(chunk);
  }
  let value: JsonValue;
  try {
    value = JSON.parse(
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    ) as JsonValue;
  } catch (error) {
    throw new CommandFailed(`The file is not valid JSON: ${(error as Error).message.slice(0, 200)}`, { cause: error });
  }
  const list = listOf(value);
  if (!list)
    throw new CommandFailed(`The file must hold a list, or an object with a list under ${LIST_NAMES.join(', ')}.`);
  for (const [index, item] of list.entries()) yield { line: index + 1, value: item };
}

function listOf(value: JsonValue): JsonValue[] | null {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return null;
  const name = LIST_NAMES.find((candidate) => Array.isArray(value[candidate]));
  return name ? (value[name] as JsonValue[]) : null;
}

/** The first line names the columns; empty cells are left out. */
async function* readCsv(source: Readable): AsyncIterable<FileRecord> {
  const parser = source.pipe(
    parseCsv({
      bom: true,
      columns: true,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: 1 << 20,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      const value: JsonObject = {};
      for (const [name, cell] of Object.entries(record)) if (cell !== '') value[name] = cell;
      yield { line: info.lines, value };
    }
  } catch (error) {
    throw new CommandFailed(`The CSV cannot be read: ${(error as Error).message.slice(0, 200)}`, { cause: error });
  }
}
