import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own for a test file, cloned from the migrated template, or with nothing in it. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = new URL(process.env.MIRABEL_TEST_DATABASE!);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const from = empty ? 'template0' : template.pathname.slice(1);
  await asAdmin(template, `create database ${name} template ${from} strategy wal_log`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(template, `drop database if exists ${name} with (force)`) };
}

async function asAdmin(server: URL, sql: string): Promise<void> {
  const url = new URL(server);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
