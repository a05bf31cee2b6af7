import { createHmac, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { CONNECT_TIMEOUT } from '../database/index.ts';
import {
  BackupError,
  countRows,
  endOfRows,
  headLine,
  tableLine,
  tailLine,
  type Manifest,
  type RowCounts,
} from './archive.ts';
import { byForeignKeys, listTables, TRANSFER_SETTINGS } from './tables.ts';

export interface BackupOptions {
  databaseUrl: string;
  /** Of 32 bytes; only its fingerprint is stored. */
  encryptionKey: Buffer;
  /** Where the file goes; there must be none yet. */
  path: string;
  onTable?: (name: string, rows: number) => void;
}

export interface BackupResult {
  path: string;
  bytes: number;
  rows: RowCounts;
}

/**
 * Writes every row of every table as of one moment, while the service runs. The file appears under its name when it is
 * whole and on disk. Queued jobs are not in it: what is due follows from the data.
 * @throws {BackupError} when the file exists, or the database has no schema yet.
 */
export async function backup(options: BackupOptions): Promise<BackupResult> {
  const client = new Client({
    connectionString: options.databaseUrl,
    application_name: 'mirabel backup',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
  });
  // A name of its own: one that was cut off stands in nobody's way, and two at once do not mix.
  const part = `${options.path}.${randomUUID().slice(0, 8)}.part`;
  const rows: RowCounts = {};
  if (await exists(options.path)) throw new BackupError(`${options.path} exists already.`);
  try {
    await client.connect();
    // Errors of the connection reach the running statement.
    client.on('error', () => {});
    const text = Readable.from(backupText(client, options, rows), { objectMode: false });
    await pipeline(text, createGzip(), createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, options.path);
    await syncFolder(dirname(options.path));
    return { path: options.path, bytes: (await stat(options.path)).size, rows };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function* backupText(client: Client, options: BackupOptions, rows: RowCounts): AsyncGenerator<Buffer | string> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(TRANSFER_SETTINGS);
  yield headLine(await describe(client, options.encryptionKey));
  const tables = byForeignKeys(await listTables(client));
  await client.query('set local role mirabel_system');
  for (const { name, columns } of tables) {
    yield tableLine(name, columns);
    rows[name] = 0;
    const stream = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`));
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      rows[name] += countRows(chunk);
      yield chunk;
    }
    yield endOfRows();
    options.onTable?.(name, rows[name]);
  }
  yield tailLine(rows);
  await client.query('commit');
}

async function describe(client: Client, encryptionKey: Buffer): Promise<Manifest> {
  const { rows: present } = await client.query<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  );
  if (!present[0]!.there) throw new BackupError('The database holds nothing of Mirabel yet.');
  const migrations = await client.query<{ name: string }>('select name from migrations order by id');
  const days = await client.query<{ day: string }>('select event_partition_days()::text as day order by 1');
  return {
    format: 1,
    created_at: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    key_fingerprint: keyFingerprint(encryptionKey),
    partition_days: days.rows.map(({ day }) => day),
  };
}

export function keyFingerprint(key: Buffer): string {
  return createHmac('sha256', key).update('mirabel backup').digest('hex').slice(0, 16);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
