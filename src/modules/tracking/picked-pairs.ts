import type { Database } from '../../platform/database/index.ts';

/** So many sessions pick an item for the same words before reports tell of it: fewer may be one person on several devices. */
export const REPEATED_SESSIONS = 3;

/** Held by who names pairs or takes names away. */
export const pairsLock = (tenantId: string): string => `pairs ${tenantId}`;

/** Of a row `n` of `rollup_pair_names`, `$1` the tenant: fewer sessions are left than reports tell of. */
export const UNREPEATED = `coalesce((
  select sum(sessions) from rollup_pairs p
  where p.tenant_id = $1 and p.pair = n.pair and p.channel = '*'), 0) < ${REPEATED_SESSIONS}`;

/** Names, and with them the words, of pairs whose days are gone but for a few sessions. */
export async function forgetUnrepeatedPairs(database: Database, tenantId: string): Promise<void> {
  await database.system(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [pairsLock(tenantId)]);
    await tx.query(`delete from rollup_pair_names n where n.tenant_id = $1 and ${UNREPEATED}`, [tenantId]);
  });
}
