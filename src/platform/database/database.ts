import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { escapeLiteral, type PoolClient } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { traced } from '../tracing/index.ts';
import { CLIENT_PATIENCE, IDLE_TIMEOUT, STATEMENT_TIMEOUT } from './data-source.ts';
import { isForgottenStatement, isRetryable, translateDatabaseError } from './database-errors.ts';
import { SingleStatementQuery, type SingleStatement } from './single-statement.ts';

/** What a statement runs in. Repositories get it as an argument; they never open one of their own. */
export interface Transaction {
  readonly manager: EntityManager;
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Runs once the outermost transaction has committed, before its caller goes on; never after a rollback. */
  afterCommit(effect: () => Promise<void> | void): void;
}

/** Whose rows a transaction sees, and how long its statements may take. */
interface Rights {
  scope: string;
  role: string;
  tenant: string;
  patience: number;
}

interface OpenTransaction extends Transaction {
  scope: string;
  effects: (() => Promise<void> | void)[];
}

const SYSTEM_SCOPE = 'system';
const SYSTEM_ROLE = 'mirabel_system';

/**
 * The only way to the database. A tenant's transaction runs as `mirabel_app` and row-level security shows it that
 * tenant's rows alone; `system` (jobs, key look-up, change feed) runs as `mirabel_system`.
 *
 * Calls inside a call with the same scope join its transaction: so an idempotent request stores its answer in the
 * transaction of its effect. The scope itself is always an argument, never taken from the async context.
 */
@Injectable()
export class Database {
  readonly #logger = new Logger('Database');
  #keepPrepared = true;
  readonly #current = new AsyncLocalStorage<OpenTransaction>();

  constructor(@Inject(DataSource) readonly dataSource: DataSource) {}

  /** `patience`: milliseconds that one statement may take; more than a request waits only for jobs. */
  tenant<T>(context: TenantContext, work: (tx: Transaction) => Promise<T>, patience = STATEMENT_TIMEOUT): Promise<T> {
    return this.#run({ scope: context.tenantId, role: 'mirabel_app', tenant: context.tenantId, patience }, work);
  }

  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#run({ scope: SYSTEM_SCOPE, role: SYSTEM_ROLE, tenant: '', patience: STATEMENT_TIMEOUT }, work);
  }

  /**
   * One statement as a system transaction of its own, in one round trip: for what runs hundreds of times a second. It joins
   * no other transaction. Answers rows of texts.
   */
  async systemStatement(statement: SingleStatement): Promise<string[][]> {
    try {
      return await this.#single(statement).catch((error: unknown) => {
        // None of these had an effect.
        if (isForgottenStatement(error)) this.#keepPrepared = false;
        else if (!isRetryable(error)) throw error;
        return this.#single(statement);
      });
    } catch (error) {
      throw translateDatabaseError(error);
    }
  }

  /** True when a round trip succeeds within a second. */
  async isReachable(): Promise<boolean> {
    const timeout = new Promise<false>((resolve) => setTimeout(resolve, 1_000, false).unref());
    const probe = this.dataSource.query('select 1').then(
      () => true,
      () => false,
    );
    return Promise.race([probe, timeout]);
  }

  #single(statement: SingleStatement): Promise<string[][]> {
    return traced('database statement', () => this.#send(statement));
  }

  async #send(statement: SingleStatement): Promise<string[][]> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      return await new Promise<string[][]>((resolve, reject) => {
        const query = new SingleStatementQuery(SYSTEM_ROLE, statement, this.#keepPrepared);
        query.callback = (error, rows) => (error ? reject(error) : resolve(rows!));
        client.query(query as never);
      });
    } finally {
      await runner.release().catch(() => {});
    }
  }

  async #run<T>(rights: Rights, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outer = this.#current.getStore();
    if (outer && outer.scope === rights.scope) return work(outer);
    const run = (): Promise<{ value: T; effects: OpenTransaction['effects'] }> =>
      traced('database transaction', () => this.#transaction(rights, work));
    let outcome;
    try {
      outcome = await run().catch((error: unknown) => {
        if (isRetryable(error)) return run();
        throw error;
      });
    } catch (error) {
      throw translateDatabaseError(error);
    }
    // Committed: a failing effect must not make the caller believe that nothing was stored.
    for (const effect of outcome.effects) {
      try {
        await effect();
      } catch (error) {
        this.#logger.error({ err: error, msg: 'an effect after commit failed' });
      }
    }
    return outcome.value;
  }

  async #transaction<T>({ scope, role, tenant, patience }: Rights, work: (tx: Transaction) => Promise<T>) {
    const runner = this.dataSource.createQueryRunner();
    try {
      await begin(runner, { role, tenant, patience });
      const send = patience === STATEMENT_TIMEOUT ? sendThrough(runner) : await sendPatiently(runner, patience);
      const tx = openTransaction(runner, scope, send);
      const value = await this.#current.run(tx, () => work(tx));
      await runner.commitTransaction();
      return { value, effects: tx.effects };
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
      throw error;
    } finally {
      await runner.release().catch(() => {});
    }
  }
}

/**
 * What TypeORM's `startTransaction` does, with the rights in the same round trip. Every transaction of the service begins
 * with this, and a round trip costs more than most of its statements. Several statements in one query have no parameters.
 */
async function begin(runner: QueryRunner, { role, tenant, patience }: Omit<Rights, 'scope'>): Promise<void> {
  const settings = {
    role,
    'app.tenant': tenant,
    statement_timeout: String(patience),
    idle_in_transaction_session_timeout: String(IDLE_TIMEOUT),
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`);
  // Before it is sent: whatever becomes of it, the connection is rolled back before another one gets it.
  Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
  await runner.query(`start transaction; select ${set.join(', ')}`);
}

type Send = (sql: string, parameters: unknown[]) => Promise<unknown[]>;

function sendThrough(runner: QueryRunner): Send {
  return async (sql, parameters) => (await runner.query(sql, parameters, true)).records ?? [];
}

/** TypeORM knows only the limit of the pool, at which the client gives a statement up by itself. */
async function sendPatiently(runner: QueryRunner, patience: number): Promise<Send> {
  const client = (await runner.connect()) as PoolClient;
  return async (text, values) => {
    const query = { text, values, query_timeout: patience + CLIENT_PATIENCE };
    return (await client.query<Record<string, unknown>>(query)).rows;
  };
}

function openTransaction(runner: QueryRunner, scope: string, send: Send): OpenTransaction {
  const effects: OpenTransaction['effects'] = [];
  /** A connection takes one statement at a time; who joins the transaction need not know who else is at it. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    scope,
    effects,
    manager: runner.manager,
    query: <Row>(sql: string, parameters: readonly unknown[] = []) => {
      const answer = last.then(() => send(sql, [...parameters]));
      last = answer.catch(() => {});
      return answer as Promise<Row[]>;
    },
    afterCommit: (effect) => void effects.push(effect),
  };
}
