import { SettingsError } from './config/settings.ts';
import { DataDirInUseError, EmbeddedPostgresUnavailableError } from './platform/database/embedded/index.ts';
import { DatabaseSetupError } from './platform/database/index.ts';

const START_FAILURES = [SettingsError, DataDirInUseError, EmbeddedPostgresUnavailableError, DatabaseSetupError];

/** A failure whose message is all that a person needs to mend it: no stack is shown. */
export function isStartFailure(error: unknown): boolean {
  return START_FAILURES.some((kind) => error instanceof kind);
}
