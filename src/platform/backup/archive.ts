import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** First line of a backup, as JSON behind {@link HEAD}. */
export interface Manifest {
  format: 1;
  created_at: string;
  /** Names of the migrations that made the schema, in order. */
  migrations: string[];
  /** Tells whether an encryption key is the one that the stored secrets need; says nothing about it. */
  key_fingerprint: string;
  /** Days for which partitions of events exist, `YYYY-MM-DD`. */
  partition_days: string[];
}

/** Rows of each table; the last line, without which a backup was cut short. */
export type RowCounts = Record<string, number>;

export type Part =
  | { kind: 'head'; manifest: Manifest }
  | { kind: 'table'; name: string; columns: string[] }
  /** Whole rows of the table before it, as `COPY … TO` gives them. */
  | { kind: 'rows'; data: Buffer; count: number }
  | { kind: 'tail'; rows: RowCounts };

/** A file is no backup, or a damaged one. The message is all that a person needs. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const HEAD = '-- mirabel backup ';
const TAIL = '-- end ';
const END_OF_ROWS = Buffer.from('\\.\n');
/** A row of the widest item, many times over: what has no end of line by then is no backup. */
const LONGEST_LINE = 64 * 1024 * 1024;
const NEWLINE = 10;
/** Names stand as SQL wants them: in quotes when they are words of its own. */
const COPY = /^COPY ([\w"]+) \(([\w", ]+)\) FROM stdin;$/;

export const headLine = (manifest: Manifest): string => `${HEAD}${JSON.stringify(manifest)}\n`;
export const tableLine = (name: string, columns: readonly string[]): string =>
  `COPY ${name} (${columns.join(', ')}) FROM stdin;\n`;
export const endOfRows = (): string => END_OF_ROWS.toString();
export const tailLine = (rows: RowCounts): string => `${TAIL}${JSON.stringify(rows)}\n`;

/**
 * Reads a backup: gzip of the text that `psql` understands, COPY by COPY. Rows of COPY's text format never contain a line
 * break, and never are `\.` alone.
 * @throws {BackupError} when it is none, damaged, or cut short.
 */
export async function* readArchive(path: string): AsyncGenerator<Part> {
  const state: { inRows: boolean; last: Part['kind'] | null } = { inRows: false, last: null };
  try {
    for await (const lines of wholeLines(path)) {
      for (const part of partsOf(lines, state)) {
        if ((state.last === null) !== (part.kind === 'head')) throw new BackupError(`${path} is no backup of Mirabel.`);
        state.last = part.kind;
        yield part;
      }
    }
  } catch (error) {
    throw explain(error, path);
  }
  if (state.last !== 'tail') throw new BackupError(`${path} was cut short: it has no end.`);
}

function* partsOf(lines: Buffer, state: { inRows: boolean }): Generator<Part> {
  let at = 0;
  while (at < lines.length) {
    if (state.inRows) {
      const end = endOfRowsIn(lines, at);
      const until = end === -1 ? lines.length : end;
      if (until > at) yield rowsOf(lines.subarray(at, until));
      if (end !== -1) state.inRows = false;
      at = end === -1 ? lines.length : end + END_OF_ROWS.length;
    } else {
      const end = lines.indexOf(NEWLINE, at);
      const part = statement(lines.toString('utf8', at, end));
      at = end + 1;
      if (!part) continue;
      state.inRows = part.kind === 'table';
      yield part;
    }
  }
}

function statement(line: string): Part | null {
  if (line.startsWith(HEAD)) return { kind: 'head', manifest: parse<Manifest>(line.slice(HEAD.length)) };
  if (line.startsWith(TAIL)) return { kind: 'tail', rows: parse<RowCounts>(line.slice(TAIL.length)) };
  if (line === '') return null;
  const [, name, columns] = COPY.exec(line) ?? [];
  if (!name || !columns) throw new BackupError('It has a line that no backup has.');
  return { kind: 'table', name, columns: columns.split(', ') };
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new BackupError('It has a damaged line.', { cause });
  }
}

const rowsOf = (data: Buffer): Part => ({ kind: 'rows', data, count: countRows(data) });

/** One line each. */
export function countRows(data: Buffer): number {
  let count = 0;
  for (let at = data.indexOf(NEWLINE); at !== -1; at = data.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** Where the line `\.` begins, or -1. */
function endOfRowsIn(lines: Buffer, from: number): number {
  for (let at = lines.indexOf(END_OF_ROWS, from); at !== -1; at = lines.indexOf(END_OF_ROWS, at + 1)) {
    if (at === from || lines[at - 1] === NEWLINE) return at;
  }
  return -1;
}

async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path);
  const text = createGunzip({ chunkSize: 256 * 1024 });
  source.on('error', (error) => text.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source.pipe(text) as AsyncIterable<Buffer>) {
    const lines = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = lines.lastIndexOf(NEWLINE) + 1;
    if (lines.length - end > LONGEST_LINE) throw new BackupError('It has a line without an end.');
    rest = lines.subarray(end);
    if (end > 0) yield lines.subarray(0, end);
  }
  if (rest.length > 0) throw new BackupError('It was cut short in the middle of a line.');
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof BackupError) {
    return error.message.startsWith('It ') ? new BackupError(`${path} is damaged. ${error.message}`) : error;
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`);
  if (code === 'Z_BUF_ERROR') return new BackupError(`${path} was cut short.`);
  if (code.startsWith('Z_')) return new BackupError(`${path} is no backup of Mirabel, or damaged.`);
  return error;
}
