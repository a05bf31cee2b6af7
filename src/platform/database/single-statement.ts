import type { Connection } from 'pg';
import { STATEMENT_TIMEOUT } from './data-source.ts';

export interface SingleStatement {
  sql: string;
  /** In PostgreSQL's text form, see `arrayText`. */
  values: readonly string[];
  /** Under which the statement stays prepared on its connection. */
  name: string;
}

/** The names under which statements are prepared on a connection, by the names of the statements. */
const prepared = new WeakMap<Connection, Map<string, string>>();
let serial = 0;
const ASSUME = {
  name: 'assume',
  sql: `select set_config('role', $1, true), set_config('statement_timeout', $2, true)`,
};

/**
 * One statement under a role as one transaction in one round trip: what stands before one Sync of PostgreSQL's protocol
 * is one implicit transaction. BEGIN, role, statement and COMMIT sent one by one take four, each with its system calls on
 * either side. Given to `client.query`, which calls what follows; rows come as texts.
 */
export class SingleStatementQuery {
  callback: (error: Error | null, rows?: string[][]) => void = () => {};
  readonly #rows: string[][] = [];
  #completed = 0;
  readonly #made: (() => void)[] = [];

  constructor(
    private readonly role: string,
    private readonly statement: SingleStatement,
    /** False behind a pooler that hands connections on between transactions and knows no prepared statements. */
    private readonly keepPrepared: boolean,
  ) {}

  submit(connection: Connection): void {
    connection.stream.cork();
    try {
      const assume = this.#prepare(connection, ASSUME);
      connection.bind({ statement: assume, values: [this.role, String(STATEMENT_TIMEOUT)] }, true);
      connection.execute({ portal: '', rows: '' }, true);
      const statement = this.#prepare(connection, this.statement);
      connection.bind({ statement, values: [...this.statement.values] }, true);
      connection.execute({ portal: '', rows: '' }, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #prepare(connection: Connection, { sql, name }: Pick<SingleStatement, 'sql' | 'name'>): string {
    const known = prepared.get(connection) ?? new Map<string, string>();
    prepared.set(connection, known);
    const before = this.keepPrepared ? known.get(name) : undefined;
    if (before !== undefined) return before;
    const made = this.keepPrepared ? `${name}_${++serial}` : '';
    connection.parse({ name: made, text: sql, types: [] }, true);
    if (made) known.set(name, made);
    // After a failure nobody can tell whether it was prepared: the next one takes another name.
    this.#made.push(() => known.delete(name));
    return made;
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    if (this.#completed === 1) this.#rows.push(fields);
  }
  handleCommandComplete(): void {
    this.#completed++;
  }
  handleError(error: Error): void {
    for (const forget of this.#made) forget();
    this.callback(error);
  }
  handleReadyForQuery(): void {
    this.callback(null, this.#rows);
  }
  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** A list as the text of a PostgreSQL array. */
export function arrayText(values: readonly unknown[]): string {
  let text = '{';
  for (const value of values) {
    if (text.length > 1) text += ',';
    if (value === null || value === undefined) text += 'NULL';
    else if (typeof value === 'string') text += `"${SPECIAL.test(value) ? value.replaceAll(SPECIALS, '\\$&') : value}"`;
    else if (Buffer.isBuffer(value)) text += `"\\\\x${value.toString('hex')}"`;
    else text += String(value);
  }
  return text + '}';
}

/** The same in half the time, of what needs no quotes: UUIDs, times, numbers, names of ours. */
export function plainArrayText(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

const SPECIAL = /["\\]/;
const SPECIALS = /["\\]/g;
