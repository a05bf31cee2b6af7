import type { Clock } from '../../src/kernel/clock.ts';

/** Starts at the real time and moves only by hand from then on. */
export class FakeClock implements Clock {
  #offset = 0;
  #start = Date.now();

  now(): number {
    return this.#start + this.#offset;
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}
