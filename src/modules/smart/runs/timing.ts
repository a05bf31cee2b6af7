import { Inject, Injectable, Optional } from '@nestjs/common';

/** For a global module of a test or an outside team: other waits than these. */
export const SMART_TIMING = Symbol('SmartTiming');

/** Waits and bounds of runs. */
@Injectable()
export class SmartTiming {
  /** A process that is silent for longer has lost its run to another one. */
  leaseSeconds = 20;
  /** Runs at once in this process, one of a tenant: the machine has live searches to answer. */
  concurrency = 4;
  /** Looks by itself whose night has come. */
  nightly = true;

  constructor(@Optional() @Inject(SMART_TIMING) given: Partial<SmartTiming> | null) {
    Object.assign(this, given);
  }
}
