import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { BehaviourLearner } from '../../dist/src/modules/behaviour/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { Database } from '../../dist/src/platform/database/index.js';

/** How long a shop with a million searches a day waits for what it learns: `node bench/run.mjs relearn [searches a day]`. */
const SEARCHES = Number(process.argv[2] ?? 1_000_000);
const CHUNK = 20_000;
const DAY = 86_400_000;

const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const settings = loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' });
const database = await openDatabase(settings);
const day = Math.floor(Date.now() / DAY) * DAY - DAY;
const clock = { now: () => day + DAY - 60_000 };
const context = await createCommandContext({ settings, databaseUrl: database.url, clock });
const db = context.get(Database);
try {
  const { id, slug } = await context.get(TenantsService).create('bench');
  const tenant = { tenantId: id, slug };
  await db.system((tx) => tx.query('select make_event_partitions($1::date, $1::date)', [new Date(day)]));
  await timed(`${SEARCHES} searches stored`, () => fill(id, 0, SEARCHES));
  await learn(tenant, 'counted');
  await learn(tenant, 'counted again with nothing new');
  await fill(id, SEARCHES, 5_000);
  await learn(tenant, 'after 5,000 more searches');
} finally {
  await context.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function learn(tenant, what) {
  await db.system((tx) =>
    tx.query(`insert into behaviour_marks (tenant_id, day, marked_at) values ($1, $2, now() - interval '1 hour')`, [
      tenant.tenantId,
      new Date(day).toISOString().slice(0, 10),
    ]),
  );
  await timed(what, () => context.get(BehaviourLearner, { strict: false }).learn(tenant));
}

async function timed(what, work) {
  const started = performance.now();
  await work().catch((error) => console.log(`${what}: ${error.message}`));
  console.log(`${what} in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

/** A session searches once, 100,000 words with a long tail, 20 of 50,000 items on the page, four clicks in ten searches. */
async function fill(tenantId, from, count) {
  for (let done = from; done < from + count; done += CHUNK) {
    const last = Math.min(from + count, done + CHUNK) - 1;
    const rows = `
      select n, 'query ' || q as query, q, md5('session ' || n)::uuid as session, decode(md5('address ' || n / 2), 'hex') as ip,
             $2::timestamptz + n * interval '1 millisecond' * ${Math.floor((DAY - 3_600_000) / (SEARCHES + 10_000))} as at
      from generate_series(${done}, ${last}) n, lateral (select (power(random(), 4) * 100000)::int as q where n >= 0) w`;
    const item = (place) => `'item ' || (q * 7 + ${place}) % 50000`;
    await db.system((tx) =>
      tx.query(
        `with v as materialized (${rows}),
         s as (insert into searches select $1, at, gen_random_uuid(), session, query, query, 20, 'results_page', null, null, at, ip from v),
         p as (insert into served_searches select $1, gen_random_uuid(), session, at, 'results_page', query, 20, 1,
                 array(select ${item('place')} from generate_series(1, 20) place) from v),
         c as (insert into clicks select $1, at + interval '20 seconds', gen_random_uuid(), session, query, query, ${item('place')}, place,
                 'results_page', null, at, ip
               from (select *, 1 + (power(random(), 2) * 19)::int as place from v where n % 10 < 4) v)
         insert into conversions select $1, 'o' || n, ${item('1')}, gen_random_uuid(), at + interval '5 minutes', session, 10,
           'EUR', 1, false, null, 'click', query, null, at + interval '20 seconds', 'results_page', at, ip from v where n % 50 = 0`,
        [tenantId, new Date(day)],
      ),
    );
  }
}
