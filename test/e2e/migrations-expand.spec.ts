import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Column {
  name: string;
  type: string;
  /** A row may be inserted without it. */
  optional: boolean;
}

interface Shape {
  tables: Set<string>;
  columns: Map<string, Column>;
  /** What rows must satisfy, by table. */
  demands: Map<string, string>;
}

/** Looked at and found harmless, or older than the first version that was ever deployed beside another. */
const ACCEPTED: Record<string, string[]> = {
  TrackingEventIndexes20261128000008: ['event_keys.kind was text and is "char"'],
  // Of a column that the version before does not fill.
  KeySuccessors20261128000015: [
    "api_keys: CHECK (((successor_key IS NULL) OR (kind = 'public'::text))) is demanded now",
  ],
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

/** Partitions have a day in their name and follow their table. */
const OURS = `schemaname = 'public' and tablename !~ '_[0-9]{8}$' and tablename <> 'migrations'`;

async function shapeOf(source: DataSource): Promise<Shape> {
  const tables: { tablename: string }[] = await source.query(`select tablename from pg_tables where ${OURS}`);
  const columns: Column[] = await source.query(
    `select t.tablename || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional
     from pg_tables t join pg_attribute a on a.attrelid = format('public.%I', t.tablename)::regclass
     where ${OURS} and a.attnum > 0 and not a.attisdropped`,
  );
  const demands: { name: string; said: string }[] = await source.query(
    `select t.tablename || ': ' || pg_get_constraintdef(c.oid) as name, t.tablename as said
     from pg_tables t join pg_constraint c on c.conrelid = format('public.%I', t.tablename)::regclass
     where ${OURS} and c.contype in ('c', 'u', 'x', 'f')
     union all
     select t.tablename || ': ' || pg_get_indexdef(i.indexrelid), t.tablename
     from pg_tables t join pg_index i on i.indrelid = format('public.%I', t.tablename)::regclass
     where ${OURS} and i.indisunique and not i.indisprimary`,
  );
  return {
    tables: new Set(tables.map(({ tablename }) => tablename)),
    columns: new Map(columns.map((column) => [column.name, column])),
    demands: new Map(demands.map(({ name, said }) => [name, said])),
  };
}

/** What a process of the version before could not live with: it goes on reading and writing while the new one starts. */
function contractions(before: Shape, after: Shape): string[] {
  const gone = [...before.columns.values()].flatMap(({ name, type, optional }) => {
    const now = after.columns.get(name);
    if (!now) return [`${name} is gone`];
    if (now.type !== type) return [`${name} was ${type} and is ${now.type}`];
    return optional && !now.optional ? [`${name} must be given now`] : [];
  });
  const asked = [...after.columns.values()]
    .filter(({ name, optional }) => !optional && before.tables.has(name.split('.')[0]!) && !before.columns.has(name))
    .map(({ name }) => `${name} is new and must be given`);
  const demanded = [...after.demands]
    .filter(([name, table]) => before.tables.has(table) && !before.demands.has(name))
    .map(([name]) => `${name} is demanded now`);
  return [...gone, ...asked, ...demanded];
}

test('a migration only adds: the version before goes on beside it', async () => {
  const steps: Record<string, string[]> = {};
  let before: Shape | null = null;
  // As they run: by the time in their names.
  const timeOf = ({ name }: { name: string }): number => Number(/\d+$/.exec(name)![0]);
  const inOrder = migrations.toSorted((a, b) => timeOf(a) - timeOf(b));
  for (let count = 1; count <= inOrder.length; count++) {
    const source = new DataSource({ type: 'postgres', url: database.url, migrations: inOrder.slice(0, count) });
    await source.initialize();
    expect(await source.runMigrations({ transaction: 'each' })).toHaveLength(1);
    const after = await shapeOf(source);
    await source.destroy();
    const found: string[] = before ? contractions(before, after) : [];
    if (found.length > 0) steps[inOrder[count - 1]!.name] = found;
    before = after;
  }
  expect(before!.tables.size).toBeGreaterThan(20);
  expect(steps).toEqual(ACCEPTED);
});
