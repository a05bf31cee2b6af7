import { createRequire } from 'node:module';
import pg, { type Connection } from 'pg';

/** The driver writes a parameter in PostgreSQL's text form; its types leave this file out. */
const driver = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(value: unknown): string | Buffer | null;
};

export interface ParameterisedQuery {
  text: string;
  values: readonly unknown[];
  /** Under which it stays prepared on its connection. */
  name?: string;
}

export type Row = Record<string, unknown>;

/** What the driver has for a connection, which its types do not tell. */
type DriverConnection = Connection & { parsedStatements: Record<string, string | undefined> };

/** The driver's list of rows. */
interface DriverResult {
  rows: Row[];
  _types: unknown;
  addFields(fields: unknown[]): void;
  parseRow(fields: unknown[]): Row;
}
const { Result } = pg as unknown as { Result: new (rowMode: undefined, types: unknown) => DriverResult };

/** Sent without asking what its rows look like. */
interface Step {
  query: ParameterisedQuery;
  values: unknown[];
  rows: DriverResult | null;
}

/**
 * Statements of one transaction in one round trip: a round trip costs more than most statements. They stand before one
 * Sync of PostgreSQL's protocol, so that when one fails, the server skips those after it. Given to `client.query`, which
 * calls what follows. Answers the rows of each of `queries`.
 */
export class PipelinedQuery {
  callback: (error: Error | null, rows?: Row[][]) => void = () => {};
  /** The client puts its parsers of values here. */
  readonly _result: { _types: unknown } = { _types: undefined };
  readonly #steps: readonly Step[];
  #completed = 0;
  #sent = false;
  /** Told when the server is done. */
  #fault: Error | null = null;

  /**
   * `before` and `after`: what begins and ends the transaction, whose rows nobody asks for. `query_timeout`: milliseconds for
   * which the client waits. @throws when a value cannot be written; nothing is sent then.
   */
  constructor(
    { before, queries, after }: Record<'before' | 'queries' | 'after', readonly ParameterisedQuery[]>,
    readonly query_timeout: number,
  ) {
    const step = (query: ParameterisedQuery, answers: boolean): Step => ({
      query,
      values: query.values.map((value) => driver.prepareValue(value)),
      rows: answers ? new Result(undefined, undefined) : null,
    });
    this.#steps = [
      ...before.map((query) => step(query, false)),
      ...queries.map((query) => step(query, true)),
      ...after.map((query) => step(query, false)),
    ];
  }

  /** The client notes each statement that was parsed under this name: that of the one whose answers arrive. */
  get name(): string | undefined {
    return this.#sent ? this.#steps[this.#completed]?.query.name : undefined;
  }

  get text(): string | undefined {
    return this.#steps[this.#completed]?.query.text;
  }

  submit(connection: DriverConnection): null {
    const parsed = new Set<string>();
    connection.stream.cork();
    try {
      for (const { query, values, rows } of this.#steps) {
        const name = query.name ?? '';
        if (name === '' || (connection.parsedStatements[name] === undefined && !parsed.has(name))) {
          connection.parse({ name, text: query.text, types: [] }, true);
          parsed.add(name);
        }
        connection.bind({ statement: name, values: values as string[] }, true);
        if (rows) connection.describe({ type: 'P', name: '' }, true);
        connection.execute({ portal: '', rows: '' }, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
      this.#sent = true;
    }
    return null;
  }

  handleRowDescription({ fields }: { fields: unknown[] }): void {
    const rows = this.#steps[this.#completed]?.rows;
    if (!rows) return;
    rows._types = this._result._types;
    rows.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    const rows = this.#steps[this.#completed]?.rows;
    if (!rows || this.#fault) return;
    try {
      rows.rows.push(rows.parseRow(fields));
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#completed++;
    // PostgreSQL's answer, which is no error, to the COMMIT of a transaction one of whose statements failed.
    if (text === 'ROLLBACK')
      this.#fault ??= new Error('Nothing was stored: a statement of the transaction had failed.');
  }

  handleEmptyQuery(): void {
    this.#completed++;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.callback(this.#fault);
    else
      this.callback(
        null,
        this.#steps.flatMap(({ rows }) => (rows ? [rows.rows] : [])),
      );
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('There is nothing to copy.');
  }

  handleCopyData(): void {}
}
