import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { LocalDay } from '../tracking/index.ts';
import { CLICKS, CONVERSIONS, DAYS, factParameters, SEARCHES } from './facts.ts';

/** The names by which the facts ask for searches, clicks and conversions. */
const EVENTS = { s: SEARCHES, c: CLICKS, v: CONVERSIONS };

/** Common table expressions that name all parameters, for statements over the events that were read. */
export const OF_DAY = `${DAYS}, named as (select $5::timestamptz, $6::timestamptz, $7::text)`;

/**
 * Reads the events of a day once for all that is counted of them in this transaction, into temporary tables: which searches
 * were clicked took longer to find than to count. Answers the parameters of the facts.
 */
export async function readEvents(
  tx: Transaction,
  tenant: TenantContext,
  day: LocalDay,
  zone: string,
  names: readonly (keyof typeof EVENTS)[] = ['s', 'c', 'v'],
): Promise<unknown[]> {
  const parameters = factParameters(tenant.tenantId, { days: [day], zone });
  for (const name of names) {
    await tx.query(
      `create temporary table ${name} on commit drop as with ${DAYS}, ${EVENTS[name]} select * from ${name}`,
      parameters,
    );
    await tx.query(`analyze ${name}`);
  }
  return parameters;
}
