import { DataSource, type EntitySchema, type Logger, type MigrationInterface } from 'typeorm';
import { migrations } from '../../../migrations/index.ts';

export interface DatabaseOptions {
  url: string;
  entities: (new () => unknown)[] | EntitySchema[];
  /** Migrations of outside modules, run after ours. */
  migrations: (new () => MigrationInterface)[];
  poolSize?: number;
  /** Called when an idle connection of the pool fails. */
  onPoolError?: (error: unknown) => void;
}

/**
 * Milliseconds. Each transaction sets the first two for itself: as parameters of the connection a pooler in transaction
 * mode refuses them. They do not fire when the server hangs, so the client has a limit of its own.
 */
export const STATEMENT_TIMEOUT = 15_000;
/** For counting a large shop's day, in jobs. */
export const COUNTING_TIMEOUT = 300_000;
/** How much longer than the server the client waits. */
export const CLIENT_PATIENCE = 5_000;
export const IDLE_TIMEOUT = 60_000;
export const CONNECT_TIMEOUT = 5_000;

/** TypeORM would print to the console; what fails is thrown, and told by whoever catches it. */
const silent: Logger = {
  logQuery: () => {},
  logQueryError: () => {},
  logQuerySlow: () => {},
  logSchemaBuild: () => {},
  logMigration: () => {},
  log: () => {},
};

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: 'mirabel',
    entities: options.entities,
    migrations: [...migrations, ...options.migrations],
    migrationsTableName: 'migrations',
    synchronize: false,
    logger: silent,
    connectTimeoutMS: CONNECT_TIMEOUT,
    poolSize: options.poolSize ?? 20,
    poolErrorHandler: options.onPoolError ?? (() => {}),
    extra: {
      query_timeout: STATEMENT_TIMEOUT + CLIENT_PATIENCE,
      keepAlive: true,
    },
  });
}
