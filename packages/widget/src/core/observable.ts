/** A state that tells when it changed. */
export abstract class Observable<State extends object> {
  #state: State;
  readonly #listeners = new Set<(state: State) => void>();

  protected constructor(initial: State) {
    this.#state = initial;
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  /** @returns what ends the subscription. */
  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  protected update(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state);
  }
}
