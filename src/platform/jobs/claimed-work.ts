import { traced } from '../tracing/index.ts';

export interface ClaimedWorkOptions<Claim> {
  /** Of a piece, in traces. */
  name: string;
  /** Pieces at once in this process. */
  slots: number;
  /** The next piece, claimed for this process, or null. */
  take: () => Promise<Claim | null>;
  /** Works on a piece to its end. Must not reject. */
  work: (claim: Claim) => Promise<void>;
  /** For another process to go on with. Must not reject. */
  giveBack: (claim: Claim) => Promise<void>;
  /** `take` has failed; the next `fill` tries again. */
  onFault: (error: unknown) => void;
}

/**
 * Takes pieces of work from a table that is their queue, a bounded number at a time: for work that must be gone on with
 * where it stood, which a job queue does not know. Leases and fences are the table's (see lease.ts).
 */
export class ClaimedWork<Claim> {
  readonly #running = new Set<Promise<void>>();
  #serving = false;
  #stopping = false;
  #filling: Promise<void> | null = null;
  #again = false;

  constructor(private readonly options: ClaimedWorkOptions<Claim>) {}

  get serving(): boolean {
    return this.#serving && !this.#stopping;
  }

  /** From now on `fill` takes work. */
  serve(): Promise<void> {
    this.#serving = true;
    return this.fill();
  }

  /** Takes pieces until there is none or enough. */
  async fill(): Promise<void> {
    if (!this.serving) return;
    this.#again = this.#filling !== null;
    this.#filling ??= this.#take().finally(() => {
      this.#filling = null;
      if (this.#again) void this.fill();
    });
    await this.#filling;
  }

  /** Works on what was claimed; what was claimed while the process began to stop is given back. */
  run(claim: Claim): Promise<void> {
    const { name, work, giveBack } = this.options;
    const ended = (this.#stopping ? giveBack(claim) : traced(name, () => work(claim))).finally(() =>
      this.#running.delete(ended),
    );
    this.#running.add(ended);
    return ended;
  }

  /** Takes nothing more from here on; resolves when what runs has ended. Whoever calls aborts it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#filling;
    await Promise.all(this.#running);
  }

  async #take(): Promise<void> {
    const { slots, take, onFault } = this.options;
    try {
      while (!this.#stopping && this.#running.size < slots) {
        const claim = await take();
        if (!claim) return;
        void this.run(claim).then(() => this.fill());
      }
    } catch (error) {
      onFault(error);
    }
  }
}
