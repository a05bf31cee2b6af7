import { ApiError } from '../../kernel/errors.ts';

/** Milliseconds that a load may take before those who ask go on with what is kept. */
const PATIENCE = 500;

/** A value on its way from the database. */
export interface Loading<T> {
  value: Promise<T>;
  /** By `performance.now()`. */
  began: number;
}

/**
 * What is being read anew because signals may be getting lost, or the kept value when the database is away or does not answer
 * soon: what is in memory goes on while it hangs. Only the first to ask waits, who comes later to a load that hangs does not.
 */
export async function elseKept<T, K extends T>({ value, began }: Loading<T>, kept: K): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(() => late.resolve(kept), Math.max(0, began + PATIENCE - performance.now()));
  try {
    return await Promise.race([value, late.promise]);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'database_unavailable') return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
