export { COUNTING_PLAN, COUNTING_SETTINGS } from './counting-plan.ts';
export { CONNECT_TIMEOUT, COUNTING_TIMEOUT, createDataSource, type DatabaseOptions } from './data-source.ts';
export { Database } from './database.ts';
export { isRetryable, sqlState, translateDatabaseError } from './database-errors.ts';
export { DatabaseModule } from './database.module.ts';
export { isolateTenants } from './isolate-tenants.ts';
export { DatabaseSetupError, migrate } from './migrate.ts';
export { arrayText, plainArrayText } from './single-statement.ts';
export type { Transaction } from './transaction.ts';
