import type { Transaction } from '../../../platform/database/index.ts';
import type { TrackedEvent } from '../event.ts';

/** Enough that purchases seldom wait for clicks of others, few enough for PostgreSQL's table of locks. */
const BUCKETS = 64;
/** Tells these locks from others of the database. */
const SPACE = 0x6d62;

/**
 * A click and the purchase it led to often arrive together, when a page that was offline sends what it kept. In two
 * transactions side by side neither would see the other, and the purchase would lose its click. So purchases of a session
 * wait for its clicks that are being written and the other way round; clicks do not wait for clicks. Held until the commit.
 */
export async function lockSessions(
  tx: Transaction,
  how: 'shared' | 'alone',
  events: readonly TrackedEvent[],
): Promise<void> {
  const buckets = new Set(events.map(({ sessionId }) => Number.parseInt(sessionId.slice(0, 4), 16) % BUCKETS));
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  // In one order everywhere, so that two batches never wait for each other crosswise.
  await tx.query(`select ${lock}($1, bucket) from unnest($2::integer[]) bucket`, [
    SPACE,
    [...buckets].sort((a, b) => a - b),
  ]);
}
