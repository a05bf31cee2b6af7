import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../platform/database/index.ts';
import type { TrackedEvent } from './event.ts';

/** The learner lets a mark stand for longer than this: it speaks for every event that comes within it. */
const MARK_EVERY = 30_000;
const DAY = 86_400_000;

/** Days that this process has marked, by real time, as the learner reads the marks. */
const marked = new LRUCache<string, true>({ max: 50_000, ttl: MARK_EVERY });

/** Tenants with the numbers of their days that nobody marked lately. */
export function freshBehaviour(events: readonly TrackedEvent[]): string[] {
  const days = new Set<string>();
  let lastTenant = '';
  let lastDay = NaN;
  for (const { tenant, at } of events) {
    const day = Math.floor(at / DAY);
    // Mostly those of the event before, and a text that was made anew is hashed anew.
    if (day === lastDay && tenant.tenantId === lastTenant) continue;
    lastDay = day;
    lastTenant = tenant.tenantId;
    days.add(`${lastTenant} ${day}`);
  }
  return [...days].filter((day) => !marked.has(day));
}

/** The tenants and the UTC days that `MARK_BEHAVIOUR` takes. */
export function behaviourColumns(days: readonly string[]): string[][] {
  const dates = days.map((day) => new Date(Number(day.slice(37)) * DAY).toISOString().slice(0, 10));
  return [days.map((day) => day.slice(0, 36)), dates];
}

export const MARK_BEHAVIOUR = (tenants: string, days: string): string =>
  `insert into behaviour_marks (tenant_id, day)
   select m.tenant_id, m.day from unnest(${tenants}::uuid[], ${days}::date[]) m (tenant_id, day)
   join tenants t on t.id = m.tenant_id`;

/** After the commit: after a rollback the events come again, and must be marked then. */
export function rememberBehaviour(days: readonly string[]): void {
  for (const day of days) marked.set(day, true);
}

/** Tells the learner of ranking which UTC days have other events than before. */
export async function markBehaviour(tx: Transaction, events: readonly TrackedEvent[]): Promise<void> {
  const days = freshBehaviour(events);
  if (days.length === 0) return;
  await tx.query(MARK_BEHAVIOUR('$1', '$2'), behaviourColumns(days));
  tx.afterCommit(() => rememberBehaviour(days));
}
