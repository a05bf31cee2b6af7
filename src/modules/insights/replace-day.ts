import type { Transaction } from '../../platform/database/index.ts';

/** A table of counts by day: one row for each `key` of a tenant, none of whose columns is null. Lists of columns. */
export interface Rollup {
  table: string;
  key: string;
  counts: string;
}

/**
 * Puts what `select` finds in the place of a day's rows. Rows that stay the same are not touched: of a day that goes on and is
 * counted again most do, and writing a row costs more than counting it. In the order of the key, which is that of the index.
 *
 * `with` are the common table expressions of `select`, `parameters` those of both: $1 the tenant, $2 an array with the day.
 */
export async function replaceDay(
  tx: Transaction,
  { table, key, counts }: Rollup,
  { with: ctes, select }: { with: string; select: string },
  parameters: readonly unknown[],
): Promise<void> {
  const own = `t.tenant_id = $1 and t.day = any($2::date[])`;
  const same = (columns: string): string =>
    columns
      .split(', ')
      .map((column) => `t.${column} = found.${column}`)
      .join(' and ');
  const columns = `${key}, ${counts}`;
  const update = counts
    .split(', ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
  await tx.query(
    `with ${ctes}, found as materialized (select ${columns} from (${select}) counted),
       gone as (delete from ${table} t where ${own} and not exists (select from found where ${same(key)}))
     insert into ${table} (tenant_id, ${columns})
     select $1, ${columns} from found
     where not exists (select from ${table} t where ${own} and ${same(columns)})
     order by ${key}
     on conflict (tenant_id, ${key}) do update set ${update}`,
    parameters,
  );
}
