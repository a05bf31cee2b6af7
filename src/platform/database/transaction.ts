import { createHash } from 'node:crypto';
import { escapeLiteral, type PoolClient, type QueryConfig } from 'pg';
import { QueryRunnerAlreadyReleasedError, type EntityManager, type QueryRunner } from 'typeorm';
import { CLIENT_PATIENCE, IDLE_TIMEOUT } from './data-source.ts';
import { PipelinedQuery, type ParameterisedQuery, type Row as AnyRow } from './pipelined-query.ts';

export interface QueryOptions {
  /**
   * Stays planned on its connection: for one of a fixed number of texts that is sent so often that reading and planning it
   * costs more than its work. Its plan must suit every tenant.
   */
  prepared?: boolean;
}

/** What a statement runs in. Repositories get it as an argument; they never open one of their own. */
export interface Transaction {
  readonly manager: EntityManager;
  /** Those with parameters that are asked at once (`Promise.all`) go in one round trip, in their order. */
  query<Row>(sql: string, parameters?: readonly unknown[], options?: QueryOptions): Promise<Row[]>;
  /**
   * A statement whose answer nobody needs goes in one round trip with the next one, or with the commit, in its order. When it
   * fails, what it goes with fails.
   */
  defer(sql: string, parameters: readonly unknown[], options?: QueryOptions): void;
  /** Runs once the outermost transaction has committed, before its caller goes on; never after a rollback. */
  afterCommit(effect: () => Promise<void> | void): void;
}

/** Whose rows a transaction sees, and how long its statements may take. */
export interface Rights {
  scope: string;
  role: string;
  tenant: string;
  patience: number;
}

interface Waiting {
  query: ParameterisedQuery;
  resolve(rows: AnyRow[]): void;
  reject(error: unknown): void;
  /** Goes with another one. */
  deferred: boolean;
}

const BEGIN = { text: 'start transaction', values: [] };
const COMMIT = { text: 'commit', values: [] };

/**
 * Begins with its first statement, in the same round trip, and ends in one with what was deferred: a round trip costs more
 * than most statements, and the service opens thousands of transactions a second. One that asks nothing costs nothing.
 */
export class OpenTransaction implements Transaction {
  readonly effects: (() => Promise<void> | void)[] = [];
  readonly #settings: Record<string, string>;
  readonly #plainQuery: QueryRunner['query'];
  #open = false;
  #over = false;
  /** A connection takes one round trip at a time; who joins the transaction need not know who else is at it. */
  readonly #waiting: Waiting[] = [];
  #sending: Promise<void> | null = null;
  /** What became of deferred ones that went alone: all that follows fails by it. */
  #fault: unknown = null;

  constructor(
    private readonly runner: QueryRunner,
    private readonly rights: Rights,
    private readonly keepPrepared: boolean,
  ) {
    this.#settings = {
      role: rights.role,
      'app.tenant': rights.tenant,
      statement_timeout: String(rights.patience),
      idle_in_transaction_session_timeout: String(IDLE_TIMEOUT),
    };
    // Before anything is sent: whatever becomes of it, the connection is rolled back before another one gets it.
    Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
    this.#plainQuery = runner.query.bind(runner) as QueryRunner['query'];
    // For who goes by the manager.
    runner.query = (async (...query: Parameters<QueryRunner['query']>) => {
      await this.#sendDeferred();
      await this.#begin();
      return this.#plainQuery(...query);
    }) as QueryRunner['query'];
  }

  get scope(): string {
    return this.rights.scope;
  }

  get manager(): EntityManager {
    return this.runner.manager;
  }

  query<Row>(sql: string, parameters: readonly unknown[] = [], options: QueryOptions = {}): Promise<Row[]> {
    const query = this.#named(sql, parameters, options);
    return new Promise<AnyRow[]>((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject, deferred: false });
      this.#sending ??= this.#send();
    }) as Promise<Row[]>;
  }

  defer(sql: string, parameters: readonly unknown[], options: QueryOptions = {}): void {
    const query = this.#named(sql, parameters, options);
    this.#waiting.push({ query, resolve: () => {}, reject: () => {}, deferred: true });
  }

  afterCommit(effect: () => Promise<void> | void): void {
    this.effects.push(effect);
  }

  async commit(): Promise<void> {
    await this.#sendDeferred([COMMIT]);
    this.#over = true;
    Object.assign(this.runner, { isTransactionActive: false, transactionDepth: 0 });
  }

  /** Never rejects: what brought it about is what the caller must hear. */
  async rollback(): Promise<void> {
    this.#over = true;
    if (this.#open && this.runner.isTransactionActive) await this.runner.rollbackTransaction().catch(() => {});
  }

  async release(): Promise<void> {
    this.#over = true;
    await this.runner.release().catch(() => {});
  }

  #named(text: string, values: readonly unknown[], { prepared = false }: QueryOptions): ParameterisedQuery {
    return { text, values: [...values], ...(prepared && this.keepPrepared && { name: nameOf(text) }) };
  }

  /** Until nobody waits; never rejects. */
  async #send(): Promise<void> {
    while (this.#waiting.some(({ deferred }) => !deferred)) {
      let batch: Waiting[] = [];
      try {
        // What is asked at once is known by then.
        const client = await this.#connect();
        batch = this.#waiting.splice(0, batchOf(this.#waiting));
        await this.#sendAll(client, batch);
      } catch (error) {
        if (batch.length === 0) batch = this.#waiting.splice(0);
        if (batch.every(({ deferred }) => deferred)) this.#fault = error;
        for (const { reject } of batch) reject(error);
      }
    }
    this.#sending = null;
  }

  /** When nobody else waits. `after`: sent also when nothing was deferred, once the transaction has begun. */
  async #sendDeferred(after: ParameterisedQuery[] = []): Promise<void> {
    while (this.#sending) await this.#sending;
    const deferred = this.#waiting.splice(0);
    if (deferred.length === 0 && !(this.#open && after.length > 0)) return;
    await this.#pipeline(await this.#connect(), deferred, after);
  }

  async #sendAll(client: PoolClient, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (!first || first.query.values.length > 0) {
      const answers = await this.#pipeline(client, batch, []);
      for (const [n, { resolve }] of batch.entries()) resolve(answers[n]!);
      return;
    }
    // Several statements in one query have no parameters, and may not stand beside others.
    await this.#begin();
    const answer = await client.query<AnyRow>({
      ...first.query,
      query_timeout: this.#patience,
    } as unknown as QueryConfig);
    first.resolve(answer.rows ?? []);
  }

  #pipeline(client: PoolClient, batch: readonly Waiting[], after: ParameterisedQuery[]): Promise<AnyRow[][]> {
    const queries = batch.map(({ query }) => query);
    const before = this.#open ? [] : [BEGIN, this.#rightsQuery()];
    const pipelined = new PipelinedQuery({ before, queries, after }, this.#patience * Math.max(1, queries.length));
    this.#open = true;
    return new Promise((resolve, reject) => {
      pipelined.callback = (error, answers) => (error ? reject(error) : resolve(answers!));
      client.query(pipelined as never);
    });
  }

  /** TypeORM knows only the limit of the pool, at which the client gives a statement up by itself. */
  get #patience(): number {
    return this.rights.patience + CLIENT_PATIENCE;
  }

  async #connect(): Promise<PoolClient> {
    if (this.#fault) throw this.#fault;
    if (this.#over) throw new QueryRunnerAlreadyReleasedError();
    const client = (await this.runner.connect()) as PoolClient;
    // The connection may be another transaction's by now.
    if (this.#over) throw new QueryRunnerAlreadyReleasedError();
    return client;
  }

  #rightsQuery(): ParameterisedQuery {
    const set = Object.keys(this.#settings).map((name, n) => `set_config('${name}', $${n + 1}, true)`);
    return this.#named(`select ${set.join(', ')}`, Object.values(this.#settings), { prepared: true });
  }

  /** In a round trip of its own. */
  async #begin(): Promise<void> {
    if (this.#open) return;
    this.#open = true;
    const set = Object.entries(this.#settings).map(
      ([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`,
    );
    await this.#plainQuery(`start transaction; select ${set.join(', ')}`);
  }
}

/** How many of those that wait go together: one without parameters goes alone. */
function batchOf(waiting: readonly Waiting[]): number {
  const plain = waiting.findIndex(({ query }) => query.values.length === 0);
  return plain === 0 ? 1 : plain < 0 ? waiting.length : plain;
}

const names = new Map<string, string>();

/** The same for the same text in every process: behind a pooler they share connections. */
function nameOf(sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 22);
    names.set(sql, name);
  }
  return name;
}
