import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { BehaviourLearner, BehaviourReader } from '../../dist/src/modules/behaviour/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { Database } from '../../dist/src/platform/database/index.js';
import { store } from './events.mjs';
import { attack, ndcg, seeded, Shop } from './shoppers.mjs';

/**
 * Does the learned order find what shoppers really like, and can it be bought? Simulated shoppers, the real learner on a
 * real PostgreSQL: `node bench/run.mjs behaviour [sessions a day] [days] [seed]`.
 */
const SESSIONS = Number(process.argv[2] ?? 2_000);
const DAYS = Number(process.argv[3] ?? 14);
const SEED = Number(process.argv[4] ?? 1);
const QUERIES = 60;
const DAY = 86_400_000;

const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const settings = loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' });
const database = await openDatabase(settings);
const time = { now: 0 };
const context = await createCommandContext({ settings, databaseUrl: database.url, clock: { now: () => time.now } });
const get = (type) => context.get(type, { strict: false });
const first = Math.floor(Date.now() / DAY) * DAY - DAYS * DAY;
let tenants = 0;

try {
  console.log(`${SESSIONS} sessions a day for ${DAYS} days, ${QUERIES} queries of 20 items, seed ${SEED}\n`);
  await recover();
  await resist();
  await pace();
} finally {
  await context.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function tenant() {
  const { id, slug } = await get(TenantsService).create(`bench-${++tenants}`);
  return { tenantId: id, slug };
}

/** Stores a day and learns from it; answers how a query is ordered from then on, and the milliseconds it took. */
async function live(shop, who, day, visits) {
  await store(get(Database), who.tenantId, day, visits);
  time.now = day + DAY - 60_000;
  const started = performance.now();
  await get(BehaviourLearner).learn(who);
  const took = performance.now() - started;
  const learned = await get(BehaviourReader).refresh(who);
  const own = new Map(learned.items.map(({ id, appeal }) => [id, appeal]));
  const orders = new Map();
  const orderOf = ({ words, popular }) => {
    if (!orders.has(words)) {
      const appeals = new Map(learned.appealsFor(words).map(({ id, appeal }) => [id, appeal]));
      const value = (item) => appeals.get(item) ?? own.get(item) ?? 0;
      orders.set(
        words,
        popular.toSorted((a, b) => value(b) - value(a)),
      );
    }
    return orders.get(words);
  };
  return { orderOf, took };
}

/** Order by clicks over times shown, as they come. */
function clickRates(visits) {
  const counts = new Map();
  for (const { query, shown, clicks } of visits) {
    for (const item of shown) {
      const key = `${query} ${item}`;
      if (!counts.has(key)) counts.set(key, { shown: 0, clicks: 0 });
      counts.get(key).shown++;
    }
    for (const { item } of clicks) counts.get(`${query} ${item}`).clicks++;
  }
  const rate = (query, item) => {
    const count = counts.get(`${query} ${item}`);
    return count ? count.clicks / count.shown : 0;
  };
  return ({ words, popular }) => popular.toSorted((a, b) => rate(words, b) - rate(words, a));
}

async function recover() {
  const rows = [];
  for (const closed of [false, true]) {
    const shop = new Shop(seeded(SEED), QUERIES);
    const byPopularity = ({ popular }) => popular;
    const who = await tenant();
    const all = { learned: [], rates: [] };
    let shown = { learned: byPopularity, rates: byPopularity };
    let learned;
    let took = 0;
    for (let at = 0; at < DAYS; at++) {
      const day = first + at * DAY;
      const orders = closed ? shown : { learned: byPopularity, rates: byPopularity };
      const visits = Array.from({ length: SESSIONS }, () => shop.visit(orders.learned, day));
      all.learned.push(...visits);
      const others = closed ? Array.from({ length: SESSIONS }, () => shop.visit(orders.rates, day)) : visits;
      all.rates.push(...others);
      learned = await live(shop, who, day, visits);
      took += learned.took;
      shown = { learned: learned.orderOf, rates: clickRates(all.rates) };
      if (![0, 2, 6, DAYS - 1].includes(at)) continue;
      rows.push({
        'what shoppers see': closed ? 'its own order of the day before' : 'popularity',
        day: at + 1,
        popularity: ndcg(shop, byPopularity).toFixed(3),
        'click rate': ndcg(shop, clickRates(all.rates)).toFixed(3),
        learned: ndcg(shop, learned.orderOf).toFixed(3),
        'learning ms a day': Math.round(took / (at + 1)),
      });
    }
  }
  console.log('nDCG@10 by true attraction');
  console.table(rows);
}

/** The least attractive items of a few queries, each clicked by a farm every day. */
async function resist() {
  const rows = [];
  for (const targets of [
    [0, 1, 2],
    [18, 19, 20, 21, 22],
  ]) {
    for (const machines of [0, 1, 3, 10]) rows.push(await attacked(targets, machines));
  }
  console.log('mean place of the worst of 20 items, clicked 500 times a day');
  console.table(rows);
}

async function attacked(targets, machines) {
  const shop = new Shop(seeded(SEED), QUERIES);
  const who = await tenant();
  const victims = targets.map((at) => {
    const query = shop.queries[at];
    return { query, item: [...query.attraction].sort(([, a], [, b]) => a - b)[0][0] };
  });
  let orderOf = ({ popular }) => popular;
  const all = [];
  let real = 0;
  for (let at = 0; at < DAYS; at++) {
    const day = first + at * DAY;
    const visits = Array.from({ length: SESSIONS }, () => shop.visit(orderOf, day));
    for (const { query, item } of victims) {
      real += visits.filter((visit) => visit.query === query.words).length;
      if (machines > 0) visits.push(...attack(query.words, item, orderOf(query), day, 500, machines));
    }
    all.push(...visits);
    ({ orderOf } = await live(shop, who, day, visits));
  }
  const mean = (order) =>
    (victims.reduce((sum, { query, item }) => sum + order(query).indexOf(item) + 1, 0) / victims.length).toFixed(1);
  return {
    'real searches a day': Math.round(real / DAYS / targets.length),
    machines,
    'by click rate': mean(clickRates(all)),
    learned: mean(orderOf),
  };
}

/** One day of a busy shop: how long a refresh takes, with all new and with nothing new. */
async function pace() {
  const shop = new Shop(seeded(SEED), 5_000);
  const who = await tenant();
  const visits = Array.from({ length: 50_000 }, () => shop.visit(({ popular }) => popular, first));
  const whole = await live(shop, who, first, visits);
  const again = await live(shop, who, first, []);
  const loading = performance.now();
  const learned = await get(BehaviourReader).refresh(who);
  const load = performance.now() - loading;
  console.log(
    `${visits.length} searches of ${shop.queries.length} queries in a day: counted in ${(whole.took / 1e3).toFixed(1)} s, ` +
      `again with nothing new in ${(again.took / 1e3).toFixed(1)} s, read into memory in ${load.toFixed(0)} ms (${learned.size} entries)`,
  );
}
