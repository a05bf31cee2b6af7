/**
 * A part of local storage that forgives everything: what cannot be stored (blocked, full, not allowed yet) is kept in
 * memory, and what cannot be read is not there.
 */
export class Store {
  readonly #memory = new Map<string, string>();
  readonly #prefix: string;
  readonly #storage: Storage | null;
  #durable = false;

  constructor(storage: Storage | null, prefix: string) {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  /** From now on values are stored; those in memory too, unless another page stored one of that name already. */
  persist(): void {
    this.#durable = true;
    for (const [name, value] of Array.from(this.#memory)) {
      this.#memory.delete(name);
      if (this.read(name) === null) this.#write(name, value);
    }
  }

  /** The value as JSON made it, or null. Whoever asks must check its shape: any script of the page may write here. */
  read(name: string): unknown {
    try {
      return JSON.parse(this.#memory.get(name) ?? this.#durableItem(name) ?? 'null') as unknown;
    } catch {
      return null;
    }
  }

  write(name: string, value: unknown): void {
    this.#write(name, JSON.stringify(value));
  }

  remove(name: string): void {
    this.#memory.delete(name);
    this.#try((storage) => storage.removeItem(this.#prefix + name));
  }

  /** Names that begin with `start`. */
  names(start: string): string[] {
    const names = new Set(this.#memory.keys());
    this.#try((storage) => {
      for (let at = 0; at < storage.length; at++) {
        const key = storage.key(at);
        if (key?.startsWith(this.#prefix)) names.add(key.slice(this.#prefix.length));
      }
    });
    return [...names].filter((name) => name.startsWith(start));
  }

  /** Erases everything, and stores nothing more until `persist`. */
  erase(): void {
    // What a page stored before counts too, also when this one was never allowed to store.
    this.#durable = true;
    for (const name of this.names('')) this.remove(name);
    this.#durable = false;
  }

  #write(name: string, text: string): void {
    const stored = this.#try((storage) => {
      storage.setItem(this.#prefix + name, text);
      return true;
    });
    if (stored) this.#memory.delete(name);
    else this.#memory.set(name, text);
  }

  #durableItem(name: string): string | null | undefined {
    return this.#try((storage) => storage.getItem(this.#prefix + name));
  }

  #try<T>(work: (storage: Storage) => T): T | undefined {
    if (!this.#durable || !this.#storage) return undefined;
    try {
      return work(this.#storage);
    } catch {
      return undefined;
    }
  }
}
