import { constants } from 'node:fs';
import { access, chown, mkdir, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { findBinaries } from './binaries.ts';
import {
  clusterFolder,
  createCluster,
  createDraftFolder,
  hasCluster,
  readPassword,
  securePassword,
  SUPERUSER,
} from './cluster.ts';
import { DataDirInUseError, lockDataDir, readHolder, type DataDirLock } from './data-dir-lock.ts';
import { chooseInitMethod } from './known-account.ts';
import { chooseLaunchMethod } from './launch-method.ts';
import { isRoot, serverAccount } from './ownership.ts';
import { startServer, type PostgresServer } from './server.ts';
import { clearStaleServer } from './stale-server.ts';
import { SupervisedServer } from './supervised-server.ts';

export interface EmbeddedPostgresOptions {
  /** `MB_DATA_DIR`; made when missing. */
  dataDir: string;
  onProgress?: (step: string) => void;
  /** False only in tests: a crash of the machine may then lose everything. */
  durable?: boolean;
  database?: string;
  /** The port that this process will listen on itself, after the database has started. */
  reservedPort?: number;
  /** Told what happened when the server died and was brought up again. Without it, its death is told to `onExit`. */
  onRestart?: (detail: string) => void;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The run before ended without an orderly stop. */
  readonly recovered: boolean;
  /** The database was created by this start. */
  readonly firstStart: boolean;
  /** Bounded, safe to repeat and after the server died. */
  stop(): Promise<void>;
  /** The server ended without `stop`; `detail` has its last log lines. */
  onExit(listener: (detail: string) => void): void;
}

const DEFAULT_DATABASE = 'mirabel';
/** How long a second process waits for the first one's database to come up. */
const START_OF_OTHER_MS = 130_000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await prepareDataDir(options.dataDir);
  const lock = await lockDataDir(dataDir);
  let server: PostgresServer | SupervisedServer | null = null;
  try {
    const cluster = await openCluster(dataDir, options, lock);
    const { port } = (server = cluster.server);
    if (options.onRestart) server = new SupervisedServer(server, cluster.restart, options.onRestart);
    const database = options.database ?? DEFAULT_DATABASE;
    const password = await readPassword(dataDir);
    const url = connectionUrl(password, port, database);
    await ensureDatabase(connectionUrl(password, port, 'postgres'), database);
    await lock.publish({ port, database });
    options.onProgress?.(`PostgreSQL is ready on port ${port}`);
    return handle(server, lock, { url, port, recovered: cluster.recovered, firstStart: cluster.firstStart });
  } catch (error) {
    await server?.stop();
    await lock.release();
    throw error;
  }
}

/**
 * The embedded database of a process that runs with this data folder, for a command beside it. Null when none runs;
 * one that is just starting is waited for.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<{ url: string; ownerPid: number } | null> {
  const folder = await realpath(dataDir).catch(() => null);
  if (folder === null) return null;
  const deadline = Date.now() + START_OF_OTHER_MS;
  for (;;) {
    const holder = await readHolder(folder);
    if (!holder) return null;
    if (holder.note) {
      const url = connectionUrl(await readPassword(folder), holder.note.port, holder.note.database);
      return { url, ownerPid: holder.pid };
    }
    if (Date.now() > deadline) throw new DataDirInUseError(folder, holder.pid);
    await delay(50);
  }
}

async function prepareDataDir(path: string): Promise<string> {
  await mkdir(dirname(resolve(path)), { recursive: true });
  const created = await mkdir(path, { mode: isRoot() ? 0o710 : 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  const dataDir = await realpath(path);
  const account = created ? await serverAccount(dataDir, clusterFolder(dataDir)) : null;
  // Root's files stay out of the server's reach, but its account must get to its own folder in there.
  if (account) await chown(dataDir, 0, account.gid);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new Error(`${dataDir} is not writable for this user: start as its owner or set another MB_DATA_DIR`, {
      cause,
    });
  });
  return dataDir;
}

interface OpenedCluster {
  server: PostgresServer;
  recovered: boolean;
  firstStart: boolean;
  /** After the server died: clients keep its port. */
  restart(port: number): Promise<PostgresServer>;
}

async function openCluster(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  lock: DataDirLock,
): Promise<OpenedCluster> {
  const progress = options.onProgress ?? (() => undefined);
  const durable = options.durable ?? true;
  const cluster = clusterFolder(dataDir);
  const binaries = await findBinaries();
  const firstStart = !(await hasCluster(dataDir));
  const account = await serverAccount(dataDir, cluster);
  let recovered = lock.previousDied;
  if (firstStart) {
    progress('Creating the database folder');
    const draft = await createDraftFolder(dataDir);
    const method = await chooseInitMethod(binaries, draft, account);
    await createCluster({ dataDir, draft, binaries, method, durable });
  } else if (await clearStaleServer(cluster)) {
    recovered = true;
  }
  const method = await chooseLaunchMethod(binaries, cluster, account);
  await securePassword(dataDir, method.owner);
  progress(recovered ? 'Starting PostgreSQL after an unclean stop' : 'Starting PostgreSQL');
  const { reservedPort } = options;
  const launched = { dataDir, cluster, binaries, method, durable, ...(reservedPort && { reservedPort }) };
  const restart = async (port: number): Promise<PostgresServer> => {
    await clearStaleServer(cluster);
    return startServer({ ...launched, port });
  };
  return { server: await startServer(launched), recovered, firstStart, restart };
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

function connectionUrl(password: string, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

function handle(
  server: PostgresServer | SupervisedServer,
  lock: DataDirLock,
  facts: Pick<EmbeddedPostgres, 'url' | 'port' | 'recovered' | 'firstStart'>,
): EmbeddedPostgres {
  return {
    ...facts,
    get pid() {
      return server.pid;
    },
    stop: async () => {
      await server.stop();
      await lock.release();
    },
    onExit: (listener) => server.onExit(listener),
  };
}
