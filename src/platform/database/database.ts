import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { traced } from '../tracing/index.ts';
import { STATEMENT_TIMEOUT } from './data-source.ts';
import { isForgottenStatement, isRetryable, translateDatabaseError } from './database-errors.ts';
import { SingleStatementQuery, type SingleStatement } from './single-statement.ts';
import { OpenTransaction, type Rights, type Transaction } from './transaction.ts';

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
        // None of these had an effect.
        if (isForgottenStatement(error)) this.#keepPrepared = false;
        else if (!isRetryable(error)) throw error;
        return run();
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

  async #transaction<T>(rights: Rights, work: (tx: Transaction) => Promise<T>) {
    const tx = new OpenTransaction(this.dataSource.createQueryRunner(), rights, this.#keepPrepared);
    try {
      const value = await this.#current.run(tx, () => work(tx));
      await tx.commit();
      return { value, effects: tx.effects };
    } catch (error) {
      await tx.rollback();
      throw error;
    } finally {
      await tx.release();
    }
  }
}
