import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { CONNECT_TIMEOUT, createDataSource, migrate } from '../database/index.ts';
import { JOBS_SCHEMA } from '../jobs/index.ts';
import { BackupError, readArchive, type Manifest, type RowCounts } from './archive.ts';
import { keyFingerprint } from './backup.ts';
import { listTables, TRANSFER_SETTINGS, type TableShape } from './tables.ts';

export interface RestoreOptions {
  databaseUrl: string;
  encryptionKey: Buffer;
  path: string;
  /** Deletes what the database holds, once the file has been read whole and found sound. */
  replace?: boolean;
  /** Goes on although the stored secrets (credentials of connectors) cannot be read with this key. */
  otherKey?: boolean;
  onStep?: (step: string) => void;
}

export interface RestoreResult {
  created_at: string;
  rows: RowCounts;
}

/** Far above every version that an index on some disk may have, so that each is built anew. */
const VERSIONS_AHEAD = 1_000_000;

/**
 * Puts the rows of a backup into a database in which no service runs: the schema as it was then, the rows in one
 * transaction, then the migrations that came later. When it fails the database has no rows, and it can be run again.
 * @throws {BackupError} before anything is changed, when the file is damaged or of a newer version, its key is another, a
 * service runs on the database, or that holds tenants and `replace` was not asked for.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  options.onStep?.('reading the file');
  const { manifest, rows } = await verify(options.path);
  if (manifest.key_fingerprint !== keyFingerprint(options.encryptionKey) && !options.otherKey)
    throw new BackupError(
      'The backup was made with another MB_ENCRYPTION_KEY. Give the service that key (of an embedded database: the file ' +
        'encryption.key of its data folder), or add --other-key and enter the credentials of connectors again.',
    );
  const client = new Client({
    connectionString: options.databaseUrl,
    application_name: 'mirabel restore',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
  });
  await client.connect();
  try {
    client.on('error', () => {});
    await refuseWhenInUse(client, options);
    await prepareSchema(client, options, manifest);
    options.onStep?.('putting the rows in');
    await load(client, options, manifest);
  } finally {
    await client.end().catch(() => {});
  }
  await withSchema(options, null, (dataSource) => migrate(dataSource));
  return { created_at: manifest.created_at, rows };
}

async function verify(path: string): Promise<{ manifest: Manifest; rows: RowCounts }> {
  let manifest: Manifest | undefined;
  let table = '';
  const counted: RowCounts = {};
  for await (const part of readArchive(path)) {
    if (part.kind === 'head') manifest = part.manifest;
    if (part.kind === 'table') counted[(table = part.name)] = 0;
    if (part.kind === 'rows') counted[table]! += part.count;
    if (part.kind === 'tail' && JSON.stringify(part.rows) !== JSON.stringify(counted))
      throw new BackupError(`${path} is damaged: rows are missing.`);
  }
  if (manifest?.format !== 1) throw new BackupError(`${path} was made by a newer version of Mirabel.`);
  return { manifest, rows: counted };
}

async function refuseWhenInUse(client: Client, options: RestoreOptions): Promise<void> {
  const { rows } = await client.query<{ busy: boolean; schema: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                    and application_name like 'mirabel%') as busy, to_regclass('tenants') is not null as schema`,
  );
  if (rows[0]!.busy)
    throw new BackupError('A service is running on this database. Stop every process of it, then restore.');
  if (!rows[0]!.schema || options.replace) return;
  await client.query('begin; set local role mirabel_system');
  const { rows: tenants } = await client.query<{ count: string }>('select count(*) from tenants');
  await client.query('rollback');
  if (tenants[0]!.count !== '0')
    throw new BackupError(
      `The database holds ${tenants[0]!.count} tenants. Add --replace to delete them with all they have, or name an empty one.`,
    );
}

/** The schema of the moment of the backup, without rows. */
async function prepareSchema(client: Client, options: RestoreOptions, manifest: Manifest): Promise<void> {
  await withSchema(options, null, async (dataSource) => {
    const known = new Set(dataSource.migrations.map(({ name }) => name));
    const unknown = manifest.migrations.find((name) => !known.has(name));
    if (unknown)
      throw new BackupError(
        `The backup comes from a newer version, or has tables of a module that is missing here (${unknown}).`,
      );
    options.onStep?.('emptying the database');
    await client.query(`drop schema if exists ${JOBS_SCHEMA} cascade`);
    // Migrations that would lose rows refuse to be taken back.
    const names = (await listTables(client)).map(({ name }) => name);
    if (names.length > 0) await client.query(`truncate ${names.join(', ')}`);
    while ((await appliedMigrations(client)) > 0) await dataSource.undoLastMigration({ transaction: 'each' });
  });
  await withSchema(options, manifest.migrations, (dataSource) => migrate(dataSource));
}

async function appliedMigrations(client: Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]!.there) return 0;
  return (await client.query('select from migrations')).rowCount ?? 0;
}

/** With the migrations of these names alone; null: all. */
async function withSchema<T>(
  options: RestoreOptions,
  names: readonly string[] | null,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = createDataSource({ url: options.databaseUrl, entities: [], migrations: [], poolSize: 2 });
  await dataSource.initialize();
  try {
    if (names)
      dataSource.migrations.splice(0, Infinity, ...dataSource.migrations.filter(({ name }) => names.includes(name!)));
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function load(client: Client, options: RestoreOptions, manifest: Manifest): Promise<void> {
  await client.query('begin');
  await client.query(TRANSFER_SETTINGS);
  const tables = await listTables(client);
  // COPY into a table does not work under row-level security; its owner is let off for this transaction.
  const forced = tables.filter((table) => table.forced);
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  for (const day of manifest.partition_days) await client.query('select make_event_partitions($1, $1)', [day]);
  await copyRows(client, options.path, tables);
  await client.query(`update catalogs set version = version + $1, purged_version = version + $1`, [VERSIONS_AHEAD]);
  for (const { name, identities } of tables) {
    for (const column of identities) {
      await client.query(
        `select setval(pg_get_serial_sequence('${name}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${name}`,
      );
    }
  }
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
  await client.query('commit');
  await client.query('analyze');
}

async function copyRows(client: Client, path: string, tables: readonly TableShape[]): Promise<void> {
  const parts = readArchive(path);
  let next = await parts.next();
  async function* rows(): AsyncGenerator<Buffer> {
    for (next = await parts.next(); !next.done && next.value.kind === 'rows'; next = await parts.next()) {
      yield next.value.data;
    }
  }
  while (!next.done) {
    if (next.value.kind !== 'table') next = await parts.next();
    else await pipeline(rows, client.query(copyFrom(copyStatement(next.value, tables))));
  }
}

/** Names come out of a file: they are used when the database has them, and not otherwise. */
function copyStatement({ name, columns }: { name: string; columns: string[] }, tables: readonly TableShape[]): string {
  const table = tables.find((known) => known.name === name);
  const unknown = table ? columns.find((column) => !table.columns.includes(column)) : name;
  if (unknown) throw new BackupError(`The backup has rows of ${name} that have no place here (${unknown}).`);
  return `copy ${name} (${columns.join(', ')}) from stdin`;
}
