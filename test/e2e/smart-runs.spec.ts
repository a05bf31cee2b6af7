import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Global, Module } from '@nestjs/common';
import { LeaseLost } from '../../src/platform/jobs/index.ts';
import { RunsRepository } from '../../src/modules/smart/runs/runs.repository.ts';
import { DueNights } from '../../src/modules/smart/runs/due-nights.ts';
import { RunRunner, SMART_TIMING } from '../../src/modules/smart/index.ts';
import { TenantsService } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { candidate, RunOf, SmartShop, type Body } from '../support/smart.ts';

/** Nights are looked for when a test says so. */
@Global()
@Module({ providers: [{ provide: SMART_TIMING, useValue: { nightly: false } }], exports: [SMART_TIMING] })
class ByHand {}

let service: TestApp;
let tenant: TestTenant;
let shop: SmartShop;
let catalogue: Shop;
const HOUR = 3_600_000;

beforeAll(async () => {
  service = await startTestApp({ modules: [ByHand] });
});
beforeEach(async () => {
  tenant = await service.createTenant();
  shop = new SmartShop(service, tenant);
  catalogue = new Shop(service, tenant);
});
afterAll(() => service.close());

const runsOf = async (of = shop): Promise<Body[]> => (await of.ask('GET', '/smart/runs?limit=100')).body.rows;
const ended = async (of = shop): Promise<Body[]> => {
  const rows = await runsOf(of);
  return Promise.all(rows.map(({ id }) => of.ended(id)));
};
const rows = <T>(sql: string, parameters: unknown[]): Promise<T[]> =>
  service.app.get(Database).system((tx) => tx.query<T>(sql, parameters));

test('from events over HTTP to an accepted suggestion, and the query that failed finds products', async () => {
  await catalogue.push([
    product('s1', { title: 'Red sneakers' }),
    product('s2', { title: 'Blue sneakers' }),
    product('h', { title: 'Straw hat' }),
  ]);
  // Else the engine would hear what is meant.
  await shop.settings({ typo_tolerance: false });
  expect(await catalogue.found('snaekrs')).toEqual([]);
  const now = service.clock.now();
  for (let n = 0; n < 6; n++) await shop.rescued('snaekrs', 'sneakers', 's1', now - 600_000 + n * 60_000);
  for (let n = 0; n < 3; n++) await shop.searched('straw hat', 1, randomUUID());
  service.clock.advance(1_000);
  const run = await shop.run();
  expect(run).toMatchObject({
    mode: 'shadow',
    trigger: 'manual',
    status: 'succeeded',
    error: null,
    cost_usd_cents: 0,
    ai: { provider: null, model: null, calls: 0, input_tokens: 0, output_tokens: 0 },
    metrics: {
      sessions: 9,
      queries_analysed: 15,
      failed_queries: 1,
      pairs_found: 1,
      applied: 0,
    },
  });
  // The catalogue may suggest something by itself.
  const suggestion = (await shop.suggestions('&status=logged')).find(({ failed }) => failed === 'snaekrs');
  expect(suggestion).toMatchObject({
    failed: 'snaekrs',
    suggested: 'sneakers',
    kind: 'typo',
    status: 'logged',
    evidence: { sessions: 6, rescues: 6, rescue_rate: 1, replay: { recovered: 1, held: false } },
    run: { id: run.id, mode: 'shadow' },
  });
  const accepted = await shop.ask('POST', `/smart/suggestions/${suggestion.id}/accept`);
  expect(accepted).toMatchObject({ status: 200, body: { engine: 'applied', synonym: { source: 'learned' } } });
  expect(await catalogue.found('snaekrs')).toEqual(['s1', 's2']);
  const answer = await catalogue.search({ q: 'Snaekrs' });
  expect(answer.body.applied.synonyms).toMatchObject([{ id: accepted.body.synonym.id, to: 'sneakers' }]);
  await shop.settings({ typo_tolerance: true });
});

test('shoppers who turn to another topic make no pair', async () => {
  await catalogue.push([product('s1', { title: 'Red sneakers' }), product('g', { title: 'Garden hose' })]);
  const at = service.clock.now() - 1_200_000;
  for (let n = 0; n < 4; n++) await shop.rescued('snaekrs', 'sneakers', 's1', at + n * 1_000);
  // Some of many who find no lampshade look for a hose next.
  for (let n = 0; n < 4; n++) await shop.rescued('lampshade', 'garden hose', 'g', at + n * 1_000);
  const timestamp = new Date(at).toISOString();
  for (let n = 0; n < 40; n++) await shop.searched('lampshade', 0, randomUUID(), { timestamp });
  service.clock.advance(1_000);
  const { metrics } = await shop.run();
  expect(metrics).toMatchObject({ failed_queries: 2, pairs_found: 1, skipped_few_sessions: 0 });
  expect(await shop.about('lampshade')).toBeNull();
  expect(await shop.about('snaekrs')).toMatchObject({ suggested: 'sneakers' });
});

test('what a run covers: events since the last succeeded one began, the first one 14 days', async () => {
  const now = service.clock.now();
  await shop.rescued('snaekrs', 'sneakers', 's1', now - 60_000);
  service.clock.advance(1_000);
  expect((await shop.run()).metrics).toMatchObject({ sessions: 1, queries_analysed: 2 });
  service.clock.advance(1_000);
  expect((await shop.run()).metrics).toMatchObject({ sessions: 0, queries_analysed: 0, failed_queries: 0 });
  await shop.rescued('snaekrs', 'sneakers', 's1', now - 30_000);
  service.clock.advance(1_000);
  expect((await shop.run()).metrics).toMatchObject({ sessions: 1, queries_analysed: 2 });
  const windows = await rows<{ days: number }>(
    `select round(extract(epoch from window_to - window_from) / 86400)::int as days from smart_runs
     where tenant_id = $1 order by started_at`,
    [tenant.context.tenantId],
  );
  expect(windows.map(({ days }) => days)).toEqual([14, 0, 0]);
});

test('one run at a time; in mode off it is skipped', async () => {
  const claim = await new RunOf(service, tenant).claim();
  const second = await shop.ask('POST', '/smart/runs');
  expect(second).toMatchObject({ status: 409, body: { code: 'run_already_running', run_id: claim.run.id } });
  await new RunOf(service, tenant).work(claim, []);
  await shop.settings({ smart_mode: 'off' });
  const skipped = await shop.ask('POST', '/smart/runs');
  expect(skipped).toMatchObject({
    status: 202,
    body: { mode: 'off', status: 'skipped', finished_at: expect.any(String) },
  });
  const list = await shop.ask('GET', '/smart/runs?limit=1');
  expect(list.body).toMatchObject({ total: 2, limit: 1, offset: 0, rows: [{ id: skipped.body.id }] });
  expect(Object.keys(list.body.rows[0])).toEqual([
    'id',
    'mode',
    'trigger',
    'status',
    'started_at',
    'finished_at',
    'metrics',
    'ai',
    'cost_usd_cents',
    'error',
  ]);
  expect(await shop.ask('GET', '/smart/runs?limit=101')).toMatchObject({ status: 400 });
  for (const id of ['x', randomUUID()]) {
    expect(await shop.ask('GET', `/smart/runs/${id}`)).toMatchObject({ status: 404 });
    expect(await shop.ask('POST', `/smart/runs/${id}/cancel`)).toMatchObject({ status: 404 });
  }
});

test('a cancelled run is over at once, and its process writes nothing more', async () => {
  const run = new RunOf(service, tenant);
  const claim = await run.claim();
  await run.work(claim, [candidate('aaaa', 'sneakers')], false);
  const cancelled = await shop.ask('POST', `/smart/runs/${claim.run.id}/cancel`);
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'failed', error: 'A person cancelled it.' } });
  await expect(run.work(claim, [candidate('bbbb', 'sneakers')])).rejects.toThrow(LeaseLost);
  expect(await shop.about('bbbb')).toBeNull();
  expect(await shop.about('aaaa')).toMatchObject({ status: 'logged' });
  expect(await shop.ask('POST', `/smart/runs/${claim.run.id}/cancel`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  expect(await shop.run()).toMatchObject({ status: 'succeeded' });
});

test('who lost the lease writes nothing; who takes over doubles nothing', async () => {
  await shop.settings({ smart_mode: 'auto' });
  await catalogue.push([product('s1', { title: 'Red sneakers' })]);
  const run = new RunOf(service, tenant);
  const first = await run.claim();
  await run.work(first, [candidate('aaaa', 'sneakers'), candidate('bbbb', 'sneakers')], false);
  // Its process sleeps: the lease ends, another one takes the run up and begins anew.
  await rows(`update smart_runs set lease_until = now() where id = $1`, [first.run.id]);
  const taken = await service.app
    .get(Database)
    .system((tx) => service.app.get(RunsRepository).claim(tx, randomUUID(), 600, first.run.id));
  expect(taken!.run).toEqual({ ...first.run, fence: 2 });
  const all = [candidate('aaaa', 'sneakers'), candidate('bbbb', 'sneakers'), candidate('cccc', 'sneakers')];
  await expect(run.work(first, all)).rejects.toThrow(LeaseLost);
  expect(await shop.about('cccc')).toBeNull();
  await run.work(taken!, all);
  expect(await shop.ask('GET', `/smart/runs/${first.run.id}`)).toMatchObject({
    body: { status: 'succeeded', metrics: { suggestions_created: 3, applied: 3, by_band: { high: 3 } } },
  });
  expect(await shop.synonyms()).toHaveLength(3);
  expect((await shop.about('aaaa')).history).toHaveLength(1);
});

/** Moves the clock to a time of day in UTC, in the future. */
function moveTo(hour: number, minute = 0): void {
  const at = new Date(service.clock.now());
  at.setUTCHours(hour, minute, 0, 0);
  const wait = at.getTime() - service.clock.now();
  service.clock.advance(wait > 0 ? wait : wait + 24 * HOUR);
}
/** Looks until nothing is due and all that began is over. */
async function look({ app }: TestApp = service): Promise<void> {
  for (;;) {
    await app.get(RunRunner).lookForNights();
    const due = await app.get(DueNights).list(1);
    const [open] = await app
      .get(Database)
      .system((tx) => tx.query(`select 1 from smart_runs where status = 'running' and night is not null limit 1`));
    if (due.length === 0 && !open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const nights = async (of: TestTenant = tenant): Promise<string[]> => {
  const found = await rows<{ night: string }>(
    `select night::text from smart_runs where tenant_id = $1 and night is not null order by night`,
    [of.context.tenantId],
  );
  return found.map(({ night }) => night);
};

test('a night begins at its local hour, has one run, and a missed one is made up for by one', async () => {
  await shop.settings({ timezone: 'Asia/Tokyo', smart_hour: 5 });
  moveTo(19, 59);
  await look();
  expect(await nights()).toEqual([]);
  moveTo(20, 0);
  await look();
  await look();
  const [first] = await ended();
  expect(first).toMatchObject({ trigger: 'cron', status: 'succeeded', mode: 'shadow' });
  expect(await nights()).toHaveLength(1);
  // Four nights without a process: one run covers them.
  service.clock.advance(4 * 24 * HOUR + HOUR);
  await shop.searched('sneakers', 1, randomUUID());
  service.clock.advance(1_000);
  await look();
  const [latest] = await ended();
  expect(latest.metrics).toMatchObject({ queries_analysed: 1 });
  expect(await nights()).toHaveLength(2);
  await look();
  expect(await nights()).toHaveLength(2);
});

test('no run by itself in mode off, nor in the night of its birth', async () => {
  moveTo(4);
  const newborn = await service.createTenant();
  const off = await service.createTenant();
  await new SmartShop(service, off).settings({ smart_mode: 'off' });
  await look();
  expect(await nights(newborn)).toEqual([]);
  service.clock.advance(24 * HOUR);
  await look();
  await ended(new SmartShop(service, newborn));
  expect([await nights(newborn), await nights(off)]).toEqual([[expect.any(String)], []]);
});

test('who switches it off while a night waits for its slot has no run', async () => {
  moveTo(4);
  service.clock.advance(24 * HOUR);
  const due = service.app.get(DueNights);
  const mine = (await due.list(10_000)).find((one) => one.tenant.tenantId === tenant.context.tenantId);
  await shop.settings({ smart_mode: 'off' });
  expect(await due.begin(mine!, randomUUID(), 20)).toBeNull();
  expect(await nights()).toEqual([]);
  await shop.settings({ smart_mode: 'hybrid' });
  const claim = await due.begin(mine!, randomUUID(), 20);
  expect(claim!.run.mode).toBe('hybrid');
  await new RunOf(service, tenant).work(claim!, []);
});

test('a run by hand does not take the place of the night, nor run beside it', async () => {
  moveTo(2);
  const claim = await new RunOf(service, tenant).claim();
  moveTo(4);
  await look();
  expect(await nights()).toEqual([]);
  await new RunOf(service, tenant).work(claim, []);
  await look();
  await ended();
  expect(await nights()).toHaveLength(1);
});

test('three processes, one with a clock an hour ahead: one run a night', async () => {
  const more = () => startTestApp({ modules: [ByHand], databaseUrl: service.databaseUrl });
  const [other, third] = [await more(), await more()];
  try {
    const tenants = await Promise.all(Array.from({ length: 12 }, () => service.createTenant()));
    // The others' nights are over, so that only these are due.
    moveTo(2, 30);
    other.clock.advance(service.clock.now() - other.clock.now() + HOUR);
    third.clock.advance(service.clock.now() - third.clock.now());
    const all = [service, other, third];
    for (let step = 0; step < 4; step++) {
      await Promise.all([...all, ...all].map(look));
      for (const { clock } of all) clock.advance(30 * 60_000);
    }
    for (const one of tenants) {
      await ended(new SmartShop(service, one));
      expect(await nights(one)).toHaveLength(1);
    }
  } finally {
    await Promise.all([other.close(), third.close()]);
  }
});

test.each([
  // 2:30 does not exist in the first of these nights and comes twice in the second.
  ['2027-03-28', '2027-03-27T20:00:00Z'],
  ['2027-10-31', '2027-10-30T20:00:00Z'],
])('the night of %s, in which clocks change, has one run', async (day, evening) => {
  const one = await startTestApp({ modules: [ByHand] });
  try {
    one.clock.advance(Date.parse(evening) - one.clock.now());
    const made = await one.createTenant();
    await one.app.get(TenantsService).updateSettings(made.context, { timezone: 'Europe/Madrid', smart_hour: 2 });
    const of = new SmartShop(one, made);
    for (let step = 0; step < 24; step++) {
      one.clock.advance(30 * 60_000);
      await look(one);
      await ended(of);
    }
    const found = await one.app
      .get(Database)
      .system((tx) =>
        tx.query<{ night: string; started: Date }>(
          'select night::text, started_at as started from smart_runs where tenant_id = $1',
          [made.context.tenantId],
        ),
      );
    expect(found.map(({ night }) => night)).toEqual([day]);
    const hour = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid', hour: 'numeric', hourCycle: 'h23' });
    expect(hour.format(found[0]!.started)).toBe(day === '2027-03-28' ? '03' : '02');
  } finally {
    await one.close();
  }
});

test('a run that is claimed while its process stops is given back', async () => {
  const stopping = await startTestApp({ modules: [ByHand] });
  const admin = new Client({ connectionString: stopping.databaseUrl });
  await admin.connect();
  try {
    const { run } = await new RunOf(stopping, await stopping.createTenant()).claim();
    await admin.query('begin; lock table smart_runs in access exclusive mode');
    await admin.query(`update smart_runs set lease_until = now() - interval '1 hour'`);
    const runner = stopping.app.get(RunRunner);
    const taking = runner.fill();
    for (let waiting = 0; waiting === 0;) {
      const { rows: locks } = await admin.query(
        `select count(*)::int as waiting from pg_locks where relation = 'smart_runs'::regclass and not granted`,
      );
      waiting = locks[0].waiting;
    }
    const stopped = runner.beforeApplicationShutdown();
    await admin.query('commit');
    await Promise.all([taking, stopped]);
    const { rows: found } = await admin.query('select id, status, lease_owner, fence from smart_runs');
    expect(found).toEqual([{ id: run.id, status: 'running', lease_owner: null, fence: 2 }]);
  } finally {
    await admin.end();
    await stopping.close();
  }
});

test('a deleted tenant takes its runs and suggestions with it', async () => {
  await new RunOf(service, tenant).with(candidate('aaaa', 'sneakers'));
  await service.app.get(TenantsService).delete(tenant.context);
  for (const table of ['smart_runs', 'smart_suggestions']) {
    expect(await rows(`select 1 from ${table} where tenant_id = $1`, [tenant.context.tenantId])).toEqual([]);
  }
});
