/** Time as the core sees it: the browser's, or a test's. */
export interface Timers {
  set(callback: () => void, milliseconds: number): unknown;
  clear(timer: unknown): void;
}

export const browserTimers: Timers = {
  set: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** One timer that a new one replaces. */
export class Timer {
  #current: unknown = null;

  constructor(private readonly timers: Timers) {}

  start(milliseconds: number, callback: () => void): void {
    this.stop();
    this.#current = this.timers.set(() => {
      this.#current = null;
      callback();
    }, milliseconds);
  }

  stop(): void {
    if (this.#current !== null) this.timers.clear(this.#current);
    this.#current = null;
  }
}
