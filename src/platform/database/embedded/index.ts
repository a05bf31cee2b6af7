export { EmbeddedPostgresUnavailableError } from './binaries.ts';
export { DataDirInUseError } from './data-dir-lock.ts';
export {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.ts';
export { giveToOwner } from './ownership.ts';
