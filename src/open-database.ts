import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError, type Settings } from './config/settings.ts';
import { findEmbeddedPostgres, giveToOwner, startEmbeddedPostgres } from './platform/database/embedded/index.ts';

export interface OpenDatabase {
  url: string;
  /** With the encryption key filled in. */
  settings: Settings;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  onProgress?: (step: string) => void;
  /** The embedded server died and is up again. */
  onRestart?: (detail: string) => void;
  onLost?: (detail: string) => void;
  /** A command may use the embedded database of a running service. */
  share?: boolean;
}

/** `DATABASE_URL`, or the embedded PostgreSQL of the data folder: started here, or found beside a running service. */
export async function openDatabase(settings: Settings, options: OpenDatabaseOptions = {}): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    // Index snapshots and the demo's keys lie there; the embedded launcher makes its own.
    await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
    return { url: settings.databaseUrl, settings, close: async () => {} };
  }
  const running = options.share ? await findEmbeddedPostgres(settings.dataDir) : null;
  if (running) return { url: running.url, settings: await withEncryptionKey(settings), close: async () => {} };
  const server = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    reservedPort: settings.port,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    ...(options.onRestart ? { onRestart: options.onRestart } : {}),
  });
  if (options.onLost) server.onExit(options.onLost);
  return { url: server.url, settings: await withEncryptionKey(settings), close: () => server.stop() };
}

/** The embedded start needs no configuration: its key is made once and kept beside the data, for the owner alone. */
async function withEncryptionKey(settings: Settings): Promise<Settings> {
  if (settings.encryptionKey) return settings;
  const path = join(settings.dataDir, 'encryption.key');
  try {
    await writeFile(path, randomBytes(32).toString('base64') + '\n', { mode: 0o600, flag: 'wx' });
    await giveToOwner(path, settings.dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const encryptionKey = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (encryptionKey.length !== 32)
    throw new SettingsError('MB_ENCRYPTION_KEY', `in ${path} is damaged: restore it from a backup.`);
  return { ...settings, encryptionKey };
}
