import pg, { type Connection } from 'pg';

export interface ParameterisedQuery {
  text: string;
  values: unknown[];
  /** Under which it stays prepared on its connection. */
  name?: string;
  /** Milliseconds for which the client waits. */
  query_timeout?: number;
}

/** What the driver calls on a query, which its types do not tell. */
interface DriverQuery {
  callback: (error: Error | null, result?: { rows: Record<string, unknown>[] }) => void;
  submit(connection: Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (query: ParameterisedQuery & { queryMode: 'extended' }) => DriverQuery;

/** Statements before the caller's: BEGIN and the settings. */
const BEFORE = 2;

/**
 * The first statement of a transaction in one round trip with what begins it. They stand before one Sync of PostgreSQL's
 * protocol, so that nothing is done without the rights: when an earlier one fails, the server skips the rest. Given to
 * `client.query`, which calls what follows.
 */
export class OpeningQuery extends DriverQuery {
  #before = BEFORE;
  #sent = false;
  readonly #name: string | undefined;

  /** `settings`: of the transaction, by their names. */
  constructor(
    private readonly settings: Readonly<Record<string, string>>,
    query: ParameterisedQuery,
  ) {
    super({ ...query, queryMode: 'extended' });
    this.#name = query.name;
    // The client reads it from the query that it is given.
    Object.assign(this, { query_timeout: query.query_timeout });
  }

  /** The client takes each statement that was parsed for the one of this name: none of those before is. */
  get name(): string | undefined {
    return this.#sent && this.#before > 0 ? undefined : this.#name;
  }
  set name(_: string | undefined) {}

  override submit(connection: Connection): Error | null {
    connection.stream.cork();
    try {
      run(connection, 'start transaction', []);
      const names = Object.keys(this.settings);
      const set = names.map((name, n) => `set_config('${name}', $${n + 1}, true)`);
      run(connection, `select ${set.join(', ')}`, Object.values(this.settings));
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
      this.#sent = true;
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.#before === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#before > 0) this.#before--;
    else super.handleCommandComplete(message, connection);
  }
}

function run(connection: Connection, text: string, values: string[]): void {
  connection.parse({ name: '', text, types: [] }, true);
  connection.bind({ values }, true);
  connection.execute({ portal: '', rows: '' }, true);
}
