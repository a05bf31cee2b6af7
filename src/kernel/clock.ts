/** Time as a dependency, so that tests move it by hand. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => Date.now() };
