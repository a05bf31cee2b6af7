import { Inject, Injectable, Optional } from '@nestjs/common';

/** For a global module of a test or an outside team: other waits than these. */
export const CONNECTOR_TIMING = Symbol('ConnectorTiming');

/** Waits and bounds of syncs; milliseconds unless the name says otherwise. */
@Injectable()
export class ConnectorTiming {
  /** A process that is silent for longer has lost its sync to another one. */
  leaseSeconds = 20;
  /** Syncs at once in this process; one of a tenant. */
  concurrency = 8;
  /** Before the second attempt at a page; doubles from there. */
  backoff = 1_000;
  /** A longer `Retry-After` ends the sync instead. */
  longestWait = 60_000;
  /** A sync that stores no page for so long is given up. */
  patience = 600_000;

  constructor(@Optional() @Inject(CONNECTOR_TIMING) given: Partial<ConnectorTiming> | null) {
    Object.assign(this, given);
  }
}

export const ATTEMPTS = 4;
const MINUTE = 60_000;

/** Between syncs: up to a tenth longer, so that shops that began together do not stay together. */
export function afterInterval(now: number, intervalMinutes: number): Date {
  return new Date(now + intervalMinutes * MINUTE * (1 + Math.random() / 10));
}

/** After failures in a row: 5 minutes, doubling up to a day; not before the merchant's own `Retry-After`. */
export function afterFailure(now: number, failures: number, retryAfterSeconds: number | null): Date {
  const backoff = Math.min(5 * MINUTE * 2 ** (failures - 1), 1_440 * MINUTE);
  const wait = Math.max(backoff * (1 + Math.random() / 10), Math.min(retryAfterSeconds ?? 0, 86_400) * 1_000);
  return new Date(now + wait);
}
