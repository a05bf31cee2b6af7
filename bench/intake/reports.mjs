import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { demoCatalogue } from '../../dist/src/modules/demo/index.js';
import { IndexingService } from '../../dist/src/modules/indexing/index.js';
import { MetricsService, Rollups } from '../../dist/src/modules/insights/index.js';
import { toCsv } from '../../dist/src/modules/insights/csv.interceptor.js';
import { ITEM_ORDERS, QUERY_KINDS } from '../../dist/src/modules/insights/metrics.service.js';
import { OpportunitiesService } from '../../dist/src/modules/insights/opportunities.service.js';
import { RepeatedClicksService } from '../../dist/src/modules/insights/repeated-clicks.service.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { Database } from '../../dist/src/platform/database/index.js';
import { median } from '../median.mjs';
import { fill } from './report-events.mjs';

/**
 * How long reports take on a busy tenant with 20,000 products: `node bench/run.mjs reports [events] [days they are spread over]
 * [folder]`. In a folder the filled database stays, and the next run begins with it. Milliseconds of the first time, the
 * median and the longest of the others.
 */
const EVENTS = Number(process.argv[2] ?? 1_000_000);
const DAYS = Number(process.argv[3] ?? 8);
const ROUNDS = 8;
const PRODUCTS = 20_000;
const DAY = 86_400_000;
const FOLDER = process.argv[4];
const dataDir = FOLDER ?? (await mkdtemp(join(tmpdir(), 'mirabel-bench-')));
await mkdir(dataDir, { recursive: true });
const settings = loadSettings({ MB_DATA_DIR: dataDir });
const database = await openDatabase(settings);
const context = await createCommandContext({ settings, databaseUrl: database.url });
const get = (type) => context.get(type, { strict: false });
try {
  const tenants = get(TenantsService);
  const kept = (await tenants.list())[0];
  const { id, slug } = kept ?? (await tenants.create('bench'));
  const tenant = { tenantId: id, slug };
  if (!kept) {
    // Reports of a year, too, have raw events to be counted from.
    await tenants.updateSettings(tenant, { retention_days: Math.max(90, DAYS + 1) });
    await fill(get(Database), id, Math.round(EVENTS / DAYS), DAYS);
  }
  await stock(tenant);
  const rolling = performance.now();
  await get(Rollups).runFor(tenant);
  const seconds = ((performance.now() - rolling) / 1_000).toFixed(1);
  console.log(`${EVENTS} events over ${DAYS} days; rolled up in ${seconds} s`);
  await measure(tenant);
} finally {
  await context.close();
  await database.close();
  if (!FOLDER) await rm(dataDir, { recursive: true, force: true });
}

async function measure(tenant) {
  const metrics = get(MetricsService);
  const opportunities = get(OpportunitiesService);
  const repeated = get(RepeatedClicksService);
  const page = { limit: 20, offset: 0 };
  const before = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
  const periods = {
    'last 8 days, closed': { to: before(1) },
    'last 8 days with the open one': {},
    'last 8 days of a channel': { channel: 'overlay' },
    'last 30 days': { from: before(29) },
    'last 365 days': { from: before(364) },
  };
  for (const [name, period] of Object.entries(periods)) {
    console.log(`\n${name.padEnd(32)} first  median  worst, ms`);
    const queries = (kind, offset, limit = 20) => metrics.queries(tenant, { ...period, kind, limit, offset });
    await time('overview', () => metrics.overview(tenant, period));
    for (const [metric, interval] of [
      ['ctr', period.from ? 'day' : 'hour'],
      ['sessions', 'day'],
      ['revenue', 'day'],
    ])
      await time(`timeseries ${metric} by ${interval}`, () =>
        metrics.timeseries(tenant, { ...period, metric, interval }),
      );
    for (const kind of QUERY_KINDS) await time(`queries ${kind}`, () => queries(kind, 0));
    await time('queries top, 100 as CSV', async () => toCsv(await queries('top', 0, 100)));
    for (const offset of [980, 5_000, 200_000]) await time(`queries top from ${offset}`, () => queries('top', offset));
    await time('queries no_clicks from 5000', () => queries('no_clicks', 5_000));
    for (const by of ITEM_ORDERS) await time(`items by ${by}`, () => metrics.items(tenant, { ...period, ...page, by }));
    await time('items from 10000', () => metrics.items(tenant, { ...period, limit: 20, offset: 10_000, by: 'clicks' }));
    await time('conversions', () => metrics.conversions(tenant, { ...period, ...page }));
    await time('conversions from 100000', () => metrics.conversions(tenant, { ...period, limit: 20, offset: 100_000 }));
    await time('repeated clicks', () => repeated.list(tenant, { ...period, ...page }));
    if (period.channel) continue;
    await time('opportunities', () => opportunities.group(tenant, { ...period, ...page, min_count: 2 }));
    await time('opportunities, 100', () =>
      opportunities.group(tenant, { ...period, limit: 100, offset: 0, min_count: 2 }),
    );
  }
}

async function time(name, work) {
  const times = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    try {
      await work();
    } catch (error) {
      console.log(`  ${name.padEnd(28)} ${error.message}`);
      return;
    }
    times.push(performance.now() - started);
    // A slow one is known after two rounds.
    if (round > 0 && times[0] > 2_000) break;
  }
  const [first, ...others] = times;
  const cells = [first, median(others), Math.max(...others)].map((value) => value.toFixed(0).padStart(7));
  console.log(`  ${name.padEnd(28)} ${cells.join('')}`);
}

/** Opportunities search for what failed. */
async function stock(tenant) {
  const models = demoCatalogue();
  const documents = Array.from({ length: PRODUCTS }, (_, n) => {
    const model = models[n % models.length];
    return { ...model, id: `item ${n}`, title: `${model.title} ${n}` };
  });
  for (let from = 0; from < PRODUCTS; from += 1_000)
    await get(IndexingService).push(tenant, 'bench', documents.slice(from, from + 1_000));
}
