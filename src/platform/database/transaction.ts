import { createHash } from 'node:crypto';
import { escapeLiteral, type PoolClient } from 'pg';
import { QueryRunnerAlreadyReleasedError, type EntityManager, type QueryRunner } from 'typeorm';
import { CLIENT_PATIENCE, IDLE_TIMEOUT } from './data-source.ts';
import { OpeningQuery, type ParameterisedQuery } from './opening-query.ts';

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
  query<Row>(sql: string, parameters?: readonly unknown[], options?: QueryOptions): Promise<Row[]>;
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

/**
 * Begins with its first statement, in the same round trip: a round trip costs more than most statements, and the service
 * opens thousands of transactions a second. One that asks nothing costs nothing.
 */
export class OpenTransaction implements Transaction {
  readonly effects: (() => Promise<void> | void)[] = [];
  readonly #settings: Record<string, string>;
  readonly #plainQuery: QueryRunner['query'];
  #open = false;
  /** A connection takes one statement at a time; who joins the transaction need not know who else is at it. */
  #last: Promise<unknown> = Promise.resolve();

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

  query<Row>(
    sql: string,
    parameters: readonly unknown[] = [],
    { prepared = false }: QueryOptions = {},
  ): Promise<Row[]> {
    const query: ParameterisedQuery = {
      text: sql,
      values: [...parameters],
      // TypeORM knows only the limit of the pool, at which the client gives a statement up by itself.
      query_timeout: this.rights.patience + CLIENT_PATIENCE,
      ...(prepared && this.keepPrepared && { name: nameOf(sql) }),
    };
    const answer = this.#last.then(() => this.#send(query));
    this.#last = answer.catch(() => {});
    return answer as Promise<Row[]>;
  }

  afterCommit(effect: () => Promise<void> | void): void {
    this.effects.push(effect);
  }

  async commit(): Promise<void> {
    if (this.#open) await this.runner.commitTransaction();
  }

  /** Never rejects: what brought it about is what the caller must hear. */
  async rollback(): Promise<void> {
    if (this.#open && this.runner.isTransactionActive) await this.runner.rollbackTransaction().catch(() => {});
  }

  async release(): Promise<void> {
    await this.runner.release().catch(() => {});
  }

  async #send(query: ParameterisedQuery): Promise<unknown[]> {
    const client = (await this.runner.connect()) as PoolClient;
    // The connection may be another transaction's by now.
    if (this.runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
    // Several statements in one query have no parameters, and may not stand beside others.
    if (query.values.length === 0) await this.#begin();
    if (this.#open) return (await client.query<Record<string, unknown>>(query)).rows ?? [];
    this.#open = true;
    return new Promise((resolve, reject) => {
      const opening = new OpeningQuery(this.#settings, query);
      opening.callback = (error, result) => (error ? reject(error) : resolve(result!.rows));
      client.query(opening as never);
    });
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
