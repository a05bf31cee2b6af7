import type { PostgresServer } from './server.ts';

/** More deaths than this within the window are no accident. */
const MAX_RESTARTS = 5;
const WINDOW_MS = 10 * 60_000;

/**
 * Brings the server up again, on its old port, when it dies: connections come back by themselves and nobody has to watch
 * the process. It gives up after a few deaths in a row, and when the server does not start any more.
 */
export class SupervisedServer {
  readonly #start: (port: number) => Promise<PostgresServer>;
  readonly #onRestart: (detail: string) => void;
  readonly #listeners: ((detail: string) => void)[] = [];
  #server: PostgresServer;
  #deaths: number[] = [];
  #restarting: Promise<void> = Promise.resolve();
  #stopped = false;
  #givenUp: string | null = null;

  constructor(
    server: PostgresServer,
    start: (port: number) => Promise<PostgresServer>,
    onRestart: (d: string) => void,
  ) {
    this.#server = server;
    this.#start = start;
    this.#onRestart = onRestart;
    this.#watch();
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Called once, when the server is gone for good. */
  onExit(listener: (detail: string) => void): void {
    const detail = this.#givenUp;
    if (detail === null) this.#listeners.push(listener);
    else queueMicrotask(() => listener(detail));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#restarting;
    await this.#server.stop();
  }

  #watch(): void {
    this.#server.onExit((detail) => {
      if (!this.#stopped) this.#restarting = this.#restart(detail);
    });
  }

  async #restart(detail: string): Promise<void> {
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((death) => death > now - WINDOW_MS), now];
    if (this.#deaths.length > MAX_RESTARTS) return this.#giveUp(detail);
    try {
      this.#server = await this.#start(this.#server.port);
      this.#onRestart(detail);
      if (this.#stopped) await this.#server.stop();
      else this.#watch();
    } catch (error) {
      this.#giveUp(`${detail}\n${(error as Error).message}`);
    }
  }

  #giveUp(detail: string): void {
    this.#givenUp = detail;
    for (const listener of this.#listeners) listener(detail);
  }
}
