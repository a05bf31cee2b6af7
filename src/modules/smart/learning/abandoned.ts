/**
 * Milliseconds after which the database ends a transaction of a run whose process sends nothing more. Before the run's lease
 * ends: who takes over must not wait for the rows that a frozen process has locked.
 */
const IDLE = 15_000;

/** Goes into the first statement of a transaction. */
export const ABANDONED = `set_config('idle_in_transaction_session_timeout', '${IDLE}', true)`;
