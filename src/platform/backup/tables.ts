import type { Client } from 'pg';

/** Values are written so that every server reads them as they were; however long it takes. */
export const TRANSFER_SETTINGS = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local client_encoding = 'UTF8'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'`;

export interface TableShape {
  /** Quoted where it must be. */
  name: string;
  columns: string[];
  /** Row-level security holds for the owner too. */
  forced: boolean;
  /** Columns that the database numbers. */
  identities: string[];
  /** Tables that its foreign keys name. */
  needs: string[];
}

/** Tables of ours and of outside modules; partitions are read and filled through their parent. */
export async function listTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select quote_ident(c.relname) as name, c.relforcerowsecurity as forced,
            array(select quote_ident(a.attname)::text from pg_attribute a
                  where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identities,
            (select array_agg(quote_ident(a.attname)::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            array(select distinct quote_ident(f.relname)::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                  where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'migrations'
     order by c.relname`,
  );
  return rows;
}

/** Each after those that its foreign keys name, so that rows can be put in while the keys are in force. */
export function byForeignKeys(tables: readonly TableShape[]): TableShape[] {
  const ordered = new Set<TableShape>();
  const visit = (table: TableShape, above: readonly TableShape[]): void => {
    if (ordered.has(table)) return;
    if (above.includes(table)) throw new Error(`Foreign keys go round in a circle at ${table.name}.`);
    for (const name of table.needs) {
      const needed = tables.find((other) => other.name === name);
      if (needed) visit(needed, [...above, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}
