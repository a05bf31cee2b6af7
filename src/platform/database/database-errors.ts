import { ApiError } from '../../kernel/errors.ts';

/** Classes of SQLSTATE that mean "not now": connection, resources, operator intervention, system. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
/** pg, pg-pool and TypeORM (a connection that broke between two statements) report these without a code. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|connection is closed|not queryable|Driver not Connected|Query runner already released/i;

interface DriverError {
  code?: string;
  message?: string;
  driverError?: DriverError;
}

export function sqlState(error: unknown): string | null {
  const { code, driverError } = (error ?? {}) as DriverError;
  return driverError?.code ?? code ?? null;
}

/** Serialization failure or deadlock: the transaction had no effect and may simply run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/** A pooler gave us a connection on which the statement was never prepared, or one on which it was already. */
export function isForgottenStatement(error: unknown): boolean {
  const state = sqlState(error);
  return state === '26000' || state === '42P05';
}

/** Turns "the database is away" into its catalogue code, once, here; anything else passes through unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const state = sqlState(error);
  const message = (error as DriverError)?.message ?? '';
  const unavailable =
    (state !== null &&
      (NETWORK_CODES.has(state) || (state.length === 5 && UNAVAILABLE_CLASSES.has(state.slice(0, 2))))) ||
    UNAVAILABLE_MESSAGES.test(message);
  if (unavailable) {
    return new ApiError('database_unavailable', 'The database did not answer in time.', {
      retryAfter: 5,
      cause: error,
    });
  }
  if (isRetryable(error) || state === '55P03') {
    return new ApiError('overloaded', 'Too many writes met at the same rows.', { retryAfter: 1, cause: error });
  }
  return error;
}
