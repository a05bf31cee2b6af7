import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps: between two of them others may use the memory that searches share. */
export type Steps<Value> = Generator<void, Value, void>;

/** How long a search goes on before others have their turn of the event loop, ms. */
const TURN_MS = 5;

/** The turns of the event loop that one search takes: a short one takes one. */
export class Turns {
  readonly #beforePause: () => void;
  #began = performance.now();

  /** `beforePause`: called before the first step that waits for a turn of its own. */
  constructor(beforePause: () => void) {
    this.#beforePause = beforePause;
  }

  /** All steps, those that are short in one turn. */
  async take<Value>(steps: Steps<Value>): Promise<Value> {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (this.isOver) await this.next();
    }
  }

  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MS;
  }

  async next(): Promise<void> {
    this.#beforePause();
    await nextTurn();
    this.#began = performance.now();
  }
}
