import { Partitions } from '../../src/modules/tracking/partitions.ts';
import { Retention } from '../../src/modules/tracking/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';

const DAY = 86_400_000;
const CHUNK = 5_000;

let service: TestApp;
let database: Database;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  database = service.app.get(Database);
  shop = await service.createTenant();
  await ask(service.url, 'PATCH', `/v1/${shop.slug}/settings`, { key: shop.keys.secret, body: { retention_days: 10 } });
});
afterAll(() => service.close());

const count = (table: string): Promise<number> =>
  database.tenant(shop.context, async (tx) => {
    const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return row!.count;
  });

/** Searches and clicks of one day, and queries that one shopper typed. */
async function busyDay(at: number, rows: number): Promise<void> {
  await service.app.get(Partitions).ensure([at]);
  await database.tenant(shop.context, async (tx) => {
    const parameters = [shop.context.tenantId, new Date(at), rows];
    const each = `from generate_series(1, $3::int) n`;
    const time = `$2::timestamptz + n * interval '1 millisecond'`;
    await tx.query(
      `insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
       select $1, ${time}, gen_random_uuid(), gen_random_uuid(), 'q', 'q', 1, 'overlay', $2 ${each}`,
      parameters,
    );
    await tx.query(
      `insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, received_at)
       select $1, ${time}, gen_random_uuid(), gen_random_uuid(), 'q', 'q', 'i', 1, $2 ${each}`,
      parameters,
    );
    await tx.query(
      `insert into rollup_queries (tenant_id, day, channel, normalized_query, query, searches, sessions, no_results,
         no_clicks, clicked, clicks, conversions)
       select $1, $2::timestamptz::date, '*', 'q' || n, 'q', 1, case when n <= 100 then 3 else 1 end, 0, 0, 0, 0, 0 ${each}`,
      parameters,
    );
  });
}

test('a busy day goes in short statements, and what a cut has left goes the next time', async () => {
  const midnight = Math.floor(service.clock.now() / DAY) * DAY;
  await busyDay(midnight - 30 * DAY + 1_000, 11_000);
  await busyDay(midnight - 2 * DAY + 1_000, 200);
  const sizes: number[] = [];
  let cut = true;
  const system: Database['system'] = database.system.bind(database);
  database.system = async (...work) => {
    const answer = await system(...work);
    if (Array.isArray(answer)) sizes.push(answer.length);
    if (!cut || sizes.at(-1) !== CHUNK) return answer;
    cut = false;
    throw new Error('the connection was cut');
  };
  try {
    const retention = service.app.get(Retention);
    await expect(retention.run()).rejects.toThrow('was cut');
    expect(await count('searches')).toBe(11_200 - CHUNK);
    await retention.run();
    expect(Math.max(...sizes)).toBe(CHUNK);
  } finally {
    database.system = system;
  }
  expect([await count('searches'), await count('clicks')]).toEqual([200, 200]);
  // What three shoppers typed is nobody's: it stays for as long as the figures do.
  expect(await count('rollup_queries')).toBe(100 + 200);
}, 60_000);
