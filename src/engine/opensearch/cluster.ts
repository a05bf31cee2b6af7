import { setTimeout as delay } from 'node:timers/promises';
import { Client, errors } from '@opensearch-project/opensearch';
import { EngineError } from '../port/index.ts';

/** How long a node may take for an answer, ms, and how many others are asked when it does not come. */
const LIMITS = {
  question: { requestTimeout: 10_000, maxRetries: 4 },
  write: { requestTimeout: 20_000, maxRetries: 2 },
  /** Without a manager the cluster itself would wait for half a minute. */
  manager: { requestTimeout: 10_000, maxRetries: 1 },
} as const;
/** How long a request is tried again while the cluster says that it has too much to do. */
const PATIENCE = 10_000;
/** The same for a question that fails, as all do for which the cluster still wants a node that just died. */
const FAILOVER = 5_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

/** The cluster refused a request; `status` is its HTTP status. */
export class ClusterError extends EngineError {
  override name = 'ClusterError';

  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
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
  /** What it is, for its limits. Default: a question. */
  kind?: keyof typeof LIMITS;
}

/** Requests to an OpenSearch cluster: each has an end, goes to another node when one fails, and waits when it is told to. */
export class Cluster {
  readonly #client: Client;
  readonly #closing = new AbortController();
  /** Requests, and documents of a bulk, that the cluster had too much to do for. */
  putOff = 0;

  constructor(nodes: readonly string[]) {
    this.#client = new Client({ nodes: [...nodes], ...LIMITS.question });
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
        if (error instanceof ClusterError && error.status === 429) this.putOff++;
        if (performance.now() - since + pause > patienceWith(error, request)) throw error;
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

  async #once(method: string, path: string, { query, body, lines, kind = 'question' }: ClusterRequest): Promise<Json> {
    try {
      const answer = await this.#client.transport.request(
        {
          method,
          path,
          ...(query && { querystring: query }),
          ...(body && { body }),
          ...(lines !== undefined && { bulkBody: lines }),
        },
        LIMITS[kind],
      );
      return answer.body as Json;
    } catch (error) {
      throw toClusterError(error, `${method} ${path}`);
    }
  }
}

/** A question finds a shard's other copy once the cluster has seen that a node died; a lost connection between nodes is a 500. */
function patienceWith(error: unknown, { kind = 'question' }: ClusterRequest): number {
  if (!(error instanceof ClusterError)) return 0;
  if (error.status === 429) return PATIENCE;
  return error.status >= 500 && kind === 'question' ? FAILOVER : 0;
}

/** What the cluster says may hold documents and queries: it is kept as the cause, which is logged, never answered. */
function toClusterError(error: unknown, request: string): ClusterError {
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? 500;
    return new ClusterError(`the search cluster answered ${status} to ${request}`, status, { cause: error });
  }
  return new ClusterError(`the search cluster does not answer to ${request}`, 503, { cause: error });
}
