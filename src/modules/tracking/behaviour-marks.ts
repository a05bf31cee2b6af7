import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../platform/database/index.ts';
import type { TrackedEvent } from './event.ts';

/** The learner lets a mark stand for longer than this: it speaks for every event that comes within it. */
const MARK_EVERY = 30_000;

/** Days that this process has marked, by real time, as the learner reads the marks. */
const marked = new LRUCache<string, true>({ max: 50_000, ttl: MARK_EVERY });

/** Tells the learner of ranking which UTC days have other events than before. */
export async function markBehaviour(tx: Transaction, events: readonly TrackedEvent[]): Promise<void> {
  const days = new Set(events.map(({ tenant, at }) => `${tenant.tenantId} ${new Date(at).toISOString().slice(0, 10)}`));
  const fresh = [...days].filter((day) => !marked.has(day));
  if (fresh.length === 0) return;
  await tx.query(
    `insert into behaviour_marks (tenant_id, day)
     select m.tenant_id, m.day from unnest($1::uuid[], $2::date[]) m (tenant_id, day) join tenants t on t.id = m.tenant_id`,
    [fresh.map((day) => day.slice(0, 36)), fresh.map((day) => day.slice(37))],
  );
  // After a rollback the events come again, and must be marked then.
  tx.afterCommit(() => {
    for (const day of fresh) marked.set(day, true);
  });
}
