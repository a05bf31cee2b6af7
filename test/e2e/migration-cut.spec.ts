import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import { Program, runCommand } from '../support/service-process.ts';

let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirabel-migration-cut-'));
  server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<{ client: Client; env: Record<string, string> }> {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const env = {
    DATABASE_URL: url.href,
    MB_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    MB_DATA_DIR: join(folder, `data-${name}`),
  };
  return { client, env };
}

async function create(name: string): ReturnType<typeof open> {
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return open(name);
}

/** Tables with their columns, indexes, constraints, functions, policies: what a schema is. */
async function shapeOf(client: Client): Promise<unknown> {
  const queries = [
    `select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name !~ '_[0-9]{8}$' order by 1, 2`,
    `select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_[0-9]{8}$' order by 1`,
    `select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_[0-9]{8}$' order by 1, 2`,
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    `select tablename, policyname, qual from pg_policies where schemaname = 'public' and tablename !~ '_[0-9]{8}$' order by 1, 2`,
    'select name from migrations order by id',
  ];
  const shape: unknown[] = [];
  for (const query of queries) shape.push((await client.query(query)).rows);
  return shape;
}

test('killed after any of its migrations, the next start goes on to the same schema', async () => {
  const whole = await create('whole');
  expect(await runCommand(['migrate'], whole.env)).toMatchObject({ code: 0 });
  const expected = await shapeOf(whole.client);
  const cut = await create('cut');
  const done = async (): Promise<number> => {
    const { rows } = await cut.client.query(`select to_regclass('migrations') is not null as there`);
    return rows[0].there ? (await cut.client.query('select from migrations')).rowCount! : 0;
  };
  let kills = 0;
  for (let from = -1; from < migrations.length;) {
    const program = new Program('cli.js', ['migrate'], cut.env);
    const ended = new AbortController();
    void program.ended.then(() => ended.abort());
    // The next one is under way once the one before is written down.
    while (!ended.signal.aborted && (await done()) <= from);
    if (!ended.signal.aborted && (await done()) < migrations.length) kills++;
    await program.stop('SIGKILL');
    from = Math.max(from + 1, await done());
  }
  expect(kills).toBeGreaterThan(0);
  expect(await runCommand(['migrate'], cut.env)).toMatchObject({ code: 0 });
  expect(await shapeOf(cut.client)).toEqual(expected);
  await Promise.all([whole.client.end(), cut.client.end()]);
}, 600_000);
