import { ApiError } from '../../../kernel/errors.ts';
import { translateDatabaseError } from '../../../platform/database/index.ts';

export interface GroupCommitOptions<Entry, Result> {
  /** One transaction: all of the entries or none. Answers in their order. */
  write: (entries: readonly Entry[]) => Promise<readonly Result[]>;
  /** Entries of a batch. */
  maxBatch?: number;
  /** Batches in flight, each on a connection of its own. */
  lanes?: number;
  /** Entries for which a batch goes beside those being written. Smaller ones wait: many small commits help nobody. */
  worthwhile?: number;
  /** Entries that may wait; beyond them senders are told to come back. */
  maxWaiting?: number;
  /** Milliseconds an entry may wait for its turn. */
  maxAge?: number;
  /** An entry that alone makes its batch fail. */
  onPoison?: (error: unknown) => void;
}

interface Waiting<Entry, Result> {
  entry: Entry;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

const overloaded = (retryAfter: number): ApiError =>
  new ApiError('overloaded', 'More events arrive than can be stored right now.', { retryAfter });

/**
 * Group commit: what arrives while a batch is being written waits and is the next batch. So a quiet system writes at once
 * and a busy one writes many rows a commit, without a timer. A sender is answered after its batch has committed.
 */
export class GroupCommit<Entry, Result> {
  readonly #options: Required<GroupCommitOptions<Entry, Result>>;
  #waiting: Waiting<Entry, Result>[] = [];
  #running = 0;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(options: GroupCommitOptions<Entry, Result>) {
    this.#options = {
      maxBatch: 400,
      lanes: 3,
      worthwhile: 32,
      maxWaiting: 5_000,
      maxAge: 10_000,
      onPoison: () => {},
      ...options,
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws ApiError `overloaded` when the line is full; what the write throws for this entry. */
  add(entry: Entry): Promise<Result> {
    if (this.#waiting.length >= this.#options.maxWaiting) return Promise.reject(overloaded(2));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, since: performance.now(), resolve, reject });
      this.#next();
    });
  }

  /** Resolves when nothing waits or is being written. */
  settled(): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return Promise.resolve();
    this.#idle ??= Promise.withResolvers();
    return this.#idle.promise;
  }

  #next(): void {
    const { maxBatch, lanes, worthwhile } = this.#options;
    for (;;) {
      const least = this.#running === 0 ? 1 : this.#running < lanes ? worthwhile : Infinity;
      if (this.#waiting.length < least) return;
      const batch = this.#waiting.splice(0, maxBatch);
      this.#running++;
      void this.#write(this.#refuseOld(batch)).finally(() => {
        this.#running--;
        this.#next();
        this.#tellIdle();
      });
    }
  }

  #tellIdle(): void {
    if (this.#running > 0 || this.#waiting.length > 0) return;
    this.#idle?.resolve();
    this.#idle = null;
  }

  #refuseOld(batch: Waiting<Entry, Result>[]): Waiting<Entry, Result>[] {
    const oldest = performance.now() - this.#options.maxAge;
    return batch.filter((waiting) => {
      if (waiting.since >= oldest) return true;
      waiting.reject(overloaded(5));
      return false;
    });
  }

  /** When the database refuses a batch, one row may be to blame: halves are tried until it stands alone. */
  async #write(batch: Waiting<Entry, Result>[]): Promise<void> {
    if (batch.length === 0) return;
    let results: readonly Result[];
    try {
      results = await this.#options.write(batch.map(({ entry }) => entry));
    } catch (error) {
      const translated = translateDatabaseError(error);
      if (translated instanceof ApiError || batch.length === 1) {
        if (!(translated instanceof ApiError)) this.#options.onPoison(error);
        for (const { reject } of batch) reject(translated);
        return;
      }
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle));
      await this.#write(batch.slice(middle));
      return;
    }
    for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
  }
}
