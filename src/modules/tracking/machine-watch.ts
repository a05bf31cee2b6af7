import { Injectable } from '@nestjs/common';
import { movedTime, type Transaction } from '../../platform/database/index.ts';
import type { TrackedEvent } from './event.ts';
import { HourCounts } from './hour-counts.ts';
import { iso } from './intake/batch.ts';

/** No shopper does more in any hour. */
export const MACHINE_LIMITS = { clicks: 100, searches: 300 } as const;
type Watched = keyof typeof MACHINE_LIMITS;

/** A share of the limit from which this process asks the database, since the others see a part of the session too. */
const SUSPICIOUS = 0.3;

/** The sessions among the given ones that did more than the limit in some hour. */
const overLimit = (table: Watched): string => `
  select i.tenant_id, i.session_id
  from unnest($1::uuid[], $2::uuid[]) i (tenant_id, session_id)
  where exists (
    select from (
      select occurred_at, lag(occurred_at, ${MACHINE_LIMITS[table]}) over (order by occurred_at) as earlier
      from ${table} e
      where e.tenant_id = i.tenant_id and e.session_id = i.session_id
        and e.occurred_at > ${movedTime('$3', '-2 hours')}
    ) w where occurred_at - earlier <= interval '1 hour')`;

/**
 * Marks sessions that behave like machines, in the transaction in which they give themselves away. Their events are kept
 * and count neither in reports nor in learning.
 */
@Injectable()
export class MachineWatch {
  /** By session alone: two shops with the same session are told apart where suspects are looked at. */
  readonly #counts: Record<Watched, HourCounts> = { searches: new HourCounts(), clicks: new HourCounts() };

  async look(tx: Transaction, table: Watched, events: readonly TrackedEvent[]): Promise<void> {
    await this.mark(tx, table, this.suspects(table, events));
  }

  /** Counts the events; answers one of each session that may be over the limit. */
  suspects(table: Watched, events: readonly TrackedEvent[]): TrackedEvent[] {
    const suspects = new Map<string, TrackedEvent>();
    for (const event of events) {
      const { tenant, sessionId, receivedAt } = event;
      if (this.#counts[table].add(sessionId, receivedAt) <= MACHINE_LIMITS[table] * SUSPICIOUS) continue;
      suspects.set(`${tenant.tenantId} ${sessionId}`, event);
    }
    return [...suspects.values()];
  }

  async mark(tx: Transaction, table: Watched, sessions: readonly TrackedEvent[]): Promise<void> {
    if (sessions.length === 0) return;
    const oldest = Math.min(...sessions.map(({ at }) => at));
    await markMachines(tx, table, sessions, oldest);
  }
}

export async function markMachines(
  tx: Transaction,
  table: Watched,
  sessions: readonly { tenant: { tenantId: string }; sessionId: string }[],
  since: number,
): Promise<void> {
  await tx.query(
    `with machines as (
       insert into machine_sessions (tenant_id, session_id, reason, marked_at)
       select o.tenant_id, o.session_id, '${table}_per_hour', $3 from (${overLimit(table)}) o
       join tenants t on t.id = o.tenant_id order by 1, 2
       on conflict do nothing returning tenant_id, session_id),
     e as (
       select m.tenant_id, occurred_at from machines m join searches e using (tenant_id, session_id)
       union all select m.tenant_id, occurred_at from machines m join clicks e using (tenant_id, session_id)
       union all select m.tenant_id, occurred_at from machines m join conversions e using (tenant_id, session_id)),
     learned as (
       insert into behaviour_marks (tenant_id, day)
       select distinct tenant_id, (occurred_at at time zone 'UTC')::date from e)
     insert into rollup_marks (tenant_id, day)
     select distinct e.tenant_id, (e.occurred_at at time zone coalesce(s.overrides->>'timezone', 'UTC'))::date
     from e join tenant_settings s on s.tenant_id = e.tenant_id`,
    [sessions.map(({ tenant }) => tenant.tenantId), sessions.map(({ sessionId }) => sessionId), iso(since)],
  );
}
