import { setTimeout as delay } from 'node:timers/promises';
import { Client, errors } from '@opensearch-project/opensearch';
import { EngineError } from '../port/index.ts';

/** Milliseconds. A node that does not answer by then is given up for another one. */
const REQUEST_TIMEOUT = 5_000;
const WRITE_TIMEOUT = 20_000;
/** How long a request is tried again while the cluster says that it has too much to do. */
const PATIENCE = 10_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;
/** Other nodes that are tried when one does not answer. */
const RETRIES = 4;

/** The cluster refused a request; `status` is its HTTP status. */
export class ClusterError extends EngineError {
  override name = 'ClusterError';

  constructor(
    message: string,
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Requests and answers in the cluster's own shapes. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>;

export interface ClusterRequest {
  query?: Record<string, string | number | boolean>;
  body?: Json;
  /** Lines of JSON, for `_bulk` and `_msearch`. */
  lines?: string;
  /** May take longer than a question. */
  write?: boolean;
}

/** Requests to an OpenSearch cluster: each has an end, goes to another node when one fails, and waits when it is told to. */
export class Cluster {
  readonly #client: Client;
  readonly #closing = new AbortController();

  constructor(nodes: readonly string[]) {
    this.#client = new Client({ nodes: [...nodes], maxRetries: RETRIES, requestTimeout: REQUEST_TIMEOUT });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }

  /** @throws ClusterError */
  async ask(method: string, path: string, request: ClusterRequest = {}): Promise<Json> {
    const since = performance.now();
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        return await this.#once(method, path, request);
      } catch (error) {
        const busy = error instanceof ClusterError && error.status === 429;
        if (!busy || performance.now() - since + pause > PATIENCE) throw error;
        await this.pause(pause);
      }
    }
  }

  /** The same; null when what is asked for is not there. */
  async find(method: string, path: string, request: ClusterRequest = {}): Promise<Json | null> {
    try {
      return await this.ask(method, path, request);
    } catch (error) {
      if (error instanceof ClusterError && error.status === 404) return null;
      throw error;
    }
  }

  /** About `time` milliseconds: who was refused together does not come back together. */
  async pause(time: number): Promise<void> {
    try {
      await delay(time * (0.5 + Math.random()), undefined, { signal: this.#closing.signal, ref: false });
    } catch {
      throw new ClusterError('the engine is closing', 503);
    }
  }

  async #once(method: string, path: string, { query, body, lines, write }: ClusterRequest): Promise<Json> {
    try {
      const answer = await this.#client.transport.request(
        {
          method,
          path,
          ...(query && { querystring: query }),
          ...(body && { body }),
          ...(lines !== undefined && { bulkBody: lines }),
        },
        { requestTimeout: write ? WRITE_TIMEOUT : REQUEST_TIMEOUT },
      );
      return answer.body as Json;
    } catch (error) {
      throw toClusterError(error, `${method} ${path}`);
    }
  }
}

/** What the cluster says may hold documents and queries: it is kept as the cause, which is logged, never answered. */
function toClusterError(error: unknown, request: string): ClusterError {
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? 500;
    return new ClusterError(`the search cluster answered ${status} to ${request}`, status, { cause: error });
  }
  return new ClusterError(`the search cluster does not answer to ${request}`, 503, { cause: error });
}
