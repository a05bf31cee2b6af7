/** The part of the database that runs without Nest: what a script needs to bring a schema up to date. */
export { createDataSource, type DatabaseOptions } from './data-source.ts';
export { DatabaseSetupError, migrate } from './migrate.ts';
