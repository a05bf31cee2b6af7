import { createServer } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { loadSettings, SettingsError, type Settings } from './config/settings.ts';
import { createApplication } from './create-application.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { answerUntilQuiet } from './platform/http/index.ts';
import { createLogger, Readiness } from './platform/observability/index.ts';

export interface RunningService {
  app: NestFastifyApplication;
  settings: Settings;
  /** Where it answers, `http://127.0.0.1:3000`. */
  url: string;
  stop(): Promise<void>;
}

export interface StartOptions {
  env: Readonly<Record<string, string | undefined>>;
  onProgress: (step: string) => void;
  /** The embedded database died: nothing can be served any more. */
  onDatabaseLost: (detail: string) => void;
}

/** Everything that `npm start` serves: database, application, HTTP. Whatever has started is stopped when a step fails. */
export async function startService({ env, onProgress, onDatabaseLost }: StartOptions): Promise<RunningService> {
  const wanted = loadSettings(env);
  await requireFreePort(wanted);
  const logger = createLogger(wanted.logLevel);
  const onRestart = (detail: string): void =>
    logger.error({ detail }, 'the embedded database died and was started again');
  const database = await openDatabase(wanted, { onProgress, onRestart, onLost: onDatabaseLost });
  let app: NestFastifyApplication | null = null;
  try {
    const { settings } = database;
    onProgress('Preparing the schema and the search engine');
    app = await createApplication({ settings, databaseUrl: database.url, logger });
    await listen(app, settings);
    return { app, settings, url: urlOf(app, settings), stop: stopping(app, database, settings, logger) };
  } catch (error) {
    await app?.close().catch(() => {});
    await database.close();
    throw error;
  }
}

/** Asked before the database starts, so that the common mistake costs no time. */
function requireFreePort({ port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function listen(app: NestFastifyApplication, { port, host }: Settings): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    throw portError(error as NodeJS.ErrnoException, port, host);
  }
}

function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new SettingsError(
      'PORT',
      `${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === 'EACCES')
    return new SettingsError('PORT', `${port} may not be opened by this user. Use one from 1024 up.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new SettingsError('HOST', `${host} is no address of this machine.`);
  }
  return error;
}

function urlOf(app: NestFastifyApplication, { host }: Settings): string {
  const address = app.getHttpServer().address() as { port: number };
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}

/** Drain, then close, then the database; once. A request that does not end in time must not hold the process. */
function stopping(app: NestFastifyApplication, database: OpenDatabase, settings: Settings, logger: Logger) {
  let stopped: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    app.get(Readiness).stop();
    await answerUntilQuiet(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
    const timeout = setTimeout(() => {
      logger.warn('requests in flight did not end in time, closing their connections');
      (app.getHttpServer() as { closeAllConnections(): void }).closeAllConnections();
    }, settings.shutdownSeconds * 1000);
    await app.close().finally(() => clearTimeout(timeout));
    await database.close();
  };
  return (): Promise<void> => (stopped ??= stop());
}
