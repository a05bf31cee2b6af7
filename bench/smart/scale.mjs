import { performance } from 'node:perf_hooks';
import { fillDay } from './crowd.mjs';
import { learningOf, score } from './learning.mjs';

const DAY = 86_400_000;
const EVENTS_A_SESSION = 6;
/** As many runs at once as a process of the service allows itself. */
const LANES = 2;

/** A day of one large shop, and a night of many small ones: time, and the memory of this process. */
export async function benchScale({ database, events = 10_000_000, shops = 10_000, eventsOfShop = 1_000 }) {
  const start = Math.floor(Date.now() / DAY) * DAY - 2 * DAY;
  const [large] = await createTenants(database, 'large', 1);
  await time(`filling ${events} events`, () =>
    fillDay(database, { tenantIds: [large.tenantId], start, sessions: Math.ceil(events / EVENTS_A_SESSION) }),
  );
  await time(`a day of ${events} events of one shop`, () => learn(database, large, start));
  const small = await createTenants(database, 'small', shops);
  await time(`filling ${shops} shops`, async () => {
    for (let at = 0; at < shops; at += 200) {
      const tenantIds = small.slice(at, at + 200).map(({ tenantId }) => tenantId);
      await fillDay(database, {
        tenantIds,
        start: start + DAY,
        sessions: Math.ceil(eventsOfShop / EVENTS_A_SESSION),
        words: 5,
      });
    }
  });
  await time(`a night of ${shops} shops with ${eventsOfShop} events each`, async () => {
    const queue = [...small];
    const results = { sessions: 0, pairs: 0, candidates: 0 };
    const lane = async () => {
      for (let tenant = queue.pop(); tenant; tenant = queue.pop()) {
        const found = await learn(database, tenant, start + DAY);
        for (const name of Object.keys(results)) results[name] += found[name];
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return results;
  });
}

async function learn(database, tenant, start) {
  const { gatherer, reader } = learningOf(database);
  const { pairs, counts } = await gatherer.gather(
    tenant,
    { from: start, to: start + DAY },
    { maxQueryLength: 20, locale: 'en' },
  );
  const context = pairs.length === 0 ? null : await reader.read(tenant, pairs, { locale: 'en' });
  const candidates = context ? score(pairs, context) : [];
  return { sessions: counts.sessions, pairs: pairs.length, candidates: candidates.length };
}

async function createTenants(database, name, count) {
  const rows = await database.system((tx) =>
    tx.query(
      `insert into tenants (id, slug, name, ip_salt)
       select gen_random_uuid(), $1 || '-' || n, $1, sha256(n::text::bytea) from generate_series(1, $2::int) n
       returning id, slug`,
      [name, count],
    ),
  );
  return rows.map(({ id, slug }) => ({ tenantId: id, slug }));
}

async function time(name, work) {
  let peak = process.memoryUsage.rss();
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const [before, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work().finally(() => clearInterval(watch));
  const used = process.cpuUsage(cpu);
  const seconds = ((performance.now() - before) / 1_000).toFixed(1);
  console.log(
    `${name}: ${seconds} s (${((used.user + used.system) / 1e6).toFixed(1)} s of processor here), ` +
      `at most ${(peak / 2 ** 20).toFixed(0)} MB${result ? `, ${JSON.stringify(result)}` : ''}`,
  );
}
