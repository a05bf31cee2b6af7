/**
 * `unavailable`: the service or the network is down, trying again helps. `refused`: the request is wrong, trying again does
 * not. `unconfigured`: nobody to ask.
 */
export type Failure = 'unavailable' | 'refused' | 'unconfigured';

export class UnconfiguredError extends Error {
  override readonly name = 'UnconfiguredError';
}

export function failureOf(error: unknown): Failure {
  if (error instanceof UnconfiguredError) return 'unconfigured';
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
    ? 'refused'
    : 'unavailable';
}

const LONGEST_WAIT = 30_000;

/** Milliseconds until the next try by itself: doubling from one second, with jitter so that shoppers do not come as a herd. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_WAIT, 1_000 * 2 ** attempt);
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
