import type { Cluster } from './cluster.ts';

/** Makes writes searchable: one refresh at a time an index, and one for all who wait for the next. */
export class Refresher {
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Promise<void>>();

  private readonly cluster: Cluster;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  refresh(index: string): Promise<void> {
    const running = this.#running.get(index);
    if (!running) return this.#start(index);
    // The running one may have begun before our write.
    let next = this.#waiting.get(index);
    if (!next) {
      next = running
        .catch(() => {})
        .then(() => {
          this.#waiting.delete(index);
          return this.#start(index);
        });
      this.#waiting.set(index, next);
    }
    return next;
  }

  #start(index: string): Promise<void> {
    const refresh = this.#refresh(index);
    this.#running.set(index, refresh);
    return refresh;
  }

  async #refresh(index: string): Promise<void> {
    try {
      await this.cluster.ask('POST', `/${index}/_refresh`, { kind: 'write' });
    } finally {
      this.#running.delete(index);
    }
  }
}
