import { ApiError } from '../kernel/errors.ts';
import { isStartFailure } from '../start-failure.ts';
import { CommandFailed, UsageError } from './session.ts';

/** Failures of ours whose message is all that a person needs. */
const EXPLAINED = [ApiError, UsageError, CommandFailed];

/** Wrong words end with status 2, a failed command with 1; what nobody foresaw keeps its stack. */
export function endWithFailure(error: Error): never {
  const { code } = error as { code?: string };
  // Commander has said what is wrong already.
  if (code?.startsWith('commander.')) process.exit(/help|version/i.test(code) ? 0 : 2);
  const explained = isStartFailure(error) || EXPLAINED.some((kind) => error instanceof kind);
  process.stderr.write(`${explained ? error.message : (error.stack ?? error.message)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
