type Handler = (payload: never) => void;

/** Tells handlers what happened. A handler that throws is the page's matter: it stops neither us nor its neighbours. */
export class Emitter<Events> {
  readonly #handlers = new Map<keyof Events, Set<Handler>>();

  on<Name extends keyof Events>(name: Name, handler: (payload: Events[Name]) => void): () => void {
    // A function of its own per subscription: the same handler twice is called twice, and ended one at a time.
    const subscription: Handler = (payload) => handler(payload);
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers.add(subscription));
    return () => void handlers.delete(subscription);
  }

  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const handler of Array.from(this.#handlers.get(name) ?? [])) {
      try {
        handler(payload as never);
      } catch (error) {
        // oxlint-disable-next-line no-console -- where else would a developer look for it
        console.error(error);
      }
    }
  }
}
