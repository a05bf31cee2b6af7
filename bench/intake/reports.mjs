import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { MetricsService, Rollups } from '../../dist/src/modules/insights/index.js';
import { toCsv } from '../../dist/src/modules/insights/csv.interceptor.js';
import { ITEM_ORDERS, QUERY_KINDS } from '../../dist/src/modules/insights/metrics.service.js';
import { OpportunitiesService } from '../../dist/src/modules/insights/opportunities.service.js';
import { RepeatedClicksService } from '../../dist/src/modules/insights/repeated-clicks.service.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { Database } from '../../dist/src/platform/database/index.js';
import { median } from './load.mjs';

/**
 * How long reports of the last 8 days take on a busy tenant: `node bench/run.mjs reports [events] [days they are spread over]
 * [folder]`. In a folder the filled database stays, and the next run begins with it.
 */
const EVENTS = Number(process.argv[2] ?? 1_000_000);
const DAYS = Number(process.argv[3] ?? 8);
const ROUNDS = 5;
const FOLDER = process.argv[4];
const dataDir = FOLDER ?? (await mkdtemp(join(tmpdir(), 'mirabel-bench-')));
await mkdir(dataDir, { recursive: true });
const settings = loadSettings({ MB_DATA_DIR: dataDir });
const database = await openDatabase(settings);
const context = await createCommandContext({ settings, databaseUrl: database.url });
try {
  const tenants = context.get(TenantsService);
  const kept = (await tenants.list())[0];
  const { id, slug } = kept ?? (await tenants.create('bench'));
  const tenant = { tenantId: id, slug };
  if (!kept) await fill(context.get(Database), id);
  const rolling = performance.now();
  await context.get(Rollups, { strict: false }).runFor(tenant);
  const seconds = ((performance.now() - rolling) / 1_000).toFixed(1);
  console.log(`${EVENTS} events over ${DAYS} days; rolled up in ${seconds} s\n`);
  const metrics = context.get(MetricsService, { strict: false });
  const opportunities = context.get(OpportunitiesService, { strict: false });
  const repeated = context.get(RepeatedClicksService, { strict: false });
  const page = { limit: 20, offset: 0 };
  const to = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (const [name, period] of Object.entries({ 'closed days': { to }, 'with the open day': {} })) {
    console.log(`last 8 days, ${name}`);
    await time('overview', () => metrics.overview(tenant, period));
    for (const [metric, interval] of [
      ['ctr', 'hour'],
      ['sessions', 'day'],
      ['revenue', 'day'],
    ])
      await time(`timeseries ${metric} by ${interval}`, () =>
        metrics.timeseries(tenant, { ...period, metric, interval }),
      );
    for (const kind of QUERY_KINDS)
      await time(`queries ${kind}`, () => metrics.queries(tenant, { ...period, ...page, kind }));
    for (const by of ITEM_ORDERS) await time(`items by ${by}`, () => metrics.items(tenant, { ...period, ...page, by }));
    await time('conversions', () => metrics.conversions(tenant, { ...period, ...page }));
    await time('queries top, 50th page', () =>
      metrics.queries(tenant, { ...period, kind: 'top', limit: 20, offset: 980 }),
    );
    await time('queries top as CSV', async () =>
      toCsv(await metrics.queries(tenant, { ...period, ...page, limit: 100, kind: 'top' })),
    );
    await time('opportunities', () => opportunities.group(tenant, { ...period, ...page, min_count: 2 }));
    await time('repeated clicks', () => repeated.list(tenant, { ...period, ...page }));
  }
} finally {
  await context.close();
  await database.close();
  if (!FOLDER) await rm(dataDir, { recursive: true, force: true });
}

async function time(name, work) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    try {
      await work();
    } catch (error) {
      console.log(`  ${name.padEnd(26)} ${error.message}`);
      return;
    }
    times.push(performance.now() - started);
  }
  console.log(`  ${name.padEnd(26)} ${median(times).toFixed(0).padStart(6)} ms`);
}

/** 70 % searches, 28 % clicks, 2 % conversions; half of the queries come from 1,000 words, the rest are rare. */
async function fill(db, tenantId) {
  const now = Date.now();
  const base = Date.UTC(
    ...new Date(now)
      .toISOString()
      .slice(0, 10)
      .split('-')
      .map((part, i) => (i === 1 ? part - 1 : part)),
  );
  const days = Array.from({ length: DAYS }, (_, day) => day);
  // As many at once as the machine has cores for: each writes its own partitions.
  await Promise.all(
    [0, 1].map(async () => {
      for (let day = days.pop(); day !== undefined; day = days.pop()) await fillDay(db, tenantId, day, base, now);
    }),
  );
}

async function fillDay(db, tenantId, day, base, now) {
  const perDay = Math.round(EVENTS / DAYS);
  const start = base - day * 86_400_000;
  const span = Math.min(86_400_000, now - start) / 1_000;
  await db.system((tx) => tx.query('select make_event_partitions($1::date, $1::date)', [new Date(start)]));
  const parameters = [tenantId, new Date(start), span];
  const shared = `$1::uuid, $2::timestamptz + random() * $3 * interval '1 second'`;
  const session = `md5('${day} ' || (n % ${Math.ceil(perDay / 8)}))::uuid`;
  const words = `'query ' || case when random() < 0.5 then (power(random(), 3) * 1000)::int else (random() * 1e6)::int end`;
  for (let done = 0; done < perDay; done += 50_000) {
    const rows = `generate_series(${done}, ${Math.min(perDay, done + 50_000) - 1}) n, lateral (select ${words} as q where n >= 0) w`;
    await db.system(async (tx) => {
      await tx.query(
        `insert into searches select ${shared}, gen_random_uuid(), ${session}, q, q, (random() * 20)::int, 'overlay', null, null, now(), null
           from ${rows} where n % 100 < 70`,
        parameters,
      );
      await tx.query(
        `insert into clicks select ${shared}, gen_random_uuid(), ${session}, q, q, 'item ' || (random() * 20000)::int, 1 + (random() * 20)::int, 'overlay', null, now(), null
           from ${rows} where n % 100 between 70 and 97`,
        parameters,
      );
      await tx.query(
        `insert into conversions select $1::uuid, '${day} ' || n.n, 'item ' || (random() * 20000)::int, gen_random_uuid(), $2::timestamptz + random() * $3 * interval '1 second',
             ${session}, 9.99, 'EUR', 1, false, null, 'click', q, null, null, 'overlay', now(), null
           from ${rows} where n % 100 >= 98`,
        parameters,
      );
    });
  }
  await db.system((tx) =>
    tx.query('insert into rollup_marks (tenant_id, day) values ($1, $2)', [tenantId, new Date(start)]),
  );
}
