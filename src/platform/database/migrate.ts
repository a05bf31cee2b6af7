import type { DataSource } from 'typeorm';
import { sqlState } from './database-errors.ts';

/** Start can not go on; the message says what an administrator has to run. */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseSetupError';
}

/** Any number, the same in every process: migrations of one database run one at a time. */
const MIGRATION_LOCK = 7_246_118;

/** Brings the schema up to date. Returns the names of the migrations that ran. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.startTransaction();
    await lock.query(`set local statement_timeout = '5min'; set local idle_in_transaction_session_timeout = 0`);
    // A lock of the transaction, not of the session: it holds behind a pooler too, and dies with the process.
    await lock.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    return ran.map((migration) => migration.name);
  } catch (error) {
    throw await explain(dataSource, error);
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction().catch(() => {});
    await lock.release();
  }
}

async function explain(dataSource: DataSource, error: unknown): Promise<unknown> {
  if (sqlState(error) !== '42501') return error;
  const [row] = (await dataSource.query(
    `select quote_ident(current_user) as "user", quote_ident(current_database()) as "database",
            current_setting('server_version_num')::int >= 160000 as modern`,
  )) as { user: string; database: string; modern: boolean }[];
  const { user, database, modern } = row!;
  return new DatabaseSetupError(
    `The database user ${user} may not set up the roles. As an administrator run once: ` +
      `CREATE ROLE mirabel_app NOLOGIN; CREATE ROLE mirabel_system NOLOGIN; ` +
      `GRANT mirabel_app, mirabel_system TO ${user}${modern ? ' WITH INHERIT FALSE, SET TRUE' : ''}; ` +
      `GRANT CREATE ON SCHEMA public TO ${user}; GRANT CREATE ON DATABASE ${database} TO ${user}; ` +
      `GRANT TEMPORARY ON DATABASE ${database} TO mirabel_app;`,
    { cause: error },
  );
}
