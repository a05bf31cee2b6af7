import type { Environment } from './environment.ts';
import { abortError, MirabelError, type Problem } from './errors.ts';

export interface Call {
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The request outlives the page that sends it. */
  keepalive?: boolean;
  /** No answer that a cache has kept. */
  fresh?: boolean;
}

/** Milliseconds one attempt may take. */
const TIMEOUT = 10_000;
/** Attempts at an answer that somebody waits for. */
const ATTEMPTS = 3;
/** Milliseconds after which a refused key is asked about again at the earliest, doubled each time up to an hour. */
const KEY_PAUSE = 30_000;
/** Seconds of `Retry-After` that are worth waiting for with a shopper in front. */
const PATIENCE = 5;

/**
 * A wait before attempt `attempt` + 1, in milliseconds: anywhere between nothing and a bound that doubles ("full
 * jitter"), so that clients that failed together do not come back together; and not before the service asked for.
 */
export function backoff(environment: Environment, attempt: number, error: MirabelError): number {
  return environment.random() * Math.min(60_000, 250 * 2 ** attempt) + Math.min(error.retry_after ?? 0, 3_600) * 1_000;
}

/** Worth another attempt: no answer at all, a fault of the service, or too many requests. */
export function isTransient({ status }: MirabelError): boolean {
  return status === 0 || status >= 500 || status === 429;
}

/** Requests to the service: one attempt, or as many as make sense. Never with cookies. */
export class Transport {
  readonly #environment: Environment;
  readonly #base: string;
  #key: string;
  #renewal: Promise<boolean> | undefined;
  #renewals = 0;
  #renewAfter = 0;
  /** Called when requests go out with another key from now on. */
  onRenewed: () => void = () => {};

  constructor(environment: Environment, base: string, key: string) {
    this.#environment = environment;
    this.#base = base;
    this.#key = key;
  }

  /** @throws MirabelError, or an AbortError when `signal` says so. */
  async request<T>(path: string, call: Call): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt<T>(path, call);
      } catch (error) {
        const again = error instanceof MirabelError && isTransient(error) && attempt < ATTEMPTS;
        if (!again || (error.retry_after ?? 0) > PATIENCE) throw error;
        if (error.status === 429 && error.retry_after === undefined) throw error;
        await this.#wait(backoff(this.#environment, attempt, error), call.signal);
      }
    }
  }

  /** Milliseconds until the service may be asked about a refused key again. */
  get untilRenewal(): number {
    return Math.max(0, this.#renewAfter - this.#environment.now());
  }

  /** One attempt, over after 10 seconds; two when the key has been rotated under the page. */
  async attempt<T>(path: string, call: Call): Promise<T> {
    const key = this.#key;
    try {
      return await this.#once<T>(path, call);
    } catch (error) {
      const refused = error instanceof MirabelError && error.code === 'expired_api_key';
      if (!refused || (key === this.#key && !(await this.#renew()))) throw error;
      return this.#once<T>(path, call);
    }
  }

  /** Asks the bootstrap which key took the place of ours, once for all requests that were refused meanwhile. */
  #renew(): Promise<boolean> {
    if (!this.#renewal && this.untilRenewal > 0) return Promise.resolve(false);
    this.#renewal ??= this.#once<{ successor_key?: string | null }>('/widget-bootstrap', { fresh: true })
      .then(
        ({ successor_key }) => {
          if (!successor_key || successor_key === this.#key) return false;
          this.#key = successor_key;
          this.#renewals = 0;
          this.onRenewed();
          return true;
        },
        () => false,
      )
      .finally(() => {
        this.#renewal = undefined;
        const pause = Math.min(3_600_000, KEY_PAUSE * 2 ** this.#renewals++);
        this.#renewAfter = this.#environment.now() + pause * (1 + this.#environment.random());
      });
    return this.#renewal;
  }

  async #once<T>(path: string, { body, signal, keepalive, fresh }: Call): Promise<T> {
    if (signal?.aborted) throw abortError();
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    let late = false;
    const settle = this.#environment.after(TIMEOUT, () => {
      late = true;
      abort();
    });
    signal?.addEventListener('abort', abort);
    try {
      const response = await this.#environment.fetch(this.#base + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        credentials: 'omit',
        ...(fresh ? { cache: 'no-store' } : {}),
        keepalive: keepalive === true,
        signal: controller.signal,
      });
      return await this.#read<T>(response);
    } catch (error) {
      if (error instanceof MirabelError) throw error;
      if (signal?.aborted) throw abortError();
      const problem = late
        ? { code: 'timeout', detail: 'The service did not answer in time.' }
        : { code: 'network_error', detail: 'The service could not be reached.' };
      throw new MirabelError(0, problem);
    } finally {
      settle();
      signal?.removeEventListener('abort', abort);
    }
  }

  async #read<T>(response: Response): Promise<T> {
    const text = await response.text();
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      answer = null;
    }
    if (response.ok && answer !== null) return answer as T;
    throw new MirabelError(response.status, (answer ?? {}) as Problem, this.#retryAfter(response));
  }

  /** Seconds; the header may also be a date. */
  #retryAfter({ headers }: Response): number | undefined {
    const value = headers.get('retry-after');
    if (!value) return undefined;
    const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - this.#environment.now()) / 1_000;
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
  }

  #wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const cancel = this.#environment.after(milliseconds, done);
      const abort = (): void => {
        cancel();
        reject(abortError());
      };
      signal?.addEventListener('abort', abort);
    });
  }
}
