import { Timer, type Timers } from './timers.ts';

/** Milliseconds that an answer may take before the shopper is told. */
export const ANSWER_TIMEOUT = 10_000;

/** One question at a time: a new one cancels the one before, and an answer that comes late is dropped. */
export class Asking {
  #current: AbortController | null = null;
  readonly #deadline: Timer;

  constructor(timers: Timers) {
    this.#deadline = new Timer(timers);
  }

  /** Exactly one of the two callbacks runs, and neither when another question or `cancel` came before the answer. */
  ask<Answer>(
    question: (signal: AbortSignal) => Promise<Answer>,
    onAnswer: (answer: Answer) => void,
    onFailure: (error: unknown) => void,
  ): void {
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    const settle = (report: () => void): void => {
      if (this.#current !== controller) return;
      this.#current = null;
      this.#deadline.stop();
      report();
    };
    this.#deadline.start(ANSWER_TIMEOUT, () => {
      settle(() => onFailure(new Error('No answer in time.')));
      controller.abort();
    });
    question(controller.signal).then(
      (answer) => settle(() => onAnswer(answer)),
      (error) => settle(() => onFailure(error)),
    );
  }

  get busy(): boolean {
    return this.#current !== null;
  }

  cancel(): void {
    const controller = this.#current;
    this.#current = null;
    this.#deadline.stop();
    controller?.abort();
  }
}
