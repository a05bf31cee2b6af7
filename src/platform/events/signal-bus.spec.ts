import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createTestDatabase } from '../../../test/support/database.ts';
import { SignalBus } from './signal-bus.ts';

/** What the bus asks of a pool: the address, and one statement over another connection. */
const poolOf = (client: Client, url: string): DataSource =>
  ({ options: { url }, query: (sql: string, values: unknown[]) => client.query(sql, values) }) as unknown as DataSource;

test('when the connection is cut, caches are warned, and the bus finds back by itself', async () => {
  const database = await createTestDatabase();
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  const bus = new SignalBus(poolOf(admin, database.url), null);
  try {
    let gaps = 0;
    const found = Promise.withResolvers<void>();
    bus.onGap(() => {
      if (++gaps === 2) found.resolve();
    });
    await bus.onApplicationBootstrap();
    expect(bus.healthy).toBe(true);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'mirabel signals' and datname = current_database()`,
    );
    await found.promise;
    expect(bus.healthy).toBe(true);
    const heard = Promise.withResolvers<string>();
    bus.on('keys', ({ tenantId }) => heard.resolve(tenantId));
    await admin.query(`select pg_notify('mirabel_signals', 'keys some-tenant ')`);
    expect(await heard.promise).toBe('some-tenant');
  } finally {
    await bus.onApplicationShutdown();
    await admin.end();
    await database.drop();
  }
});

test('a connection that hangs is given up, and nothing throws when its end and its failure are told together', async () => {
  const database = await createTestDatabase();
  const other = new Client({ connectionString: database.url });
  await other.connect();
  const bus = new SignalBus(poolOf(other, database.url), null);
  const rejections: unknown[] = [];
  const note = (error: unknown): void => void rejections.push(error);
  process.on('unhandledRejection', note);
  try {
    const again = Promise.withResolvers<void>();
    await bus.onApplicationBootstrap();
    bus.onGap(() => again.resolve());
    const query = Client.prototype.query;
    // The next heartbeat: the connection ends while its query is on the way.
    Client.prototype.query = async function ended(this: Client) {
      Client.prototype.query = query;
      this.emit('end');
      throw new Error('Connection terminated');
    } as unknown as typeof query;
    await again.promise;
    expect(rejections).toEqual([]);
    expect(bus.healthy).toBe(true);
  } finally {
    process.off('unhandledRejection', note);
    await bus.onApplicationShutdown();
    await other.end();
    await database.drop();
  }
});
