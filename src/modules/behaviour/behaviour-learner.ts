import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { tenantContext, type TenantContext } from '../../kernel/tenant-context.ts';
import { COUNTING_PLAN, COUNTING_TIMEOUT, Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { SettingsReader, TenantsService } from '../tenants/index.ts';
import { DAY_EVIDENCE } from './day-evidence.ts';
import { decay, HALF_LIFE_DAYS } from './decay.ts';
import { fitPositions, positionCurve, type Placement, type PositionEvidence } from './positions.ts';

const DAY = 86_400_000;
/** What was shown is kept 25 h: a day's showings are whole until an hour after it. */
const SHOWN_UNTIL = 45 * 60_000;
/** Six half-lives are 1.6 %: what is older moves nothing. */
const MAX_AGE_DAYS = 6 * HALF_LIFE_DAYS;
/**
 * A mark stands for all events of a day that a process stores within half a minute of it, so one is only taken away once
 * it is older than that, by the database's clock.
 */
const MARK_RESTS = `interval '40 seconds'`;
/**
 * Milliseconds in which new behaviour is to count: less a minute until the job looks, and what reading it into memory takes.
 * What comes while a day is being counted waits for that, for the rest and for the next counting.
 */
const COUNTS_WITHIN = 220_000;
/** A tenant rests this many times as long as it took to learn from it, as far as that leaves time. */
const REST_TIMES = 10;
const KEYS_A_STATEMENT = 2_000;

export const BEHAVIOUR_TOPIC = 'behaviour';

export const restAfter = (took: number): number => Math.max(0, Math.min(REST_TIMES * took, COUNTS_WITHIN - 2 * took));

/** The evidence of the days in which something happened, and the sums over all days. */
@Injectable()
export class BehaviourLearner {
  readonly #logger = new Logger('BehaviourLearner');
  readonly #restsUntil = new LRUCache<string, number>({ max: 20_000 });

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsService,
    private readonly settings: SettingsReader,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Every marked day of every tenant; one that fails does not keep the others from their turn. */
  async run(signal?: AbortSignal): Promise<void> {
    const marked = await this.database.system((tx) =>
      tx.query<{ id: string; slug: string }>(
        `select t.id, t.slug from tenants t where exists (select from behaviour_marks m where m.tenant_id = t.id)
         order by (select min(m.id) from behaviour_marks m where m.tenant_id = t.id)`,
      ),
    );
    for (const { id, slug } of marked) {
      if (signal?.aborted) return;
      if (performance.now() < (this.#restsUntil.get(id) ?? 0)) continue;
      const started = performance.now();
      try {
        await this.learn(tenantContext(id, slug));
      } catch (error) {
        this.#logger.error({ err: error, tenant: slug, msg: 'could not learn from behaviour' });
      }
      const took = performance.now() - started;
      this.#restsUntil.set(id, performance.now() + restAfter(took));
    }
  }

  /** The marked days of one tenant. */
  async learn(tenant: TenantContext): Promise<void> {
    const days = await this.database.tenant(tenant, (tx) =>
      tx.query<{ day: string }>(
        'select distinct day::text from behaviour_marks where tenant_id = $1 order by day desc',
        [tenant.tenantId],
      ),
    );
    const oldest = await this.#oldest(tenant);
    for (const { day } of days) await this.#learnDay(tenant, day, day < oldest);
  }

  /** Takes away the days whose raw events are gone, tenant by tenant. */
  forget(): Promise<void> {
    return this.tenants.forEach(async (tenant) => {
      const oldest = await this.#oldest(tenant);
      const days = await this.database.tenant(tenant, (tx) =>
        tx.query<{ day: string }>(
          `select distinct day::text from behaviour_days where tenant_id = $1 and day < $2
           union select day::text from behaviour_positions where tenant_id = $1 and day < $2`,
          [tenant.tenantId, oldest],
        ),
      );
      for (const { day } of days) await this.#learnDay(tenant, day, true);
    });
  }

  async #oldest(tenant: TenantContext): Promise<string> {
    const { retention_days } = await this.settings.get(tenant);
    const days = Math.min(retention_days, MAX_AGE_DAYS);
    return new Date(this.clock.now() - days * DAY).toISOString().slice(0, 10);
  }

  async #learnDay(tenant: TenantContext, day: string, gone: boolean): Promise<void> {
    const started = performance.now();
    const rows = await this.database.tenant(
      tenant,
      async (tx) => {
        await tx.query(COUNTING_PLAN);
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`behaviour ${tenant.tenantId}`]);
        // Before the events are read: what commits from here on leaves a mark that stays.
        const marks = await tx.query<{ id: string }>(
          `select id from behaviour_marks where tenant_id = $1 and day = $2 and marked_at < now() - ${MARK_RESTS}`,
          [tenant.tenantId, day],
        );
        const changed = gone ? await forgetDay(tx, tenant.tenantId, day) : await this.#count(tx, tenant.tenantId, day);
        await tx.query(
          `delete from behaviour_marks where tenant_id = $1 and day = $2 and (id = any($3::bigint[]) or $4)`,
          [tenant.tenantId, day, marks.map(({ id }) => id), gone],
        );
        if (changed > 0) await this.bus.send(tx, BEHAVIOUR_TOPIC, tenant.tenantId);
        return changed;
      },
      COUNTING_TIMEOUT,
    );
    const took = Math.round(performance.now() - started);
    this.#logger.debug({ tenant: tenant.slug, day, rows, took, msg: 'learned from behaviour' });
  }

  /** Rows that changed. */
  async #count(tx: Transaction, tenantId: string, day: string): Promise<number> {
    const start = Date.parse(`${day}T00:00:00Z`);
    const shown = this.clock.now() < start + DAY + SHOWN_UNTIL;
    const period = [tenantId, new Date(start).toISOString(), new Date(start + DAY).toISOString()];
    const curve = positionCurve(await knownPositions(tx, tenantId, day));
    const rows = await tx.query<Counted>(REPLACE, [...period, curve, shown, day]);
    const placements = rows.filter((row) => row.position !== null);
    if (shown) await keepPositions(tx, tenantId, day, fitPositions(placements, curve));
    return addUp(
      tx,
      tenantId,
      rows.filter((row) => row.position === null),
    );
  }
}

/** Answers the keys of what changed, and the places of what was shown. */
const REPLACE = `
  with ${DAY_EVIDENCE},
  old as (select * from behaviour_days where tenant_id = $1 and day = $6),
  changes as materialized (
    select coalesce(f.normalized_query, o.normalized_query) as normalized_query,
           coalesce(f.item_id, o.item_id) as item_id, f.sessions, f.expected, f.gain, f.corroborated, f.spelling
    from evidence f full join old o on o.normalized_query = f.normalized_query and o.item_id = f.item_id
    where (f.sessions, f.expected, f.gain, f.corroborated, f.spelling)
          is distinct from (o.sessions, o.expected, o.gain, o.corroborated, o.spelling)),
  gone as (
    delete from behaviour_days d using changes c
    where c.sessions is null and d.tenant_id = $1 and d.day = $6
      and d.normalized_query = c.normalized_query and d.item_id = c.item_id),
  kept as (
    insert into behaviour_days (tenant_id, normalized_query, item_id, day, sessions, expected, gain, corroborated, spelling)
    select $1, normalized_query, item_id, $6, sessions, expected, gain, corroborated, spelling from changes
    where sessions is not null order by normalized_query, item_id
    on conflict (tenant_id, normalized_query, item_id, day) do update set sessions = excluded.sessions,
      expected = excluded.expected, gain = excluded.gain, corroborated = excluded.corroborated, spelling = excluded.spelling)
  select normalized_query, item_id, null::integer as position, null::float8 as shown, null::float8 as clicks from changes
  union all
  select null, item_id, position, shown, clicks from placements
  order by 1, 2`;

type Counted = (Key & { position: null }) | (Placement & { normalized_query: null });

interface Key {
  normalized_query: string;
  item_id: string;
}

const KEYS = 'unnest($2::text[], $3::text[]) k (normalized_query, item_id)';

const ADD_UP = `
  insert into behaviour_totals
    (tenant_id, normalized_query, item_id, sessions, asked, expected, gain, corroborated, spelling)
  select $1, d.normalized_query, d.item_id, sum(sessions), sum(w * sessions), sum(w * expected), sum(w * gain),
         sum(w * corroborated), max(p.spelling)
  from ${KEYS}
  join behaviour_days d on d.tenant_id = $1 and d.normalized_query = k.normalized_query and d.item_id = k.item_id
  cross join lateral (select ${decay('d.day')} as w) weight
  left join lateral (
    select e.spelling from behaviour_days e
    where d.item_id = '' and e.tenant_id = $1 and e.normalized_query = d.normalized_query and e.item_id = ''
    group by e.spelling order by sum(e.sessions) desc, e.spelling limit 1) p on d.item_id = ''
  group by d.normalized_query, d.item_id
  order by d.normalized_query, d.item_id
  on conflict (tenant_id, normalized_query, item_id) do update set sessions = excluded.sessions, asked = excluded.asked,
    expected = excluded.expected, gain = excluded.gain, corroborated = excluded.corroborated, spelling = excluded.spelling`;

const DROP_EMPTY = `
  delete from behaviour_totals t using ${KEYS}
  where t.tenant_id = $1 and t.normalized_query = k.normalized_query and t.item_id = k.item_id
    and not exists (select from behaviour_days d where d.tenant_id = $1
                      and d.normalized_query = k.normalized_query and d.item_id = k.item_id)`;

async function addUp(tx: Transaction, tenantId: string, changed: readonly Key[]): Promise<number> {
  // A few keys, each with its days: looked up one by one.
  await tx.query(`select set_config('enable_nestloop', 'on', true)`);
  for (let from = 0; from < changed.length; from += KEYS_A_STATEMENT) {
    const keys = changed.slice(from, from + KEYS_A_STATEMENT);
    const columns = [keys.map((key) => key.normalized_query), keys.map((key) => key.item_id)];
    await tx.query(ADD_UP, [tenantId, ...columns]);
    await tx.query(DROP_EMPTY, [tenantId, ...columns]);
  }
  await tx.query(`select set_config('enable_nestloop', 'off', true)`);
  return changed.length;
}

async function forgetDay(tx: Transaction, tenantId: string, day: string): Promise<number> {
  await tx.query('delete from behaviour_positions where tenant_id = $1 and day = $2', [tenantId, day]);
  const gone = await tx.query<Key>(
    'delete from behaviour_days where tenant_id = $1 and day = $2 returning normalized_query, item_id',
    [tenantId, day],
  );
  return addUp(tx, tenantId, gone);
}

/** Decayed evidence of the other days: a day that is counted again must not confirm itself. */
function knownPositions(tx: Transaction, tenantId: string, day: string): Promise<PositionEvidence[]> {
  return tx.query<PositionEvidence>(
    `select position, sum(clicks * w) as clicks, sum(attraction * w) as attraction from (
       select *, 2 ^ (-abs($2::date - day) / ${HALF_LIFE_DAYS}::float8) as w from behaviour_positions
       where tenant_id = $1 and day <> $2
     ) p group by position`,
    [tenantId, day],
  );
}

async function keepPositions(tx: Transaction, tenantId: string, day: string, evidence: readonly PositionEvidence[]) {
  await tx.query('delete from behaviour_positions where tenant_id = $1 and day = $2', [tenantId, day]);
  await tx.query(
    `insert into behaviour_positions (tenant_id, day, position, clicks, attraction)
     select $1, $2, * from unnest($3::integer[], $4::float8[], $5::float8[])`,
    [
      tenantId,
      day,
      evidence.map(({ position }) => position),
      evidence.map(({ clicks }) => clicks),
      evidence.map(({ attraction }) => attraction),
    ],
  );
}
