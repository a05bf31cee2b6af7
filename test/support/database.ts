import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own for a test file, cloned from the migrated template. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(process.env.MIRABEL_TEST_DATABASE!);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(template, `create database ${name} template ${template.pathname.slice(1)} strategy wal_log`);
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
