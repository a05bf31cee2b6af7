import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { RunRunner } from '../../dist/src/modules/smart/index.js';
import { fillCatalogues, fillDay } from './crowd.mjs';
import { learningOf, score } from './learning.mjs';

const DAY = 86_400_000;
const EVENTS_A_SESSION = 6;
const WORDS_OF_SHOP = 5;
/**
 * The evidence of a day of one large shop, and a whole night of many small ones as the service works through it: time, and
 * the memory of this process.
 */
export async function benchScale({ context, database, events = 10_000_000, shops = 10_000, eventsOfShop = 1_000 }) {
  const start = Math.floor(Date.now() / DAY) * DAY - 2 * DAY;
  const [large] = await createTenants(database, 'large', 1);
  await time(`filling ${events} events`, () =>
    fillDay(database, { tenantIds: [large.tenantId], start, sessions: Math.ceil(events / EVENTS_A_SESSION) }),
  );
  await time(`a day of ${events} events of one shop`, () => learn(database, large, start));
  await database.system((tx) => tx.query('delete from tenants where id = $1', [large.tenantId]));
  const small = await createTenants(database, 'small', shops);
  await time(`filling ${shops} shops`, async () => {
    for (let at = 0; at < shops; at += 200) {
      const tenantIds = small.slice(at, at + 200).map(({ tenantId }) => tenantId);
      await fillCatalogues(database, tenantIds, WORDS_OF_SHOP);
      await fillDay(database, {
        tenantIds,
        start: start + DAY,
        sessions: Math.ceil(eventsOfShop / EVENTS_A_SESSION),
        words: WORDS_OF_SHOP,
      });
    }
  });
  await time(`a night of ${shops} shops with ${eventsOfShop} events each`, () => night(context, database, shops));
}

/** Until every shop's run has ended. */
async function night(context, database, shops) {
  const runner = context.get(RunRunner);
  await runner.serve();
  for (;;) {
    await runner.lookForNights();
    const [row] = await database.system((tx) =>
      tx.query(
        `select count(*) filter (where status <> 'running')::int as ended,
                count(*) filter (where status = 'failed')::int as failed,
                sum((metrics->>'sessions')::int)::int as sessions, sum((metrics->>'suggestions_created')::int)::int as suggestions
         from smart_runs where night is not null`,
      ),
    );
    if (row.ended >= shops) return row;
    await wait(250);
  }
}

async function learn(database, tenant, start) {
  const { gatherer, reader } = learningOf(database);
  const { pairs, counts } = await gatherer.gather(
    tenant,
    { from: start, to: start + DAY, seen: null },
    { maxQueryLength: 20, locale: 'en' },
  );
  const context = pairs.length === 0 ? null : await reader.read(tenant, pairs, { locale: 'en' });
  const candidates = context ? await score(pairs, context) : [];
  return { sessions: counts.sessions, pairs: pairs.length, candidates: candidates.length };
}

async function createTenants(database, name, count) {
  // A tenant that is new waits for its first night.
  const rows = await database.system((tx) =>
    tx.query(
      `with made as (
         insert into tenants (id, slug, name, ip_salt, created_at)
         select gen_random_uuid(), $1 || '-' || n, $1, sha256(n::text::bytea), now() - interval '2 days'
         from generate_series(1, $2::int) n
         returning id, slug),
       settings as (insert into tenant_settings (tenant_id) select id from made),
       catalogs as (insert into catalogs (tenant_id) select id from made)
       select id, slug from made`,
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
